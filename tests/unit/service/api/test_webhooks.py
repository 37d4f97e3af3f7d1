"""A player's webhooks by the API: added, changed, tested, replayed and removed by their owner only."""

import json
from typing import Any

import pytest

from harness.play.signing_in import API, World
from replays.bootstrap import now_ms
from service.application.channels.http.errors import CallFailed
from service.application.channels.target import WEBHOOK, Target
from service.application.channels.webhooks.caller import HOST_AWAY
from service.application.channels.webhooks.delivery import DeliveryState, WebhookDelivery
from service.application.channels.webhooks.schedule import ChangedWebhook, entered
from service.application.channels.webhooks.store import Webhooks
from service.application.channels.webhooks.webhook import FAILING, GONE, PAUSED, Webhook
from service.application.i18n.pages.notices import webhooks as words

NOWHERE = "00000000-0000-4000-8000-000000000000"
URL = "http://127.0.0.1:9/kingdomino"


class Owner:
    """A player with a token."""

    def __init__(self, world: World, name: str) -> None:
        self._client = world.app.test_client()
        made = self._client.post(f"{API}/players", json={"name": name}).json
        assert made is not None
        self.id, self._token = made["id"], made["token"]
        self.webhooks = Webhooks(world.store, world.services.targets)

    def ask(self, method: str, path: str = "", body: Any = None, key: str = "") -> tuple[int, Any]:
        """Return the status and the JSON of the response."""
        headers = {"Authorization": f"Bearer {self._token}"} | ({"Idempotency-Key": key} if key else {})
        url = f"{API}/me/webhooks{path}"
        answer = self._client.open(url, method=method, data=json.dumps(body or {}), headers=headers)
        return answer.status_code, answer.json if answer.data else None

    def add(self, **more: Any) -> str:
        """Return the id of a new webhook."""
        status, made = self.ask("POST", body={"url": URL, **more})
        assert (status, made["secret"][:6]) == (201, "whsec_")
        return str(made["id"])

    def log(self, webhook: str, *ids: str, state: DeliveryState = DeliveryState.FAILED) -> None:
        """Add deliveries to the webhook's log."""
        for id_ in ids:
            entry = WebhookDelivery(
                0, id_, "turn", NOWHERE, None, state, 10, now_ms(), 500, 12, "call/status"
            )
            target = Target(WEBHOOK, self.id, webhook)
            self.webhooks.change(target, lambda current: entered(current, entry))  # noqa: B023 - at once


@pytest.fixture
def world() -> World:
    """Give an application."""
    return World()


@pytest.fixture
def ann(world: World) -> Owner:
    """Give a player without webhooks."""
    return Owner(world, "Ann")


def test_a_webhook_is_added_and_listed(ann: Owner) -> None:
    """The secret is returned only once."""
    assert ann.ask("GET") == (200, {"webhooks": []})
    status, made = ann.ask("POST", body={"url": URL, "kinds": ["turn", "game_scored"]})
    assert status == 201
    assert made.keys() == {"id", "secret"}
    expected = {
        "id": made["id"],
        "url": URL,
        "kinds": ["game_scored", "turn"],
        "active": True,
        "stopped": None,
        "failing_since": None,
        "secrets": 1,
    }
    for path in ("", f"/{made['id']}"):
        status, shown = ann.ask("GET", path)
        found = shown["webhooks"][0] if path == "" else shown
        assert {name: found[name] for name in expected} == expected
        assert abs(found.pop("created_at") - now_ms()) < 60_000
        assert found.keys() == expected.keys()


