"""Schemathesis on a running service, with many requests for each operation."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import schemathesis

from harness.play.fuzzing import Operation, fuzz, operations, world
from harness.service import API, HOST, NO_PORT, ok, running_service
from harness.wire.http import Http
from harness.wire.mail import mail_settings
from tests.long.run import Case

EXAMPLES = 200
"""The number of valid requests, and of invalid ones, that are sent to each operation."""


@contextmanager
def openapi() -> Iterator[Iterator[Case]]:
    """One case for each operation, with its own player and tables."""
    with running_service(**mail_settings(NO_PORT, f"http://{HOST}")) as service:
        url = f"http://{service.host}:{service.port}"
        schema = schemathesis.openapi.from_url(f"{url}{API}/openapi.json")
        yield (
            Case(operation.label, partial(check, service.http(), operation))
            for operation in operations(schema)
        )


def check(http: Http, operation: Operation) -> None:
    """Fuzz one operation as a new player."""
    fuzz(operation, world(partial(ask, http)), EXAMPLES)


def ask(http: Http, path: str, body: Any, token: str | None) -> Any:
    """Post with this token, and return the JSON of the response."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return ok(http.post(API + path, body, **headers), 201)
