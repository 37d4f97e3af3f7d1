"""Tests that need the kernel are collected where it runs; `test_presence` says where it must."""

from kingdomino.kernel import state

collect_ignore = [] if state().runs else ["test_games.py", "test_positions.py", "test_refusals.py"]
