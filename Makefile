# Everything that a person or CI does here; `make help` lists it.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
NODE   := node_modules/.package-lock.json
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help play test check docs site bench learn playthroughs notebooks screenshots games fuzz chaos perft pins dist clean programs

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-12s %s\n", $$1, $$2}'

play: $(VENV)/server.done ## install what is needed, compile the rules once, and play in the browser
	@$(BIN)/ludotheque compile
	@$(BIN)/ludotheque serve --open

test: $(VENV)/dev.done programs ## install what is needed, then run all checks and tests
	@$(MAKE) --no-print-directory check
	@$(BIN)/ludotheque compile
	@$(BIN)/ludotheque build --target wasm --output build/wasm
	node --test $$(find tests/web -name "*.test.js")
	$(BIN)/python -m pytest -n 2 --dist worksteal --durations 40

check: $(VENV)/dev.done $(NODE) ## formatting, linting and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	node_modules/.bin/tsc --noEmit --project tsconfig.json

docs: $(VENV)/dev.done ## build the documentation: build/docs/index.html
	$(BIN)/python -m sphinx -q -W --keep-going -d build/doctrees docs build/docs
	@echo "build/docs/index.html"

site: $(VENV)/server.done $(NODE) ## write the page without a server, for any web space: build/site/
	@$(BIN)/ludotheque site --output build/site

bench: $(VENV)/bench.done $(NODE) programs ## measure speed beside OpenSpiel, pgx, PettingZoo, python-chess and boardgame.io (all, or PARTS="batch …")
	@$(BIN)/ludotheque compile
	$(BIN)/python -m bench $(PARTS)

learn: $(VENV)/learn.done ## let MaskablePPO and a learner of our own learn for a few minutes (installs PyTorch)
	@$(BIN)/ludotheque compile
	$(BIN)/python -m pytest tests/adapters/test_maskable_ppo.py
	$(BIN)/python examples/maskable_ppo.py malawi 100000
	$(BIN)/python examples/self_play/learn.py malawi --moves 200000 --points 1 --folder build/self-play

playthroughs: $(VENV)/dev.done ## write the recorded games of the tests again
	$(BIN)/python -m tests.games.playthrough

notebooks: $(VENV)/dev.done ## run the notebooks and write their outputs
	$(BIN)/python -m tests.docs.notebook

screenshots: $(VENV)/dev.done programs ## take the pictures of the page for the documents again
	LUDOTHEQUE_GAMES=examples/games $(BIN)/python -m tests.docs.screenshots

games: $(VENV)/dev.done ## let random pairs of levels play thousands of games over all options
	$(BIN)/python -m tests.many_games

fuzz: $(VENV)/dev.done ## send a million odd messages to a server, which must answer each
	$(BIN)/python -m tests.server.fuzz --messages 1000000

chaos: $(VENV)/dev.done programs ## play while processes, database and disk fail 300 times (about 20 minutes)
	@$(BIN)/ludotheque compile
	$(BIN)/python -m tests.chaos

perft: $(VENV)/dev.done ## count deeper than the tests do, and compare with what was counted before
	$(BIN)/python -m tests.games.deep_perft

pins: $(VENV)/dev.done ## ask the registry for every pinned package, for each Python that we promise (minutes)
	$(BIN)/python -m tests.pins

dist: $(VENV)/dev.done ## build the source archive and the wheel, the same bytes for the same commit: dist/
	@rm -rf dist
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) PYTHONWARNINGS=error $(BIN)/python -m build --no-isolation

clean: ## remove the virtual environment, packages of npm and caches of tools
	rm -rf $(VENV) node_modules bench/boardgame/node_modules build dist docs/generated *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

# requirements/NAME.txt pins what the extra NAME needs, so nothing else may come with the package itself.
$(VENV)/%.done: requirements/%.txt $(wildcard requirements/*.txt) pyproject.toml $(VENV)/made
	@echo "Installing (requirements/$*.txt) …"
	@$(PIP) -r $<
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# What checks the page (TypeScript, axe-core) and runs WebAssembly (Pyodide). The page itself needs nothing of npm.
$(NODE): package.json package-lock.json | programs
	@echo "Installing (package-lock.json) …"
	@npm ci --silent --no-audit --no-fund
	@touch $@

# What the tests need beyond Python and npm: Debian's packages, and no other browser. Playwright's node needs libatomic.
programs:
	@missing=""; \
	command -v chromium-headless-shell >/dev/null || missing="$$missing chromium-headless-shell"; \
	command -v npm >/dev/null || missing="$$missing npm"; \
	ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$$missing postgresql"; \
	[ -x /usr/sbin/nginx ] || missing="$$missing nginx"; \
	command -v wasm-ld >/dev/null || missing="$$missing lld"; \
	$(PYTHON) -c 'import ctypes; ctypes.CDLL("libatomic.so.1")' 2>/dev/null || missing="$$missing libatomic1"; \
	[ -z "$$missing" ] || if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Debian's$$missing …"; export DEBIAN_FRONTEND=noninteractive; \
	  apt-get -qq update && apt-get -qq install -y --no-install-recommends $$missing >/dev/null; \
	else echo "Missing:$$missing. As root: apt-get install$$missing; then run make again."; exit 1; fi

# Debian's python3 comes without venv's pip; its package python3-venv adds it.
$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; this is $$($(PYTHON) --version)."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing Debian's python3-venv …"; apt-get -qq update && apt-get -qq install -y python3-venv >/dev/null; \
	  else echo "Python's venv is missing. As root: apt-get install python3-venv; then run make again."; exit 1; fi
	@echo "Making $(VENV) …"
	@$(PYTHON) -m venv $(VENV)
	@touch $@
