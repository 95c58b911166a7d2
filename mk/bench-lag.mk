.PHONY: bench-lag
bench-lag: $(ENVIRONMENT) ## how late the event loop is while twenty channels chat with the real default model
	$(BIN)/python -m bench.lag $(ARGS)
