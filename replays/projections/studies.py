"""A study: a game that was written down, in the notation of whole games, and can be replayed here.

It is its text, and all else is worked out from that. It stands in no log: its events have no time, no actor
and no hash, and nobody's account sits at its table, so that it cannot be taken for a game that was played.
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
from replays.match.aggregate import EndCause, Match, Moment, Sitter, Status, happened
from replays.match.deciding.bots import STAND_IN
from replays.match.deciding.decisions import recorded, scored
from replays.projections import view

StudyId = NewType("StudyId", GameId)
"""The id of a study: a UUID as a game's is, of no game."""

Document = dict[str, Any]

NO_HASH = ""
"""In place of the hash of a head or a commitment: there is no chain, and nobody has committed to a draw."""


@dataclass(frozen=True, slots=True)
class StudyFrame:
    """One event of a study, and the match just after it, which has its version."""

    event: game_events.Event
    match: Match

    @property
    def version(self) -> Version:
        """The event's number in the study: 1, 2, 3 and so on."""
        return self.match.head.version

    def public(self) -> Document:
        """The event as everybody may see it: as a log has it, but for time, actor, cause and hash."""
        kind, seat, data = encode(self.event)
        return {"data": data, "schema": kind.schema, "seat": seat, "type": kind.name, "version": self.version}


@dataclass(frozen=True, slots=True)
class Study:
    """A study's text as a value, and its frames in order, of which there is one at least.

    The first event is `GameStarted`, the last one `GameScored` where the game has ended.
    """

    transcript: Transcript
    frames: tuple[StudyFrame, ...]

    def state(self, match: Match) -> Document:
        """The public state at the match of a frame: a game's, without a hash, marked as a study.

        A player is a name only, as the text has it in the tag of the seat, or None.
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
    """The text in these bytes; `TranscriptError` where they are not UTF-8."""
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        before = content[: error.start].decode()  # up to there they are
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise TranscriptError(line, column, "these bytes are no UTF-8, in which a text is written") from error


def study_of(study: StudyId, text: str) -> Study:
    """The study that is this text, checked move by move; raises `TranscriptError` and `IllegalTurn`."""
    transcript = parse_transcript(text)
    return Study(transcript, tuple(_frames(study, transcript)))


def _frames(study: StudyId, transcript: Transcript) -> Iterator[StudyFrame]:
    """What happened at a table where nobody sits, and the result where the game has ended."""
    created = game_events.GameCreated(transcript.rules, transcript.players, commitment=NO_HASH)
    nobody = (Sitter("", None),) * transcript.players
    match = Match(study, Head(Version(0), NO_HASH), at=0, created_at=0, created=created, sitters=nobody)
    before: game_events.Event | None = None
    for event in _told(replay(transcript)):
        match = after(match, event)
        if match.end_cause and not isinstance(before, game_events.SeatLeft):
            match = match._replace(end_cause=EndCause.AGREED)  # a text has the end, and not who agreed on it
        before = event
        yield StudyFrame(event, match)
    if match.status is Status.FINISHED and match.game:
        result = scored(match.game)
        yield StudyFrame(result, after(match, result))


def _told(played: Iterable[rules_events.Event]) -> Iterator[game_events.Event]:
    """The rules' events as a log has them; why a seat was left, a text does not say."""
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
    """The match after an event that stands in no log: it has a version, and neither time nor hash."""
    head = Head(Version(match.head.version + 1), NO_HASH)
    return happened(match, event, Moment(head.version, 0, PLAYER))._replace(head=head)
