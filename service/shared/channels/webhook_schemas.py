"""Schemas of webhooks: JSON of the API, and forms of the pages."""

from typing import Any

from marshmallow import Schema, fields, validate

from service.application.channels.http.destination import LONGEST_URL
from service.application.channels.webhooks.delivery import DeliveryState
from service.application.channels.webhooks.webhook import LOG_SIZE
from service.application.notices.kinds.registry import KINDS
from service.shared.fields import Flag, ShortList, ShortText, Strict, Word
from service.shared.lists.paging import Cursor, NextCursor, PageLimit

URL = {
    "description": "An https URL of a public address. Redirects are not followed.",
    "example": "https://bot.example.org/kingdomino",
}


def _url(**options: Any) -> fields.String:
    return ShortText(LONGEST_URL, URL, **options)


def _kinds(**options: Any) -> fields.List[Any]:
    return ShortList(
        fields.String(validate=validate.OneOf(KINDS)),
        validate.Length(1, len(KINDS)),
        allow_none=True,
        metadata={
            "description": "Kinds of notices to send; null for all, including those of later releases."
        },
        **options,
    )


class WebhookRequest(Strict):
    """A new webhook."""

    url = _url(required=True)
    kinds = _kinds(load_default=None)


class WebhookChange(Strict):
    """Changes to a webhook; omitted members stay unchanged."""

    url = _url()
    kinds = _kinds()
    active = Flag(
        metadata={
            "description": "False stops the calls. True resumes them and sends missed notices that are still "
            "true."
        }
    )


class WebhookForm(Schema):
    """The form of a new webhook, without the checkboxes of kinds."""

    url = _url(required=True)


class NewWebhookAnswer(Schema):
    """A webhook just added, or its new secret."""

    id = fields.String(required=True)
    secret = fields.String(
        required=True,
        metadata={
            "description": "The secret, shown only in this response: `whsec_` and 32 bytes in base64.",
            "example": "whsec_…",
        },
    )


class WebhookAnswer(Schema):
    """A webhook."""

    id = fields.String(required=True)
    url = fields.String(required=True)
    kinds = fields.List(fields.String(), required=True, allow_none=True)
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})
    active = fields.Boolean(required=True)
    stopped = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Reason why the webhook is not active: `webhook/gone` (its response was 410), "
            "`webhook/failing` (calls failed for 5 days), `webhook/paused` (by you)."
        },
    )
    failing_since = fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "Time of the first failed call since the last successful one, ms UTC; null if no "
            "call failed since."
        },
    )
    secrets = fields.Integer(
        required=True,
        metadata={"description": "Number of secrets that sign; a replaced secret still signs for 24 hours."},
    )


class WebhooksAnswer(Schema):
    """Your webhooks, the oldest first."""

    webhooks = fields.List(fields.Nested(WebhookAnswer), required=True)


class DeliveriesQuery(Strict):
    """The requested page of the log."""

    cursor = Cursor()
    limit = PageLimit(LOG_SIZE, LOG_SIZE)


class DeliveryAnswer(Schema):
    """One delivery."""

    id = fields.String(
        required=True, metadata={"description": "Position of the notice, as in the header `webhook-id`."}
    )
    kind = fields.String(required=True)
    game = fields.String(required=True, allow_none=True)
    dynasty = fields.String(required=True, allow_none=True)
    tournament = fields.String(required=True, allow_none=True)
    state = Word(DeliveryState, required=True)
    attempts = fields.Integer(required=True)
    at = fields.Integer(required=True, metadata={"description": "Time of the last attempt, ms UTC."})
    status = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "HTTP status of the last response; null if there was none."},
    )
    ms = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Duration of the last call in ms; null if there was none."},
    )
    error = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Code of the reason why the last attempt failed, such as `call/too-slow`; "
            "otherwise null."
        },
    )
    next = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Time of the next attempt, ms UTC; null if none is planned."},
    )


class DeliveriesAnswer(Schema):
    """A page of the log of a webhook, the newest delivery first."""

    deliveries = fields.List(fields.Nested(DeliveryAnswer), required=True)
    next = NextCursor()
