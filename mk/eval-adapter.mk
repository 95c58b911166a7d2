.PHONY: eval-adapter
eval-adapter: DATA ?= ../shared/eval
eval-adapter: $(ENVIRONMENT) ## how well the default model chooses by itself, with its adapter and without (LIMIT=rows a figure)
	$(BIN)/python -m evals.adapter --data $(DATA) $(if $(LIMIT),--limit $(LIMIT)) $(ARGS)
