"""Schemas of the export of an account: all data stored about a player."""

from marshmallow import Schema, fields, validate

from service.api.accounts.schemas.account import AuditEntry, ProfileAnswer
from service.api.accounts.schemas.collections import ExportedCollection
from service.api.accounts.schemas.comments import ExportedComment
from service.api.accounts.schemas.notes import ExportedNote, ExportedSeen
from service.api.accounts.schemas.notices import ExportedNotice
from service.api.accounts.schemas.passkeys import PasskeyAnswer
from service.api.accounts.schemas.tokens import ExportedToken
from service.api.games.plans import PlanAnswer
from service.api.moderation.schemas import OwnDecisionAnswer, ReportAnswer, ViewAnswer
from service.api.people.schemas import PoolAnswer
from service.api.talk.schemas import ExportedMessage, ExportedMutedTalk
from service.application.accounts.audience import Audience
from service.application.channels.forms import SHOWN
from service.application.people.ratings.pools import Pool
from service.shared.channels.channel_schemas import MuteAnswer, PreferencesAnswer
from service.shared.fields import Word


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
    """All data stored about you; games and series only as ids, since their records are public."""

    page = Word(Audience, required=True, metadata={"description": "Audience of your page."})
    language = fields.String(required=True, allow_none=True)
    email = fields.String(required=True, allow_none=True)
    proposed_email = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "E-mail that has not been confirmed yet; null if there is none."},
    )
    tokens = fields.List(fields.Nested(ExportedToken), required=True)
    passkeys = fields.List(fields.Nested(PasskeyAnswer), required=True)
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
    views = fields.List(fields.Nested(ViewAnswer), required=True)
    notices = fields.List(fields.Nested(ExportedNotice), required=True)
    webhooks = fields.List(fields.Nested(ExportedWebhook), required=True)
    seen = fields.List(fields.Nested(ExportedSeen), required=True)
    games = fields.List(fields.String(), required=True)
    dynasties = fields.List(fields.String(), required=True)
    tournaments = fields.List(fields.String(), required=True)
    receipts = fields.List(fields.Nested(ExportedReceipt), required=True)
    studies = fields.List(fields.Nested(ExportedStudy), required=True)
