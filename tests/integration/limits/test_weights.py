"""The weight of each endpoint, against the calls that its most expensive requests take."""

from collections.abc import Iterator, Sequence
from typing import Any
from unittest.mock import patch

import orjson
import pytest

from harness.play.claims import unclaimed
from harness.store.server import running_server
from service.application.quotas.counters import Limit
from service.http import rate_limits
from service.http.costs.weights import UnseenWork
from service.http.endpoints import declared
from tests.integration.limits.measuring import Measured, forget_responses
from tests.integration.limits.weighed_requests import MOVE, NEW_ACCOUNT, REQUESTS, Asked
from tests.integration.limits.weighed_scene import SEATS, Scene, scene

LOWER, HIGHER = 1.5, 2.0
"""A cost may be so many times the weight, and a weight, but for one unit, so many times the cost."""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """Give the scene on a store of its own."""
    with running_server() as server, scene(server.url, tmp_path_factory.mktemp("weights")) as made:
        yield made


def test_every_endpoint_is_measured(here: Scene) -> None:
    """A new endpoint declares here what its most expensive request is."""
    assert REQUESTS.keys() - {""} == declared(here.app).keys()


@pytest.mark.parametrize(
    "endpoints",
    [
        pytest.param([*REQUESTS], id="all", marks=pytest.mark.long),
        pytest.param(
            ["", "games.show", "games.index", "moves.index", "moves.create", "live.index"], id="few"
        ),
    ],
)
def test_a_request_weighs_what_it_costs(here: Scene, endpoints: Sequence[str]) -> None:
    """No request costs much more than its weight, and the most expensive one of an endpoint not much less.

    An endpoint may weigh more than its calls for a reason that is declared beside its weight. And none keeps
    anything of an account that the registries of `account_data` do not declare.
    """
    wrong = []
    known = declared(here.app)
    for endpoint in endpoints:
        weight = known[endpoint].weight if endpoint else 1
        if weight == 0:
            continue
        measured = [(asked.request, run(here, asked)) for asked in REQUESTS[endpoint]]
        wrong += [
            (endpoint, request, each.weight, round(each.cost, 2))
            for request, each in measured
            if each.status >= 500 or each.cost > LOWER * each.weight
        ]
        _, dearest = max(measured, key=lambda each: each[1].cost)
        if not isinstance(weight, UnseenWork) and dearest.weight > HIGHER * dearest.cost + 1:
            wrong.append((endpoint, "weighs too much", dearest.weight, round(dearest.cost, 2)))
    assert wrong == []
    assert [key for name in SEATS for key in unclaimed(here.parts.store, here.names[name])] == []


def test_what_is_not_counted_costs_no_more_than_a_refusal(here: Scene) -> None:
    """Nor more than a tenth more: to count probes and resources, missing ones too, would protect nothing."""
    with patch.object(rate_limits, "OF_ADDRESS", Limit(0, 10)):
        refused = here.ask(f"GET /api/v1/games/{here.names['running']}")
        assert refused.status == 429
        for endpoint in (name for name, each in declared(here.app).items() if each.weight == 0):
            for asked in REQUESTS[endpoint]:
                assert run(here, asked).status in {200, 404}, asked
                assert run(here, asked).calls <= 1.1 * refused.calls, asked


def test_everything_else_is_counted(here: Scene) -> None:
    """Unknown paths, wrong methods and refused hosts count, on pages and for programs."""
    with patch.object(rate_limits, "OF_ADDRESS", Limit(0, 10)):
        for request in ("GET /nowhere", "GET /api/v1/nowhere", "POST /rules", "DELETE /api/v1/games"):
            assert here.ask(request).status == 429
        for request in ("OPTIONS /rules", "HEAD /rules", "OPTIONS /nowhere", "GET //games"):
            assert here.ask(request).status == 429
        assert here.ask("GET /", Host="example.net").status == 429


def run(scene: Scene, asked: Asked) -> Measured:
    """The second of two responses to a request, when the process has all templates and scripts."""
    _once(scene, asked)
    forget_responses(scene.app)
    return _once(scene, asked)


def _once(scene: Scene, asked: Asked) -> Measured:
    for before in asked.before:
        if before == NEW_ACCOUNT:
            scene.account("new")
            continue
        made = _once(scene, before)
        if "json" in made.headers.get("Content-Type", ""):
            scene.names["made"] = orjson.loads(made.body).get("id", scene.names.get("made"))
    if asked == MOVE:
        return _move(scene)
    return scene.ask(_filled(asked.request, scene), _body(asked.body, scene), asked.by, **asked.headers)


def _body(body: Any, scene: Scene) -> Any:
    return None if body is None else orjson.loads(_filled(orjson.dumps(body).decode(), scene))


def _filled(text: str, scene: Scene) -> str:
    """The text with the names of the scene, escaped for JSON."""
    for name, value in scene.names.items():
        text = text.replace(f"{{{name}}}", orjson.dumps(value).decode()[1:-1])
    return text


def _move(scene: Scene) -> Measured:
    path = f"/api/v1/games/{scene.names['late']}/moves"
    offered = orjson.loads(scene.ask(f"GET {path}").body)
    mover = SEATS[offered["seat"]]
    return scene.ask(f"POST {path}", offered["moves"][0], mover, If_Match=f'"{offered["version"]}"')
