"""Replays of games, including those with a damaged log, and of studies."""

import hashlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from replays.encoding.identity import GameId
from replays.match.aggregate import Match
from replays.match.aggregate_cache import Damaged
from replays.projections.replay import Replay, replay
from replays.projections.studies import StudyId, study_of
from service.application.caches.rendered import RenderedEvents, rendered_game, rendered_study
from service.application.games.shown_tables import game_id, known_id
from service.application.games.visibility import Table
from service.application.people.moderation.subjects import ReportSubject
from service.application.problem import Problem, unknown_study
from service.services import services
from service.shared.visibility import match_of


@dataclass(frozen=True, slots=True)
class Recording:
    """A visible game to replay: the cache key of its replay, and the function that renders it.

    `names` are the current names of its players. `match` is the game as it is now. For a damaged log it is
    the last readable state, or None if nothing can be read.
    """

    id: GameId
    match: Match | None
    names: Mapping[str, str | None]
    key: Hashable | None
    make: Callable[[], RenderedEvents]

    def rendered(self) -> RenderedEvents:
        """The replay, from the cache if it may be cached."""
        return self.make() if self.key is None else services().recordings.get(self.key, self.make)


def recording_of(text: str) -> Recording:
    """The game with this id, to replay; 404 if there is none that the viewer may see."""
    try:
        match = match_of(text)
    except Damaged:
        return _damaged(game_id(text))
    if not is_sound(match):
        return _damaged(match.id)
    names = services().players.names_of(match)
    key = ("replay", match.head.hash, *names.items())  # the hash stands for the log up to there
    return Recording(match.id, match, names, key, lambda: rendered_game(_replay(match), names))


def _damaged(game: GameId) -> Recording:
    """The readable part of a damaged game; never cached."""
    found = replay(services().tables.log, game)
    last = found.frames[-1].match if found.frames else None
    names = services().players.names_of(last) if last else {}
    return Recording(game, last, names, None, lambda: rendered_game(found, names))


def _replay(match: Match) -> Replay:
    """The replay of a game, without events after the given match."""
    found = replay(services().tables.log, match.id)
    frames = found.frames[: match.head.version]
    return Replay(frames, found.fault if len(frames) < match.head.version else None)


def is_sound(*tables: Table) -> bool:
    """True if content computed from these tables may be cached: they are over, or their logs are sound now.

    The log of a running game is read to check this. Damage after a game's end is not noticed while it is
    cached.
    """
    log = services().tables.log
    return all(table.is_over or log.read_checked(table.id)[1] is None for table in tables)


def study_id(text: str) -> StudyId:
    """The id of a study; 404 if the text is not an id."""
    return StudyId(known_id(text, unknown_study))


def study_text(study: str) -> str:
    """The text of the study with this id, or 404; 410 `study/hidden` if a moderator hid it."""
    known = study_id(study)
    text = services().studies.text(known)
    if text is None:
        raise unknown_study()
    (why,) = services().moderation.hidden([ReportSubject("study", known)])
    if why is not None:
        raise Problem(410, "study/hidden", why.text, {"hidden": {"at": why.at, "reason": why.reason}})
    return text


def rendered_of(study: str, text: str) -> RenderedEvents:
    """The study with this id and text, move by move, from the cache if possible."""
    return services().recordings.get(study_key(study, text), lambda: render(study, text))


def render(study: str, text: str) -> RenderedEvents:
    """The study with this id and text, rendered move by move."""
    return rendered_study(study_of(study_id(study), text))


def study_key(study: str, text: str) -> Hashable:
    """The cache key of a study, with its text: a deleted study may be imported again with another text."""
    return ("study", study_id(study), hashlib.sha256(text.encode()).digest())
