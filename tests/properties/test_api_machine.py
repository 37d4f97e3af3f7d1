"""The log agrees with the API's responses to any requests of several players, in any order and repeated.

The store is in memory; `python -m tests.long players` runs the same against a running service.
"""

from typing import Any

from hypothesis import settings

from harness.play.api_machine import ApiMachine, Told
from harness.play.signing_in import API, World
from tests.sampling import examples


class InMemory(ApiMachine):
    """The whole application on a store in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        client = self.world.app.test_client()

        def ask(method: str, path: str, body: Any, headers: dict[str, str]) -> Told:
            answer = client.open(API + path, method=method, json=body, headers=headers)
            return Told(answer.status_code, answer.json if answer.data else None)

        self.ask = ask

    def teardown(self) -> None:
        """Close the hub of the application."""
        self.world.hub.close()


TestPlayers = InMemory.TestCase
TestPlayers.settings = settings(examples(12), stateful_step_count=25)
