"""Schemathesis finds no error in the API. Few cases here; `python -m tests.long openapi` sends many."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis

from harness.play.fuzzing import fuzz, operations, world
from harness.play.signing_in import API, World

EXAMPLES = 1
"""The number of cases of each kind that are sent to each operation."""


@pytest.fixture(scope="module")
def application() -> Iterator[World]:
    """Give the application on a store in memory."""
    made = World(documented=True)
    yield made
    made.hub.close()


@pytest.mark.long
def test_every_answer_keeps_to_the_document(application: World) -> None:
    """Every operation responds as documented, with real ids, by token and cookie, also to wrong requests."""
    client = application.app.test_client()

    def ask(path: str, body: Any, token: str | None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        content = {"data": body} if isinstance(body, bytes) else {"json": body}
        answer = client.post(API + path, headers=headers, **content)
        assert answer.status_code == 201, answer.data
        return answer.json

    schema = schemathesis.openapi.from_wsgi(f"{API}/openapi.json", application.app)
    count = 0
    for operation in operations(schema):
        fuzz(operation, world(ask), EXAMPLES)
        count += 1
    assert count > 60
