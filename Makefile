# Haima. Every target sets itself up: Python 3.11 or newer, pip and make are all it takes.

VENV  := .venv
BIN   := $(VENV)/bin
STAMP := $(VENV)/.ready
ARGS  ?=
# Tests: two processes, each with stores of its own. `make test TESTS=tests/unit JOBS=0` runs some, in one process.
TESTS ?= tests
JOBS  ?= 2

.DEFAULT_GOAL := help
.PHONY: help run test check fmt bench bench-recall bench-grow doctor clean

help: ## Show this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(STAMP): pyproject.toml constraints.txt scripts/setup.sh
	@PYTHON="$(PYTHON)" sh scripts/setup.sh $(VENV)
	@touch $@

run: $(STAMP) ## Start everything here: API, worker, embedded PostgreSQL and Valkey (ARGS="--port 9000")
	@exec $(BIN)/python -m app serve --embedded $(ARGS)

test: $(STAMP) ## Run every test, on real stores of its own
	$(BIN)/python -m pytest -n $(JOBS) --dist loadfile $(TESTS) $(ARGS)

check: $(STAMP) ## Format, lint, types and layers, without changing anything
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

fmt: $(STAMP) ## Format and fix what can be fixed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP) ## Measure latencies and throughput
	$(BIN)/python -m app bench $(ARGS)

bench-recall: $(STAMP) ## Measure how well search finds (ARGS="--data FOLDER --set locomo")
	$(BIN)/python -m app bench recall $(ARGS)

bench-grow: $(STAMP) ## Measure how cost grows with memories and users (ARGS="--memories 1000,10000")
	$(BIN)/python -m app bench grow $(ARGS)

chaos: $(STAMP) ## Break a service of its own in every way, and count what is left (ARGS="--fault redis")
	$(BIN)/python -m app chaos $(ARGS)

MINUTES ?= 60
soak: $(STAMP) ## Watch memory and descriptors under load for MINUTES=60
	$(BIN)/python -m app soak --minutes $(MINUTES) $(ARGS)

doctor: $(STAMP) ## Check the installation and say what to mend
	@$(BIN)/python -m app doctor --embedded $(ARGS)

clean: ## Remove the environment and caches; the data in .haima stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist *.egg-info
	find . -name __pycache__ -type d -not -path './.git/*' -exec rm -rf {} +
