"""Runs the attacks one after the other, and measures the effect of each on an innocent player."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from threading import Event, Thread
from typing import Any

from harness.wire.hostile_requests import HOSTILE
from tests.long.abuse import bots, filling, loading, signing_in
from tests.long.abuse.client import API, OUR_PAGE, Target
from tests.long.abuse.innocent import quantile
from tests.long.abuse.queueing import crowd_wants, innocent_has_a_turn, queues
from tests.long.abuse.receiving import receiving
from tests.long.abuse.scene import EMAIL, PASSWORD, Scene, under_attack
from tests.long.run import Case

SECONDS = 15.0
"""The duration of an attack after its preparation."""
LONGEST_SECONDS = 300.0
REQUESTS_SECONDS = 11.0
"""The time after which an address may send requests again; registrations are counted for an hour."""
TARGET_MS, BOT_TARGET_MS = 100, 1000
"""The targets for an innocent player's 99th percentile: of a request, and of a bot's answering move."""
ADDRESS_BYTES = 2 * 1024 * 1024
"""The most bytes that the guests of one address may store together."""

Prepare = Callable[[Scene], Mapping[str, Any]]
Check = Callable[[Scene, Counter[str]], None]


def _nothing(_: Scene) -> Mapping[str, Any]:
    return {}


def _no_check(_: Scene, __: Counter[str]) -> None:
    """No check except the general one, that the innocent player is refused nothing."""


@dataclass(frozen=True)
class Attack:
    """An attack, the preparation of its data, and the check that must hold afterwards."""

    act: Callable[[Target], Counter[str]]
    prepare: Prepare = _nothing
    check: Check = _no_check


def _games(scene: Scene) -> Mapping[str, Any]:
    return {"games": list(scene.finished.values())}


def _costly(scene: Scene) -> Mapping[str, Any]:
    origins = scene.finished["origins"]
    with scene.client() as client:
        text = client.ask("GET", f"{API}/games/{origins}", headers={"Accept": "text/plain"}).body.decode()
        last = client.ask("GET", f"{API}/games/{origins}").json["version"]
    paths = [f"{API}/games/{origins}/variation?version={version}" for version in range(12, last - 2)]
    return {"origins": origins, "text": text, "variations": paths}


def _owner(scene: Scene) -> Mapping[str, Any]:
    assert scene.owner
    return {"email": EMAIL}


def _stored_little(scene: Scene, counts: Counter[str]) -> None:
    """Check that the attacker stored no more than an address may, and that the store has room for others."""
    assert counts["stored"] <= ADDRESS_BYTES, f"{counts['stored']:,} bytes were stored"
    assert scene.readiness()["http"] == 200


def _others_are_shown(scene: Scene, _: Counter[str]) -> None:
    """Check that an earlier table by somebody else is on the first page of the lobby and of the list."""
    with scene.client() as client:
        page = client.ask("GET", "/").body.decode()
        listed = client.ask("GET", f"{API}/games?status=open").json["games"]
    assert scene.table in page
    assert scene.table in {game["id"] for game in listed}


def _owner_signs_in(scene: Scene, counts: Counter[str]) -> None:
    """Check that the attacker got 429, and the owner can sign in with a new browser at another address."""
    assert any(what.startswith("429") for what in counts), counts
    with scene.client() as client:
        answer = client.ask("POST", f"{API}/session", {"email": EMAIL, "password": PASSWORD}, OUR_PAGE)
    assert answer.status == 201, answer.body


def _address_registers(scene: Scene, _: Counter[str]) -> None:
    """Check that incomplete and invalid requests did not use up the address's registrations."""
    with scene.client(_address("halves")) as client:
        client.ask(
            "POST", f"{API}/players", {"name": "Neighbour"}
        )  # may still be over the limit of requests at this moment
        Event().wait(REQUESTS_SECONDS)
        client.register("Neighbour")


def _not_echoed(_: Scene, counts: Counter[str]) -> None:
    """Check that no response names the host, and none is a page."""
    assert not any("echoed" in what or what == "200" for what in counts), counts


ATTACKS = {
    "nothing": Attack(loading.nothing),
    "forms": Attack(signing_in.forms),
    "halves": Attack(signing_in.halves, check=_address_registers),
    "guesses": Attack(signing_in.guesses, _owner, _owner_signs_in),
    "hosts": Attack(signing_in.hosts, check=_not_echoed),
    "storage": Attack(filling.storage, _games, _stored_little),
    "exports": Attack(filling.exports, _games),
    "lobby": Attack(filling.lobby, lambda scene: {"table": scene.table}, _others_are_shown),
    "flood": Attack(loading.flood, lambda scene: dict(scene.finished)),
    "streams": Attack(loading.streams, lambda scene: dict(scene.finished)),
    "slow": Attack(loading.slow, lambda scene: dict(scene.finished)),
    "costly": Attack(loading.costly, _costly),
    **{name: Attack(partial(receiving, name)) for name in HOSTILE},
    "bots": Attack(bots.bots),
    "queues": Attack(queues, crowd_wants, innocent_has_a_turn),
}
"""Every attack by its name; the first one does nothing, for comparison."""


@contextmanager
def abuse() -> Iterator[Iterator[Case]]:
    """Start the service; one case for each attack, which fails if the attack has an effect."""
    with under_attack() as scene:
        print(f"{'attack':10} p50 ms  p99 ms  bot p50  bot p99  the attacker was answered", flush=True)
        yield (Case(name, partial(_carry_out, name, attack, scene)) for name, attack in ATTACKS.items())


def _carry_out(name: str, attack: Attack, scene: Scene) -> None:
    """Attack while the innocent player plays, and print the measurements and outcomes."""
    target = Target(scene.port, _address(name), SECONDS, attack.prepare(scene))
    innocent, over = scene.innocent, Event()
    innocent.begin()
    player = Thread(target=innocent.play, args=(over, LONGEST_SECONDS))
    player.start()
    try:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as attacker:
            counts = attacker.submit(attack.act, target).result(LONGEST_SECONDS)
    finally:
        over.set()
        player.join(LONGEST_SECONDS)
    _tell(name, scene, counts)
    assert innocent.requests, "the innocent player was answered nothing"
    assert not innocent.faults(), f"the innocent player was refused: {innocent.faults()}"
    attack.check(scene, counts)


def _address(name: str) -> str:
    """The address of this attack: each has its own, so that it does not use up the limits of another."""
    return f"127.0.1.{list(ATTACKS).index(name) + 1}"


def _tell(name: str, scene: Scene, counts: Counter[str]) -> None:
    requests, bots = scene.innocent.requests, scene.innocent.bots
    figures = (quantile(requests, 0.5), quantile(requests, 0.99), quantile(bots, 0.5), quantile(bots, 0.99))
    told = ", ".join(f"{count:,} x {what}" for what, count in counts.most_common(6))
    missed = [] if figures[1] < TARGET_MS else [f"p99 over {TARGET_MS} ms"]
    missed += [f"bot p99 over {BOT_TARGET_MS} ms"] if figures[3] >= BOT_TARGET_MS else []
    line = f"{name:10} {figures[0]:6.1f} {figures[1]:7.1f} {figures[2]:8.0f} {figures[3]:8.0f}  {told}"
    print(line + "".join(f"  [{what}]" for what in missed), flush=True)
    sys.stdout.flush()
