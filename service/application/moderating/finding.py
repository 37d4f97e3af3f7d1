"""Finds reportable texts: author, text and page, for many subjects at once."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from replays.encoding.identity import GameId
from replays.projections.studies import StudyId
from service.application.account_keys import is_player
from service.application.accounts.players import Players
from service.application.games.lists.collecting.collection import Collection, CollectionVisibility
from service.application.games.lists.collecting.collections import Collections
from service.application.games.talk.messages import Talk
from service.application.games.talk.rooms import Room
from service.application.games.texts.comments import Comments
from service.application.games.texts.studies import Studies
from service.application.i18n.talk import PHRASES
from service.application.people.moderation.subjects import ReportSubject, subject_of
from service.application.problem import Problem

SHOWN = 4_000
"""The maximum length of a reported text as reporters and moderators see it, in characters."""


@dataclass(frozen=True, slots=True)
class SubjectState:
    """The current state of a subject: its author, text and page, and the room of a message."""

    author: str
    text: str
    path: str
    room: Room | None = None


Texts = Sequence[SubjectState | None]
"""The result for each of several subjects; None if the text no longer exists."""


@dataclass(frozen=True, slots=True)
class TextFinder:
    """Finds the present texts; the number of store requests does not depend on the number of subjects."""

    players: Players
    comments: Comments
    talk: Talk
    studies: Studies
    collections: Collections

    def find_each(self, subjects: Sequence[ReportSubject]) -> Texts:
        """The current text of each subject."""
        found: dict[ReportSubject, SubjectState | None] = {}
        for kind, finder in FINDERS.items():
            of_kind = [subject for subject in subjects if subject.kind == kind]
            if of_kind:
                found.update(zip(of_kind, finder(self, of_kind), strict=True))
        return [found[subject] for subject in subjects]

    def find(self, subject: ReportSubject) -> SubjectState | None:
        """The current text of one subject."""
        return self.find_each([subject])[0]


def _comments(parts: TextFinder, subjects: Sequence[ReportSubject]) -> Texts:
    comments = parts.comments
    places = comments.places([(GameId(subject.game), subject.id) for subject in subjects])
    texts = {each.place: each.text for each in comments.read([place for place in places if place])}
    return [
        SubjectState(
            place.author, texts[place], f"/games/{place.game}/replay?version={place.version}#comments"
        )
        if place in texts
        else None
        for place in places
    ]


def _messages(parts: TextFinder, subjects: Sequence[ReportSubject]) -> Texts:
    talk = parts.talk
    places = talk.places([(GameId(subject.game), subject.id) for subject in subjects])
    said = {each.place: each for each in talk.read([place for place in places if place])}
    texts = {place: str(PHRASES[each.phrase]) if each.phrase else each.text for place, each in said.items()}
    return [
        SubjectState(place.author, texts[place], f"/games/{place.game}#talk", place.room)
        if place in texts
        else None
        for place in places
    ]


def _names(parts: TextFinder, subjects: Sequence[ReportSubject]) -> Texts:
    profiles = parts.players.profiles(subject.id for subject in subjects if is_player(subject.id))
    found = [profiles.get(subject.id) for subject in subjects]
    return [SubjectState(each.id, each.name, f"/players/{each.id}") if each else None for each in found]


def _studies(parts: TextFinder, subjects: Sequence[ReportSubject]) -> Texts:
    kept = parts.studies.owners_and_texts(StudyId(GameId(subject.id)) for subject in subjects)
    return [
        SubjectState(each[0], each[1], f"/studies/{subject.id}") if each else None
        for subject, each in zip(subjects, kept, strict=True)
    ]


def _collections(parts: TextFinder, subjects: Sequence[ReportSubject]) -> Texts:
    kept = parts.collections.each((subject.player, subject.id) for subject in subjects)
    return [
        SubjectState(subject.player, _public(each), f"/players/{subject.player}/collections/{each.id}")
        if each
        else None
        for subject, each in zip(subjects, kept, strict=True)
    ]


def _public(collection: Collection) -> str:
    """The text of a collection; empty unless it is public, as only public ones can be reported."""
    return collection.text if collection.shared is CollectionVisibility.PUBLIC else ""


FINDERS: Mapping[str, Callable[[TextFinder, Sequence[ReportSubject]], Texts]] = MappingProxyType(
    {
        "comment": _comments,
        "message": _messages,
        "name": _names,
        "study": _studies,
        "collection": _collections,
    }
)
"""The finders of texts by kind."""


def subject_at(key: str) -> ReportSubject:
    """The subject with this key; 404 `report/unknown`."""
    try:
        return subject_of(key)
    except ValueError:
        raise unknown() from None


def unknown() -> Problem:
    """The 404 problem `report/unknown`."""
    return Problem(404, "report/unknown", "there is no such text")
