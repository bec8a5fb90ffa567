# `make lab` opens the course, `make test` runs every check. Both set everything up first, once.
#
#   make lab LAB_ARGS="--port=8900 --no-browser"     more flags for JupyterLab
#   make setup PYTHON=/path/to/python3               another interpreter
#   DOMINO_LAB_CHROMIUM=/path/to/chromium make test  another browser

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
# The tests keep every core busy by themselves; only what comes before them runs side by side.
ifndef SIDE_BY_SIDE
.NOTPARALLEL:
endif

BIN := .venv/bin
NOTEBOOKS := notebooks
COPY := domino-lab-course
LAB_ARGS ?=
PYTEST_ARGS ?=
# What was touched, and a tenth of more tests than one run has time for (tests/sampling.py); `make nightly` runs all.
SAMPLE ?= --sample
AT_ONCE := --numprocesses=logical --maxprocesses=8
# A JupyterLab with its browser takes a core and a gigabyte.
FEW_AT_ONCE := --numprocesses=logical --maxprocesses=4
SOURCES := $(shell find .ci benchmarks domino_lab tests -name '*.py')
# autopep8 takes eight seconds for all of them: it reads those that have changed since they last passed.
LAID_OUT := .venv/.laid-out
DIGEST_ARGS ?=
FUZZ_ARGS ?=

# Without a display there is no browser to open.
SCREEN_ARGS := $(if $(filter Linux,$(shell uname -s)),$(if $(DISPLAY)$(WAYLAND_DISPLAY),,--no-browser))

# Set in many containers; every kernel and every worker would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup teacher lab test nightly browser ready compiled lint format types imports unit notebooks-compare browser-test other-browsers newer-python newer-ready lite scripts importers site notebooks costs stub house map golden digest review-checks fuzz bench release clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):[^#]*## */\1\t/' \
	    | while IFS=$$'\t' read -r name text; do printf '  make %-18s %s\n' "$$name" "$$text"; done

setup:  ## the environment in .venv, with what the tests need
	@.ci/setup.sh

teacher:  # what `make lab` needs, without linters and tests
	@.ci/setup.sh lab

# In a copy, so that nothing a learner does is lost or ends up in a commit; what is there already is left as it is.
lab: teacher  ## JupyterLab on a copy of the course, in domino-lab-course
	$(BIN)/domino-lab lab $(COPY) --jupyter="$(SCREEN_ARGS) $(LAB_ARGS)"

test: setup browser ready unit newer-python notebooks-compare browser-test  ## every check
	@echo "All checks passed."

nightly:  ## every check with every case, the digest, the fuzzer and a release (hours)
	$(MAKE) test SAMPLE=
	$(MAKE) digest review-checks fuzz release
	@.ci/newer.sh all

browser: setup  ## finds or installs Chromium
	@$(BIN)/python -m tests.browser.chromium

ready: setup  ## ruff, autopep8, mypy and import-linter, while numba compiles the kernels and .venv-newer is made
	@$(MAKE) --no-print-directory --jobs=3 SIDE_BY_SIDE=yes compiled lint types imports newer-ready

compiled: setup  ## the machine code of the kernels, once for all workers
	$(BIN)/python -m tests.compiled

lint: $(LAID_OUT)  ## ruff, and autopep8 on the layout of the code
	$(BIN)/ruff check .

$(LAID_OUT): pyproject.toml $(SOURCES) | setup
	@$(BIN)/autopep8 --diff --exit-code --jobs 0 $(if $(filter $<,$?),$(SOURCES),$?) \
	    || { echo "make format changes what stands above."; exit 1; }
	@touch $@

format: setup  ## lays Python out as `make lint` wants it
	@$(BIN)/autopep8 --in-place --jobs 0 $(SOURCES)

types: setup  ## mypy --strict
	$(BIN)/mypy

imports: setup  ## imports point down only
	$(BIN)/lint-imports --no-logo

unit: setup  ## unit, property and conformance tests, and the examples in docstrings
	$(BIN)/python -m pytest --ignore=tests/browser $(AT_ONCE) --dist=worksteal $(SAMPLE) $(PYTEST_ARGS)

