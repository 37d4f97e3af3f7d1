"""Benchmarks of single parts, without a limit to compare with: `python -m bench.parts`."""
