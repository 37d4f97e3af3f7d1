"""The modules of the audit page, an independent implementation of two documents.

These are docs/organize/audit.md and docs/organize/randomness.md.
"""

import base64
import hashlib
import json
from collections.abc import Iterator
from typing import Any
from zipfile import ZIP_DEFLATED

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from playwright.sync_api import Page

from harness.audit.audits import SERVICE, table_of
from harness.audit.forging import Forger
from harness.browser.contexts import Contexts
from harness.games import seeded
from harness.play.correspondence import Correspondence
from harness.play.stories import STORIES
from kingdomino.rules import Edition, FirstLine, GameKind, Mode, Rules
from replays.audit.bundle.building import game_bundle
from replays.encoding.entries import Head
from replays.encoding.identity import GameId, Version
from replays.events.codec import EVENT_TYPES
from replays.events.stream_events import SeriesEvent
from tests.browser.support.auditing import PASSED, VERDICTS, audit, opened, words
from tests.browser.support.bundles import (
    KEY,
    PAGE,
    PUBLIC_KEY,
    ROOT,
    VERIFY,
    Event,
    bundle,
    canonical,
    chained,
    derived,
    first,
    listed,
    replaced,
    signed,
    signed_head,
    unzipped,
    zipped,
)
from tests.browser.support.recorded import Record, recorded
from tests.conformance.rules.test_cavemen import preferred
from tests.conformance.vectors.test_randomness import published

SECOND = Rules(edition=Edition.SECOND)
NOWHERE = "00000000-0000-8000-8000-000000000000"
TOTEM = Rules(game=GameKind.ORIGINS, mode=Mode.TOTEM)
TRIBE = Rules(game=GameKind.ORIGINS, mode=Mode.TRIBE)

TABLES = [
    *((Rules(first_line=way), players) for way in FirstLine for players in (2, 3, 4)),
    (Rules(mighty_duel=True), 2),
    *((Rules(game=GameKind.ORIGINS, mode=Mode.DISCOVERY), players) for players in (2, 3, 4)),
]

KNOWN_TYPES = """async () => {
    const { SCHEMAS } = await import("/static/audit/record/types.js");
    return Object.fromEntries(SCHEMAS);
}"""

AUDIT_VECTORS = ROOT / "tests" / "conformance" / "vectors" / "audit.json"

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

NOT_KNOWN = {
    "with-bots": {"Bots"},
    "away": {"Bots"},
    "left": set(),
    "claimed": {"Bots"},
    "aborted": {"Bots"},
    "expired": set(),
    "resigned": set(),
    "forfeited": {"Bots"},
    "deserted": {"Bots"},
    "outages": set(),
}
"""For each story, the checks of the first four verdicts that the page cannot judge."""

TOGETHER = [
    ("away", "TimeExpired"),
    ("away", "PlanFired"),
    ("left", "TimeExpired"),
    ("left", "SeatLeft"),
    ("claimed", "EndAgreed"),
    ("aborted", "GameAborted"),
    ("expired", "GameAborted"),
    ("resigned", "SeatLeft"),
    ("forfeited", "TimeExpired"),
    ("deserted", "SeatLeft"),
]
"""A story, and a type of event that does not end its append there."""

MEMBERS_ALTERED = [
    ("rules.json", "players", "Legality"),
    ("rules.json", "dominoes", "Legality"),
    ("rules.json", "more", "Legality"),
    ("result.json", "scores", "Result"),
    ("result.json", "ranking", "Result"),
    ("randomness.json", "deck", "Fairness"),
    ("randomness.json", "kings", "Fairness"),
    ("randomness.json", "digest", "Fairness"),
    ("randomness.json", "more", "Fairness"),
]


@pytest.fixture(scope="module")
def modules(contexts: Contexts, base_url: str) -> Iterator[Page]:
    """Give a page of the service, from which its modules can be imported."""
    with opened(contexts, base_url) as page:
        yield page


def test_the_types_of_events_are_those_of_the_server(modules: Page) -> None:
    """The page's own table has the same types of events of a game, in the same schemas, as the server."""
    of_games = [each for each in EVENT_TYPES.values() if not issubclass(each.cls, SeriesEvent)]
    assert modules.evaluate(KNOWN_TYPES) == {each.name: list(range(1, each.schema + 1)) for each in of_games}


