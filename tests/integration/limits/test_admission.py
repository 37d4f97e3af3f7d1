"""Admission and its round trips: on a real store, on a cluster, and on a store in memory."""

from collections.abc import Sequence
from statistics import median
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from redis import Redis
from redis.crc import key_slot
from werkzeug.test import TestResponse

from harness.service import API, KEY
from harness.store.clusters import ClusterOfNodes
from harness.store.server import Server
from harness.store.trips import trips
from replays.log.event_log import StoreAway
from replays.runtime.settings.settings import Settings
from replays.store import clients
from replays.store.cluster import Cluster
from service.app import create_app
from service.application.account_keys import requests_key
from service.application.accounts.access.actors import FIRST
from service.application.accounts.access.known import FRESH_SECONDS, KnownAccess
from service.application.accounts.admission import AdmissionControl, Admitted
from service.application.accounts.players import NewPlayer, Players
from service.application.accounts.tokens import Access, Tokens
from service.application.games.search.index import Index
from service.application.quotas.counters import Limit
from service.services import EXTENSION, Services

HERE, THERE = "192.0.2.1", "2001:db8::/64"
OF_ADDRESS, OF_ACCOUNT = Limit(20, 10), Limit(10, 20)


@pytest.fixture
def control(store: Redis) -> AdmissionControl:
    """Give an admission control with small limits."""
    return AdmissionControl(store, OF_ADDRESS, OF_ACCOUNT, KnownAccess())


@pytest.fixture
def tokens(store: Redis) -> Tokens:
    """Give the tokens of this store."""
    return Tokens(store, KEY, bytes)


@pytest.fixture
def ann(store: Redis) -> NewPlayer:
    """Give an account."""
    return Players(store, KEY, bytes, lambda: 0.0).register("Ann", None, HERE, 1)


def counts(admitted: Admitted) -> tuple[int, int]:
    """The counts of the address and of the account, 0 if the account was not counted."""
    return admitted.address.number, admitted.account.number if admitted.account else 0


def test_a_change_counts_for_address_and_account(control: AdmissionControl, ann: NewPlayer) -> None:
    """A change counts by its weight for address and account, a read only for the address; windows differ."""
    access = Access(ann.id, FIRST)
    changed = control.admit(HERE, ann.token, 3, changes=True)
    assert (changed.access, counts(changed)) == (access, (3, 3))
    assert changed.account is not None
    assert (changed.address.left, changed.account.left) == (10, 20)
    read = control.admit(HERE, ann.token, 1, changes=False)
    assert (read.access, counts(read)) == (access, (4, 0))
    elsewhere = control.admit(THERE, ann.token, 1, changes=True)
    assert (elsewhere.access, counts(elsewhere)) == (access, (1, 4))


def test_who_has_no_token_counts_for_the_address(control: AdmissionControl, ann: NewPlayer) -> None:
    """Requests without a valid token count for the address only, whatever account the token names."""
    wrong = [None, "", "nobody's", f"{ann.id}.", f"{ann.id}.00", f"{ann.token}0", f"{ann.id}.{'0' * 64}"]
    for number, token in enumerate(wrong, start=1):
        admitted = control.admit(HERE, token, 1, changes=True)
        assert (admitted.access, counts(admitted)) == (None, (number, 0))
    assert counts(control.admit(HERE, ann.token, 1, changes=True)) == (8, 1)


def test_a_revoked_token_is_nobodys(control: AdmissionControl, tokens: Tokens, ann: NewPlayer) -> None:
    """A revoked token is unknown from the next request on; the account's other tokens stay valid."""
    phone, browser = tokens.issue(ann.id, "phone", None, 2), tokens.begin_session(ann.id, "browser", 3)

    def owners() -> list[Access | None]:
        texts = (ann.token, phone.text, browser.text)
        return [control.admit(HERE, text, 1, changes=True).access for text in texts]

    assert owners() == [Access(ann.id, token) for token in (FIRST, phone.id, browser.id)]
    for gone in (browser.id, FIRST):
        tokens.revoke(ann.id, gone)
    assert owners() == [None, Access(ann.id, phone.id), None]
    assert counts(control.admit(HERE, phone.text, 1, changes=True)) == (7, 5)


