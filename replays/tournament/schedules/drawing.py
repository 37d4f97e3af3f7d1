"""Lots: numbers that the caller draws, and orders made from them."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

Draw = Callable[[int], int]
"""Draws a number from 0 up to below this one."""


def shuffled(items: Sequence[T], draw: Draw) -> list[T]:
    """The items in a drawn order: Fisher-Yates, from the last place down to the second."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = draw(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
