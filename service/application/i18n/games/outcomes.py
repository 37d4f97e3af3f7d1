"""Sentences on how a game was decided, and on what ended it early."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.application.i18n.pages.result import WORDS
from service.application.i18n.pages.table import WORDS as TABLE
from service.application.i18n.speaking import present

TIE_BREAKS = ("largest_region", "crowns")
"""The members of a score that decide a tie."""


def outcome_words(state: Mapping[str, Any], players: Sequence[str]) -> str:
    """Who won, and by what; the state must have a ranking; `players` are names by seat."""
    ranking, outcome = state["ranking"], state["outcome"]
    decided, margin = outcome["decided"], outcome.get("margin", 0)
    names = present().listed([players[seat] for seat in ranking[0]])
    if decided == "points":
        return present().counted(WORDS["result.points"], margin, names=names)
    values = {"names": names}
    if decided in TIE_BREAKS:
        most = state["kingdoms"][ranking[0][0]]["score"][decided]
        values |= {"most": most, "less": most - margin}
    return WORDS[_key(decided, origins=state["rules"]["game"] == "origins")].told(**values)


def ending_words(state: Mapping[str, Any], players: Sequence[str]) -> str:
    """Who won, and what ended the game before its last domino, if anything did: "Ada resigned; Ben won".

    The state must have a ranking; `static/table/showing/turns/turns.js` builds the same sentences.
    """
    left = [player for player in state["players"] if player.get("left")]
    cause = state.get("end_cause")
    if cause == "left" and len(left) == 1:
        cause = left[0]["left"]
    names, gone = (
        present().listed([players[seat] for seat in seats])
        for seats in (state["ranking"][0], [player["seat"] for player in left])
    )
    return TABLE[f"table.won-{cause}" if cause else "table.won"].told(names=names, gone=gone)


def _key(decided: str, *, origins: bool) -> str:
    key = f"result.{decided}"
    return f"{key}-fires" if origins and f"{key}-fires" in WORDS else key
