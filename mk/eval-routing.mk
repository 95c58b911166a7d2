.PHONY: eval-routing
eval-routing: DATA ?= ../shared/eval
eval-routing: MODEL_ROWS ?= 60
eval-routing: $(ENVIRONMENT) ## how well tools are offered and called (DATA=directory, ARGS="--limit 300 --misses")
	$(BIN)/python -m evals.routing --data $(DATA) --model-rows $(MODEL_ROWS) $(ARGS)
