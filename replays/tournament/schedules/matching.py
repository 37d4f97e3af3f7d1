"""The matching of least cost in a graph."""

from collections.abc import Sequence

import rustworkx

from replays.tournament.schedules.costs import DIGIT, DIGITS
from replays.tournament.schedules.forms import Unpairable

Edge = tuple[int, int, int]
"""Two nodes, and the cost of their pair."""

WIDEST = 112
"""The bits of a cost; from 126 on the library can give a wrong matching, without an error (`findings/`)."""


def matched(edges: Sequence[Edge]) -> list[tuple[int, int]]:
    """A matching with as many pairs as possible, and then the least cost; the smaller node is first.

    Raises `Unpairable` with `pairing/range` if the costs have too many bits together.
    """
    costs = _narrow([cost for _, _, cost in edges], len({node for edge in edges for node in edge[:2]}) // 2)
    dearest = max(costs, default=0)
    if dearest.bit_length() > WIDEST:
        words = "points lie too far apart"
        raise Unpairable("pairing/range", f"{words}: {dearest.bit_length()} bits, and at most {WIDEST} fit")
    graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph()
    graph.extend_from_weighted_edge_list(
        [(one, two, dearest - cost) for (one, two, _), cost in zip(edges, costs, strict=True)]
    )
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)


def _narrow(costs: Sequence[int], pairs: int) -> list[int]:
    """The costs with digits that are only as wide as the sum of so many pairs needs."""
    narrow, mask = [0] * len(costs), (1 << DIGIT) - 1
    for digit in reversed(range(DIGITS)):
        digits = [cost >> DIGIT * digit & mask for cost in costs]
        width = (pairs * max(digits, default=0)).bit_length()
        narrow = [cost << width | own for cost, own in zip(narrow, digits, strict=True)]
    return narrow
