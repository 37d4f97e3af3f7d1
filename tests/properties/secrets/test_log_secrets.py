"""No log line contains secrets: tokens, cookies, passwords, e-mail addresses, links or invitation keys."""

import logging
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from werkzeug.routing import IntegerConverter, Rule

from harness.play.signing_in import OURS, World
from service.application.accounts.tokens import Tokens
from service.http import request_log
from service.http.authentication import COOKIE
from service.ops.process_metrics import ProcessMetrics

SECRETS = {
    "token": "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b.tokentokentokentoken",
    "cookie": "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6c.cookiecookiecookie",
    "invitation": "feedfacefeedfacefeedfacefeedface",
    "link": "linklinklinklinklinklink",
    "email": "secret.ann@example.org",
    "password": "seventeen silent swans",
    "key": "idempotency-key-of-mine",
}


@pytest.fixture
def world() -> Iterator[World]:
    """Yield the application with its request log."""
    made = World()
    request_log.register(made.app, ProcessMetrics())
    yield made
    made.hub.close()


def routes(world: World) -> list[Rule]:
    """All routes except that of static files."""
    return [rule for rule in world.app.url_map.iter_rules() if rule.endpoint != "static"]


def _filling(rule: Rule, name: str) -> str | int:
    """A secret for an argument of a path; numbers have none."""
    return 1 if isinstance(rule._converters[name], IntegerConverter) else SECRETS["link"]


def ask_everything(world: World) -> int:
    """Send all secrets to every route by every method, in path, query, headers and body; the count."""
    client = world.app.test_client()
    client.set_cookie(COOKIE, SECRETS["cookie"])
    body = {name: SECRETS[name] for name in ("email", "password")} | {"confirm": SECRETS["email"]}
    count = 0
    for rule in routes(world):
        path = rule.build({name: _filling(rule, name) for name in rule.arguments})
        assert path is not None
        for method in sorted(rule.methods or ()):
            for headers in ({"Authorization": f"Bearer {SECRETS['token']}"}, {}):
                sent = {**OURS, **headers, "Idempotency-Key": SECRETS["key"]}
                query = {"invitation": SECRETS["invitation"]}
                form = path[1].startswith("/sign-in")
                content: dict[str, Any] = {"data": body} if form else {"json": body}
                client.open(path[1], method=method, headers=sent, query_string=query, **content).close()
                count += 1
    return count


def fail(_: str) -> None:
    """Raise a new error each time: the traceback of an error that is raised repeatedly would keep growing."""
    raise RuntimeError("a fault")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("broken", [False, True])
def test_no_log_line_has_a_secret_of_a_request(
    world: World, caplog: pytest.LogCaptureFixture, *, broken: bool
) -> None:
    """No request's secret is logged, also if the service fails and logs the fault with its route."""
    caplog.set_level(logging.DEBUG)
    if broken:
        with patch.object(Tokens, "authenticate", side_effect=fail):
            assert ask_everything(world) > 200
        assert "a fault" in caplog.text
    else:
        assert ask_everything(world) > 200
    for name, secret in SECRETS.items():
        assert secret not in caplog.text, name


@pytest.mark.long
def test_a_secret_in_a_log_line_would_be_found(world: World, caplog: pytest.LogCaptureFixture) -> None:
    """The test finds code that logs paths, which may contain secrets."""

    @world.app.before_request
    def careless() -> None:
        from flask import request  # noqa: PLC0415

        logging.getLogger("careless").warning("asked for %s", request.full_path)

    ask_everything(world)
    assert SECRETS["link"] in caplog.text
    assert SECRETS["invitation"] in caplog.text
