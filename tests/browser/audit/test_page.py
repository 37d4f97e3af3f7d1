"""The page that audits a game in the reader's browser."""

import json

import pytest
from playwright.sync_api import Page, expect

from harness.games import seeded
from harness.play.playing import Game, move
from harness.service import SCORED_SECONDS, Service, ok
from harness.waiting import eventually
from tests.browser.support.auditing import (
    PASSED,
    bad_event,
    compare,
    finding,
    give,
    open_with_own_key,
    outcomes,
)
from tests.browser.support.bundles import PUBLIC_KEY, bundle, chained, first, replaced, unzipped, zipped
from tests.browser.support.recorded import Record

UNKNOWN = "00000000-0000-8000-8000-000000000000"


@pytest.fixture(scope="module")
def scored(service: Service) -> Game:
    """Give a four-player game over the API; the first and third player sent entropy."""
    random = seeded(4)
    accounts = service.accounts(4)
    sent = [random.randbytes(32).hex() if seat % 2 == 0 else None for seat in range(4)]
    bodies = [{} if entropy is None else {"entropy": entropy} for entropy in sent]
    opening = {"players": 4, "rules": {}, **bodies[0]}
    game = Game(str(ok(accounts[0].post("/games", opening), 201)["id"]), accounts)
    for account, body in zip(accounts[1:], bodies[1:], strict=True):
        ok(account.post(f"/games/{game.id}/seats", body), 201)
    move(game, random)
    eventually(lambda: accounts[0].state(game.id)["status"] == "scored", SCORED_SECONDS)
    return game


@pytest.mark.smoke
def test_a_sound_game_passes(quiet_page: Page, scored: Game) -> None:
    """A game over the API gets all expected verdicts, and the page names the players without entropy."""
    quiet_page.goto(f"/games/{scored.id}/replay")
    quiet_page.get_by_text("For programs, and for checking").click()
    quiet_page.get_by_role("link", name="Audit", exact=True).click()
    assert outcomes(quiet_page) == PASSED
    outcome, text = finding(quiet_page, "Entropy")
    assert outcome == "pass"
    assert "Entropy came from: Seats 0, 2. None came from: Seats 1, 3. So there is no protection" in text
    assert "Seats 0, 2: the record does not show that they had the first event" in text
    assert "this service lists the key" in finding(quiet_page, "Key")[1].lower()
    expect(quiet_page.get_by_role("status")).to_have_text("Everything that can be checked is in order.")
    expect(quiet_page.locator("#bad")).to_be_hidden()


def test_receipts_and_keys_that_the_reader_holds(quiet_page: Page, service: Service) -> None:
    """The service's receipt passes; a different hash, game or key is named."""
    (player,) = service.accounts(1)
    opened = player.post("/games", {"players": 2, "rules": {}})
    receipt = json.loads(opened.headers["kingdomino-receipt"])
    head = f"{receipt['version']} {receipt['hash']}"
    quiet_page.goto(f"/games/{receipt['game']}/audit")
    held = "Receipts that you kept"
    for text in (
        json.dumps(receipt),
        f"Kingdomino-Receipt: {json.dumps(receipt)}",
        head,
        head.replace(" ", ":"),
    ):
        compare(quiet_page, held, text)
        assert finding(quiet_page, "The head you hold")[0] == "pass"
    compare(quiet_page, held, f"1:{receipt['hash']}")
    assert outcomes(quiet_page)[1] == "fail"
    assert finding(quiet_page, "The head you hold")[1].startswith("Another game")
    for text, why in (
        (json.dumps({**receipt, "version": 1}), "does not hold"),
        (json.dumps({**receipt, "more": 1}), "is no head"),
        (head.upper(), "upper-case"),
        ("seven", "is no head"),
    ):
        compare(quiet_page, held, text)
        outcome, said = finding(quiet_page, "The head you hold")
        assert (outcome, why in said) == ("not shown", True), said
    compare(quiet_page, "A public key", PUBLIC_KEY)
    assert finding(quiet_page, "Key")[0] == "fail"
    assert finding(quiet_page, "Key")[1].startswith("Unknown key")
    compare(quiet_page, "A public key", receipt["public_key"])
    assert finding(quiet_page, "Key") == ("pass", "It is the key that you hold.")


