"""Games to be replayed, also those whose log is damaged; and studies."""

import hashlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from replays.encoding.identity import GameId
from replays.match.aggregate import Match
from replays.match.aggregate_cache import Damaged
from replays.projections.replay import Replay, replay
from replays.projections.studies import StudyId, study_of
from service.caches.rendered import Rendered, rendered_game, rendered_study
from service.games.visibility import Table
from service.people.moderation.subjects import Subject
from service.problem import Problem, unknown_study
from service.services import services
from service.shared.tables import game_id, known_id, match_of, names_of


@dataclass(frozen=True, slots=True)
class Recording:
    """A game that may be seen, to be replayed: what its replay is kept under, and how it is made.

    `names` are the present names of its players. `match` is the game as it is now; of a damaged log, as far
    as it can be read, and None where that is not at all.
    """

    id: GameId
    match: Match | None
    names: Mapping[str, str | None]
    key: Hashable | None
    make: Callable[[], Rendered]

    def rendered(self) -> Rendered:
        """The replay, from memory if it is kept."""
        return self.make() if self.key is None else services().recordings.get(self.key, self.make)


def recording_of(text: str) -> Recording:
    """The game with this id, to be replayed; 404 where there is none that may be seen."""
    try:
        match = match_of(text)
    except Damaged:
        return _damaged(game_id(text))
    if not is_sound(match):
        return _damaged(match.id)
    names = names_of(match)
    key = ("replay", match.head.hash, *names.items())  # the hash stands for the log up to there
    return Recording(match.id, match, names, key, lambda: rendered_game(_replay(match), names))


def _damaged(game: GameId) -> Recording:
    """A game of which a part can be read; it is kept for nobody."""
    found = replay(services().tables.log, game)
    last = found.frames[-1].match if found.frames else None
    names = names_of(last) if last else {}
    return Recording(game, last, names, None, lambda: rendered_game(found, names))


def _replay(match: Match) -> Replay:
    """The replay of a game, without what has happened since the match was looked at."""
    found = replay(services().tables.log, match.id)
    frames = found.frames[: match.head.version]
    return Replay(frames, found.fault if len(frames) < match.head.version else None)


def is_sound(*tables: Table) -> bool:
    """Whether what is made of these may be kept: they are over, or nothing in their logs is damaged now.

    A log that goes on is read for that. One that was damaged after its end is shown as this process kept it.
    """
    log = services().tables.log
    return all(table.is_over or log.read_checked(table.id)[1] is None for table in tables)


def study_id(text: str) -> StudyId:
    """The id of a study, or 404 where the text is none."""
    return StudyId(known_id(text, unknown_study))


def study_text(study: str) -> str:
    """The text of the study with this id, or 404; 410 `study/hidden` where a moderator hid it."""
    known = study_id(study)
    text = services().studies.text(known)
    if text is None:
        raise unknown_study()
    (why,) = services().moderation.hidden([Subject("study", known)])
    if why is not None:
        raise Problem(410, "study/hidden", why.text, {"hidden": {"at": why.at, "reason": why.reason}})
    return text


def rendered_of(study: str, text: str) -> Rendered:
    """The study with this id and text, move by move, from memory if it is kept."""
    return services().recordings.get(study_key(study, text), lambda: render(study, text))


def render(study: str, text: str) -> Rendered:
    """The study with this id and text, move by move."""
    return rendered_study(study_of(study_id(study), text))


def study_key(study: str, text: str) -> Hashable:
    """A study that was deleted may be imported again with another text under the same id."""
    return ("study", study_id(study), hashlib.sha256(text.encode()).digest())
