# Everything sets itself up in .venv; a C compiler makes it fast, without one the kernels run as plain Python.

PYTHON ?= python3
VENV := .venv
PLAIN := .venv-interpreted
CHECKED := .venv-checked
BIN := $(VENV)/bin
KERNELS := $(wildcard src/errata/kernels/*.py)
CORPORA := plugins/errata-corpora
SOURCES := $(shell find src $(CORPORA)/src -name '*.py')
PIP := python -m pip --disable-pip-version-check --quiet

.PHONY: demo test test-slow test-interpreted test-checked lint mutate bench bench-guard bench-baseline dist docs clean

demo: $(VENV)/.installed
	@$(BIN)/errata demo

# CI also measures how much of the code the tests reach, which takes half as long again.
PYTEST := $(BIN)/$(if $(CI),coverage run -m,python -m) pytest -n auto

test: $(VENV)/.dev
	rm -f .coverage .coverage.*
	$(PYTEST) -m 'not slow'

# What tries all cases or whole corpora.
test-slow: $(VENV)/.dev
	$(PYTEST) -m slow
	$(if $(CI),$(BIN)/coverage combine --quiet)
	$(if $(CI),$(BIN)/coverage report --omit='*/kernels/*' --fail-under=95)

# What the kernels have a part in.
INTERPRETED := $(addprefix tests/,kernels text extract measures engines)

test-interpreted: $(PLAIN)/.dev
	rm -f .coverage.*
	$(PLAIN)/bin/$(if $(CI),coverage run -m,python -m) pytest -n auto -m 'not slow' $(INTERPRETED)
	$(if $(CI),$(PLAIN)/bin/coverage combine --quiet --append)
	$(if $(CI),$(PLAIN)/bin/coverage report --fail-under=95)

# With every index checked and under gcc's sanitizers; `python -m tests.checked` there tells of longer runs.
test-checked: $(CHECKED)/.dev
	$(CHECKED)/bin/python -m tests.checked

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Nightly: hours for all mutants; MUTANTS='--sample 300' for a look, MUTANTS='--again' for the last survivors.
mutate: $(VENV)/.dev
	$(BIN)/python -m tests.mutation $(MUTANTS)

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

bench-guard: $(VENV)/.dev
	$(BIN)/python -m benchmarks --guard

# On a quiet machine only: what CI allows is half as much again as this.
bench-baseline: $(VENV)/.dev
	$(BIN)/python -m benchmarks --baseline

docs: $(VENV)/.dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	ERRATA_SITE=build/site $(BIN)/python -m pytest -q tests/docs/test_site.py

# Wheel and sdist, tried in clean environments with and without a compiler.
dist: $(VENV)/.dev
	$(BIN)/python -m tests.distribution

clean:
	rm -rf $(VENV) $(PLAIN) $(CHECKED) build dist .coverage .coverage.* src/*.egg-info $(CORPORA)/src/*.egg-info src/errata/kernels/*.so src/errata/kernels/*.c

$(VENV)/.installed: pyproject.toml setup.py $(KERNELS) $(CORPORA)/pyproject.toml
	@echo 'Setting up in $(VENV); this takes a minute or two.'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/$(PIP) install --upgrade 'pip>=25.1'
	$(BIN)/$(PIP) install --editable . --editable $(CORPORA)
	touch $@

$(VENV)/.dev: $(VENV)/.installed
	$(BIN)/$(PIP) install --group dev --group extras --group docs
	touch $@

# Installed as a copy: in the source tree the compiled kernels would be found first.
$(PLAIN)/.dev: pyproject.toml setup.py $(SOURCES)
	test -x $(PLAIN)/bin/python || $(PYTHON) -m venv $(PLAIN)
	$(PLAIN)/bin/$(PIP) install --upgrade 'pip>=25.1'
	$(PLAIN)/bin/$(PIP) install --group dev
	rm -rf build
	$(PLAIN)/bin/$(PIP) uninstall --yes errata errata-corpora 2>/dev/null
	ERRATA_DISABLE_COMPILED=1 $(PLAIN)/bin/$(PIP) install . ./$(CORPORA)
	touch $@

$(CHECKED)/.dev: pyproject.toml setup.py $(SOURCES)
	@$(PYTHON) -m tests.checked --look
	test -x $(CHECKED)/bin/python || $(PYTHON) -m venv $(CHECKED)
	$(CHECKED)/bin/$(PIP) install --upgrade 'pip>=25.1'
	$(CHECKED)/bin/$(PIP) install --group dev
	rm -rf build/checked
	$(CHECKED)/bin/$(PIP) uninstall --yes errata errata-corpora 2>/dev/null
	ERRATA_CHECKED=1 $(CHECKED)/bin/$(PIP) install . ./$(CORPORA)
	touch $@
