"""The benchmarks run and tell what they measure; how fast anything is decides no test."""

import json
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

from click.testing import CliRunner

import bench
from bench.__main__ import MEASURES, main
from bench.rows import Row, table

ROOT = Path(bench.__file__).parents[1]


def test_help_names_every_row() -> None:
    """All that can be asked for."""
    told = CliRunner().invoke(main, ["--help"])
    assert told.exit_code == 0
    assert all(name in told.output for name in MEASURES)


def test_a_row_that_does_not_exist() -> None:
    """Is refused with those that do."""
    told = CliRunner().invoke(main, ["speed"])
    assert told.exit_code == 2
    assert "rebuild" in told.output


def test_a_row_that_needs_no_service() -> None:
    """Each figure stands beside a limit of its own, whatever they are."""
    command = [sys.executable, "-m", "bench", "--json", "--count", "1", "games"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    rows = [Row(**row) for row in json.loads(told.stdout)]
    assert [row.name for row in rows] == ["games"]
    assert all(min(row.ours, row.limit, row.ratio) > 0 for row in rows)


def test_the_table() -> None:
    """Has a line for each row below the names of its columns."""
    head, line = table([Row.time("rebuild", "ms", 2.0, 0.5)]).splitlines()
    assert head.split() == [field.name for field in fields(Row)]
    assert line.split() == ["rebuild", "ms", "2.00", "0.50", "0.25"]
