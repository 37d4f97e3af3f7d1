"""Reports texts to the moderators."""

from replays.bootstrap import now_ms
from service.application.people.moderation.entries import Reported
from service.application.people.moderation.subjects import KINDS, ReportSubject, Why
from service.application.problem import Problem
from service.application.quotas.throttle import Attempt
from service.http.client_address import address
from service.services import services
from service.shared.lists.collecting import collection_of
from service.shared.moderation.finding import SHOWN, SubjectState, find, unknown
from service.shared.visibility import match_of, sight

LONGEST = 1_000
"""The maximum length of a report's comment and of a moderator's reason, in characters."""


def seen(subject: ReportSubject) -> SubjectState:
    """The text of a subject, hidden or not; 404 if it does not exist or the viewer may not see its place."""
    match = match_of(subject.game) if subject.game else None
    if subject.player:
        collection_of(subject.player, subject.id, None)
    found = find(subject)
    if found is None or (match and found.room and found.room not in sight().rooms_for(match)):
        raise unknown()
    return found


def reportable(subject: ReportSubject, player: str) -> SubjectState:
    """The text of a subject that the player may report.

    404 as in `seen`; 409 `report/yourself` and `report/hidden`.
    """
    found = seen(subject)
    if found.author == player:
        raise Problem(409, "report/yourself", "this text is your own: change or delete it instead")
    if any(services().moderation.hidden([subject])):
        raise Problem(409, "report/hidden", "a moderator has already hidden this text")
    return found


def report(player: str, subject: ReportSubject, why: Why, text: str) -> Reported:
    """Report a text to the moderators; a repeated report has no effect until they decide.

    Raises what `reportable` raises, 429 `limit/reached`, and `StorageFull` if the comment exceeds the quota.
    """
    parts, found = services(), reportable(subject, player)
    docket, texts = parts.moderation.docket, parts.moderation.texts
    parts.throttle.count(Attempt.REPORT_FROM, address())
    parts.throttle.count(Attempt.REPORT_BY, player)
    if docket.reporter(player).is_false:
        parts.throttle.count(Attempt.REPORT_FALSE, player)
    if KINDS[subject.kind].excerpt:
        texts.keep_excerpt(found.author, subject, found.text[:SHOWN], now_ms())
    if text:
        texts.say(player, subject, text, address())
    return docket.report(subject, found.author, player, why)
