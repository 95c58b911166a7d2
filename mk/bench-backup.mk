.PHONY: bench-backup
bench-backup: $(ENVIRONMENT) ## back up 1 GB under a running daemon, restore it and compare (takes 4 GB of disk; ARGS="--megabytes 100" for less)
	$(BIN)/python -m bench.backup $(ARGS)
