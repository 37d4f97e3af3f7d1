"""Tests that need the kernel are collected where it runs; `test_presence` says where it must."""

from kingdomino.kernel import state

collect_ignore_glob = [] if state().runs else ["test_[!p]*.py", "test_p[!r]*.py"]
