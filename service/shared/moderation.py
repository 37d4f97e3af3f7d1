"""Reports and decisions, for the API and the pages: who may what, and what moderators are shown."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from replays.bootstrap import now_ms
from replays.encoding.identity import GameId
from replays.log.event_log import StoreAway, UnknownOutcome
from replays.projections.studies import StudyId
from service.account_keys import is_player
from service.accounts.access.suspension import Suspension
from service.games.talk.rooms import Room
from service.http.client_address import address
from service.i18n.talk import PHRASES
from service.people.moderation.docket import Case, NotForThis, OwnCase, Reporter
from service.people.moderation.entries import Decided, Reported
from service.people.moderation.hidden import Hidden
from service.people.moderation.subjects import KINDS, Subject, Verdict, Why, subject_of
from service.problem import Problem, wrong_cursor
from service.quotas.throttle import Attempt
from service.services import services
from service.shared.tables import match_of
from service.shared.visibility import rooms_for, viewer

LONGEST = 1_000
"""Characters of what a report says, and of a moderator's reason."""
SHOWN = 4_000
"""Characters of a reported text that moderators are shown."""
LONGEST_MS = 5 * 366 * 24 * 60 * 60 * 1000
"""How long a suspension may be, in ms."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Found:
    """What a subject is now: its author, its text, its page, and the room that a message was written in."""

    author: str
    text: str
    path: str
    room: Room | None = None


@dataclass(frozen=True, slots=True)
class Said:
    """A report as moderators see it; `text` is what the reporter says, if anything."""

    report: Reported
    name: str | None
    text: str
    is_open: bool
    reporter: Reporter


@dataclass(frozen=True, slots=True)
class ShownCase:
    """A case as moderators see it; `found` is None for a text that is gone, `text` the one to judge.

    Of one that `is_withheld` neither the text nor what reporters say of it is shown.
    """

    case: Case
    author: str
    name: str | None
    found: Found | None
    text: str
    hidden: Hidden | None
    reports: list[Said]
    others: list[Decided]
    names: Mapping[str, str | None]
    is_withheld: bool


def _comment(subject: Subject) -> Found | None:
    comments = services().comments
    place = comments.place(GameId(subject.game), subject.id)
    comment = comments.read(place) if place else None
    if place is None or comment is None:
        return None
    path = f"/games/{subject.game}/replay?version={place.version}#comments"
    return Found(place.author, comment.text, path)


def _message(subject: Subject) -> Found | None:
    talk = services().talk
    place = talk.place(GameId(subject.game), subject.id)
    message = next(iter(talk.read([place])), None) if place else None
    if place is None or message is None:
        return None
    text = str(PHRASES[message.phrase]) if message.phrase else message.text
    return Found(place.author, text, f"/games/{subject.game}#talk", place.room)


def _name(subject: Subject) -> Found | None:
    profile = services().players.profiles([subject.id])[subject.id] if is_player(subject.id) else None
    return Found(profile.id, profile.name, f"/players/{profile.id}") if profile else None


def _study(subject: Subject) -> Found | None:
    studies, study = services().studies, StudyId(GameId(subject.id))
    owner, text = studies.owner(study), studies.text(study)
    return Found(owner, text, f"/studies/{study}") if owner and text is not None else None


FINDERS: Mapping[str, Callable[[Subject], Found | None]] = MappingProxyType(
    {"comment": _comment, "message": _message, "name": _name, "study": _study}
)
"""What finds a text, by its kind."""


def subject_at(key: str) -> Subject:
    """The subject of this key; 404 `report/unknown`."""
    try:
        return subject_of(key)
    except ValueError:
        raise _unknown() from None


def reportable(subject: Subject, player: str) -> Found:
    """The text that a player may report.

    404 for one that there is not, or that the player may not see; 409 `report/yourself` and `report/hidden`.
    """
    match = match_of(subject.game) if subject.game else None
    found = FINDERS[subject.kind](subject)
    if found is None or (match and found.room and found.room not in rooms_for(match)):
        raise _unknown()
    if found.author == player:
        raise Problem(409, "report/yourself", "this is yours: change or delete it yourself")
    if any(services().moderation.hidden([subject])):
        raise Problem(409, "report/hidden", "a moderator has hidden this already")
    return found


def report(player: str, subject: Subject, why: Why, text: str) -> Reported:
    """Report a text to the moderators; once, until they decide.

    Besides what `reportable` refuses: 429 `limit/reached`, and `StorageFull` by what the report says.
    """
    parts, found = services(), reportable(subject, player)
    docket, texts = parts.moderation.docket, parts.moderation.texts
    parts.throttle.count(Attempt.REPORT_FROM, address())
    parts.throttle.count(Attempt.REPORT_BY, player)
    if docket.reporter(player).is_false:
        parts.throttle.count(Attempt.REPORT_FALSE, player)
    if KINDS[subject.kind].excerpt:
        texts.keep_excerpt(found.author, subject, found.text, now_ms())
    if text:
        texts.say(player, subject, text, address())
    return docket.report(subject, found.author, player, why)


def require_moderator(player: str) -> None:
    """Raise 403 `moderation/not-a-moderator` for an account that is none."""
    if not services().moderation.docket.is_moderator(player):
        raise Problem(
            403, "moderation/not-a-moderator", "only moderators may do this: the operator names them"
        )


def decide(player: str, subject: Subject, verdict: Verdict, reason: str, until: int | None) -> Decided:
    """Decide on a text, or on the account of who wrote it, as a moderator; what follows is carried out.

    404 for a text that there never was, 403 `moderation/own-case`, 422 `moderation/verdict` and
    `moderation/until`.
    """
    parts, now = services().moderation, now_ms()
    if (verdict is Verdict.SUSPEND) != (until is not None):
        raise Problem(422, "moderation/until", '"until" comes with the verdict "suspend", and only with it')
    if _is_withheld(subject, FINDERS[subject.kind](subject)):
        raise _own_case()
    if until is not None and not now < until <= now + LONGEST_MS:
        raise Problem(422, "moderation/until", f'"until" must be ms UTC after {now} and within five years')
    try:
        decided = parts.docket.decide(
            subject, author_of(subject), by=player, verdict=verdict, reason=reason, until=until
        )
    except NotForThis as wrong:
        names = ", ".join(each.value for each in wrong.verdicts)
        detail = f'"verdict" on a {subject.kind} must be one of {names}, not {verdict.value}'
        raise Problem(422, "moderation/verdict", detail) from None
    except OwnCase:
        raise _own_case() from None
    carry_out()
    return decided


def carry_out() -> None:
    """Let decisions reach whom they concern now; where the store fails, a worker does it."""
    try:
        while services().moderation.enforcer.go_on():
            pass
    except (StoreAway, UnknownOutcome):
        log.warning("a decision of a moderator waits for a worker")


def author_of(subject: Subject) -> str:
    """Who wrote the text, also where that is gone; 404 `report/unknown` for one that there never was."""
    found = FINDERS[subject.kind](subject)
    author = found.author if found else services().moderation.docket.case(subject).author
    if not author:
        raise _unknown()
    return author


def shown_case(case: Case) -> ShownCase:
    """A case with all that a moderator needs to decide it."""
    parts = services()
    texts, docket = parts.moderation.texts, parts.moderation.docket
    found = FINDERS[case.subject.kind](case.subject)
    author = found.author if found else case.author
    said = texts.said(case.subject, [each.by for each in case.reports])
    others = [each for each in docket.decisions_about(author, SHOWN_OTHERS) if each.subject != case.subject]
    deciders = [each.by for each in (*case.decisions, *others)]
    people = [author, *(each.by for each in case.reports), *deciders]
    names, waiting = parts.players.names(people), set(case.open)
    excerpt = texts.excerpt(author, case.subject) if case.open else None
    is_withheld = _is_withheld(case.subject, found)
    text = excerpt if excerpt is not None else found.text if found else ""
    if is_withheld:
        text, said = "", {}
    return ShownCase(
        case,
        author,
        names[author],
        found,
        text[:SHOWN],
        parts.moderation.hidden([case.subject])[0],
        [
            Said(each, names[each.by], said.get(each.by, ""), each in waiting, docket.reporter(each.by))
            for each in case.reports
        ],
        others,
        names,
        is_withheld,
    )


def _is_withheld(subject: Subject, found: Found | None) -> bool:
    """Whether spectators said it, or may have, of a game that goes on and in which who asks plays.

    Players read nothing of that before the end; another moderator decides.
    """
    if subject.kind != "message" or (found is not None and found.room is not Room.SPECTATORS):
        return False
    player, matches = viewer().player, services().tables.matches.readable([GameId(subject.game)])
    return player is not None and any(
        not match.is_over and match.seat_of(player) is not None for match in matches
    )


def _own_case() -> Problem:
    return Problem(
        403,
        "moderation/own-case",
        "nobody decides on their own text or report, nor on what spectators say of a game that they play; "
        "moderators are not suspended: ask another one",
    )


SHOWN_OTHERS = 10
"""How many former decisions on an author a case shows."""


def cases(state: str, cursor: str | None, limit: int) -> tuple[list[ShownCase], str | None]:
    """A page of cases that are `open`, the oldest first, or `decided`, the newest first; the next cursor."""
    docket = services().moderation.docket
    try:
        read = docket.waiting if state == "open" else docket.decided
        subjects, following = read(cursor, limit)
    except ValueError:
        raise wrong_cursor() from None
    return [shown_case(docket.case(subject)) for subject in subjects], following


def suspension_now(found: Suspension | None) -> Suspension | None:
    """The suspension, unless it is over."""
    return found if found and found.holds(now_ms()) else None


def _unknown() -> Problem:
    return Problem(404, "report/unknown", "there is no such text")
