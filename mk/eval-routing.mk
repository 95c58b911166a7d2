.PHONY: eval-routing
eval-routing: DATA ?= ../shared/eval
eval-routing: $(ENVIRONMENT) ## how well tools are offered (DATA=directory, ARGS="--limit 300 --misses")
	$(BIN)/python -m evals.routing --data $(DATA) $(ARGS)
