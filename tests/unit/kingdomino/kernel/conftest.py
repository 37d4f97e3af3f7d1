"""Collect tests that need the kernel only where it runs; `test_presence` checks where it must run."""

from kingdomino.kernel import state

collect_ignore_glob = [] if state().runs else ["test_[!p]*.py", "test_p[!r]*.py"]
