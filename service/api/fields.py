"""marshmallow fields that take what JSON says and nothing like it: no "1" for 1, no 1 for true."""

from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields
from marshmallow.validate import Length, Regexp


class Strict(Schema):
    """A request: unknown members are refused."""

    class Meta:
        """marshmallow's options."""

        unknown = RAISE


class WholeNumber(fields.Integer):
    """A JSON number without a fraction; neither text nor true."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> int:
        if type(value) is not int:
            raise ValidationError("Not a whole number.")
        return value


class Flag(fields.Boolean):
    """true or false; neither text nor number."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> bool:
        if not isinstance(value, bool):
            raise ValidationError("Neither true nor false.")
        return value


class Entropy(fields.String):
    """32 bytes as 64 hexadecimal digits; kept in lower case."""

    def __init__(self, **kwargs: Any) -> None:
        error = "Not 64 hexadecimal digits, which are 32 bytes."
        digits = Regexp(r"^[0-9A-Fa-f]{64}$", error=error)
        super().__init__(validate=[Length(equal=64, error=error), digits, _check_sent], **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        return str(super()._deserialize(value, attr, data, **kwargs)).lower()


def _check_sent(value: str) -> None:
    """The digest has zeros for a seat that sends nothing: nobody could tell such a seat from one that did."""
    if value == "0" * 64:
        raise ValidationError("Zeros stand for no entropy: send 32 random bytes, or leave it out.")
