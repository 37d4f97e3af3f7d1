"""What the server writes into a page for its scripts: JSON in blocks, which `static/shared/data.js` reads."""

from typing import Any

from flask import render_template
from markupsafe import Markup


def script_data(name: str, value: Any) -> Markup:
    """The block with this id and value."""
    return Markup(render_template("shared/data.html", id=name, value=value))  # noqa: S704 - the template escapes
