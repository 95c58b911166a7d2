.PHONY: bench-routing
bench-routing: $(ENVIRONMENT) ## how long routing takes, with 8 tools and with 200
	$(BIN)/python -m bench.routing
