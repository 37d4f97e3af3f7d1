"""The application of a world in memory: a copy of one that each process of the tests builds once.

To build one takes 0.2 s, most of it for some 200 routes, which are the same in every world.
"""

from contextlib import nullcontext
from copy import copy
from unittest.mock import patch

from flask import Flask
from flask_smorest import Blueprint

from service.app import app_of
from service.services import EXTENSION, Services

HOOKS = ("before_request_funcs", "after_request_funcs", "teardown_request_funcs")
_built: dict[bool, Flask] = {}
"""By whether the OpenAPI document is in it."""


def application(parts: Services, *, documented: bool, own: bool = False) -> Flask:
    """The application with these parts.

    Extensions, settings and hooks that a test adds stay in it. A test that adds routes, or registers what the
    OpenAPI document tells of, needs its `own`.
    """
    if own:
        return _build(parts, documented=documented)
    if documented not in _built:
        _built[documented] = _build(parts, documented=documented)
    app = copy(_built[documented])
    app.config = copy(app.config)
    app.extensions = {**app.extensions, EXTENSION: parts}
    for name in HOOKS:
        registered = getattr(app, name)
        kept = copy(registered)
        kept.update({scope: list(functions) for scope, functions in registered.items()})
        setattr(app, name, kept)
    return app


def _build(parts: Services, *, documented: bool) -> Flask:
    with nullcontext() if documented else patch.object(Blueprint, "register_views_in_doc"):
        app = app_of(parts)
    assert app.jinja_env  # made with its first use, and shared by the copies with all templates
    return app
