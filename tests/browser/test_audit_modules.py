"""The modules behind the audit page: an implementation of docs/audit.md and docs/randomness.md of its own."""

import json
from collections.abc import Iterator
from zipfile import ZIP_DEFLATED

import pytest
from playwright.sync_api import Browser, Page

from kingdomino.rules import FirstLine, GameKind, Mode, Rules
from replays.audit.bundles import game_bundle
from tests.browser.auditing import PASSED, VERDICTS, audit, words
from tests.browser.bundles import (
    PUBLIC_KEY,
    Event,
    bundle,
    canonical,
    chained,
    derived,
    first,
    listed,
    replaced,
    signed,
    unzipped,
    zipped,
)
from tests.browser.recorded import Record, recorded
from tests.conformance.test_cavemen import preferred
from tests.conformance.test_randomness import published
from tests.support.audits import SERVICE
from tests.support.games import seeded
from tests.support.stories import STORIES

TRIBE = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE)

TABLES = [
    *((Rules(first_line=way), players) for way in FirstLine for players in (2, 3, 4)),
    (Rules(mighty_duel=True), 2),
    *((Rules(game=GameKind.ORIGINS, mode=Mode.DISCOVERY), players) for players in (2, 3, 4)),
]

CANONICAL = ['{"a":[1,-2,null,true],"b":"é\\n"}', "{}", "9007199254740991", "[" * 32 + "]" * 32]
NOT_CANONICAL = [
    '{"b":1,"a":2}',
    '{"a": 1}',
    '{"a":1,"a":1}',
    "1.5",
    "1.0",
    "-0",
    "9007199254740992",
    r'"\ud800"',
    r'"\u0041"',
    r'"\/"',
    "[" * 33 + "]" * 33,
    "{",
    "",
]

MEMBERS_ALTERED = [
    ("rules.json", "players", "Integrity"),
    ("rules.json", "dominoes", "Integrity"),
    ("result.json", "scores", "Integrity"),
    ("result.json", "ranking", "Integrity"),
    ("randomness.json", "deck", "Fairness"),
    ("randomness.json", "kings", "Fairness"),
    ("randomness.json", "digest", "Fairness"),
    ("randomness.json", "more", "Fairness"),
]


@pytest.fixture(scope="module")
def modules(browser: Browser, base_url: str) -> Iterator[Page]:
    """Give a page of the service, from which its modules can be imported."""
    with browser.new_context(base_url=base_url) as context:
        page = context.new_page()
        page.goto("/")
        yield page


def test_the_draws_are_those_of_the_vectors(modules: Page) -> None:
    """The browser's draws give every published vector: words, numbers with rejections, decks, stacks."""
    found = modules.evaluate(
        """async ({ cases, below }) => {
            const draws = await import("/static/audit/draws.js");
            const bytes = await import("/static/audit/bytes.js");
            const several = async (count, next) => {
                const made = [];
                while (made.length < count) made.push(await next());
                return made;
            };
            const drawn = async ({ game, seed, entropy, words }) => {
                const key = bytes.fromHex(seed);
                const digest = await draws.digestOf(entropy.map((sent) => sent && bytes.fromHex(sent)));
                const stream = (purpose) => draws.words(key, purpose, game, digest);
                const purposes = {};
                for (const purpose of Object.keys(words)) {
                    const source = stream(purpose);
                    purposes[purpose] = await several(10, async () => (await source.next()).value);
                }
                const seats = stream("seats");
                return {
                    game, seed, entropy,
                    commitment: bytes.hex(await bytes.sha256(key)),
                    words: purposes,
                    below_3221225472: await several(12, () => draws.below(seats, 3 * 2 ** 30)),
                    deck: await draws.deckOf(stream("deck")),
                    cavemen: await draws.shuffled(stream("cavemen/0"), draws.TILES),
                };
            };
            const numbers = [];
            for (const { n, words } of below) {
                const left = words.values();
                const number = await draws.below(left, n);
                numbers.push({ n, words, number, taken: words.length - [...left].length });
            }
            return { cases: await Promise.all(cases.map(drawn)), below: numbers };
        }""",
        published(),
    )
    assert found == {"cases": published()["cases"], "below": published()["below"]}


def test_every_table_is_drawn_again(modules: Page) -> None:
    """Dominoes and first choice of each first line, number of players and game are what the seed gives."""
    for rules, players in TABLES:
        found = audit(modules, bundle(*recorded(rules, players, seeded(players))), own=PUBLIC_KEY)
        assert words(found) == PASSED, (rules, players, found)


def test_the_cavemen_are_drawn_again(modules: Page) -> None:
    """Every refill of the cave board follows from the seed, after reshuffles too; another one is named."""
    game, events = recorded(TRIBE, 3, seeded(7), preferred)
    assert [event["data"].get("source") for event in events].count("stack") == 2
    assert words(audit(modules, bundle(game, events), own=PUBLIC_KEY)) == PASSED
    refill = [event for event in events if event["type"] == "BoardRefilled"][-1]
    others = refill["data"]["cavemen"][:-1]
    other = "hunter" if refill["data"]["cavemen"][-1] != "hunter" else "fisher"
    altered = chained(game, replaced(events, refill["version"], cavemen=[*others, other]))
    found = audit(modules, bundle(game, altered), own=PUBLIC_KEY)
    assert words(found)[:3] == ("pass", "pass", "fail")
    assert found["bad"]["version"] == refill["version"]


