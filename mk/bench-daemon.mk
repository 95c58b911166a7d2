.PHONY: bench-daemon
bench-daemon: $(ENVIRONMENT) ## the daemon's memory over 10,000 turns, its event loop, and seconds to a start (ARGS="--turns 1000" for fewer)
	$(BIN)/python -m bench.daemon $(ARGS)
