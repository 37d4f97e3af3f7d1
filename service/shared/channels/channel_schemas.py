"""Schemas of notice preferences and channels: JSON of the API, and the form of the page."""

from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from replays.clocks.forms import TIME_OF_DAY
from replays.clocks.zones import names
from service.application.channels.preferences import DEFAULTS, Digest
from service.application.channels.push.subscription import LONGEST_ENDPOINT
from service.application.i18n.speaking import gettext as _
from service.application.notices.kinds.registry import KINDS
from service.shared.fields import Flag, ShortList, Strict, WholeNumber, Word
from service.shared.lists.paging import Cursor, NextCursor, PageLimit

TIME = {
    "example": "22:00",
    "description": "A time of day, `HH:MM`, in your time zone.",
    "pattern": f"^{TIME_OF_DAY.pattern}$",
}
CHANNELS = list(DEFAULTS)
LONGEST_KEY = 200
"""The maximum length of a base64url key, in characters; the keys of push messages have 88 and 24."""


def _check_zone(name: str) -> None:
    if name not in names():
        raise ValidationError(_("Not a name in the IANA time zone database, such as Europe/Berlin."))


def _check_time(text: str) -> None:
    hours, colon, minutes = text.partition(":")
    parts = (hours, minutes)
    if not (colon and all(len(part) == 2 and part.isascii() and part.isdigit() for part in parts)):
        raise ValidationError(_("Not a time of day such as 22:00."))
    if int(hours) > 23 or int(minutes) > 59:
        raise ValidationError(_("Not a time of day: it must lie between 00:00 and 23:59."))


class QuietHours(Strict):
    """Hours in which nothing is sent; `to` before `from` is on the next day."""

    begin = fields.String(required=True, data_key="from", validate=_check_time, metadata=TIME)
    end = fields.String(required=True, data_key="to", validate=_check_time, metadata=TIME)

    @validates_schema
    def _check_length(self, data: Mapping[str, Any], **__: Any) -> None:
        if data["begin"] == data["end"]:
            raise ValidationError(_("Quiet hours must end at another time than they begin."), "to")


class WishesRequest(Strict):
    """The preferences for one channel; omitted members stay unchanged."""

    on = Flag(metadata={"description": "True if the channel sends notices."})
    digest = Word(
        Digest,
        metadata={
            "description": "`at_once`: one message for each notice; `hourly`: the unread notices in one "
            "message at each full hour; `daily`: in one message a day, at `hour`."
        },
    )
    hour = WholeNumber(
        validate=validate.Range(0, 23),
        metadata={"description": "Hour of the daily message, 0 to 23, in your time zone.", "example": 8},
    )
    kinds = fields.Dict(
        keys=fields.String(validate=validate.OneOf(KINDS)),
        values=Flag(),
        metadata={
            "description": "By kind of notice, true if the channel sends it.",
            "example": {"turn": True},
        },
    )


class PreferencesRequest(Strict):
    """Your notice preferences; omitted members stay unchanged."""

    time_zone = fields.String(
        allow_none=True,
        validate=_check_zone,
        metadata={
            "description": "A name in the IANA time zone database; null means UTC.",
            "example": "Europe/Berlin",
        },
    )
    quiet = fields.Nested(QuietHours, allow_none=True)
    channels = fields.Dict(
        keys=fields.String(validate=validate.OneOf(CHANNELS)),
        values=fields.Nested(WishesRequest),
        metadata={"description": "Preferences by the names of the channels that this installation has."},
    )


class WishesAnswer(Schema):
    """The preferences for one channel."""

    on = fields.Boolean(required=True)
    digest = fields.String(required=True, validate=validate.OneOf([each.value for each in Digest]))
    hour = fields.Integer(required=True, validate=validate.Range(0, 23))
    kinds = fields.Dict(keys=fields.String(), values=fields.Boolean(), required=True)


