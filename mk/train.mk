# The adapter of the default model: rows, training, conversion. docs/training.md tells more. Nothing here is needed to run the bot.

TRAINED ?= build/adapter
ROWS ?= 40000
MINUTES ?= 600
TRAINING := build/training

.PHONY: train-data
train-data: DATA ?= ../shared/eval
train-data: $(ENVIRONMENT) ## render rows to train the adapter on (DATA=directory, ROWS=count, ARGS='--exclude FILE')
	$(BIN)/python -m training.build --data $(DATA) --out build/rows.jsonl --rows $(ROWS) $(ARGS)
	$(BIN)/python -m training.build --data $(DATA) --out build/kept-aside.jsonl --rows 120 --kept-aside --seed 77

build/rows.jsonl:
	$(MAKE) train-data

.PHONY: train-adapter
train-adapter: build/rows.jsonl $(TRAINING)/installed ## train the adapter (DATA=directory, MINUTES=budget, ARGS=--resume)
	$(TRAINING)/bin/python -m training.train --rows build/rows.jsonl --validation build/kept-aside.jsonl \
	    --base "$$($(BIN)/python -c 'from agent.engine.models import default_model_path as path; print(path())')" \
	    --out $(TRAINED) --minutes $(MINUTES) $(ARGS)

$(TRAINING)/installed: requirements-training.lock
	test -x $(TRAINING)/bin/python || $(PYTHON) -m venv $(TRAINING)
	$(TRAINING)/bin/python -m pip install --disable-pip-version-check --no-input --require-hashes -r requirements-training.lock
	@touch $@

.PHONY: lock-training
lock-training: $(STAMPS)/venv ## pin anew what only training needs
	test -x build/lock/bin/uv || { $(PYTHON) -m venv build/lock && build/lock/bin/pip install -q uv==$(UV_VERSION); }
	UV_CUSTOM_COMPILE_COMMAND="make lock-training" build/lock/bin/uv --no-config pip compile $(if $(UPGRADE),--upgrade) \
	    $(LOCKED) --constraint requirements.lock --extra training pyproject.toml --output-file requirements-training.lock
