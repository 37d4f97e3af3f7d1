"""The report of simulated seasons, as the object that `--json` prints."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from replays.encoding.forms import RULES
from replays.tournament.standings.points import POINT
from service.cli.simulating.parts import why_not_compiled
from service.cli.simulating.seasons.tally import SeasonTally

SURE = 0.95
"""The share of seasons in which the best policy must be ahead to be told apart from the others."""


def season_report(tally: SeasonTally, seed: int, seconds: float) -> dict[str, Any]:
    """The report. The best policy is that with the best mean place over all seasons."""
    plan = tally.plan
    why_pure = why_not_compiled(plan.rules, plan.names)
    order = sorted(tally.entrants, key=lambda name: tally.places[name] / tally.entrants[name])
    several = len(order) > 1
    return {
        "tournament": plan.format.value,
        "table": plan.seats,
        "rounds": max(tally.rounds),
        "entrants": len(plan.names),
        "seasons": tally.seasons,
        "games": tally.games,
        "seconds": round(seconds, 3),
        "kernel": "pure" if why_pure else "compiled",
        "why_pure": why_pure or None,
        "rules": RULES.write(plan.rules),
        "seed": seed,
        "policy": ",".join(tally.entrants),
        "by_policy": {
            name: {
                "entrants": number,
                "mean_place": tally.places[name] / number / tally.seasons,
                "first_places": tally.first[name],
                "mean_points": tally.points[name] / POINT / number / tally.seasons,
            }
            for name, number in tally.entrants.items()
        },
        "best": order[0] if several else None,
        "after_rounds": [_after(number, tally, order) for number in sorted(tally.rounds)] if several else [],
        "told_apart_after": _first_sure(tally, order[0]) if several else None,
        "meetings": _mean(tally.meetings, tally.seasons),
        "seat_differences": _mean(tally.seats, tally.seasons),
        "bye_differences": _mean(tally.byes, tally.seasons),
    }


def _after(number: int, tally: SeasonTally, order: Sequence[str]) -> dict[str, Any]:
    """The shares after a round: seasons with the best policy ahead, and pairs with the better one higher."""
    pairs = list(combinations(order, 2))
    all_pairs = sum(tally.entrants[better] * tally.entrants[worse] for better, worse in pairs)
    higher = sum(tally.higher[number, better, worse] for better, worse in pairs)
    times = tally.rounds[number]
    return {
        "round": number,
        "best_ahead": tally.ahead[number, order[0]] / times,
        "pairs_in_order": higher / all_pairs / times,
    }


def _first_sure(tally: SeasonTally, best: str) -> int | None:
    """The first round from which on the share is large enough; None if it is not at the end."""
    found = None
    for number in sorted(tally.rounds, reverse=True):
        if tally.ahead[number, best] < SURE * tally.rounds[number]:
            return found
        found = number
    return found


def _mean(counts: Counter[int], seasons: int) -> dict[str, float]:
    """The mean number in a season, by what was counted."""
    return {str(counted): counts[counted] / seasons for counted in sorted(counts)}
