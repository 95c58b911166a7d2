.PHONY: soak-kills
soak-kills: N ?= 1000
soak-kills: $(ENVIRONMENT) ## kill the daemon N times: is everything that was due seen exactly once?
	$(BIN)/python -m bench.soak_kills --kills $(N) $(ARGS)