def test_a_repeated_request_adds_one(ann: Owner) -> None:
    """The response has the same secret; another key adds another webhook."""
    first = ann.ask("POST", body={"url": URL}, key="one")
    assert ann.ask("POST", body={"url": URL}, key="one") == first
    assert len(ann.ask("GET")[1]["webhooks"]) == 1
    assert ann.ask("POST", body={"url": URL}, key="two")[1]["id"] != first[1]["id"]


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("https://10.0.0.1/", "not public"),
        ("https://[::1]/", "not public"),
        ("https://169.254.169.254/latest", "not public"),
        ("http://93.184.216.34/", "https"),
        ("https://93.184.216.34:22/", "port"),
        ("https://ann:secret@93.184.216.34/", "user"),
        ("https://2130706433/", "host"),
        ("ftp://93.184.216.34/", "https"),
        ("https://nobody.test/", "no address"),
        ("", "ASCII"),
    ],
)
def test_a_url_that_may_not_be_called(ann: Owner, url: str, why: str) -> None:
    """Adding and changing are both refused, with the reason."""
    webhook = ann.add()
    for method, path in (("POST", ""), ("PATCH", f"/{webhook}")):
        status, problem = ann.ask(method, path, {"url": url})
        assert (status, problem["code"]) == (422, "webhook/url")
        assert why in problem["detail"]
        assert problem["errors"]["json"].keys() == {"url"}
    assert [each["url"] for each in ann.ask("GET")[1]["webhooks"]] == [URL]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"url": URL, "kinds": []},
        {"url": URL, "kinds": ["nothing"]},
        {"url": URL, "more": 1},
        {"url": "https://a.test/" + "x" * 3000},
    ],
)
def test_wrong_requests(ann: Owner, body: Any) -> None:
    """A wrong request adds nothing."""
    status, problem = ann.ask("POST", body=body)
    assert (status, problem["code"]) == (422, "request/invalid")
    assert ann.ask("GET")[1]["webhooks"] == []


def test_there_are_five(ann: Owner) -> None:
    """The sixth is refused until one is removed."""
    webhooks = [ann.add() for _ in range(5)]
    assert ann.ask("POST", body={"url": URL})[1]["code"] == "webhook/too-many"
    assert ann.ask("DELETE", f"/{webhooks[0]}")[0] == 204
    ann.add()


def test_nobody_else_reaches_it(world: World, ann: Owner) -> None:
    """Others get the same code as for an unknown webhook."""
    webhook, ben = ann.add(), Owner(world, "Ben")
    ann.log(webhook, "1")
    for owner, id_ in ((ben, webhook), (ann, NOWHERE), (ann, "x")):
        for method, path in (
            ("GET", ""),
            ("PATCH", ""),
            ("DELETE", ""),
            ("POST", "/secret"),
            ("POST", "/test"),
            ("GET", "/deliveries"),
            ("POST", "/deliveries/1/replay"),
        ):
            status, problem = owner.ask(method, f"/{id_}{path}")
            assert (status, problem["code"]) == (404, "webhook/unknown")


def test_omitted_members_of_a_change_stay(ann: Owner) -> None:
    """Omitted members stay; a webhook can be switched off and on."""
    webhook = ann.add(kinds=["turn"])
    _, changed = ann.ask("PATCH", f"/{webhook}", {"url": f"{URL}/new"})
    assert (changed["url"], changed["kinds"]) == (f"{URL}/new", ["turn"])
    _, changed = ann.ask("PATCH", f"/{webhook}", {"kinds": None, "active": False})
    assert (changed["kinds"], changed["active"], changed["stopped"]) == (None, False, "webhook/paused")
    assert ann.ask("POST", f"/{webhook}/test")[1]["code"] == "webhook/stopped"
    _, changed = ann.ask("PATCH", f"/{webhook}", {"active": True})
    assert (changed["active"], changed["stopped"]) == (True, None)


def test_a_change_keeps_the_reason_why_one_is_stopped(ann: Owner) -> None:
    """The reason is cleared only when the webhook is switched on."""
    webhook = ann.add()
    target = Target(WEBHOOK, ann.id, webhook)
    ann.webhooks.change(target, lambda current: ChangedWebhook(current, GONE))
    _, changed = ann.ask("PATCH", f"/{webhook}", {"url": f"{URL}/new"})
    assert (changed["active"], changed["stopped"]) == (False, GONE)
    _, changed = ann.ask("PATCH", f"/{webhook}", {"active": True})
    assert changed["active"]


def test_a_new_secret(ann: Owner) -> None:
    """Each new key gives another secret; old ones still sign."""
    webhook = ann.add()
    secrets = [ann.ask("POST", f"/{webhook}/secret", key=key)[1]["secret"] for key in ("a", "a", "b", "", "")]
    assert secrets[0] == secrets[1]
    assert len(set(secrets)) == 4
    assert ann.ask("GET", f"/{webhook}")[1]["secrets"] == 4  # of the last three rotations, and the current


