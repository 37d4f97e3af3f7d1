"""Reads the forms of pages with the same schemas as the API's JSON, and leads on after them."""

from collections.abc import Mapping
from typing import Any

from flask import Response, request, url_for
from marshmallow import Schema, ValidationError

from service.application.i18n.field_errors import error_words
from service.application.problem import Problem

MOST_PARTS = 20
"""The maximum number of fields in a multipart/form-data form."""


def see_other(location: str) -> Response:
    """A redirect that the browser follows with GET, as after a form."""
    return Response(status=303, headers={"Location": location})


def to_page(endpoint: str, **values: Any) -> Response:
    """A redirect to a page; values that are None are left out."""
    return see_other(url_for(endpoint, **values))


def form_of(schema: type[Schema]) -> dict[str, Any]:
    """The sent form, loaded by the schema; fields that the schema lacks are ignored.

    Raises 422 `request/invalid`; `wrong_fields` gives a sentence for each wrong
    field.
    """
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
    """The error message for each wrong field of the form."""
    errors = problem.more.get("errors", {}) if problem else {}
    return {name: " ".join(map(error_words, sentences)) for name, sentences in errors.get("form", {}).items()}
