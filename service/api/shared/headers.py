"""Request headers, parsed by schemas like bodies and queries."""

import re
from collections.abc import Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from service.application.problem import Problem
from service.http.costs.media_types import preferred

IF_MATCH = "If-Match"

_VERSION = r'(?:W/)?"([0-9]{1,15})"|([0-9]{1,15})'
_version = re.compile(_VERSION)


class Header(fields.String):
    """A header of this name; None if it is absent."""

    def __init__(self, name: str, **kwargs: Any) -> None:
        super().__init__(data_key=name, load_default=lambda: None, **kwargs)


class IdempotencyHeader(Schema):
    """The header that makes a retry safe."""

    key = Header(
        "Idempotency-Key",
        validate=validate.Regexp(r"^[!-~]{1,255}$", error="1 to 255 visible ASCII characters."),
        metadata={
            "description": "A text of your choice, 1 to 255 visible ASCII characters, new for each request. "
            "A retry with the same key has no second effect."
        },
    )


class SeenVersion(Header):
    """The version that If-Match names, as a number; `W/"5"` and a bare 5 count as "5"."""

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        found = _version.fullmatch(value.strip())
        if not found:
            raise ValidationError(f'If-Match is {value!r}: name one version, as in "7"')
        return int(found[1] or found[2])


class MoveHeaders(IdempotencyHeader):
    """The headers of a move: its key, and the version that it is based on."""

    version = SeenVersion(
        IF_MATCH,
        metadata={
            "description": 'Version that the move is based on, from the ETag of the state: "7" or W/"7". '
            "Without it the response is 428.",
            "pattern": f"^(?:{_VERSION})$",
        },
    )

    def handle_error(self, error: ValidationError, data: Any, **_: Any) -> None:  # noqa: ARG002 - marshmallow's
        """If only the version is wrong, the detail says so, too; marshmallow raises all other errors."""
        errors: Any = error.messages
        if errors.keys() == {IF_MATCH}:
            more: Mapping[str, Any] = {"errors": {"headers": errors}}
            raise Problem(422, "request/invalid", errors[IF_MATCH][0], more) from error


class StreamHeaders(Schema):
    """The place of a client that reconnects to a live stream."""

    last = Header(
        "Last-Event-ID",
        metadata={"description": "For live streams: the id of the last event received."},
    )


class MediaType(fields.String):
    """The available form that Accept prefers; the first one in doubt."""

    def __init__(self, *forms: str) -> None:
        super().__init__(data_key="Accept", load_default=forms[0])
        self._forms = forms

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> str:
        return preferred(value, *self._forms)
