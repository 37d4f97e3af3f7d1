"""The actions that a player may take in a game besides moving.

An action is offered if the decision that carries it out would not refuse it, so no rule is written twice. The
actions depend on the match and the player alone, not on the current time: an action that is limited in time
says from when or until when it is possible.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from kingdomino.game.events import GameEnded
from replays.clocks.vacations import end, year_after
from replays.dynasty.aggregate import DYNASTIES
from replays.match.aggregate import Match
from replays.match.deciding import bots, decisions, leaving, plans
from replays.match.deciding.decisions import Refusal
from replays.match.recording import MATCHES, EventDraft
from service.application.games.seats.rematch import check_asker, next_id


class Action(NamedTuple):
    """An action that a player may take: its name and its limits.

    `since` and `until` are ms UTC; `seat` is the seat to take over; `dynasty` is true for a rematch as a
    dynasty; `ends` is true if the action ends the game (R32). `table` is the id of a rematch, which may not
    exist yet.
    """

    name: str
    since: int | None = None
    until: int | None = None
    seat: int | None = None
    dynasty: bool | None = None
    ends: bool | None = None
    table: str | None = None

    def form(self) -> dict[str, Any]:
        """The action as JSON; limits that do not apply are left out."""
        limits: dict[str, int | str | None] = {"from": self.since, "until": self.until, "seat": self.seat}
        limits |= {"dynasty": self.dynasty, "ends": self.ends, "table": self.table}
        return {"action": self.name} | {name: value for name, value in limits.items() if value is not None}


Offers = Callable[[Match, str], Iterator[Action]]


def actions_of(match: Match, player: str) -> list[Action]:
    """All actions of the player in this game, in the order of `ACTIONS`."""
    return [action for offers in ACTIONS for action in offers(match, player)]


def _decided(decide: Callable[..., list[EventDraft]], *args: object) -> list[EventDraft]:
    """The drafts that the decision returns; an empty list if it refuses."""
    try:
        return decide(*args)
    except Refusal:
        return []


def _ends(drafts: list[EventDraft]) -> bool | None:
    return True if isinstance(drafts[-1].event, GameEnded) else None


def _refused(decide: Callable[..., object], *args: object) -> bool:
    try:
        decide(*args)
    except Refusal:
        return True
    return False


def _unless_refused(name: str, decide: Callable[[Match, str], object]) -> Offers:
    """Offers the action `name` unless `decide`, which takes only the match and the player, refuses it."""

    def offers(match: Match, player: str) -> Iterator[Action]:
        if not _refused(decide, match, player):
            yield Action(name)

    return offers


def _abort(match: Match, player: str) -> None:
    leaving.abort(match, player, bytes)


def _claim(match: Match, player: str) -> Iterator[Action]:
    due = match.deadline
    drafts = [] if due is None else _decided(leaving.claimed, match, player, due)
    if drafts:
        yield Action("claim", since=due, ends=_ends(drafts))


def _resign(match: Match, player: str) -> Iterator[Action]:
    drafts = _decided(leaving.resignation, match, player)
    if drafts:
        yield Action("resign", ends=_ends(drafts))


def _vacation(match: Match, player: str) -> Iterator[Action]:
    """Offers a vacation from the end of the last one, or from the next year if that year has no day left."""
    moment = _last_vacation(match, player)
    if _refused(leaving.begin_vacation, match, player, moment):
        moment = year_after(moment)
    if not _refused(leaving.begin_vacation, match, player, moment):
        yield Action("vacation", since=moment if moment > match.at else None)


def _end_vacation(match: Match, player: str) -> Iterator[Action]:
    last = _last_vacation(match, player)
    if last > match.at and not _refused(leaving.end_vacation, match, player, match.at):
        yield Action("end_vacation", until=last)


def _last_vacation(match: Match, player: str) -> int:
    """The end of the player's last vacation (ms UTC); 0 if there was none."""
    seat = match.seat_of(player)
    return end(match.clocks.seats[seat].vacations) if match.clocks and seat is not None else 0


def _take_over(match: Match, player: str) -> Iterator[Action]:
    for seat in sorted(match.game.left if match.game else ()):
        if not _refused(leaving.take_over, match, player, seat):
            yield Action("takeover", seat=seat)


def _rematch(match: Match, player: str) -> Iterator[Action]:
    if not _refused(check_asker, match, player):
        yield Action("rematch", table=next_id(match, MATCHES.name))
        yield Action("rematch", dynasty=True, table=next_id(match, DYNASTIES.name))


ACTIONS: tuple[Offers, ...] = (
    _unless_refused("join", decisions.seat_for),
    _unless_refused("bots", bots.seat_for),
    _unless_refused("return", leaving.come_back),
    _claim,
    _unless_refused("end", leaving.agree_to_end),
    _vacation,
    _end_vacation,
    _unless_refused("plan", plans.seat_to_plan),
    _take_over,
    _unless_refused("abort", _abort),
    _resign,
    _rematch,
)
"""The offers of all actions; `ActionAnswer` explains the names."""
