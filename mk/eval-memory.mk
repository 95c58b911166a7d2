.PHONY: eval-memory
eval-memory: $(ENVIRONMENT) ## how well notes are recalled, and how seldom without need
	$(BIN)/python -m evals.memory