class QuietAnswer(Schema):
    """The hours in which nothing is sent."""

    begin = fields.String(required=True, data_key="from", metadata=TIME)
    end = fields.String(required=True, data_key="to", metadata=TIME)


class PreferencesAnswer(Schema):
    """Your notice preferences, with the channels that this installation has."""

    time_zone = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "A name in the IANA time zone database; null, which means UTC, until you choose "
            "one."
        },
    )
    quiet = fields.Nested(QuietAnswer, required=True, allow_none=True)
    channels = fields.Dict(keys=fields.String(), values=fields.Nested(WishesAnswer), required=True)


class MuteRequest(Strict):
    """The complete list of channels on which a game is muted."""

    channels = ShortList(
        fields.String(validate=validate.OneOf(CHANNELS)),
        validate.Length(0, len(CHANNELS)),
        required=True,
        metadata={"description": "Names of the channels to mute; an empty list unmutes the game."},
    )


class MuteAnswer(Schema):
    """The channels on which a game is muted."""

    game = fields.String(required=True)
    channels = fields.List(fields.String(), required=True)


class MuteOfGame(MuteAnswer):
    """The channels on which a game is muted, and all channels that could be muted."""

    offered = fields.List(fields.String(), required=True)


class MutesQuery(Strict):
    """The requested page of your muted games."""

    cursor = Cursor()
    limit = PageLimit()


class MutesAnswer(Schema):
    """A page of your muted games."""

    mutes = fields.List(fields.Nested(MuteAnswer), required=True)
    next = NextCursor()


class PushKeyAnswer(Schema):
    """The key that browsers subscribe with."""

    key = fields.String(
        required=True, metadata={"description": "A public key on P-256, 65 bytes in base64url."}
    )


class PushKeys(Strict):
    """The keys of a browser's subscription."""

    p256dh = fields.String(
        required=True,
        validate=validate.Length(max=LONGEST_KEY),
        metadata={"description": "The browser's public key on P-256, 65 bytes in base64url."},
    )
    auth = fields.String(
        required=True,
        validate=validate.Length(max=LONGEST_KEY),
        metadata={"description": "The browser's secret, 16 bytes in base64url."},
    )


class BrowserRequest(Strict):
    """A browser's subscription to push messages, as the Push API returns it."""

    endpoint = fields.String(
        required=True,
        validate=validate.Length(max=LONGEST_ENDPOINT),
        metadata={
            "description": "URL to which the browser's push service accepts messages.",
            "format": "uri",
        },
    )
    keys = fields.Nested(PushKeys, required=True)
    expiration_time = fields.Raw(
        data_key="expirationTime", allow_none=True, metadata={"description": "Ignored; browsers send it."}
    )


class BrowserAnswer(Schema):
    """A browser."""

    id = fields.String(required=True)


class ListedBrowser(BrowserAnswer):
    """A browser in your list."""

    name = fields.String(required=True, metadata={"example": "Firefox on Android"})
    created_at = fields.Integer(required=True, metadata={"description": "Time of creation, ms UTC."})
    sent_at = fields.Integer(
        required=True,
        allow_none=True,
        metadata={"description": "Time of the last message to this browser, ms UTC; null before the first."},
    )
    stopped = fields.String(
        required=True,
        metadata={
            "description": "Code of the reason why no more messages are sent, such as `push/refused`; empty "
            "while they are."
        },
    )
    current = fields.Boolean(
        required=True,
        metadata={"description": "True if the session or token of this request registered the browser."},
    )


class BrowsersAnswer(Schema):
    """Your browsers, the oldest first."""

    browsers = fields.List(fields.Nested(ListedBrowser), required=True)


class MailingAnswer(Schema):
    """The delivery of e-mails about your games."""

    address = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Your confirmed address; null if you have none."},
    )
    sent = fields.Boolean(required=True, metadata={"description": "True if e-mails are sent to the address."})
    stopped = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Code of the reason why no more e-mails are sent: `mail/refused`; otherwise null.",
            "example": "mail/refused",
        },
    )
