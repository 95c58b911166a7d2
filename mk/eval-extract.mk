.PHONY: eval-extract
eval-extract: DATA ?= ../shared/eval
eval-extract: $(ENVIRONMENT) ## how well requests become reminders (DATA=directory, LIMIT=rows a language, ARGS=--misses)
	$(BIN)/python -m evals.extract --data $(DATA) $(if $(LIMIT),--limit $(LIMIT)) $(ARGS)
