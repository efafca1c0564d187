# Warboard: `make help` lists the targets. Set-up is by stamps: what is done already costs nothing.
SHELL := /bin/bash
PY := .venv/bin/python
export PYTHONPATH := .:gen
PYTEST := $(PY) -m pytest
NPM := npm --no-audit --no-fund

.PHONY: help setup run check test unit scenarios contract faults e2e soak web-test bench docs screens clean lock proto

suite = $(PYTEST) tests/$(1) $(ARGS)

help: ## this list
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-10s %s\n", $$1, $$2}'

# The chess engine for bots, from npm.
ENGINES := $(if $(wildcard engines/package.json),engines/node_modules/.installed)

setup: .venv/.installed gen/.made web/dist/index.html $(ENGINES) ## install what is needed and build the client

# uv is much quicker where it is present; pip does the same from the same lock.
.venv/.installed: requirements.lock
	@echo "Installing Python packages ..."
	if command -v uv >/dev/null; then \
	  uv venv -q --allow-existing --python python3 .venv && uv pip install -q --python $(PY) --require-hashes -r requirements.lock; \
	else \
	  python3 -m venv .venv && $(PY) -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock; \
	fi
	printf '%s\n%s\n' "$(CURDIR)" "$(CURDIR)/gen" > "$$($(PY) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/warboard_source.pth"
	printf '#!%s\nimport sys\nfrom warboard.__main__ import main\nsys.exit(main())\n' "$(CURDIR)/$(PY)" > .venv/bin/warboard
	chmod +x .venv/bin/warboard
	touch $@

proto: gen/.made ## generate code from the contracts

gen/.made: .venv/.installed $(shell find proto -name '*.proto')
	rm -rf gen && mkdir -p gen
	$(PY) -m grpc_tools.protoc -Iproto --python_out=gen --pyi_out=gen --grpc_python_out=gen $(shell find proto -name '*.proto')
	touch $@

# `npm ci` refuses a lock that leaves out an optional package of another system; `npm install` keeps to the lock too.
web/node_modules/.installed: web/package.json web/package-lock.json
	cd web && $(NPM) install
	touch $@

engines/node_modules/.installed: engines/package.json engines/package-lock.json
	cd engines && $(NPM) install
	touch $@

web/dist/index.html: web/node_modules/.installed $(shell find web/src web/public web/index.html -type f)
	cd web && $(NPM) run build
	touch $@

run: setup ## start the whole platform (ARGS="--port 9000 --fresh")
	.venv/bin/warboard up $(ARGS)

check: setup ## linter, types, layers, documents, the client's types
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	.venv/bin/warboard settings --check
	.venv/bin/warboard documents --check
	cd web && $(NPM) run check

unit: setup ## functions and rules
	$(call suite,unit -n 2)

scenarios: setup ## players' sentences
	$(call suite,scenarios)

# Side by side, each worker with servers of its own: most of the time they only wait for deadlines and processes.
contract: setup ## each part against real servers
	$(call suite,contract -n 4)

# A file a worker at a time: each has clusters of its own, and waits a good part of its time for windows to end.
faults: setup ## kill -9 of everything while people play
	$(call suite,faults -n 2 --dist loadfile)

soak: setup ## what takes longer: more kills, longer runs, many more random campaigns
	SOAK=1 $(call suite,faults -n 2 --dist loadfile)
	SOAK=1 $(call suite,unit/chess_wars/test_machine.py)
	SOAK=1 $(call suite,unit/chess_wars/test_bot_campaigns.py)
	SOAK=1 $(call suite,e2e/test_live_board.py)
	SOAK=1 $(call suite,e2e/test_provinces.py)
	SOAK_TABLES=$${SOAK_TABLES:-500} $(call suite,faults/test_dice_crowd.py)

# Two workers with a platform each: most of the time their browsers wait.
e2e: setup ## a browser plays
	$(call suite,e2e -n 2 --dist loadfile)

web-test: setup ## the client's unit tests
	cd web && $(NPM) test

# One after the other even under `make -j`: they would take each other's time.
test: check ## everything
	@for target in unit scenarios web-test contract faults e2e; do $(MAKE) --no-print-directory $$target || exit; done

bench: setup ## measure everything (ARGS="moves memory" for some of it)
	$(PY) -m bench $(ARGS)

docs: setup ## write the documents that are made from the code
	.venv/bin/warboard settings
	.venv/bin/warboard scenario schema
	.venv/bin/warboard scenario table
	.venv/bin/warboard documents

screens: setup ## take pictures of every page into docs/screens
	.venv/bin/warboard screens $(ARGS)

lock: ## lock the Python packages anew
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-annotate --no-header -q -o requirements.lock

clean: ## throw away what was built and installed; ./var stays
	rm -rf .venv gen web/node_modules web/dist engines/node_modules .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
