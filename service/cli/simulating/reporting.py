"""The report of a simulation, as the object that `--json` prints."""

from collections.abc import Sequence
from typing import Any

from kingdomino.rules import Rules
from kingdomino.simulation.tally import PolicyResults, Tally
from replays.encoding.forms import RULES
from service.cli.simulating.parts import why_not_compiled


def report(tally: Tally, rules: Rules, names: Sequence[str], seed: int, seconds: float) -> dict[str, Any]:
    """The report; the names of the rules are the API's. It has `by_policy` if there are several policies."""
    statistics = tally.statistics()
    why_pure = why_not_compiled(rules, names)
    found = {
        "games": statistics.games,
        "seconds": round(seconds, 3),
        "kernel": "pure" if why_pure else "compiled",
        "why_pure": why_pure or None,
        "rules": RULES.write(rules),
        "seed": seed,
        "policy": ",".join(names),
        "total": {
            "mean": statistics.mean,
            "ci95": statistics.ci95,
            "sd": statistics.sd,
            "min": statistics.min,
            "max": statistics.max,
        },
        "bonus_share": {
            "middle_kingdom": statistics.middle_kingdom_share,
            "harmony": statistics.harmony_share,
        },
        "discards_per_player": statistics.discards_per_player,
        "placements_by_round": list(statistics.placements_by_round),
        "by_seat": [_standing(seat) for seat in tally.seats()],
    }
    if len(names) > 1:
        found["by_policy"] = {name: _standing(own) for name, own in tally.standings().items()}
    return found


def _standing(standing: PolicyResults) -> dict[str, Any]:
    return {
        "mean": standing.mean,
        "ci95": standing.ci95,
        "sd": standing.sd,
        "wins": float(standing.wins),
        "wins_ci95": standing.wins_ci95,
        "games": standing.games,
    }
