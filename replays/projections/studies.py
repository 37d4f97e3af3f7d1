"""A study: a game that was imported as text, in the notation of whole games, and can be replayed here.

Everything in a study is computed from its text. It is in no log: its events have no time, no actor and no
hash, and no account has a seat, so that it cannot be taken for a game that was played here.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NewType, cast

from kingdomino.game import Game
from kingdomino.game import events as rules_events
from kingdomino.machine import evolve, start
from kingdomino.transcript.errors import TranscriptError
from kingdomino.transcript.playing import replay
from kingdomino.transcript.syntax import parse_transcript
from kingdomino.transcript.values import Transcript
from replays.encoding.entries import Head
from replays.encoding.identity import GameId, Version
from replays.events import game_events
from replays.events.causes import PLAYER
from replays.events.codec import encode
from replays.match.aggregate import EndCause, EventTime, Match, Sitter, Status, happened
from replays.match.deciding.bots import STAND_IN
from replays.match.deciding.decisions import recorded, scored
from replays.projections import view

StudyId = NewType("StudyId", GameId)
"""The id of a study: a UUID like a game's id, but of no game."""

Document = dict[str, Any]

NO_HASH = ""
"""The value of hashes and commitments in a study, which has neither a chain nor a commitment."""


@dataclass(frozen=True, slots=True)
class StudyFrame:
    """An event of a study, and the match just after it; the match has the event's version."""

    event: game_events.Event
    match: Match

    @property
    def version(self) -> Version:
        """The event's number in the study: 1, 2, 3 and so on."""
        return self.match.head.version

    def public(self) -> Document:
        """The public form of the event: as in a log, but without time, actor, cause and hash."""
        kind, seat, data = encode(self.event)
        return {"data": data, "schema": kind.schema, "seat": seat, "type": kind.name, "version": self.version}


@dataclass(frozen=True, slots=True)
class Study:
    """The parsed text of a study, and its frames in order, at least one.

    The first event is `GameStarted`; the last one is `GameScored` if the game has ended.
    """

    transcript: Transcript
    frames: tuple[StudyFrame, ...]

    def state(self, match: Match) -> Document:
        """The public state at the match of a frame: like a game's, but without a hash and marked as a study.

        A player has a name only, from the tag of the seat in the text, or None.
        """
        names = {tag.name: tag.value for tag in self.transcript.tags}
        players = [
            {"seat": seat, "player": None, "name": names.get(f"Seat{seat}")}
            for seat in range(self.transcript.players)
        ]
        state = view.state(match, {})
        del state["hash"]
        return {**state, "players": players, "study": True}


def decoded(content: bytes) -> str:
    """The text in these bytes; raises `TranscriptError` if they are not UTF-8."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        before = content[: error.start].decode()  # valid up to there
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise TranscriptError(line, column, "these bytes are no UTF-8, in which a text is written") from error


def study_of(study: StudyId, text: str) -> Study:
    """The study with this text, checked move by move; raises `TranscriptError` and `IllegalTurn`."""
    transcript = parse_transcript(text)
    return Study(transcript, tuple(_frames(study, transcript)))


def _frames(study: StudyId, transcript: Transcript) -> Iterator[StudyFrame]:
    """The frames of the transcript, at a table without players, and the result if the game has ended."""
    created = game_events.GameCreated(transcript.rules, transcript.players, commitment=NO_HASH)
    nobody = (Sitter("", None),) * transcript.players
    match = Match(study, Head(Version(0), NO_HASH), at=0, created_at=0, created=created, sitters=nobody)
    before: game_events.Event | None = None
    for event in _told(replay(transcript)):
        match = after(match, event)
        if match.end_cause and not isinstance(before, game_events.SeatLeft):
            match = match._replace(end_cause=EndCause.AGREED)  # a text has the end, but no agreements
        before = event
        yield StudyFrame(event, match)
    if match.status is Status.FINISHED and match.game:
        result = scored(match.game)
        yield StudyFrame(result, after(match, result))


def _told(played: Iterable[rules_events.Event]) -> Iterator[game_events.Event]:
    """The events of the rules in the form of a log; a text has no reasons, so each left seat has resigned."""
    game: Game | None = None
    for event in played:
        if isinstance(event, rules_events.SeatLeft):
            policy = None if event.idle else STAND_IN
            yield game_events.SeatLeft(event.seat, game_events.Reason.RESIGNED, policy)
        elif isinstance(event, rules_events.SeatRejoined):
            yield game_events.SeatTakenOver(event.seat, "")
        else:
            yield from recorded(game, [event])
        game = evolve(game, event) if game else start(cast("rules_events.GameStarted", event))


def after(match: Match, event: game_events.Event) -> Match:
    """The match after an event that is in no log: the match has a version, but neither time nor hash."""
    head = Head(Version(match.head.version + 1), NO_HASH)
    return happened(match, event, EventTime(head.version, 0, PLAYER))._replace(head=head)
