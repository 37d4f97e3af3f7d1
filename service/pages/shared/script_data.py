"""Data that pages hand to their scripts: JSON blocks in the order given, read by `static/shared/data.js`."""

from collections.abc import Callable
from typing import Any

from flask import json
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from service.http.page_headers import csp_nonce
from service.pages.shared.fragments import kept

BLOCK = Markup('<script type="application/json" id="{}" nonce="{}">{}</script>')


def script_data(name: str, value: Any) -> Markup:
    """The JSON block with this id and value."""
    return BLOCK.format(name, csp_nonce(), htmlsafe_json_dumps(value, json.dumps, sort_keys=False))


def constant_data(name: str, make: Callable[[], Any], *of: str) -> Markup:
    """The JSON block of a value that depends only on its name, on `of` and on the language; kept."""
    text = kept(f"data {name}", *of, caller=lambda: htmlsafe_json_dumps(make(), json.dumps, sort_keys=False))
    return BLOCK.format(name, csp_nonce(), text)
