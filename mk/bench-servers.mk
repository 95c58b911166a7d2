.PHONY: bench-servers
bench-servers: $(ENVIRONMENT) ## how the work is spread over several llama-servers, and what that costs a request
	$(BIN)/python -m bench.servers
