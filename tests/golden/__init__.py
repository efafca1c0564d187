"""Golden campaigns: exports of every version of every ruleset, which every later Warboard must still read.

`files/` holds, for `<ruleset>-<version>`: campaigns as `warboard export` writes them (`-<name>.jsonl.xz`), each with
the snapshots of its middle and its end (`-<name>.snapshots.xz`); and the shape of everything that is stored under that
version (`.shape.json`). `tests/unit/test_golden.py` reads them; `python -m tests.golden write` makes them.
"""
