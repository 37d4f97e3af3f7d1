"""Pairing and ranking a large tournament, against the matching and the sorting alone."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from time import process_time

from bench.rows import Row, in_turn, times
from bench.site import Site
from kingdomino.rules import Rules
from replays.events.regulations import Format
from replays.tournament.schedules.history import History
from replays.tournament.schedules.matching import Edge, matched
from replays.tournament.schedules.swiss import LOTS, WINDOW, paired
from replays.tournament.standings.standings import standings
from service.cli.simulating.parts import RepeatableSource
from service.cli.simulating.seasons.playing import AGREED, Season, SeasonPlan

ENTRANTS, SEATS, ROUNDS = 1000, 4, 7
"""Random players; the last round is paired, and the standings are those after it."""


def tournaments(_: Site, count: int) -> Iterator[Row]:
    """One round of the last ones, and the standings with the tie-breaks of a new tournament."""
    plan = SeasonPlan(Format.SWISS, Rules(), SEATS, ROUNDS, ("random",) * ENTRANTS)
    season = Season(plan, RepeatableSource(1))
    rounds = season.play()
    list(islice(rounds, ROUNDS - 1))
    field = History(season.past, SEATS).contenders(season.scores().points)
    draw = Random(1).randrange  # noqa: S311 - a benchmark
    graphs = [_graph(nodes, Random(nodes)) for nodes in (ENTRANTS, ENTRANTS // 2)]  # noqa: S311 - a benchmark
    ours, limit = in_turn(
        lambda: times(count, lambda: paired(field, SEATS, draw), process_time),
        lambda: times(count, lambda: [matched(edges) for edges in graphs], process_time),
    )
    yield Row.time("tournaments: pairing", "s, CPU", ours, limit)
    next(rounds)
    ours, limit = in_turn(
        lambda: times(count, lambda: standings(season.scores(), AGREED.tie_breaks), process_time),
        lambda: times(count, lambda: sorted(season.scores().points.items()), process_time),
    )
    yield Row.time("tournaments: standings", "ms, CPU", ours * 1000, limit * 1000)


def _graph(nodes: int, lots: Random) -> list[Edge]:
    """As many pairs as are possible in the first window, with costs of one digit."""
    return [
        (one, two, lots.randrange(LOTS))
        for one in range(nodes)
        for two in range(one + 1, min(nodes, one + 1 + WINDOW))
    ]