def test_the_log_by_pages(ann: Owner) -> None:
    """Pages are newest first, and each delivery comes once."""
    webhook = ann.add()
    ann.log(webhook, *map(str, range(1, 8)))
    ids: list[str] = []
    query: str | None = "limit=3"
    while query:
        status, page = ann.ask("GET", f"/{webhook}/deliveries?{query}")
        assert status == 200
        ids += [each["id"] for each in page["deliveries"]]
        query = page["next"] and f"limit=3&cursor={page['next']}"
    assert ids == ["7", "6", "5", "4", "3", "2", "1"]
    first = ann.ask("GET", f"/{webhook}/deliveries")[1]["deliveries"][0]
    assert {name: first[name] for name in ("state", "attempts", "status", "ms", "error", "next")} == {
        "state": "failed",
        "attempts": 10,
        "status": 500,
        "ms": 12,
        "error": "call/status",
        "next": None,
    }
    for query in ("cursor=x", "cursor=-1", "limit=0", "limit=101"):
        assert ann.ask("GET", f"/{webhook}/deliveries?{query}")[1]["code"] == "request/invalid"


def test_a_replay_of_what_there_is(ann: Owner) -> None:
    """Only logged notices that are still stored can be replayed; a test is no notice."""
    webhook = ann.add()
    ann.log(webhook, "1", "test-2")
    for position, status, code in (
        ("1", 409, "webhook/notice-gone"),
        ("2", 404, "webhook/unknown-delivery"),
        ("test-2", 404, "webhook/unknown-delivery"),
        ("²", 404, "webhook/unknown-delivery"),
    ):
        answer, problem = ann.ask("POST", f"/{webhook}/deliveries/{position}/replay")
        assert (answer, problem["code"]) == (status, code)


def test_a_test_is_due_at_once(world: World, ann: Owner) -> None:
    """Two requests before it is sent give one test."""
    webhook = ann.add()
    for _ in range(2):
        assert ann.ask("POST", f"/{webhook}/test")[0] == 202
    assert world.services.due_targets.overdue(WEBHOOK, now_ms() + 1).waiting == 1
    assert ann.webhooks.of(ann.id)[0].webhook.test == 1


def test_the_export_has_them(world: World, ann: Owner) -> None:
    """The export has the webhooks and their log, but no secret."""
    webhook = ann.add()
    ann.log(webhook, "1")
    exported = list(world.services.webhooks.webhooks.exported(ann.id))
    assert [(each["id"], each["url"]) for each in exported] == [(webhook, URL)]
    assert [each["id"] for each in exported[0]["deliveries"]] == ["1"]
    assert "whsec" not in json.dumps(exported)


def test_nothing_in_the_store_gives_a_secret(world: World, ann: Owner) -> None:
    """Secrets are derived from the server's key, which is not in the store."""
    _, made = ann.ask("POST", body={"url": URL})
    secret = made["secret"].removeprefix("whsec_")
    for key in world.store.scan_iter():
        assert secret.encode() not in (world.store.dump(key) or b"")


def test_changes_at_the_same_moment(ann: Owner) -> None:
    """Concurrent changes are both kept: the losing step is repeated on the new state."""
    target = Target(WEBHOOK, ann.id, ann.add())
    again: list[Any] = []

    def step(webhook: Webhook) -> ChangedWebhook:
        if not again:
            again.append(ann.ask("POST", f"/{target.id}/test"))
        return ChangedWebhook(Webhook.read({**webhook.stored(), "pause": 7}))

    placed = ann.webhooks.change(target, step)
    assert placed is not None
    assert (placed.webhook.pause, placed.webhook.test) == (7, 1)


def test_the_pages_have_words_for_every_code() -> None:
    """Words exist for every stop reason, delivery state, and failure of a call."""
    codes = {each.code for each in CallFailed.__subclasses__()} | {HOST_AWAY}
    assert codes == words.ERRORS.keys()
    assert {GONE, FAILING, PAUSED} == words.STOPPED.keys()
    assert {each.value for each in DeliveryState} == words.STATES.keys()