def test_a_file_is_checked_in_place_of_the_games_own(quiet_page: Page, scored: Game, sound: Record) -> None:
    """A sound bundle from a file passes with the key that the reader holds, and is sent nowhere."""
    open_with_own_key(quiet_page, scored.id)
    assert outcomes(quiet_page)[0] == "fail"
    asked: list[str] = []
    quiet_page.on("request", lambda request: asked.append(request.url))
    give(quiet_page, bundle(*sound))
    assert outcomes(quiet_page) == PASSED
    assert asked == []


@pytest.mark.smoke
def test_an_altered_event_is_named(quiet_page: Page, scored: Game, sound: Record) -> None:
    """A changed placement fails integrity at its event; later events are shown but not judged."""
    game, events = sound
    placed = first(events, "DominoPlaced")
    altered = replaced(events, placed["version"], x=placed["data"]["x"] + 1)
    open_with_own_key(quiet_page, scored.id)
    give(quiet_page, bundle(game, altered))
    assert outcomes(quiet_page) == ("fail", *["not shown"] * 5)
    assert finding(quiet_page, "Chain")[0] == "fail"
    assert bad_event(quiet_page) == altered[placed["version"] - 1]
    expect(quiet_page.locator("#bad")).to_contain_text(f"Version {placed['version']}, DominoPlaced")
    expect(quiet_page.locator("#bad a")).to_have_count(0)


def test_the_first_bad_event_leads_to_the_replay(quiet_page: Page, scored: Game) -> None:
    """For a game of this service, the page links to the replay at the first bad event."""
    events = ok(scored.seats[0].get(f"/games/{scored.id}/events?limit=1000"))["events"]
    altered = replaced(events, 9, altered=1)
    open_with_own_key(quiet_page, scored.id)
    give(quiet_page, bundle(scored.id, altered))
    quiet_page.get_by_role("link", name="See it in the replay").click()
    expect(quiet_page).to_have_url(f"/games/{scored.id}/replay#m9")


def test_another_deal_is_unfair(quiet_page: Page, scored: Game, sound: Record) -> None:
    """Two dominoes swapped between lines, with a recomputed chain, fail fairness at the first of them.

    Legality fails at a move with one of them, and nothing after that move is judged.
    """
    game, events = sound
    one, other = [event for event in events if event["type"] == "LineDealt"][2:4]
    (a, *rest), (b, *others) = one["data"]["dominoes"], other["data"]["dominoes"]
    altered = replaced(events, one["version"], dominoes=sorted([b, *rest]))
    altered = chained(game, replaced(altered, other["version"], dominoes=sorted([a, *others])))
    open_with_own_key(quiet_page, scored.id)
    give(quiet_page, bundle(game, altered))
    assert outcomes(quiet_page) == ("pass", "not shown", "fail", "not shown", "fail", "not shown")
    expect(quiet_page.get_by_role("status")).to_have_text("This is not in order: Fairness and Legality.")
    assert bad_event(quiet_page)["version"] == one["version"]


def test_a_cut_tail_needs_a_head_to_be_seen(quiet_page: Page, scored: Game, sound: Record) -> None:
    """A cut record is sound but not shown to be complete; a held head shows that it was cut."""
    game, events = sound
    open_with_own_key(quiet_page, scored.id)
    give(quiet_page, bundle(game, events[:-5]))
    assert outcomes(quiet_page) == ("pass", "not shown", "not shown", "pass", "pass", "not shown")
    compare(quiet_page, "Receipts that you kept", f"{len(events)} {events[-1]['hash']}")
    assert outcomes(quiet_page)[1] == "fail"
    assert finding(quiet_page, "The head you hold")[1].startswith("Cut")


