"""A refused seat: the browser sends the same random numbers again, and its player can show what was sent."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from playwright.sync_api import BrowserContext, Page, Request, Route, expect

from harness.browser.at_table import be
from harness.browser.held import HeldResponse
from harness.service import Account, Service, ok
from service.cli.commands.audit import audit
from tests.browser.support.auditing import finding, outcomes

AWAY = {"code": "store/away", "detail": "try again"}
CODES = (503, 503, 429, 409, 404)
"""Answers of a server that does not like the deck: of every kind, also such as seem definite."""


@contextmanager
def refusing(context: BrowserContext, *statuses: int, path: str = "**/seats") -> Iterator[list[Request]]:
    """Answer the first requests to these paths by these statuses; gives all requests that were sent."""
    sent: list[Request] = []

    def answer(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
            return
        sent.append(route.request)
        if len(sent) > len(statuses):
            route.continue_()
        else:
            route.fulfill(status=statuses[len(sent) - 1], json=AWAY, content_type="application/problem+json")

    context.route(path, answer)
    yield sent
    context.unroute(path, answer)


def entropies(sent: list[Request]) -> set[tuple[str, str, str]]:
    """The entropy, the first event and the Idempotency-Key of each request, each once."""
    bodies = [(json.loads(request.post_data or ""), request.headers["idempotency-key"]) for request in sent]
    return {(body["entropy"], body["seen"], key) for body, key in bodies}


def opened(ann: Account, series: str = "games", **agreed: Any) -> str:
    """The id of a table that this player opened, and at which they sit."""
    return str(ok(ann.post(f"/{series}", {"players": 2, **agreed}), 201)["id"])


def take(page: Page) -> None:
    """Take a seat, and wait for the answer."""
    with page.expect_response(lambda answer: answer.url.endswith("/seats")):
        page.get_by_role("button", name="Take a seat").click()


@pytest.mark.smoke
def test_every_click_sends_the_same(page: Page, service: Service) -> None:
    """Five refusals to six clicks, a reload and a second tab among them: one entropy and one key."""
    ann, bob = service.accounts(2)
    be(page, bob)
    game = opened(ann)
    with refusing(page.context, *CODES) as sent:
        for _ in CODES[1:]:
            page.goto(f"/games/{game}")
            take(page)
            expect(page.get_by_role("alert")).to_contain_text("try again")
        take(page)
        other = page.context.new_page()
        other.goto(f"/games/{game}")
        take(other)
        expect(other.get_by_role("heading", name="Current line")).to_be_visible()
    assert len(sent) == len(CODES) + 1
    [(entropy, first, _)] = entropies(sent)
    events = ok(ann.get(f"/games/{game}/events"))["events"]
    assert [(e["data"]["entropy"], e["data"]["seen"]) for e in events if e["type"] == "PlayerSeated"][1] == (
        entropy,
        first,
    )
    other.goto(f"/games/{game}/audit")
    outcomes(other)
    assert finding(other, "The random numbers that you sent") == (
        "pass",
        "The record has on seat 1 the random numbers that were sent from here.",
    )
    expect(other.locator("#sent summary")).to_contain_text("6 requests, the last one answered: 201")


def test_a_click_just_after_a_refusal_counts(page: Page, service: Service) -> None:
    """The reason stands there before the table has caught up: who clicks again at once is not ignored."""
    ann, bob = service.accounts(2)
    be(page, bob)
    game = opened(ann)
    page.goto(f"/games/{game}")
    page.wait_for_selector("#position[aria-busy=false]")
    held = HeldResponse(page, f"/api/v1/games/{game}$")
    alert = page.get_by_role("alert")
    with refusing(page.context, 503) as sent:
        take(page)
        expect(alert).to_contain_text("try again")
        held.wait()
        page.get_by_role("button", name="Take a seat").click()
        expect(alert).to_have_count(0)
        held.deliver()
        expect(page.get_by_role("heading", name="Current line")).to_be_visible()
    assert len(sent) == 2
    assert len(entropies(sent)) == 1


def test_two_tabs_at_once_send_the_same(page: Page, service: Service) -> None:
    """Requests of two tabs that are sent before either is answered have one entropy and one key."""
    ann, bob = service.accounts(2)
    be(page, bob)
    game = opened(ann)
    other = page.context.new_page()
    with refusing(page.context, 503, 503) as sent:
        for tab in (page, other):
            tab.goto(f"/games/{game}")
            tab.locator("[data-key=join]").wait_for()
        for tab in (page, other):
            tab.evaluate("() => void document.querySelector('[data-key=join]').click()")
        for tab in (page, other):
            expect(tab.get_by_role("alert")).to_contain_text("try again")
    assert len(sent) == 2
    assert len(entropies(sent)) == 1


def test_an_opener_stays_at_the_table(page: Page, service: Service) -> None:
    """A refused seat or bot of a quick game leads to no second table; each step is repeated with its key."""
    be(page, service.account())
    page.goto("/")
    told = page.locator("#told")
    start = page.locator("#quick button")
    with (
        refusing(page.context, path="**/api/v1/games") as tables,
        refusing(page.context, 503, 503) as seats,
        refusing(page.context, 503, path="**/bots") as bots,
    ):
        for _ in range(3):
            start.click()
            expect(told).to_contain_text("try again")
        page.goto("/")
        start.click()
        page.wait_for_url("**/games/*")
    assert (len(tables), len(seats), len(bots)) == (1, 4, 2)
    assert len(entropies(seats)) == 1
    assert len({request.headers["idempotency-key"] for request in bots}) == 1
    page.goto("/")
    with page.expect_request("**/api/v1/games"):
        start.click()  # a new game after the first one began
    page.wait_for_url("**/games/*")


def test_a_rematch_sends_the_same(page: Page, service: Service) -> None:
    """A refused seat of a rematch against a bot is asked for again with the same entropy; the bot follows."""
    ann = service.account()
    be(page, ann)
    game = opened(ann)
    ok(ann.post(f"/games/{game}/bots", {"policy": "random"}), 201)
    ok(ann.post(f"/games/{game}/resign"), 201)
    page.goto(f"/games/{game}")
    again = page.get_by_role("button", name="Play again", exact=True)
    with refusing(page.context, 503, 503) as sent:
        for _ in range(2):
            again.click()
            expect(page.get_by_role("alert")).to_contain_text("try again")
        again.click()
        page.wait_for_url(lambda url: game not in url)
    assert len(sent) == 3
    [(entropy, _, _)] = entropies(sent)
    table = page.url.split("/games/")[1].split("?")[0]
    key = page.url.partition("?")[2]
    events = ok(ann.mine("GET", f"/games/{table}/events?{key}"))["events"]
    kinds = Counter(event["type"] for event in events)
    assert (kinds["PlayerSeated"], kinds["BotSeated"]) == (1, 1)
    assert [event["data"]["entropy"] for event in events if event["type"] == "PlayerSeated"] == [entropy]


def test_another_account_gets_no_second_deck(page: Page, service: Service) -> None:
    """After a refusal the browser asks for no seat as another guest, whose id the service would choose."""
    ann, bob, eve = service.accounts(3)
    game = opened(ann)
    be(page, bob)
    page.goto(f"/games/{game}")
    with refusing(page.context, 503) as sent:
        take(page)
        expect(page.get_by_role("alert")).to_contain_text("try again")
        be(page, eve)
        page.goto(f"/games/{game}")
        page.get_by_role("button", name="Take a seat").click()
        expect(page.get_by_role("alert")).to_contain_text("Another player asked for a seat here")
        assert len(sent) == 1
        be(page, bob)
        page.goto(f"/games/{game}")
        take(page)
        expect(page.get_by_role("heading", name="Current line")).to_be_visible()
    assert len(entropies(sent)) == 1


def presenting(page: Page, **data: Any) -> None:
    """Let the service present another first event of tables: another hash, or other data."""

    def replaced(route: Route) -> None:
        answer = route.fetch()
        events = answer.json()
        first = events["events"][0]
        first["hash"] = data.get("hash", first["hash"])
        first["data"] |= {name: value for name, value in data.items() if name != "hash"}
        route.fulfill(response=answer, json=events)

    page.route("**/events?limit=*", replaced)


def test_another_first_event_is_shown_as_evidence(page: Page, service: Service) -> None:
    """A second first event of the same table gets nothing; both hashes are kept, and the audit names them."""
    ann, bob = service.accounts(2)
    be(page, bob)
    game = opened(ann)
    page.goto(f"/games/{game}")
    with refusing(page.context, 503) as sent:
        take(page)
        expect(page.get_by_role("alert")).to_contain_text("try again")
        presenting(page, hash="ab" * 32)
        page.get_by_role("button", name="Take a seat").click()
        expect(page.get_by_role("alert")).to_contain_text("The record of this table changed")
    assert len(sent) == 1
    page.goto("/account")
    kept = json.loads(page.locator("#sent pre").text_content() or "")
    [(entropy, first, key)] = entropies(sent)
    assert (kept["table"], kept["player"], kept["entropy"], kept["first"], kept["key"]) == (
        game,
        bob.id,
        entropy,
        first,
        key,
    )
    assert [(request["status"], request["code"]) for request in kept["requests"]] == [(503, "store/away")]
    assert [other["first"] for other in kept["others"]] == ["ab" * 32]


@pytest.mark.parametrize(("series", "data"), [("games", {"draws": 1}), ("dynasties", {"commitments": []})])
def test_old_draws_get_nothing(page: Page, service: Service, series: str, data: dict[str, Any]) -> None:
    """A table whose draws follow the old version is refused before entropy is sent."""
    ann, bob = service.accounts(2)
    be(page, bob)
    table = opened(ann, series)
    presenting(page, **data)
    page.goto(f"/{series}/{table}")
    with refusing(page.context) as sent:
        page.get_by_role("button", name="Take a seat").last.click()
        told = page.locator("#told") if series == "dynasties" else page.get_by_role("alert")
        expect(told).to_contain_text("This table draws by an old version")
    assert sent == []


def test_without_storage_nothing_is_sent(page: Page, service: Service) -> None:
    """A browser that cannot store the entropy sends none, and the page says why."""
    ann, bob = service.accounts(2)
    be(page, bob)
    game = opened(ann)
    page.add_init_script("IDBObjectStore.prototype.put = () => { throw new Error('full'); };")
    page.goto(f"/games/{game}")
    with refusing(page.context) as sent:
        page.get_by_role("button", name="Take a seat").click()
        expect(page.get_by_role("alert")).to_contain_text("could not store your random numbers")
    assert sent == []


def test_what_was_sent_is_evidence(page: Page, service: Service, tmp_path: Path) -> None:
    """Entropy that the service replaced: the page names it, and so does the program with the saved file."""
    ann, bob = service.accounts(2)
    be(page, bob)
    game = opened(ann)

    def forged(route: Route) -> None:
        body = json.loads(route.request.post_data or "") | {"entropy": "cd" * 32}
        route.continue_(post_data=json.dumps(body))

    page.route("**/seats", forged)
    page.goto(f"/games/{game}")
    take(page)
    expect(page.get_by_role("heading", name="Current line")).to_be_visible()
    page.goto(f"/games/{game}/audit")
    outcomes(page)
    outcome, said = finding(page, "The random numbers that you sent")
    assert outcome == "fail"
    assert f"the record has {'cd' * 32}" in said
    with page.expect_download() as download:
        page.get_by_role("button", name="Save what was sent").click()
    kept = tmp_path / "seats"
    download.value.save_as(kept)
    address = f"http://{service.host}:{service.port}"
    checked = CliRunner().invoke(audit, [game, "--url", address, "--against", str(kept), "--json"])
    [fault] = json.loads(checked.stdout)["faults"]
    assert (fault["verdict"], fault["code"]) == ("fairness", "entropy/other")


def test_a_seat_is_taken_with_a_proof(page: Page, service: Service) -> None:
    """The page has the proof of the first event before it sends entropy: the record has its checkpoint."""
    ann, bob = service.accounts(2)
    be(page, bob)
    game = opened(ann)
    page.goto(f"/games/{game}")
    page.get_by_role("button", name="Take a seat").click()
    expect(page.locator(".own")).to_be_visible()
    events = ok(ann.get(f"/games/{game}/events"))["events"]
    [seated] = [each for each in events if each["data"].get("player") == bob.id]
    assert seated["data"]["checkpoint"] > 0


@pytest.mark.parametrize("change", ["leaf", "tree"])
def test_a_proof_that_does_not_fit_gets_nothing(page: Page, service: Service, change: str) -> None:
    """A proof of another table's opening, or one that leads to no checkpoint, is refused before entropy."""
    ann, bob = service.accounts(2)
    be(page, bob)
    game, other = opened(ann), opened(ann)

    def forged(route: Route) -> None:
        asked = route.request.url.replace(game, other) if change == "leaf" else route.request.url
        proof = route.fetch(url=asked).text()
        route.fulfill(body=proof if change == "leaf" else re.sub("index [0-9]+", "index 0", proof))

    page.route("**/proof?leaf=open", forged)
    page.goto(f"/games/{game}")
    with refusing(page.context) as sent:
        page.get_by_role("button", name="Take a seat").click()
        expect(page.get_by_role("alert")).to_contain_text("does not fit the table")
    assert sent == []
