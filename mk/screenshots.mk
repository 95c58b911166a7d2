.PHONY: screenshots
screenshots: $(ENVIRONMENT) $(STAMPS)/model ## draw the pictures in docs/images anew, from real output
	$(BIN)/python -m scripts.screenshots
