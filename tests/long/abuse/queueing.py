"""The attack that fills the queues of the whole installation, and the check that another is served in turn.

The attack runs in its own process and counts the responses.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from threading import Event
from typing import Any

from harness.waiting import eventually
from tests.long.abuse.client import API, Client, Shot, Target, barrage
from tests.long.abuse.scene import ELSEWHERE, Scene

GUESTS = 8
AHEAD = 3
"""The crowd's requests that may be served before another's: one runs, one is a job, and one has its turn."""
SERVED_SECONDS = 200.0
PACE_SECONDS = 1.0


def crowd_wants(scene: Scene) -> Mapping[str, Any]:
    """More animations and reviews than one address may have in a queue."""
    return {"games": scene.called_off, "studies": scene.studies}


def queues(target: Target) -> Counter[str]:
    """Guests of one address request all these animations and reviews, again and again."""
    with target.client() as client:
        tokens = [client.register(f"Waiting {number}")[1] for number in range(GUESTS)]
    wanted = [
        *(("GET", f"/games/{game}.gif") for game in target.finds["games"]),
        *(("POST", f"/studies/{study}/review") for study in target.finds["studies"]),
    ]

    def shot(number: int, method: str, path: str) -> Shot:
        token = tokens[number % GUESTS]
        return lambda client, _: client.ask(method, API + path, {} if method == "POST" else None, token=token)

    shots = [shot(number, *each) for number, each in enumerate(wanted)]
    return barrage(target, shots)


def innocent_has_a_turn(scene: Scene, counts: Counter[str]) -> None:
    """Check that the queues refused the crowd, and serve another's animation and review in their turn."""
    assert counts["429 limit/reached"], counts
    base = scene.finished["base"]
    with scene.client(ELSEWHERE) as client:
        _, token = client.register("Patient")
        before = _reviewed(client, scene.studies)
        asked = client.ask("POST", f"{API}/games/{base}/review", {}, token=token)
        assert asked.status == 202, asked.body
        eventually(
            lambda: client.ask("GET", f"{API}/games/{base}/review").json["status"] == "ready", SERVED_SECONDS
        )
        assert _reviewed(client, scene.studies) - before <= AHEAD
        first = client.ask("GET", f"{API}/games/{base}.gif", token=token)
        assert first.status in {200, 202}, first.body
        eventually(lambda: _status(client, f"{API}/games/{base}.gif", token) == 200, SERVED_SECONDS)


def _status(client: Client, path: str, token: str) -> int:
    """The status of a GET, at the pace of a page that waits."""
    Event().wait(PACE_SECONDS)
    return client.ask("GET", path, token=token).status


def _reviewed(client: Client, studies: Iterable[str]) -> int:
    answers = (client.ask("GET", f"{API}/studies/{study}/review") for study in studies)
    return sum(answer.json["status"] == "ready" for answer in answers)
