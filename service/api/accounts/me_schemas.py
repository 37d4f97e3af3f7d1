"""Schemas of requests and responses about the caller's own account."""

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from replays.encoding.canonical import MAX_INTEGER
from replays.encoding.identity import UUID
from replays.match.aggregate import Status
from service.api.accounts.collection_schemas import ExportedCollection
from service.api.accounts.comment_schemas import ExportedComment
from service.api.games.plans import PlanAnswer
from service.api.games.schemas.events import EventAnswer
from service.api.games.schemas.lists import GameSummary
from service.api.moderation.schemas import OwnDecisionAnswer, ReportAnswer
from service.api.people.schemas import PoolAnswer
from service.api.talk.schemas import ExportedMessage, ExportedMutedTalk
from service.application.accounts.access.audit import Deed
from service.application.accounts.access.scopes import Scope
from service.application.accounts.audience import Audience
from service.application.channels.forms import SHOWN
from service.application.notices.kinds.registry import KINDS
from service.application.people.ratings.pools import Pool
from service.shared.channels.channel_schemas import MuteAnswer, PreferencesAnswer
from service.shared.fields import Name, ShortList, Strict, WholeNumber, Word, Written
from service.shared.lists.paging import Cursor, NextCursor, PageLimit

LONGEST_NOTE = 10_000


class ProfileAnswer(Schema):
    """Your profile."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})


class StorageAnswer(Schema):
    """The storage used by notes, comments, studies, collections, plans, versions seen and player lists."""

    bytes = fields.Integer(required=True)
    limit = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Limit in bytes; null if there is none."}
    )


class MeAnswer(ProfileAnswer):
    """Your account."""

    page = Word(Audience, required=True, metadata={"description": "Audience of your page."})

    storage = fields.Nested(StorageAnswer, required=True)


class TokenRequest(Strict):
    """The name of a token."""

    name = Name({"description": "Name of the token, visible only to you.", "example": "phone"})


class NewTokenRequest(TokenRequest):
    """An additional token."""

    scopes = ShortList(
        Word(Scope),
        validate.Length(1, len(Scope)),
        load_default=None,
        metadata={"description": "Scopes of the token; all scopes by default.", "example": ["play"]},
    )


def scopes_field() -> fields.List[Any]:
    """The scopes of a token in a response, in the order of `Scope`."""
    return fields.List(
        fields.String(validate=validate.OneOf([scope.value for scope in Scope])),
        required=True,
        metadata={"description": "Scopes of the token."},
    )


class TokenAnswer(Schema):
    """A token without its text."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})
    scopes = scopes_field()


class ExportedToken(TokenAnswer):
    """A token with its use: kind, last use, browser and system."""

    session = fields.Boolean(
        required=True,
        metadata={"description": "True for the session of a browser, which ends when the password changes."},
    )

    last_used = fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "Time of the last use, ms UTC, rounded down to 10 minutes; null if unknown."
        },
    )
    browser = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Browser of a session, such as Firefox; null if unknown."},
    )
    system = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Operating system of the browser; null if unknown."},
    )


class ListedToken(ExportedToken):
    """A token in your list."""

    current = fields.Boolean(
        required=True, metadata={"description": "True if this request was sent with the token or session."}
    )


class SignOutQuery(Strict):
    """The choice of the sessions to end."""

    keep = fields.String(
        load_default="current",
        validate=validate.OneOf(["current", "none"]),
        metadata={
            "description": "Sessions that stay valid. `current`: only that of this request; `none`: no "
            "session."
        },
    )


class TokensAnswer(Schema):
    """Your tokens, the oldest first."""

    tokens = fields.List(fields.Nested(ListedToken), required=True)


