.PHONY: soak-chaos
soak-chaos: N ?= 10000
soak-chaos: $(ENVIRONMENT) ## N faults of Discord and the line to it: is every message answered exactly once?
	$(BIN)/python -m bench.soak_chaos --faults $(N) $(ARGS)
