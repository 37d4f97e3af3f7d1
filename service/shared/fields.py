"""marshmallow fields with strict JSON types, no "1" for 1, no 1 for true, and strict texts in queries.

Forms use the same schemas (`service.pages.shared.forms`), so players see the same error messages.
"""

import re
import uuid
from collections.abc import Callable
from datetime import date
from enum import Enum
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields
from marshmallow.validate import Length, Range, Regexp

from replays.encoding.canonical import MAX_INTEGER
from replays.encoding.identity import is_uuid
from service.application.accounts.naming import names
from service.application.accounts.naming.reserved import is_reserved
from service.application.i18n.speaking import gettext

_NUMERAL = re.compile("-?(?:0|[1-9][0-9]*)")
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Strict(Schema):
    """The base of request schemas; unknown members are refused."""

    class Meta:
        """marshmallow's options."""

        unknown = RAISE


class WholeNumber(fields.Integer):
    """A JSON number without a fraction; strings and booleans are refused."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is not int:
            raise ValidationError("Not a whole number.")
        return value


class Numeral(fields.Integer):
    """A whole number in a query, as JSON writes it: ASCII digits, without leading zeros, `+` or `_`."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> int:
        if not isinstance(value, str) or not _NUMERAL.fullmatch(value):
            raise self.make_error("invalid", input=value)
        return int(super()._deserialize(value, attr, data, **kwargs))


class Identity(fields.UUID):
    """The id of a player, a table or a text, as responses have it; in any case of letters."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> uuid.UUID:
        if not isinstance(value, str) or not is_uuid(value.lower()):
            raise self.make_error("invalid_uuid")
        return super()._deserialize(value, attr, data, **kwargs)


class Day(fields.Date):
    """A day, `2026-11-28`, and no other form of ISO 8601."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> date:
        if not isinstance(value, str) or not _DAY.fullmatch(value):
            raise self.make_error("invalid", input=value, obj_type=self.OBJ_TYPE)
        return super()._deserialize(value, attr, data, **kwargs)


class Flag(fields.Boolean):
    """true or false; strings and numbers are refused."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("It must be true or false.")
        return value


class Word(fields.Enum[Any]):
    """An enumeration member, loaded by its value; it also dumps plain values, which projections contain."""

    def __init__(self, kind: type[Enum], **kwargs: Any) -> None:
        super().__init__(kind, by_value=True, **kwargs)

    def _serialize(self, value: Any, attr: str | None, obj: Any, **kwargs: Any) -> Any:
        member = None if value is None else self.enum(value)
        return super()._serialize(member, attr, obj, **kwargs)


class Written(fields.Nested):
    """A part that already has its JSON form (ADR 22): the schema documents it but does not dump it."""

    def _serialize(self, nested_obj: Any, *_: Any, **__: Any) -> Any:  # type: ignore[override]  # so in Nested
        return nested_obj


class ShortList(fields.List[Any]):
    """A list whose length is checked before its items, so that refusing a long one is cheap."""

    def __init__(self, item: fields.Field[Any], length: Length, **kwargs: Any) -> None:
        self._length = length
        super().__init__(item, validate=length, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        if isinstance(value, list):
            self._length(value)
        return super()._deserialize(value, attr, data, **kwargs)


class Entropy(fields.String):
    """32 bytes as 64 hexadecimal digits; normalized to lower case."""

    def __init__(self, **kwargs: Any) -> None:
        error = "Not 64 hexadecimal digits, which are 32 bytes."
        digits = Regexp(r"^[0-9A-Fa-f]{64}$", error=error)
        super().__init__(validate=[Length(equal=64, error=error), digits, _check_sent], **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return str(super()._deserialize(value, attr, data, **kwargs)).lower()


def _check_sent(value: str) -> None:
    """Refuse zeros, which in the digest stand for a seat without entropy: the two could not be told apart."""
    if value == "0" * 64:
        raise ValidationError("Zeros mean no entropy: send 32 random bytes, or leave it out.")


class Seen(fields.String):
    """The hash of a record's first event, as the sender of the entropy saw it."""

    def __init__(self) -> None:
        told = {
            "description": "Hash of the first event as you received it before you sent `entropy`: from the "
            "receipt of the opening or from the events. With it, the operator cannot choose the draws. A "
            "hash that differs from the record is refused with `seat/other-opening`."
        }
        error = "Not 64 hexadecimal digits in lower case, as a receipt and an event have them."
        super().__init__(load_default=None, validate=Regexp(r"^[0-9a-f]{64}$", error=error), metadata=told)


class CheckpointSize(WholeNumber):
    """The size of the public log's checkpoint that proved a record's first event to the sender."""

    def __init__(self) -> None:
        told = {
            "description": "Size of the checkpoint of the public log that proved the first event to you "
            "before you sent `entropy`. If no signed checkpoint of that size has the first event, you are "
            "refused with `seat/not-in-log`."
        }
        super().__init__(load_default=None, validate=Range(1, MAX_INTEGER), metadata=told)


def check_seen(data: dict[str, Any]) -> None:
    """Refuse `seen` without `entropy`, and a checkpoint without `seen`."""
    if data["seen"] is not None and data["entropy"] is None:
        raise ValidationError('It requires "entropy".', "seen")
    if data.get("checkpoint") is not None and data["seen"] is None:
        raise ValidationError('It requires "seen".', "checkpoint")


class Name(fields.String):
    """A visible name of a player or a token (`service.application.accounts.naming.names`)."""

    def __init__(self, metadata: dict[str, Any], *checks: Callable[[str], None]) -> None:
        told = {"minLength": 1, "maxLength": names.LONGEST, **metadata}
        super().__init__(required=True, validate=[_check_name, *checks], metadata=told)


class TableName(fields.String):
    """The visible name of a tournament, as strict as a player's name but longer."""

    def __init__(self, metadata: dict[str, Any]) -> None:
        told = {"minLength": 1, "maxLength": names.LONGEST_OF_TABLE, **metadata}
        super().__init__(required=True, validate=_check_table_name, metadata=told)


class PlayerName(Name):
    """A name that a person may take: not a bot's name, nor one that stands for the service."""

    def __init__(self, metadata: dict[str, Any]) -> None:
        super().__init__(metadata, _check_free)


def _check_free(text: str) -> None:
    if len(text) <= names.LONGEST and is_reserved(text):
        raise ValidationError(
            gettext("This name is reserved, or looks like one that is: for bots and for the service.")
        )


def _check_table_name(text: str) -> None:
    _check_name(text, names.LONGEST_OF_TABLE)


def _check_name(text: str, longest: int = names.LONGEST) -> None:
    try:
        names.checked(text, longest)
    except names.BadName as bad:
        raise ValidationError(str(bad)) from None


class ShortText(fields.String):
    """A text with a maximum length in characters; a longer one is refused before it is processed."""

    def __init__(self, most: int, metadata: dict[str, Any] | None = None, **kwargs: Any) -> None:
        self._most = most
        super().__init__(validate=self._check, metadata={"maxLength": most, **(metadata or {})}, **kwargs)

    def _check(self, text: str) -> None:
        if len(text) > self._most:
            raise ValidationError(gettext("This is longer than %(most)s characters.", most=self._most))