def test_an_address_over_its_limit_is_told_nothing_more(
    control: AdmissionControl, store: Redis, ann: NewPlayer
) -> None:
    """An address over its limit is not identified, and its count goes on.

    Only on a cluster, where both are counted at once, the account is counted too.
    """
    control.admit(HERE, None, OF_ADDRESS.most, changes=False)
    over = control.admit(HERE, ann.token, 1, changes=True)
    assert over.address.number == OF_ADDRESS.most + 1
    assert isinstance(store, Cluster) or (over.access, over.account) == (None, None)


def test_a_clock_that_was_ahead_locks_nobody_out(
    control: AdmissionControl, store: Redis, ann: NewPlayer
) -> None:
    """A counter that would expire in a day expires after one window, and keeps its number."""
    store.set(requests_key(ann.id), 7, ex=86_400)
    account = control.admit(HERE, ann.token, 1, changes=True).account
    assert account is not None
    assert (account.number, account.left) == (8, 20)


def test_a_store_that_forgot_its_scripts_is_given_them(
    control: AdmissionControl, store: Redis, ann: NewPlayer
) -> None:
    """Scripts are loaded again after the store lost them, as in a restart; nothing is counted twice."""
    control.admit(HERE, ann.token, 1, changes=True)
    for each in store.masters() if isinstance(store, Cluster) else [store]:
        each.script_flush()
    assert counts(control.admit(HERE, ann.token, 1, changes=True)) == (2, 2)


def test_a_cluster_is_asked_once(cluster: ClusterOfNodes) -> None:
    """An admission sends at most one message to each of two servers, for any token, known or not."""
    cluster.clear()
    with clients.writer(cluster.url) as store:
        control = AdmissionControl(store, OF_ADDRESS, OF_ACCOUNT, KnownAccess())
        players = Players(store, KEY, bytes, lambda: 0.0)
        first, *others = [players.register("Ann", str(number), HERE, 1) for number in range(8)]
        for number in range(40):  # then every server has the scripts, and there are connections
            control.admit(str(number), others[number % 7].token, 1, changes=True)
        with trips() as sent, patch.object(store, "pipeline", side_effect=store.pipeline) as pipelines:
            assert control.admit(HERE, first.token, 1, changes=True).access
        assert pipelines.call_count == 1
        assert len(sent) <= 2


def test_a_slot_that_has_moved_is_found(cluster: ClusterOfNodes) -> None:
    """A slot that has moved, of the address or the account, is found despite the cached layout."""
    cluster.clear()
    with clients.writer(cluster.url) as store:
        control = AdmissionControl(store, OF_ADDRESS, OF_ACCOUNT, KnownAccess())
        ann = Players(store, KEY, bytes, lambda: 0.0).register("Ann", None, HERE, 1)
        assert control.admit(HERE, ann.token, 1, changes=True).access
        slot = key_slot(f"requests:address:{THERE}".encode())
        owner = slot * 3 // 16384
        cluster.give(slot, cluster.masters[(owner + 1) % 3])
        try:
            admitted = control.admit(THERE, ann.token, 1, changes=True)
            assert (admitted.access, counts(admitted)) == (Access(ann.id, FIRST), (1, 2))
            assert counts(control.admit(THERE, None, 1, changes=True)) == (2, 0)
        finally:
            cluster.clear()
            cluster.give(slot, cluster.masters[owner])


def test_a_store_that_is_away(cluster: ClusterOfNodes, ann: NewPlayer) -> None:
    """An unavailable store raises `StoreAway`, which means that nothing was counted."""
    nowhere = clients.writer("unix:///nowhere/store.sock")
    control = AdmissionControl(nowhere, OF_ADDRESS, OF_ACCOUNT, KnownAccess())
    with pytest.raises(StoreAway):
        control.admit(HERE, ann.token, 1, changes=True)


