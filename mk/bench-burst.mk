.PHONY: bench-burst
bench-burst: $(ENVIRONMENT) ## a thousand messages in ten seconds: none lost, none answered twice, all in order
	$(BIN)/python -m bench.chat_burst