class NewTokenAnswer(Schema):
    """A token that was just created."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    token = fields.String(required=True, metadata={"description": "The token, shown only in this response."})
    scopes = scopes_field()


class MyGamesQuery(Strict):
    """The filter and the page of your games."""

    status = Word(Status, load_default=None)
    cursor = Cursor()
    limit = PageLimit()


class MyGame(GameSummary):
    """A game with your turn, your deadline and the version that you saw last."""

    waiting = fields.Boolean(required=True, metadata={"description": "True if it is your turn."})
    deadline = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Deadline of the player to act, ms UTC; null without a clock."},
    )
    seen = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Version that you saw last; null if none."}
    )


class MyGamesAnswer(Schema):
    """A page of your games."""

    games = fields.List(fields.Nested(MyGame), required=True)
    next = NextCursor()


class SeenRequest(Strict):
    """The version of a game that you have seen."""

    version = WholeNumber(required=True, validate=validate.Range(1, MAX_INTEGER))


class SinceAnswer(Schema):
    """The events of a game after the version that you saw last."""

    seen = fields.Integer(
        required=True, allow_none=True, metadata={"description": "Version that you saw last; null if none."}
    )
    version = fields.Integer(required=True, metadata={"description": "Current version of the game."})
    events = fields.List(Written(EventAnswer), required=True)


class NoteRequest(Strict):
    """The text of your note."""

    text = fields.String(required=True, validate=validate.Length(1, LONGEST_NOTE))


class NoteAnswer(Schema):
    """Your note, or null if you have none."""

    text = fields.String(required=True, allow_none=True)


class ExportedNote(Schema):
    """A note with its game."""

    game = fields.String(required=True)
    text = fields.String(required=True)


class ExportedSeen(Schema):
    """A game with the version of it that you saw last."""

    game = fields.String(required=True)
    version = fields.Integer(required=True)


class ExportedNotice(Schema):
    """A notice: its kind, its game, and whether you have read it."""

    id = fields.String(required=True, metadata={"description": "Position in your notices, from 1."})
    kind = fields.String(required=True, validate=validate.OneOf(list(KINDS)))
    game = fields.String(required=True, allow_none=True)
    dynasty = fields.String(required=True, allow_none=True)
    at = fields.Integer(required=True, metadata={"description": "Time of the notice, ms UTC."})
    read = fields.Boolean(required=True)


class NoticeAnswer(ExportedNotice):
    """A notice with its text."""

    read = fields.Boolean(
        required=True,
        metadata={"description": "True if you marked the notice as read or it is no longer true."},
    )
    text = fields.String(
        required=True, metadata={"description": "Text of the notice in the language of the request."}
    )


class NoticesQuery(Strict):
    """The page of your notices."""

    cursor = Cursor()
    limit = PageLimit()


class NoticesAnswer(Schema):
    """A page of your notices, the newest first."""

    notices = fields.List(fields.Nested(NoticeAnswer), required=True)
    unread = fields.Integer(required=True, metadata={"description": "Number of unread notices on all pages."})
    next = NextCursor()


class NoticesSeenRequest(Strict):
    """The notices that you have read."""

    id = fields.String(
        load_default=None,
        validate=validate.Regexp(r"^[0-9]{1,15}\Z", error="Not the id of a notice."),
        metadata={
            "description": "Id of the newest notice to mark as read, with all older ones. Required without "
            "`game`.",
            "example": "17",
        },
    )
    game = fields.String(
        load_default=None,
        validate=validate.Regexp(rf"^{UUID}\Z", error="Not the id of a game or dynasty."),
        metadata={"description": "Game or dynasty whose notices are marked; by default those of all games."},
    )

    @validates_schema
    def _says_which(self, data: Mapping[str, Any], **_: Any) -> None:
        if not data["id"] and not data["game"]:
            raise ValidationError("Missing data for required field.", "id")


class UnreadAnswer(Schema):
    """The number of unread notices."""

    unread = fields.Integer(required=True)


class ExportedStudy(Schema):
    """One of your studies."""

    id = fields.String(required=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})
    text = fields.String(required=True)


class ExportedContact(Schema):
    """A player in one of your lists."""

    id = fields.String(required=True)
    since = fields.Integer(required=True, metadata={"description": "Time of the entry in the list, ms UTC."})


class ExportedDelivery(Schema):
    """A delivery of a notice to a webhook."""

    id = fields.String(required=True)
    kind = fields.String(required=True)
    state = fields.String(required=True)
    at = fields.Integer(required=True, metadata={"description": "Time of the last attempt, ms UTC."})


class ExportedWebhook(Schema):
    """A webhook with its deliveries."""

    id = fields.String(required=True)
    url = fields.String(required=True)
    kinds = fields.List(fields.String(), required=True, allow_none=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})
    stopped = fields.String(required=True, allow_none=True)
    deliveries = fields.List(fields.Nested(ExportedDelivery), required=True)


class ExportedPreferences(PreferencesAnswer):
    """Your preferences for notices, with the games that you muted."""

    mutes = fields.List(fields.Nested(MuteAnswer), required=True)


class ExportedTarget(Schema):
    """A mailbox or browser to which notices are sent. Webhooks are a list of their own."""

    channel = fields.String(required=True, validate=validate.OneOf(list(SHOWN)))
    id = fields.String(required=True, allow_none=True)
    stopped = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Code of the reason why no more notices are sent; null while they are."},
    )
    created_at = fields.Integer(metadata={"description": "Time of creation, ms UTC."})
    browser = fields.String()
    system = fields.String()


class ExportedCalendar(Schema):
    """Your calendar. Its link is a secret and is not exported."""

    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})


class AuditEntry(Schema):
    """An entry of the account's audit log."""

    at = fields.Integer(required=True, metadata={"description": "Time of the entry, ms UTC."})
    what = Word(Deed, required=True)
    token = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Id of the token or session that did it; null without one."},
    )
    address = fields.String(
        required=True,
        metadata={
            "description": "Text that is the same for the same network address and does not reveal it."
        },
    )
    of = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Id of the token that was created or revoked; null for other entries."},
    )


