"""Every route declares what the hooks of all requests need, or the application does not start."""

import pytest
from flask import Blueprint

from service.http.endpoints import (
    NORMALLY,
    WHILE_FULL,
    DeclaringFlask,
    Endpoint,
    cheap_paths,
    declared,
    quiet_routes,
)


@pytest.mark.parametrize(
    ("options", "missing"),
    [
        ({}, "weight"),
        ({"methods": ["GET", "HEAD"]}, "weight"),
        ({"methods": ["POST"]}, "weight and no works"),
        ({"methods": ["GET", "POST"], "weight": 3}, "works"),
        ({"methods": ["DELETE"], "works": NORMALLY}, "weight"),
    ],
)
def test_a_route_that_declares_too_little_is_none(options: dict[str, object], missing: str) -> None:
    """Reading needs a weight, a change also when it works; routes of blueprints, too."""
    app, blueprint = DeclaringFlask("example", static_folder=None), Blueprint("some", "some")
    blueprint.add_url_rule("/it", "it", str, **options)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=f"the route /it declares no {missing}$"):
        app.register_blueprint(blueprint)
    with pytest.raises(TypeError, match="declares no"):
        app.add_url_rule("/it", "it", str, **options)  # type: ignore[arg-type]
    assert declared(app) == {}


def test_declarations_are_by_endpoint() -> None:
    """The endpoint of a blueprint's route has the blueprint's name before its own."""
    app, blueprint = DeclaringFlask("example", static_folder=None), Blueprint("some", "some")
    blueprint.post("/it", weight=2, works=WHILE_FULL)(it)
    app.register_blueprint(blueprint)
    app.add_url_rule("/near/<where>", view_func=it, weight=0, cheap=True)
    app.add_url_rule("/far/<where>", "far", it, weight=1, quiet=True)
    assert declared(app) == {
        "some.it": Endpoint(weight=2, works=WHILE_FULL),
        "it": Endpoint(weight=0, cheap=True),
        "far": Endpoint(weight=1, quiet=True),
    }
    assert cheap_paths(app) == ("/near/",)
    assert quiet_routes(app) == {"/far/<where>"}


def it() -> str:
    """Nothing."""
    return ""
