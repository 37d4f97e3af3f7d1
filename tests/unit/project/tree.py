"""The tree of the repository."""

from pathlib import Path

ROOT = Path(__file__).parents[3]
PRODUCTS = ("kingdomino", "replays", "service", "workers")
"""The packages that are installed."""