notebooks-compare: setup  ## runs the notebooks and compares them with their saved outputs
	$(BIN)/python -m pytest -p nbval -p tests.conftest --nbval --nbval-current-env --nbval-cell-timeout=120 \
	    --nbval-sanitize-with=tests/notebooks/nbval.cfg --timeout=0 $(AT_ONCE) --dist=loadfile $(NOTEBOOKS) $(SAMPLE) $(PYTEST_ARGS)

browser-test: setup browser  ## JupyterLab and Voila in a real Chromium; screenshots in artefacts/
	$(BIN)/python -m pytest -m browser $(FEW_AT_ONCE) --dist=worksteal tests/browser $(SAMPLE) $(PYTEST_ARGS)

other-browsers: setup  ## pages in Firefox and WebKitGTK: Debian's firefox-esr, webkit2gtk-driver and xvfb
	$(BIN)/python -m tests.browser.other_browsers

# What was touched has run already, with the Python of .venv.
newer-python: setup  ## rules, engine and records with a later Python than that of .venv, where there is one
	@.ci/newer.sh rules $(SAMPLE) $(if $(SAMPLE),--landed=HEAD) $(PYTEST_ARGS)

newer-ready: setup  # what takes time before `make newer-python`, once
	@.ci/newer.sh setup rules

lite: setup browser  ## the package in Pyodide, and a lesson of the site opened live in Chromium: needs node and npm
	$(BIN)/python -m tests.lite
	$(BIN)/python -m tests.lite.browser

scripts:  ## eslint and the TypeScript compiler on the scripts of widgets and pages: needs node and npm
	npx --yes --package eslint@10 --package @eslint/js@10 --package globals@17 \
	    eslint --config .ci/eslint.config.cjs --max-warnings 0 domino_lab
	npx --yes --package typescript@5.9 tsc --noEmit --allowJs --target es2022 --lib es2022,dom,dom.iterable \
	    --module esnext domino_lab/widgets/stage.js domino_lab/widgets/live.js
	npx --yes --package typescript@5.9 tsc --noEmit --allowJs --target es2022 --lib es2022,dom,dom.iterable \
	    --module esnext domino_lab/widgets/loader.js

importers: setup  ## programs of others read GIFT and QTI of every kind of question: needs node and npm
	$(BIN)/python -m tests.importers

site: setup  ## the course, the games and the reference as a folder of pages, in artefacts/site
	$(BIN)/domino-lab site artefacts/site

notebooks: setup  ## runs the notebooks and saves their outputs, to be reviewed as a diff
	$(BIN)/python -m tests.notebooks.regenerate $(NOTEBOOKS)

costs: setup  ## runs every test and writes down how long each takes, for the sample that `make test` draws
	$(MAKE) unit notebooks-compare browser-test SAMPLE=--measure

stub: setup  ## writes the public names for type checkers from the table in domino_lab/__init__.py
	$(BIN)/python -m tests.typing.stub

house: setup  ## prints the size of the house, and what a newcomer stumbles over
	$(BIN)/python -m tests.house

map: setup  ## draws the rooms and their imports in CONTRIBUTING.md
	$(BIN)/python -m tests.house map

golden: setup  ## plays the golden transcripts anew, to be reviewed as a diff
	$(BIN)/python -m tests.golden

digest: setup  ## 20,000 hands of every game at every table, kernel against readable engine (an hour or two)
	$(BIN)/python -m tests.kernel.digest --hands 20000 $(DIGEST_ARGS)

review-checks: setup  ## reviews against the truth, at full size
	$(BIN)/python -m tests.explain.review_checks

fuzz: setup  ## 100,000 broken files, answers and commands: each is read or refused plainly (hours)
	$(BIN)/python -W ignore -m tests.fuzzing --mutants 100000 $(FUZZ_ARGS)

bench: setup  ## the speed table, measured in one run
	$(BIN)/python -m benchmarks

release: setup  ## a release in artefacts/release, with hashes and a bill of materials, and tried
	@.ci/release.sh

clean:  ## removes what was made, .venv too
	rm -rf .venv .venv-newer artefacts dist build .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
