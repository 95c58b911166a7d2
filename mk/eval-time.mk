.PHONY: eval-time
eval-time: DATA ?= ../shared/eval
eval-time: $(ENVIRONMENT) ## how well time phrases are read (DATA=directory, ARGS=-v lists all that is not exact)
	$(BIN)/python -m evals.time --data $(DATA) $(ARGS)
