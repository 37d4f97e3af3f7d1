"""Entering a tournament: oneself, or many by a director, all or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from replays.commands.handler import ChangedAggregate
from replays.log.event_log import CommandId
from replays.match.aggregate import Sitter
from replays.match.deciding.decisions import Refusal
from replays.match.recording import EventDraft
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import opening
from replays.tournament.deciding.directing import check_directs
from replays.tournament.tournaments import Tournaments
from service.application.accounts.players import Players
from service.application.people.contacts import Contacts
from service.application.quotas.throttle import Attempt, Throttle
from service.application.tournaments.bars import Bars
from service.application.tournaments.naming import NamedPlayers, NotFound

MOST_AT_ONCE = 500
"""The most entries of one request."""


class Line(NamedTuple):
    """A player to be entered, by id or exact name, and the number of the line that says so, from 1."""

    number: int
    player: str


class BadLine(NamedTuple):
    """A line that cannot be entered, with the code and a sentence that say why."""

    line: int
    player: str
    code: str
    text: str


class BadEntries(Refusal):
    """`tournament/bad-entries`: none of the players was entered, because of these lines."""

    def __init__(self, lines: Sequence[BadLine]) -> None:
        numbers = ", ".join(str(each.line) for each in lines)
        super().__init__("tournament/bad-entries", f"nobody was entered: see the lines {numbers}")
        self.lines = tuple(lines)


@dataclass(frozen=True, slots=True)
class Entries:
    """Enters players and bots. Methods raise `Refusal` and `StoreAway`.

    Everything is checked within the decision, so that a repeated request gets its first response.
    """

    tournaments: Tournaments
    players: Players
    contacts: Contacts
    bars: Bars
    throttle: Throttle

    def enter(
        self, tournament: Tournament, sitter: Sitter, command: CommandId | None
    ) -> ChangedAggregate[Tournament]:
        """Enter oneself: codes as `opening.enter`, and `tournament/barred`."""

        def decide(now: Tournament, at: int) -> list[EventDraft]:
            drafts = opening.enter(now, sitter)
            self.check_barred(now, sitter.player, at)
            return drafts

        return self.tournaments.change(tournament, decide, command)

    def enter_bots(
        self, tournament: Tournament, policies: Sequence[str], by: str, command: CommandId | None
    ) -> ChangedAggregate[Tournament]:
        """Enter bots as a director; codes as `opening.enter_bots`."""
        return self.tournaments.change(
            tournament, lambda now, _: opening.enter_bots(now, policies, by), command
        )

    def enter_players(
        self, tournament: Tournament, lines: Sequence[Line], by: str, command: CommandId | None
    ) -> ChangedAggregate[Tournament]:
        """Enter players as a director, all or none; codes as `opening.enter_players`, and `BadEntries`.

        Raises `TooOften`, like all that puts others into a tournament.
        """
        self.count(by, len(lines))

        def decide(now: Tournament, at: int) -> list[EventDraft]:
            check_directs(now, by)
            opening.check_open(now)
            return opening.enter_players(now, self._checked(now, lines, by, at), by)

        return self.tournaments.change(tournament, decide, command)

    def take_places(
        self, tournament: Tournament, stages: Sequence[opening.OldPlaces], by: str, command: CommandId | None
    ) -> ChangedAggregate[Tournament]:
        """Enter places of finished tournaments.

        Codes as `opening.take_places`, and `BadEntries` with positions in the order of entry; raises
        `TooOften`.
        """
        self.count(by, sum(max(0, each.high - each.low + 1) for each in stages))

        def decide(now: Tournament, at: int) -> list[EventDraft]:
            drafts = opening.take_places(now, stages, by)
            players = [str(getattr(each.event, "player", "")) for each in drafts[1:]]
            wrong = self._refused(now, [each for each in players if each], by, at)
            bad = [
                BadLine(number, player, *wrong[player])
                for number, player in enumerate(players, start=1)
                if player in wrong
            ]
            if bad:
                raise BadEntries(bad)
            return drafts

        return self.tournaments.change(tournament, decide, command)

    def _checked(self, tournament: Tournament, lines: Sequence[Line], by: str, at: int) -> list[str]:
        """The ids of the players of all lines; raises `BadEntries`."""
        found = NamedPlayers(self.players).find([each.player for each in lines])
        ids = [each for each in found if not isinstance(each, NotFound)]
        wrong = _there(tournament) | self._refused(tournament, ids, by, at)
        bad, seen = list[BadLine](), set[str]()
        for line, player in zip(lines, found, strict=True):
            if isinstance(player, NotFound):
                bad.append(BadLine(*line, player.code, player.text))
            elif player in seen:
                bad.append(BadLine(*line, "tournament/entered", "this player stands in the list twice"))
            elif player in wrong:
                bad.append(BadLine(*line, *wrong[player]))
            else:
                seen.add(player)
        if bad:
            raise BadEntries(bad)
        return ids

    def _refused(
        self, tournament: Tournament, players: Sequence[str], by: str, at: int
    ) -> dict[str, tuple[str, str]]:
        """Those of the players who may not be entered, with code and sentence."""
        found = self._unwilling(players, by, at)
        if tournament.created.regulations.bar_ms is not None:
            for each in players:
                until = self._barred_until(tournament, each, at)
                found |= {each: _barred(until)} if until else {}
        return found

    def _unwilling(self, players: Sequence[str], by: str, at: int) -> dict[str, tuple[str, str]]:
        """Those who have blocked the director or are suspended, with code and sentence."""
        found = dict.fromkeys(self.contacts.blocking(players, by), REFUSED)
        ends = self.players.suspensions(players).items()
        return found | {each: SUSPENDED for each, end in ends if end.holds(at)}

    def count(self, by: str, players: int = 1) -> None:
        """Count players whom a director puts into a tournament, who get notices; raises `TooOften`."""
        self.throttle.count(Attempt.ENTRY_BY, by, players)

    def check_willing(self, player: str, by: str, at: int) -> None:
        """Refuse a deputy who has blocked the director: `tournament/refused`, `tournament/suspended`."""
        for code, text in self._unwilling([player], by, at).values():
            raise Refusal(code, text)

    def check_admitted(self, tournament: Tournament, player: str, by: str, at: int) -> None:
        """Refuse a substitute who could not be entered either.

        Codes: `tournament/refused`, `tournament/suspended`, `tournament/barred`.
        """
        for code, text in self._refused(tournament, [player], by, at).values():
            raise Refusal(code, text)

    def check_barred(self, tournament: Tournament, player: str, at: int) -> None:
        """Refuse a player who lost a seat by time-out within the bar of the regulations."""
        until = self._barred_until(tournament, player, at)
        if until:
            raise Refusal(*_barred(until))

    def _barred_until(self, tournament: Tournament, player: str, at: int) -> int | None:
        bar = tournament.created.regulations.bar_ms
        lost = None if bar is None else self.bars.lost_at(player, at - bar)
        return None if bar is None or lost is None else lost + bar


REFUSED = ("tournament/refused", "this player does not want to take part in what you direct")
SUSPENDED = ("tournament/suspended", "a moderator has suspended this account")


def _barred(until: int) -> tuple[str, str]:
    return (
        "tournament/barred",
        f"a seat in a tournament was lost by time-out; entries are possible again from {until} (ms UTC)",
    )


def _there(tournament: Tournament) -> dict[str, tuple[str, str]]:
    """The people in the field, with code and sentence."""
    told = ("tournament/entered", "this player is in the field already")
    sitters = (tournament.sitter(each.number) for each in tournament.field)
    return {sitter.player: told for sitter in sitters if sitter.bot is None}
