# make demo    installs, audits sample_logs/, leaves findings and a PDF, prints where
# make test    installs and runs all tests
# make check   format, lint, types, rule packs, docs, then the main job on the installed wheel in a fresh environment
# make docs    writes the generated documentation; make proofs records that the built-in packs pass their fixtures
# make bench   speed as ratios in one run, written to bench/results/
.DEFAULT_GOAL := help
.PHONY: help demo test check bench docs proofs lock clean format
bin := .venv/bin

help:
	@sed -n 's/^# make/make/p' Makefile

demo:
	@./setup.sh run
	@$(bin)/python demo.py

test:
	@./setup.sh dev
	$(bin)/python -m pytest -n 2 --dist loadfile

check:
	@./setup.sh dev
	$(bin)/ruff format --check .
	$(bin)/ruff check .
	$(bin)/mypy
	$(bin)/python -m pytest tests/test_house.py
	$(bin)/audit rules test
	$(bin)/audit rules test --mutate pai_gow five_card_poker mahjong mahjong_simplified
	$(bin)/python proofs.py --check
	$(bin)/audit rules coverage --check
	$(bin)/python docs/generate.py --check
	./check_wheel.sh

bench:
	@./setup.sh bench
	$(bin)/python -m bench

docs:
	@./setup.sh dev
	$(bin)/python docs/generate.py

proofs:
	@./setup.sh dev
	$(bin)/python proofs.py

format:
	@./setup.sh dev
	$(bin)/ruff format . && $(bin)/ruff check --fix .

# Pins every dependency with its hashes; needs uv (https://docs.astral.sh/uv/), which the project itself does not.
lock:
	uv pip compile pyproject.toml --group build --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q -o requirements.lock
	uv pip compile pyproject.toml --group build --group dev --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q -o requirements-dev.lock
	uv pip compile --group pyproject.toml:peers --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -q -o requirements-peers.lock

clean:
	rm -rf .venv build dist demo