@pytest.mark.smoke
def test_the_draws_are_those_of_the_vectors(modules: Page) -> None:
    """The browser's draws match every published vector: words, numbers with rejections, decks, stacks."""
    found = modules.evaluate(
        """async ({ cases, below }) => {
            const draws = await import("/static/audit/draws/draws.js");
            const setup = await import("/static/audit/rules/setup.js");
            const bytes = await import("/static/shared/bytes.js");
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
                    cavemen: await draws.shuffled(stream("cavemen/0"), setup.TILES),
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


def test_the_digests_of_records_are_those_of_the_vectors(modules: Page) -> None:
    """Digests of version 2 match: the bound values, in canonical form, and the resulting deck."""
    found = modules.evaluate(
        """async (cases) => {
            const draws = await import("/static/audit/draws/draws.js");
            const bytes = await import("/static/shared/bytes.js");
            return Promise.all(cases.map(async (each) => {
                const seats = each.seats.map(({ player, entropy }) => (entropy ? [player, entropy] : null));
                const digest = await draws.digestOfRecord(each.founding ?? each.hash, each, seats);
                const stream = draws.words(bytes.fromHex(each.seed), "deck", each.game, digest);
                return [bytes.hex(digest), await draws.deckOf(stream)];
            }));
        }""",
        published()["digests"],
    )
    assert found == [[case["digest"], case["deck"]] for case in published()["digests"]]


def test_the_first_event_is_that_which_the_browser_had(modules: Page) -> None:
    """The first event must be the one stored before entropy was sent; another fails fairness at event 1."""
    game, events = recorded(Rules(), 2, seeded(1))
    found = modules.evaluate(
        """async ([content, firsts]) => {
            const { audited } = await import("/static/audit/verdicts/verdicts.js");
            const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
            const known = { game: null, held: "", own: "", listed: null };
            const fairness = async (first) => {
                const { verdicts } = await audited(bytes, { ...known, seen: () => first });
                return verdicts[2].checks.filter(({ title }) => title === "The first event that you had")
                    .map(({ outcome, version }) => [outcome, version]);
            };
            return Promise.all(firsts.map(fairness));
        }""",
        [base64.b64encode(bundle(game, events)).decode(), [None, events[0]["hash"], "ab" * 32]],
    )
    assert found == [[], [["pass", None]], [["fail", 1]]]


def texts(found: Any) -> dict[str, tuple[str, str]]:
    """The outcome and the sentence of each check."""
    checks = [check for verdict in found["verdicts"] for check in verdict["checks"]]
    return {check["title"]: (check["outcome"], check["text"]) for check in checks}


def test_dates_are_the_services_word(modules: Page) -> None:
    """The order of the times is checked; a date after the time of the audit is doubted, and no fault."""
    content = bundle(*recorded(Rules(), 2, seeded(1)))
    outcome, said = texts(audit(modules, content, own=PUBLIC_KEY))["Order"]
    assert outcome == "pass"
    assert "The dates are the service's word" in said
    outcome, said = texts(audit(modules, content, own=PUBLIC_KEY, now=0))["Order"]
    assert outcome == "not shown"
    assert "the clock of this device has 1970-01-01 00:00:00 UTC" in said


def test_what_is_not_shown_of_entropy(modules: Page) -> None:
    """Without a first event that the browser had, nobody is said to be protected; nor with old draws."""
    new = Forger(table_of("11" * 32, "22" * 32, opener="somebody else"))
    assert "kept its hash before sending" in texts(audit(modules, new.listed()))["Entropy"][1]
    new.event("GameCreated")["schema"] = 1
    del new.data("GameCreated")["draws"], new.data("GameCreated")["founding"]
    for nth in range(2):
        new.event("PlayerSeated", nth)["schema"] = 1
        del new.data("PlayerSeated", nth)["seen"], new.data("PlayerSeated", nth)["checkpoint"]
    assert "draws are of version 1" in texts(audit(modules, new.forged()))["Entropy"][1]


def test_a_receipt_with_the_time_at_which_it_came(modules: Page) -> None:
    """The page takes the lines that the command takes."""
    game, events = recorded(Rules(), 2, seeded(1))
    receipt = SERVICE.sign(GameId(game), Head(Version(3), events[2]["hash"])).document()
    for before in ("2026-11-28T02:17:09Z ", "2026-11-28T02:17:09+01:00 Kingdomino-Receipt: "):
        held = f"{before}{json.dumps(receipt)}"
        assert texts(audit(modules, bundle(game, events), held=held))["The head you hold"][0] == "pass"


@pytest.mark.smoke
def test_every_table_is_drawn_again(modules: Page) -> None:
    """The page computes the dominoes and first choices of all kinds of tables from their seeds."""
    for rules, players in TABLES:
        found = audit(modules, bundle(*recorded(rules, players, seeded(players))), own=PUBLIC_KEY)
        assert words(found) == PASSED, (rules, players, found)


def test_the_cavemen_are_drawn_again(modules: Page) -> None:
    """Every refill of the cave board follows from the seed, even after reshuffles; a wrong one is named."""
    game, events = recorded(TRIBE, 3, seeded(3), preferred)
    assert [event["data"].get("source") for event in events].count("stack") == 2
    assert words(audit(modules, bundle(game, events), own=PUBLIC_KEY)) == PASSED
    refill = [event for event in events if event["type"] == "BoardRefilled"][-1]
    others = refill["data"]["cavemen"][:-1]
    other = "hunter" if refill["data"]["cavemen"][-1] != "hunter" else "fisher"
    altered = chained(game, replaced(events, refill["version"], cavemen=[*others, other]))
    found = audit(modules, bundle(game, altered), own=PUBLIC_KEY)
    assert words(found)[:3] == ("pass", "pass", "fail")
    assert found["bad"]["version"] == refill["version"]


@pytest.mark.smoke
@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", STORIES)
def test_games_of_bots_and_seats_that_were_left_pass(modules: Page, name: str) -> None:
    """Bots send no entropy, a successor inherits the seat's entropy, and a cancelled game has ended.

    The page does not know how bots choose, and says so.
    """
    game, events, _ = STORIES[name]()
    found = audit(modules, game_bundle(game, events, SERVICE), own=SERVICE.public_key)
    checks = [check for verdict in found["verdicts"][:4] for check in verdict["checks"]]
    assert {check["title"] for check in checks if check["outcome"] != "pass"} == NOT_KNOWN[name], found
    assert "fail" not in words(found)


@pytest.mark.parametrize(("name", "kind"), TOGETHER)
def test_what_belongs_together_has_one_time(modules: Page, name: str, kind: str) -> None:
    """Events that follow from a time-out, a plan, an idle seat or an early end must have the same time."""
    game, events, appends = STORIES[name]()
    record: list[Event] = [event.public() for event in events]
    version = next(e["version"] for e in record if e["type"] == kind and e["version"] not in appends)
    later = [{**event, "at": event["at"] + 1} for event in record[version:]]
    found = audit(modules, bundle(game, chained(game, [*record[:version], *later])), own=PUBLIC_KEY)
    assert words(found)[VERDICTS.index("Time")] == "fail"
    assert found["bad"]["version"] == version + 1


def test_a_table_that_was_called_off_before_it_was_full(modules: Page) -> None:
    """A table cancelled before it was full reveals its seed, and nothing was drawn from it."""
    table = Correspondence(5, players=3)
    table.fill(None)
    table.attendance.abort(table.match, "player-0")
    content = game_bundle(table.game, table.played.events, SERVICE)
    assert words(audit(modules, content, own=SERVICE.public_key)) == (*PASSED[:5], "not shown")


def test_a_plan_is_laid_before_it_is_carried_out(modules: Page) -> None:
    """A plan dated after its own moves fails."""
    game, events, _ = STORIES["away"]()
    record: list[Event] = [event.public() for event in events]
    fired = first(record, "PlanFired")
    altered = chained(game, replaced(record, fired["version"], laid=fired["at"] + 1))
    found = audit(modules, bundle(game, altered), own=PUBLIC_KEY)
    assert (words(found)[VERDICTS.index("Time")], found["bad"]["version"]) == ("fail", fired["version"])


def test_an_outage_has_ended_when_it_is_recorded(modules: Page) -> None:
    """An outage that ends after its own event fails."""
    game, events, _ = STORIES["outages"]()
    record: list[Event] = [event.public() for event in events]
    outage = first(record, "OutageRecorded")
    altered = chained(game, replaced(record, outage["version"], ended=outage["at"] + 1))
    found = audit(modules, bundle(game, altered), own=PUBLIC_KEY)
    assert (words(found)[VERDICTS.index("Time")], found["bad"]["version"]) == ("fail", outage["version"])


def test_nothing_comes_after_a_game_that_was_called_off(modules: Page) -> None:
    """Any event after the revealed seed of a cancelled game fails legality."""
    game, events, _ = STORIES["aborted"]()
    record: list[Event] = [event.public() for event in events]
    more = {**record[-2], "version": len(record) + 1}
    content = signed(game, chained(game, [*record, more]), derived(game, record))
    found = audit(modules, content, own=PUBLIC_KEY)
    assert (words(found)[VERDICTS.index("Legality")], found["bad"]["version"]) == ("fail", len(record) + 1)


@pytest.mark.smoke
def test_only_canonical_json_is_taken(modules: Page) -> None:
    """Order, spaces, repeated keys, numbers, escapes, surrogates and depth must be canonical to the byte."""
    vectors = json.loads(AUDIT_VECTORS.read_bytes())
    taken = modules.evaluate(
        """async (texts) => {
            const { parsed } = await import("/static/audit/encoding/canonical.js");
            const { utf8 } = await import("/static/shared/bytes.js");
            const taken = (text) => { try { parsed(utf8(text)); return true; } catch { return false; } };
            return texts.filter(taken);
        }""",
        [*CANONICAL, *vectors["canonical"], *NOT_CANONICAL, *(case["text"] for case in vectors["refused"])],
    )
    assert taken == [*CANONICAL, *vectors["canonical"]]


@pytest.mark.smoke
def test_faults_of_a_record_are_told_apart(modules: Page, sound: Record) -> None:
    """Each fault in a record with a recomputed chain fails its own verdicts at its own event."""
    game, events = sound
    king, revealed = first(events, "KingDrawn")["version"], first(events, "SeedRevealed")["version"]
    seat = (events[king - 1]["seat"] + 1) % 3
    other_king = {**events[king - 1], "seat": seat}
    later = {**events[-1], "version": len(events) + 1}
    following = first(events[20:], "LineDealt")["version"]
    apart = {**events[following - 1], "at": events[following - 1]["at"] + 1}
    faults = [
        (["Time"], 20, [*events[:19], {**events[19], "at": 1}, *events[20:]]),
        (["Completeness"], 21, [*events[:20], *events[21:]]),
        (["Time"], following, [*events[: following - 1], apart, *events[following:]]),
        (["Legality"], len(events) + 1, [*events, later]),
        (["Fairness"], first(events, "LineDealt")["version"], replaced(events, 1, commitment="0" * 64)),
        (["Legality"], revealed, replaced(events, revealed, seed="nonsense")),
        (["Fairness", "Legality"], king, [*events[: king - 1], other_king, *events[king:]]),
        (["Integrity"], 30, [*events[:29], {**events[29], "more": 1}, *events[30:]]),
    ]
    for verdicts, version, altered in faults:
        content = signed(game, chained(game, altered), derived(game, events))
        found = audit(modules, content, own=PUBLIC_KEY)
        failed = [name for name, outcome in zip(VERDICTS, words(found), strict=True) if outcome == "fail"]
        assert (failed, found["bad"]["version"]) == (verdicts, version), found


def test_a_torn_end_fails(modules: Page, sound: Record) -> None:
    """A missing follow-up event fails completeness, even if the reader holds the head of the torn record."""
    game, events = sound
    for kind in ("GameStarted", "LineDealt", "SeedRevealed"):
        torn = events[: first(events, kind)["version"]]
        head = f"{torn[-1]['version']}:{torn[-1]['hash']}"
        found = audit(modules, bundle(game, torn), own=PUBLIC_KEY, held=head)
        assert words(found)[1] == "fail", kind
        assert found["bad"]["version"] == len(torn) + 1


def test_a_head_makes_an_unfinished_record_complete(modules: Page, sound: Record) -> None:
    """A held head completes a record up to it, unless something follows by itself there."""
    game, events = sound
    upto = first(events, "DominoPlaced")["version"]
    head = f"{upto}:{events[upto - 1]['hash']}"
    assert words(audit(modules, bundle(game, events[:upto]), own=PUBLIC_KEY, held=head))[1] == "pass"
    upto = first(events, "GameStarted")["version"]
    head = f"{upto} {events[upto - 1]['hash']}"
    assert words(audit(modules, bundle(game, events[:upto]), own=PUBLIC_KEY, held=head))[1] == "fail"


def test_what_the_page_does_not_know(modules: Page, sound: Record) -> None:
    """An unknown type or schema is named, integrity passes, and no verdict that depends on it is given."""
    game, events = sound
    for change in ({"type": "KingCrowned"}, {"type": "constructor"}, {"schema": 77}):
        later = chained(game, [*events[:29], {**events[29], **change}, *events[30:]])
        found = audit(modules, signed(game, later, derived(game, events)), own=PUBLIC_KEY)
        assert words(found) == ("pass", *["not shown"] * 5), change
        fairness = found["verdicts"][VERDICTS.index("Fairness")]
        (said,) = [check["text"] for check in fairness["checks"] if check["title"] == "Events"]
        assert said.startswith(f"Event 30 is of the type {json.dumps(later[29]['type'])}")
        assert str(later[29]["schema"]) in said


def test_zeros_are_no_entropy(modules: Page, sound: Record) -> None:
    """A seat with zeros counts as unprotected, because the digest has zeros for missing entropy."""
    game, events = sound
    seat = first(events[2:], "PlayerSeated")
    zeros = chained(game, replaced(events, seat["version"], entropy="0" * 64))
    found = audit(modules, bundle(game, zeros), own=PUBLIC_KEY)
    fairness = found["verdicts"][VERDICTS.index("Fairness")]
    (said,) = [check["text"] for check in fairness["checks"] if check["title"] == "Entropy"]
    assert f"None came from: Seat {seat['seat']}. So there is no protection" in said


@pytest.mark.smoke
def test_receipts_are_verified(modules: Page, sound: Record) -> None:
    """A receipt proves nothing if it was altered, signed by another key, or belongs to another game."""
    game, events = sound
    last = {"game": game, "hash": events[-1]["hash"], "version": len(events)}
    receipt = signed_head(KEY, last)
    other = Ed25519PrivateKey.from_private_bytes(bytes(32))
    elsewhere = signed_head(KEY, {**last, "game": NOWHERE})
    cases = [
        (receipt, PUBLIC_KEY, "pass", "the key of this bundle"),
        (signed_head(other, last), "", "pass", "another key than this bundle"),
        (signed_head(other, last), PUBLIC_KEY, "not shown", "Unknown key"),
        ({**receipt, "version": 3}, PUBLIC_KEY, "not shown", "does not hold"),
        ({**receipt, "more": 3}, PUBLIC_KEY, "not shown", "is no head"),
        (elsewhere, PUBLIC_KEY, "not shown", "Another game"),
    ]
    for held, own, outcome, said in cases:
        found = audit(modules, bundle(game, events), own=own, held=json.dumps(held))
        completeness = found["verdicts"][VERDICTS.index("Completeness")]
        (check,) = [check for check in completeness["checks"] if check["title"] == "The head you hold"]
        assert (check["outcome"], said in check["text"]) == (outcome, True), check


def test_the_text_for_people_is_one(modules: Page) -> None:
    """The page, docs/organize/audit.md and the file in bundles agree on the SHA-256 of VERIFY.md."""
    known = modules.evaluate('async () => (await import("/static/audit/verdicts/integrity.js")).VERIFY')
    assert known == hashlib.sha256(VERIFY).hexdigest()
    assert f"`VERIFY.md` of format 1 has the SHA-256 `{known}`" in PAGE


def test_a_signature_of_another_head_fails(modules: Page, sound: Record) -> None:
    """The signature of an earlier head fails under the manifest of the last one."""
    game, events = sound
    _, *members = unzipped(bundle(game, events)).items()
    signature = json.loads(dict(members)["signature.json"])
    flipped = signature["signature"][:-1] + ("0" if signature["signature"][-1] != "0" else "1")
    for change in ({"version": 1}, {"signature": flipped}, {"public_key": "0" * 63 + "2"}):
        altered = {**dict(members), "signature.json": canonical({**signature, **change})}
        found = audit(modules, listed(game, events, altered), listed=[PUBLIC_KEY])
        assert words(found) == ("fail", *PASSED[1:]), change


def test_other_archives_are_refused(modules: Page, sound: Record) -> None:
    """The same members fail if compressed, reordered, with a comment, or with trailing data."""
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
    """Derived members are recomputed from the events, and a member that differs fails its verdict."""
    game, events = sound
    files = derived(game, events)
    for name, member, verdict in MEMBERS_ALTERED:
        altered = canonical({**json.loads(files[name]), member: [0]})
        found = audit(modules, signed(game, events, {**files, name: altered}), own=PUBLIC_KEY)
        assert words(found)[VERDICTS.index(verdict)] == "fail", (name, member)
