# Needs Python 3.11 or later, pip and make; everything else is put into .venv.
PYTHON ?= python3
SYSTEM ?= ramadi
SEED ?= 20151222
GAMES ?= 10000
OUT ?= demo
WORKERS ?= 2
PYTEST_ARGS ?=
GALLERY ?= gallery
GALLERY_ARGS ?=
N ?= 100

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

export PIP_ROOT_USER_ACTION := ignore
# Compiled modules are kept: without them collecting the tests takes three times as long.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test test-all mutate check format bench calibrate gallery clean

help:
	@echo "make demo    play, audit and review one game (SYSTEM=$(SYSTEM) SEED=$(SEED) OUT=$(OUT))"
	@echo "make test    run the tests (WORKERS=$(WORKERS), PYTEST_ARGS='-k name')"
	@echo "make test-all  run the tests that take long as well"
	@echo "make mutate  change N random places of the rules one by one; list what no test notices (SYSTEM=$(SYSTEM) N=$(N))"
	@echo "make check   ruff, formatting and mypy --strict"
	@echo "make format  let ruff mend what it can"
	@echo "make bench   measure the budgets"
	@echo "make calibrate  repeat the study of Ramadi's reconstructed tables (GAMES=$(GAMES) WORKERS=$(WORKERS))"
	@echo "make gallery write the reports of a game of each system, as pages and pictures (GALLERY=$(GALLERY))"
	@echo "make clean   remove .venv, caches and what was built"

demo: $(VENV)/runtime.stamp
	$(BIN)/whitecell demo $(SYSTEM) $(if $(SCENARIO),--scenario $(SCENARIO)) --seed $(SEED) --out $(OUT) --force

test: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -m "not slow" $(PYTEST_ARGS)

test-all: $(VENV)/dev.stamp
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal $(PYTEST_ARGS)

mutate: $(VENV)/dev.stamp
	$(BIN)/python -m tests.mutate $(SYSTEM) --number $(N) --seed $(SEED) $(if $(TESTS),--tests $(TESTS))

check: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict

format: $(VENV)/dev.stamp
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/dev.stamp
	$(BIN)/python -m tests.bench

# The folder bears the number of games, as a study of another number is another study.
calibrate: $(VENV)/runtime.stamp
	$(BIN)/whitecell study ramadi --scenario historical --games $(GAMES) --vary policy=sensible,random \
	  --seed $(SEED) --workers $(WORKERS) --out calibration/$(GAMES)

# With GALLERY_ARGS=--docs the pictures of docs/gallery.md are renewed, too.
gallery: $(VENV)/dev.stamp
	$(BIN)/python -m tests.gallery $(GALLERY) $(GALLERY_ARGS)

# Debian ships Python without ensurepip; the pip of the machine then puts one into the environment.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "whitecell needs Python 3.11 or later: name one with 'make PYTHON=/path/to/python3'." >&2; \
	  exit 1; }
	@if $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null; then \
	  $(PYTHON) -m venv $(VENV); \
	elif $(PYTHON) -c 'import pip, venv' 2>/dev/null; then \
	  $(PYTHON) -m venv --without-pip $(VENV) && \
	  $(PYTHON) -m pip --disable-pip-version-check --quiet --python $(BIN)/python install pip; \
	else \
	  echo "$(PYTHON) can make no virtual environment: install its venv package" \
	    "(on Debian and Ubuntu: apt install python3-venv) and run make again." >&2; \
	  exit 1; \
	fi || { rm -rf $(VENV); exit 1; }

$(VENV)/runtime.stamp: pyproject.toml | $(BIN)/python
	@echo "Installing whitecell into $(VENV) ..."
	@$(PIP) install --editable .
	@touch $@

$(VENV)/dev.stamp: pyproject.toml | $(BIN)/python
	@echo "Installing whitecell and its development tools into $(VENV) ..."
	@$(PIP) install --editable '.[dev]'
	@touch $(VENV)/runtime.stamp $@

clean:
	rm -rf $(VENV) $(OUT) calibration dist build .mutate .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
