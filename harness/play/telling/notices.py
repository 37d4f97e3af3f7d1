"""The notices that players should get of one game, counted from its log, to compare with the real ones."""

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
"""The notice to all others at the table, by event; for the last seat it is that the game has started."""

Told = tuple[str, str, int]
"""The player, the kind of the notice, and the game's version at that time."""


class Events(Protocol):
    """The log of one game, and the last versions of its appends."""

    @property
    def ends(self) -> Sequence[int]:
        """The last versions of the appends, in order."""

    def read(self, game: GameId, after: int, *, upto: int) -> list[StoredEvent]:
        """The events after version `after`, up to version `upto`."""


class Played(Protocol):
    """One game, at a time that the test controls."""

    @property
    def game(self) -> GameId:
        """The game's id."""

    @property
    def log(self) -> Events:
        """The game's log."""

    @property
    def planning(self) -> Planning:
        """The plans of its players."""

    @property
    def match(self) -> Match:
        """The game in its present state."""

    @property
    def now(self) -> int:
        """The time in ms UTC."""


class Expected:
    """The notices that follow from the log of one game; call `look` whenever notices are created."""

    def __init__(self, table: Played) -> None:
        self._table = table
        self._match: Match | None = None
        self._appends = 0
        self._reminded: set[int] = set()
        self.told: Counter[Told] = Counter()
        self.acted: Counter[str] = Counter()
        """The last version of each player's last own action; it marks earlier notices as read."""

    def look(self) -> None:
        """Count the notices of new appends, and those that are due by now."""
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
    """The person who is to move, or None."""
    if match is None or match.status is not Status.ACTIVE or match.mover is None:
        return None
    return match.sitters[match.mover].player if match.policy_of(match.mover) is None else None


def people(match: Match) -> set[str]:
    """The ids of all players, without bots and those who left."""
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
