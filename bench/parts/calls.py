"""The calls of our own functions in a move, a replay and an e-mail: `python -m bench.parts calls`.

The application and the worker's channel run in this process, without limits; store and log are in memory. The
games are the same in each run, so that two versions of the program can be compared.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

from fakeredis import FakeRedis, FakeServer

import service
from harness.games import seeded
from harness.play.correspondence import START
from harness.play.signing_in import API, World
from harness.play.telling.mailed import mailed, wanted
from service.application.channels.target import EMAIL

ROOT = Path(service.__file__).parents[1]
OURS = tuple(f"{ROOT / name}/" for name in ("kingdomino", "replays", "service", "workers"))

TURNS = 8
"""The number of turns that have their e-mails before the one that counts."""

Call = tuple[str, str]
"""The module and the qualified name of a function."""


def walks() -> Iterator[tuple[str, list[Call]]]:
    """What is done, and the calls that it makes; of a game's moves, the one with the median of calls."""
    world = World(mail=False, push=False, clock=lambda: START)
    game, moves = _played(world)
    yield "move", sorted(moves, key=len)[len(moves) // 2]
    world.services.tables.settle(game)
    yield "replay", walked(lambda: world.app.test_client().get(f"{API}/games/{game}/replay").data)
    yield "mail", _mailed()


def told(calls: Sequence[Call]) -> str:
    """The counts of a walk, as a sentence."""
    modules = [module for module, _ in calls]
    changes = sum(before != after for before, after in pairwise(modules))
    return (
        f"{len(calls)} calls of {len(set(calls))} functions in {len(set(modules))} modules, "
        f"{changes} changes of module"
    )


def most(calls: Sequence[Call], shown: int) -> Iterator[str]:
    """The functions that are called most often, a line for each."""
    for (module, name), times in Counter(calls).most_common(shown):
        yield f"{times:8} {module}.{name}"


def walked(work: Callable[[], object]) -> list[Call]:
    """The calls of our packages' functions in this thread; each time that a generator goes on is one, too."""
    calls: list[Call] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OURS) and code.co_filename.endswith(".py"):
            calls.append((frame.f_globals["__name__"], code.co_qualname))

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


def _played(world: World) -> tuple[Any, list[list[Call]]]:
    """The id of a random game of two that is played over HTTP to its end, and the calls of each move."""
    client, random, walks = world.app.test_client(use_cookies=False), seeded(1), list[list[Call]]()

    def ask(method: str, path: str, body: Any = None, **headers: str) -> Any:
        answer = client.open(API + path, method=method, json=body, headers=headers)
        if answer.status_code not in {200, 201}:
            raise ValueError(f"{path}: {answer.data!r}")
        return answer.json

    tokens = [f"Bearer {ask('POST', '/players', {'name': name})['token']}" for name in ("Ann", "Bob")]
    opened = {"Authorization": tokens[0], "Idempotency-Key": "calls"}
    game = ask("POST", "/games", {"players": 2}, **opened)["id"]
    ask("POST", f"/games/{game}/seats", {}, Authorization=tokens[1])
    while (offered := ask("GET", f"/games/{game}/moves"))["moves"]:
        move, version = random.choice(offered["moves"]), offered["version"]
        headers = {"If-Match": f'"{version}"', "Idempotency-Key": f"move-{version}"}
        headers["Authorization"] = tokens[offered["seat"]]
        walks.append(walked(lambda: ask("POST", f"/games/{game}/moves", move, **headers)))  # noqa: B023
    return game, walks


def _mailed() -> list[Call]:
    """The calls for the e-mail of a later turn in a game of two; another process would draw its picture."""
    with mailed(FakeRedis(server=FakeServer())) as scene:
        scene.begin(wanted(zone="Europe/Berlin"))
        for _ in range(TURNS):
            scene.turn()
            scene.deliveries.deliver()
        scene.turn()
        scene.deliveries.look()
        (target,) = scene.deliveries.due.claim(EMAIL, scene.table.now, 100)
        return walked(lambda: scene.deliveries.courier.deliver(target))
