"""Figures of single parts, beside no limit: `python -m bench.parts`."""