class Asking:
    """The whole application on a real store with the default settings, called in this process."""

    def __init__(self, app: Flask) -> None:
        self._client = app.test_client()
        self.parts: Services = app.extensions[EXTENSION]

    def __call__(self, method: str, path: str, body: Any = None, token: str = "", **headers: str) -> Any:
        """The JSON response to a request that must succeed; sets `cost`, the messages sent to the store."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        return self._sent(API + path, method=method, json=body, headers=sent).json

    def page(self, path: str, token: str = "") -> str:
        """The HTML of a page, which must be there; sets `cost`."""
        return self._sent(path, headers={"Authorization": f"Bearer {token}"} if token else {}).text

    def _sent(self, path: str, **options: Any) -> TestResponse:
        with trips() as cost:
            answer = self._client.open(path, **options)
        assert 200 <= answer.status_code < 300, answer.text
        self.cost = len(cost)
        return answer


@pytest.fixture
def ask(server: Server) -> Asking:
    """Give the application with all its limits."""
    settings = Settings.from_environ({"REDIS_URL": server.url, "KINGDOMINO_KEY": KEY.hex()})
    assert settings.limits
    return Asking(create_app(settings))


@pytest.fixture
def begun(ask: Asking) -> tuple[str, Sequence[str]]:
    """Give the path of a game of two that has started, and the tokens of its players by seat."""
    players = [ask("POST", "/players", {"name": name})["token"] for name in ("Ann", "Bob")]
    path = f"/games/{ask('POST', '/games', {'players': 2}, players[0])['id']}"
    ask("POST", f"{path}/seats", {}, players[1])
    return path, players


@pytest.mark.parametrize("follows", [True, False], ids=["followed", "not followed"])
def test_a_move_and_a_read_take_one_round_trip(
    ask: Asking, begun: tuple[str, Sequence[str]], *, follows: bool
) -> None:
    """The append and the read; admission is another one for tokens, if the process hears of no changes."""
    path, players = begun
    known = ask.parts.access_changes.known
    known.clock = lambda: 0.0
    known.confirmed = 0.0 if follows else -FRESH_SECONDS
    moved, listed, shown = [], [], []
    for turn in range(9):
        offered = ask("GET", f"{path}/moves")
        listed.append(ask.cost)
        move, version = offered["moves"][0], f'"{offered["version"]}"'
        ask("POST", f"{path}/moves", move, players[offered["seat"]], If_Match=version)
        moved.append(ask.cost)
        ask("GET", path, None, players[turn % 2])
        shown.append(ask.cost)
    # By then the store has the scripts and the process the names, which it refreshes now and then.
    assert median(listed[2:]) == 1
    assert median(moved[2:]) == median(shown[2:]) == (1 if follows else 2)


def test_a_lobby_takes_few_round_trips(ask: Asking, begun: tuple[str, Sequence[str]]) -> None:
    """Admission, all lists, the results, the games of all lists, and for a player all of the account."""
    path, players = begun
    builds = Index(ask.parts.store).builds
    builds.note(builds.begin(0), 0, [], None)
    found = builds.present()
    assert found is not None
    builds.publish(found)
    costs: dict[str, list[int]] = {"": [], players[0]: []}
    for _ in range(5):
        for token, spent in costs.items():
            assert path in ask.page("/", token)
            spent.append(ask.cost)
    # By then the store has the scripts and the process the names. Now and then it looks for mended lists.
    assert {token: median(spent) for token, spent in costs.items()} == {"": 4, players[0]: 5}


def test_without_limits_a_token_is_looked_up_in_one_round_trip(server: Server) -> None:
    """Without limits a token costs one round trip, and a read without a token none besides the log's."""
    settings = Settings.from_environ(
        {"REDIS_URL": server.url, "KINGDOMINO_KEY": KEY.hex(), "KINGDOMINO_LIMITS": "off"}
    )
    ask = Asking(create_app(settings))
    token = ask("POST", "/players", {"name": "Ann"})["token"]
    ask("GET", "/me", None, token)
    game = ask("POST", "/games", {"players": 2}, token)["id"]
    ask("GET", f"/games/{game}")
    ask("GET", f"/games/{game}")
    assert ask.cost == 1
    ask("GET", f"/games/{game}", None, token)
    assert ask.cost == 2


def test_a_full_store_is_read_with_a_token_too(server: Server, ask: Asking, begun: tuple[str, Any]) -> None:
    """In a full store a token is looked up without counting; invalid tokens and changes are refused."""
    path, players = begun
    with clients.writer(server.url) as client:
        client.config_set("maxmemory", 1)
        try:
            shown = ask("GET", path, None, players[0])
            assert {"action": "end"} in shown["actions"]
            assert "actions" not in ask("GET", path, None, f"{players[0]}0")
            assert (
                ask._client.get(f"{API}/session", headers={"Authorization": "Bearer no"}).status_code == 401
            )
            refused = ask._client.post(f"{API}/players", json={"name": "Cid"})
            assert refused.json is not None
            assert (refused.status_code, refused.json["code"]) == (503, "store/away")
        finally:
            client.config_set("maxmemory", "1gb")
