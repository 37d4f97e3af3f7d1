"""Several players send arbitrary requests to a running service, as in `test_api_machine`."""

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
"""The number of runs of the state machine in a case."""
STEPS = 60


@contextmanager
def players() -> Iterator[Iterator[Case]]:
    """Cases of a few runs of the state machine, each with new players and games."""
    with running_service() as service:
        yield (Case(f"players {number}", partial(check, service)) for number in range(CASES))


def check(service: Service) -> None:
    """Run the state machine a few times against the service."""
    http = service.http()

    class Served(ApiMachine):
        """The state machine with a running service, whose bots and workers act as well."""

        ask = staticmethod(partial(asked, http))

    run_state_machine_as_test(
        Served,
        settings=settings(max_examples=EVENINGS, stateful_step_count=STEPS, deadline=None, database=None),
    )


def asked(http: Http, method: str, path: str, body: Any, headers: dict[str, str]) -> Told:
    """Send a request, and return the status and the JSON of the response."""
    answer = http.ask(method, API + path, body, headers)
    return Told(answer.status, json.loads(answer.body) if answer.body else None)
