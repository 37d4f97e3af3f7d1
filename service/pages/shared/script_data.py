"""Data that pages hand to their scripts: JSON blocks, which `static/shared/data.js` reads."""

from typing import Any

from flask import render_template
from markupsafe import Markup


def script_data(name: str, value: Any) -> Markup:
    """The JSON block with this id and value."""
    return Markup(render_template("shared/data.html", id=name, value=value))  # noqa: S704 - the template escapes
