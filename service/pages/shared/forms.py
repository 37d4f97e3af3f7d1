"""Forms of the pages: read whole, and loaded by the same schemas as the API's JSON."""

from collections.abc import Mapping
from typing import Any

from flask import request
from marshmallow import Schema, ValidationError

from service.problem import Problem

MOST_BYTES = 16 * 1024
"""The largest form: an e-mail address and two passwords of the greatest length, each byte as `%XX`."""
MOST_PARTS = 20
"""Fields of a form that is sent as multipart/form-data."""


def form_of(schema: type[Schema]) -> dict[str, Any]:
    """What the schema makes of the form that was sent; fields that it does not have are left out.

    Raises 413 `request/too-large` and 422 `request/invalid`, with a sentence for each wrong field:
    `wrong_fields`.
    """
    request.max_content_length = MOST_BYTES
    loader, form = schema(), request.form
    sent = {
        name: form.get(name, "") for name, field in loader.fields.items() if field.required or name in form
    }
    try:
        loaded: dict[str, Any] = loader.load(sent)
    except ValidationError as wrong:
        errors = {"form": wrong.messages}
        raise Problem(422, "request/invalid", "the form has wrong values", more={"errors": errors}) from None
    return loaded


def wrong_fields(problem: Problem | None) -> Mapping[str, str]:
    """The sentence for each field that the form could not be taken for."""
    errors = problem.more.get("errors", {}) if problem else {}
    return {name: " ".join(sentences) for name, sentences in errors.get("form", {}).items()}