class AuditLogQuery(Strict):
    """The page of the audit log."""

    cursor = Cursor(
        validate=validate.Regexp(r"^(?!0+-0+\Z)[0-9]{1,15}-[0-9]{1,9}\Z", error="Not from this list.")
    )
    limit = PageLimit()


class AccountAuditAnswer(Schema):
    """A page of the audit log, the newest entry first."""

    audit = fields.List(fields.Nested(AuditEntry), required=True)
    next = NextCursor()


class ExportedSkill(Schema):
    """The estimate of a skill, in 1/1000 (docs/understand/ratings.md)."""

    mu = fields.Integer(required=True)
    sigma = fields.Integer(required=True)


class ExportedPoint(ExportedSkill):
    """A rated game with the skill after it."""

    game = fields.String(required=True)
    at = fields.Integer(required=True, metadata={"description": "Time at which the game was scored, ms UTC."})


class ExportedRating(ExportedSkill):
    """A rating, without the idle time since the last game."""

    pool = Word(Pool, required=True)
    games = fields.Integer(required=True)
    wins = fields.Integer(required=True)
    at = fields.Integer(
        required=True, metadata={"description": "Time at which the last game was scored, ms UTC."}
    )
    curve = fields.List(fields.Nested(ExportedPoint), required=True)


class ExportedPlan(PlanAnswer):
    """A plan with its game."""

    game = fields.String(required=True)


class ExportedReceipt(Schema):
    """A receipt (docs/organize/audit.md)."""

    game = fields.String(required=True)
    hash = fields.String(required=True)
    public_key = fields.String(required=True)
    signature = fields.String(required=True)
    version = fields.Integer(required=True)


class ExportAnswer(ProfileAnswer):
    """All data stored about you; games and dynasties only as ids, since their records are public."""

    page = Word(Audience, required=True, metadata={"description": "Audience of your page."})
    email = fields.String(required=True, allow_none=True)
    proposed_email = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "E-mail that has not been confirmed yet; null if there is none."},
    )
    tokens = fields.List(fields.Nested(ExportedToken), required=True)
    notice_preferences = fields.Nested(ExportedPreferences, required=True)
    notice_targets = fields.List(fields.Nested(ExportedTarget), required=True)
    calendar = fields.Nested(ExportedCalendar, required=True, allow_none=True)
    audit = fields.List(fields.Nested(AuditEntry), required=True)
    notes = fields.List(fields.Nested(ExportedNote), required=True)
    comments = fields.List(fields.Nested(ExportedComment), required=True)
    plans = fields.List(fields.Nested(ExportedPlan), required=True)
    following = fields.List(fields.Nested(ExportedContact), required=True)
    blocked = fields.List(fields.Nested(ExportedContact), required=True)
    muted = fields.List(fields.Nested(ExportedContact), required=True)
    talk = fields.List(fields.Nested(ExportedMessage), required=True)
    muted_talk = fields.List(fields.Nested(ExportedMutedTalk), required=True)
    collections = fields.List(fields.Nested(ExportedCollection), required=True)
    results = fields.List(fields.Nested(PoolAnswer), required=True)
    ratings = fields.List(fields.Nested(ExportedRating), required=True)
    reports = fields.List(fields.Nested(ReportAnswer), required=True)
    decisions = fields.List(fields.Nested(OwnDecisionAnswer), required=True)
    notices = fields.List(fields.Nested(ExportedNotice), required=True)
    webhooks = fields.List(fields.Nested(ExportedWebhook), required=True)
    seen = fields.List(fields.Nested(ExportedSeen), required=True)
    games = fields.List(fields.String(), required=True)
    dynasties = fields.List(fields.String(), required=True)
    receipts = fields.List(fields.Nested(ExportedReceipt), required=True)
    studies = fields.List(fields.Nested(ExportedStudy), required=True)