def test_a_game_that_goes_on(quiet_page: Page, service: Service) -> None:
    """A running game has no failures, and verdicts that need its end are "not shown"."""
    (player,) = service.accounts(1)
    game = ok(player.post("/games", {"players": 2, "rules": {}}), 201)["id"]
    quiet_page.goto(f"/games/{game}/audit")
    assert outcomes(quiet_page) == ("pass", "not shown", "not shown", "pass", "pass", "not shown")
    expect(quiet_page.get_by_role("status")).to_have_text("Everything that can be checked is in order.")


def test_what_is_no_bundle_fails(quiet_page: Page, scored: Game, sound: Record) -> None:
    """A file that is no archive, or is cut within a member, fails; the other verdicts are "not shown"."""
    open_with_own_key(quiet_page, scored.id)
    for content in (b"", b"no archive", bundle(*sound)[:5000]):
        give(quiet_page, content)
        assert outcomes(quiet_page) == ("fail", *["not shown"] * 5)


def test_a_service_that_does_not_answer(page: Page, scored: Game) -> None:
    """Without the list of keys the key is not vouched for; without the bundle the reason is shown."""
    page.route("**/api/v1/keys", lambda route: route.abort())
    page.goto(f"/games/{scored.id}/audit")
    assert outcomes(page) == ("not shown", *PASSED[1:])
    assert finding(page, "Key")[0] == "not shown"
    page.route(
        "**/audit?format=3", lambda route: route.fulfill(status=503, json={"detail": "the store is away"})
    )
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("status")).to_have_text("The bundle could not be read: the store is away.")
    expect(page.locator("#verdicts")).to_be_hidden()


def test_without_cryptography_the_page_says_so(page: Page, scored: Game) -> None:
    """A page without crypto.subtle, as over plain http, checks nothing and names the alternative."""
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    page.goto(f"/games/{scored.id}/audit")
    expect(page.get_by_role("status")).to_contain_text("only over https or from localhost")
    expect(page.locator("#verdicts")).to_be_hidden()


def test_without_ed25519_the_signature_is_not_shown(page: Page, scored: Game) -> None:
    """A browser without Ed25519 checks everything except the signature."""
    page.add_init_script("""
        const importKey = SubtleCrypto.prototype.importKey;
        SubtleCrypto.prototype.importKey = function (format, key, algorithm, ...rest) {
            if (algorithm.name !== "Ed25519") return importKey.call(this, format, key, algorithm, ...rest);
            throw new DOMException("Unrecognized name.", "NotSupportedError");
        };
    """)
    page.goto(f"/games/{scored.id}/audit")
    assert outcomes(page) == ("not shown", *PASSED[1:])
    assert finding(page, "Signature")[0] == "not shown"
    assert finding(page, "Chain")[0] == "pass"


def test_without_javascript_the_page_leads_to_the_bundle(service: Service, scored: Game) -> None:
    """Without scripts the page links to the bundle and shows the command."""
    html = service.http().get(f"/games/{scored.id}/audit").body.decode()
    without = html.partition("<noscript>")[2].partition("</noscript>")[0]
    assert f'href="/api/v1/games/{scored.id}/audit"' in without
    assert "kingdomino audit" in html


def test_a_game_that_is_not_there(page: Page) -> None:
    """An unknown game, or text that is not an id, has no audit page."""
    for game in (UNKNOWN, "nonsense"):
        answer = page.goto(f"/games/{game}/audit")
        assert answer is not None
        assert answer.status == 404


def test_the_service_writes_what_this_writer_writes(scored: Game) -> None:
    """Two independent writers of bundles agree on everything except the key and the texts for people."""
    served = unzipped(scored.seats[0].get(f"/games/{scored.id}/audit").body)
    events = [json.loads(line) for line in served["events.ndjson"].splitlines()]
    ours = unzipped(bundle(scored.id, events))
    assert list(ours) == list(served)
    for name in ("events.ndjson", "randomness.json", "result.json"):
        assert ours[name] == served[name]
    assert zipped(served) == scored.seats[0].get(f"/games/{scored.id}/audit").body
