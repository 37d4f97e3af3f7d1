"""Distinct types for distinct numbers, so that a seat is never mistaken for a domino."""

from typing import NewType

Seat = NewType("Seat", int)
"""A player's position at the table: 0 to players - 1."""

DominoNumber = NewType("DominoNumber", int)
"""The number on a domino's back: 1 to 48."""

Points = NewType("Points", int)
"""Prestige points; never negative."""
