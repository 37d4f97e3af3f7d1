"""What players are to be told of one game, counted from its log, to compare notices with."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Protocol

from replays.clocks.fold import deadline
from replays.commands.planning import Planning
from replays.encoding.entries import StoredEvent
from replays.encoding.identity import GameId
from replays.match.aggregate import Match, Status, fold

HOUR = 3_600_000

TO_OTHERS = {
    "PlayerSeated": "player_joined",
    "GameStarted": "game_started",
    "SeatLeft": "seat_left",
    "SeatTakenOver": "seat_taken_over",
    "GameAborted": "called_off",
}
"""What all others at the table are told of an event; of the last seat's taking, that the game has started."""

Told = tuple[str, str, int]
"""Who is told, the kind, and the game's version then."""


class Events(Protocol):
    """The log of one game, and the versions with which its appends ended."""

    @property
    def ends(self) -> Sequence[int]:
        """The versions, in order."""

    def read(self, game: GameId, after: int, *, upto: int) -> list[StoredEvent]:
        """The events after one version, up to another."""


class Played(Protocol):
    """One game, at the time of the test."""

    @property
    def game(self) -> GameId:
        """Its id."""

    @property
    def log(self) -> Events:
        """Its log."""

    @property
    def planning(self) -> Planning:
        """Its players' plans."""

    @property
    def match(self) -> Match:
        """The game as it is."""

    @property
    def now(self) -> int:
        """The time in ms UTC."""


class Expected:
    """What the log of one game implies; `look` is called whenever the notices are made."""

    def __init__(self, table: Played) -> None:
        self._table = table
        self._match: Match | None = None
        self._appends = 0
        self._reminded: set[int] = set()
        self.told: Counter[Told] = Counter()
        self.acted: Counter[str] = Counter()
        """The version with which each player's last own act ended; that reads what came before."""

    def look(self) -> None:
        """Count what was appended since, and what is due by the time."""
        for end in self._table.log.ends[self._appends :]:
            self._append(end)
        self._appends = len(self._table.log.ends)
        self._by_time(self._table.match)

    def _append(self, end: int) -> None:
        before = self._match
        start = before.head.version if before else 0
        events = self._table.log.read(self._table.game, after=start, upto=end)
        after = fold(self._table.game, events, before)
        assert after is not None
        self.told.update((player, kind, end) for player, kind in _told(before, after, events))
        if events[0].record["cause"] == "player":
            self.acted[events[0].record["actor"]] = end
        self._match = after

    def _by_time(self, match: Match) -> None:
        player, clocks = mover(match), match.clocks
        if player is None:
            return
        plan = self._table.planning.show(match, player)
        if plan and plan.failed:
            self.told[player, "plan_failed", match.head.version] = 1
        end = deadline(clocks) if clocks else None
        if clocks is None or end is None or clocks.seat is None or end in self._reminded:
            return
        now, own = self._table.now, clocks.seats[clocks.seat]
        used = clocks.running(clocks.seat).measured(clocks.since, now)
        if used >= own.left * 4 // 5 and end - 24 * HOUR <= now < end:
            self._reminded.add(end)
            self.told[player, "time_running_out", match.head.version] = 1


def mover(match: Match | None) -> str | None:
    """The person who is to move."""
    if match is None or match.status is not Status.ACTIVE or match.mover is None:
        return None
    return match.sitters[match.mover].player if match.policy_of(match.mover) is None else None


def people(match: Match) -> set[str]:
    """Everybody but bots and those who left."""
    gone = [seat for seat, _ in match.reasons]
    return {each.player for n, each in enumerate(match.sitters) if each.bot is None and n not in gone}


def _told(before: Match | None, after: Match, events: list[StoredEvent]) -> Iterator[tuple[str, str]]:
    if before is None:
        return
    types = {event.record["type"]: event.record for event in events}
    others = people(after) - {events[0].record["actor"]}
    new = {types[name]["data"]["player"] for name in ("PlayerSeated", "SeatTakenOver") if name in types}
    if mover(after) is not None and mover(after) != mover(before):
        yield str(mover(after)), "turn"
    if "TimeExpired" in types:
        yield before.sitters[types["TimeExpired"]["seat"]].player, "timed_out"
    if "GameScored" in types:
        yield from ((player, "game_scored") for player in people(after))
    for name, kind in TO_OTHERS.items():
        if name in types and not (name == "PlayerSeated" and "GameStarted" in types):
            yield from ((player, kind) for player in others - new)
