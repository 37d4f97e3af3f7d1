"""The server below the log: its kinds, its faults and its copies.

`test_other_servers.py` runs the core tests on every other server program of the machine (`python -m
tests.long servers` runs the rest). Start with `test_embedded.py`.
"""
