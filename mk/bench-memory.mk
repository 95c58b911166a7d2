.PHONY: bench-memory
bench-memory: $(ENVIRONMENT) ## what the index of notes costs, with 10,000 notes and with 50,000
	$(BIN)/python -m bench.memory $(ARGS)
