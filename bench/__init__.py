"""Benchmarks of the service; each figure is compared with a limit: `python -m bench`. Not shipped."""