@pytest.mark.parametrize("name", STORIES)
def test_games_of_bots_and_seats_that_were_left_pass(modules: Page, name: str) -> None:
    """Bots send no entropy, who takes over keeps the seat's, and a game that was called off has ended."""
    game, events, _ = STORIES[name]()
    content = game_bundle(game, events, SERVICE)
    assert words(audit(modules, content, own=SERVICE.public_key)) == PASSED


def test_nothing_comes_after_a_game_that_was_called_off(modules: Page) -> None:
    """Its seed is revealed, and that is all."""
    game, events, _ = STORIES["aborted"]()
    record: list[Event] = [event.public() for event in events]
    more = {**record[-2], "version": len(record) + 1}
    content = signed(game, chained(game, [*record, more]), derived(game, record))
    found = audit(modules, content, own=PUBLIC_KEY)
    assert (words(found)[1], found["bad"]["version"]) == ("fail", len(record) + 1)


def test_only_canonical_json_is_taken(modules: Page) -> None:
    """Order, spaces, repeated keys, numbers, escapes, surrogates and depth are held to the byte."""
    taken = modules.evaluate(
        """async (texts) => {
            const { parsed } = await import("/static/audit/canonical.js");
            const { utf8 } = await import("/static/audit/bytes.js");
            const taken = (text) => { try { parsed(utf8(text)); return true; } catch { return false; } };
            return texts.filter(taken);
        }""",
        [*CANONICAL, *NOT_CANONICAL],
    )
    assert taken == CANONICAL


def test_faults_of_a_record_are_told_apart(modules: Page, sound: Record) -> None:
    """Each fault, in a record whose chain was made anew, fails its own verdict at its own event."""
    game, events = sound
    king, revealed = first(events, "KingDrawn")["version"], first(events, "SeedRevealed")["version"]
    seat = (events[king - 1]["seat"] + 1) % 3
    later = {**events[-1], "version": len(events) + 1}
    faults = [
        ("Time", 20, [*events[:19], {**events[19], "at": 1}, *events[20:]]),
        ("Completeness", 21, [*events[:20], *events[21:]]),
        ("Completeness", len(events) + 1, [*events, later]),
        ("Fairness", revealed, replaced(events, 1, commitment="0" * 64)),
        ("Fairness", revealed, replaced(events, revealed, seed="nonsense")),
        ("Fairness", king, [*events[: king - 1], {**events[king - 1], "seat": seat}, *events[king:]]),
        ("Integrity", 30, [*events[:29], {**events[29], "cause": "chance"}, *events[30:]]),
    ]
    for verdict, version, altered in faults:
        content = signed(game, chained(game, altered), derived(game, events))
        found = audit(modules, content, own=PUBLIC_KEY)
        failed = [name for name, outcome in zip(VERDICTS, words(found), strict=True) if outcome == "fail"]
        assert (failed, found["bad"]["version"]) == ([verdict], version), found


def test_a_signature_of_another_head_fails(modules: Page, sound: Record) -> None:
    """The signature of an earlier head, under the manifest of the last, is no signature of it."""
    game, events = sound
    _, *members = unzipped(bundle(game, events)).items()
    signature = json.loads(dict(members)["signature.json"])
    flipped = signature["signature"][:-1] + ("0" if signature["signature"][-1] != "0" else "1")
    for change in ({"version": 1}, {"signature": flipped}, {"public_key": "0" * 63 + "2"}):
        altered = {**dict(members), "signature.json": canonical({**signature, **change})}
        found = audit(modules, listed(game, events, altered), listed=[PUBLIC_KEY])
        assert words(found) == ("fail", *PASSED[1:]), change


def test_other_archives_are_refused(modules: Page, sound: Record) -> None:
    """The same members compressed, in another order, with a comment or with something after them fail."""
    content = bundle(*sound)
    held = unzipped(content)
    others = [
        zipped(held, ZIP_DEFLATED),
        zipped(dict(reversed(held.items()))),
        zipped({**held, "more": b""}),
        content + b"x",
        content[:-2] + b"\x01\x00x",
        content.replace(b"\x21\x00", b"\x22\x00", 1),
    ]
    assert zipped(held) == content
    assert words(audit(modules, content, own=PUBLIC_KEY)) == PASSED
    for other in others:
        assert words(audit(modules, other, own=PUBLIC_KEY))[0] == "fail"


def test_members_that_say_something_else_fail(modules: Page, sound: Record) -> None:
    """What follows from the events is worked out again, so a member that says otherwise fails its verdict."""
    game, events = sound
    files = derived(game, events)
    for name, member, verdict in MEMBERS_ALTERED:
        altered = canonical({**json.loads(files[name]), member: [0]})
        found = audit(modules, signed(game, events, {**files, name: altered}), own=PUBLIC_KEY)
        assert words(found)[VERDICTS.index(verdict)] == "fail", (name, member)
