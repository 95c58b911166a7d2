.PHONY: bench-reminders
bench-reminders: $(ENVIRONMENT) ## what many reminders cost a start, and how late a thousand at once arrive
	$(BIN)/python -m bench.reminders $(ARGS)
