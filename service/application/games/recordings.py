"""Replays of games, including those with a damaged log, and of studies."""

import hashlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from replays.encoding.identity import GameId
from replays.match.aggregate import Match
from replays.match.aggregate_cache import Damaged
from replays.match.kinds import Table
from replays.projections.replay import Replay, replay
from replays.projections.studies import StudyId, study_of
from service.application.accounts.players import Players
from service.application.caches.answers import AnswerCache
from service.application.caches.rendered import RenderedEvents, rendered_game, rendered_study
from service.application.games.shown_tables import ShownTables, game_id, known_id
from service.application.games.sight import Sight
from service.application.games.texts.studies import Studies
from service.application.people.moderation.moderation import Moderation
from service.application.people.moderation.subjects import ReportSubject
from service.application.problem import Problem, unknown_study


@dataclass(frozen=True, slots=True)
class Recording:
    """A visible game to replay: the cache key of its replay, and the function that renders it.

    `names` are the current names of its players. `match` is the game as it is now. For a damaged log it is
    the last readable state, or None if nothing can be read. It may not be cached without a `key`.
    """

    id: GameId
    match: Match | None
    names: Mapping[str, str | None]
    key: Hashable | None
    make: Callable[[], RenderedEvents]


@dataclass(frozen=True, slots=True)
class RecordingReader:
    """The replays of games and of studies."""

    tables: ShownTables
    players: Players
    studies: Studies
    moderation: Moderation
    cache: AnswerCache[RenderedEvents]

    def game(self, text: str, sight: Sight) -> Recording:
        """The game with this id, to replay; 404 if there is none that the viewer may see."""
        try:
            match = self.tables.match(text, sight)
        except Damaged:
            return self._damaged(game_id(text))
        if not self.is_sound(match):
            return self._damaged(match.id)
        names = self.players.names_of(match)
        key = ("replay", match.head.hash, *names.items())  # the hash stands for the log up to there
        return Recording(match.id, match, names, key, lambda: rendered_game(self._replay(match), names))

    def rendered(self, found: Recording) -> RenderedEvents:
        """The replay, from the cache if it may be cached."""
        return found.make() if found.key is None else self.cache.get(found.key, found.make)

    def _damaged(self, game: GameId) -> Recording:
        """The readable part of a damaged game; never cached."""
        found = replay(self.tables.tables.log, game)
        last = found.frames[-1].match if found.frames else None
        names = self.players.names_of(last) if last else {}
        return Recording(game, last, names, None, lambda: rendered_game(found, names))

    def _replay(self, match: Match) -> Replay:
        """The replay of a game, without events after the given match."""
        found = replay(self.tables.tables.log, match.id)
        frames = found.frames[: match.head.version]
        return Replay(frames, found.fault if len(frames) < match.head.version else None)

    def is_sound(self, *tables: Table) -> bool:
        """True if content computed from these tables may be cached: they are over, or their logs are sound.

        The log of a running game is read to check this. Damage after a game's end is not noticed while it is
        cached.
        """
        log = self.tables.tables.log
        return all(table.is_over or log.read_checked(table.id)[1] is None for table in tables)

    def study_text(self, study: str) -> str:
        """The text of the study with this id, or 404; 410 `study/hidden` if a moderator hid it."""
        known = study_id(study)
        text = self.studies.text(known)
        if text is None:
            raise unknown_study()
        (why,) = self.moderation.hidden([ReportSubject("study", known)])
        if why is not None:
            raise Problem(410, "study/hidden", why.text, {"hidden": {"at": why.at, "reason": why.reason}})
        return text

    def study(self, study: str, text: str) -> RenderedEvents:
        """The study with this id and text, move by move, from the cache if possible."""
        return self.cache.get(study_key(study, text), lambda: render(study, text))


def study_id(text: str) -> StudyId:
    """The id of a study; 404 if the text is not an id."""
    return StudyId(known_id(text, unknown_study))


def render(study: str, text: str) -> RenderedEvents:
    """The study with this id and text, rendered move by move."""
    return rendered_study(study_of(study_id(study), text))


def study_key(study: str, text: str) -> Hashable:
    """The cache key of a study, with its text: a deleted study may be imported again with another text."""
    return ("study", study_id(study), hashlib.sha256(text.encode()).digest())
