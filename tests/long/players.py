"""Several players ask a running service for whatever comes to mind, as in `test_api_machine`."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from harness.play.api_machine import ApiMachine, Told
from harness.service import API, Service, running_service
from harness.wire.http import Http
from tests.long.run import Case

CASES = 100
EVENINGS = 5
"""How many runs of the machine are a case."""
STEPS = 60


@contextmanager
def players() -> Iterator[Iterator[Case]]:
    """Every case is a few runs of the machine, each with new players and games."""
    with running_service() as service:
        yield (Case(f"players {number}", partial(check, service)) for number in range(CASES))


def check(service: Service) -> None:
    """A few runs of the machine against the service."""
    http = service.http()

    class Served(ApiMachine):
        """The same players at a running service, whose bots and workers act as well."""

        ask = staticmethod(partial(asked, http))

    run_state_machine_as_test(
        Served,
        settings=settings(max_examples=EVENINGS, stateful_step_count=STEPS, deadline=None, database=None),
    )


def asked(http: Http, method: str, path: str, body: Any, headers: dict[str, str]) -> Told:
    """What the service answers."""
    answer = http.ask(method, API + path, body, headers)
    return Told(answer.status, json.loads(answer.body) if answer.body else None)
