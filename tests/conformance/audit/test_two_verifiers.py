"""Two verifiers by docs/organize/audit.md, `kingdomino audit` and the page, on the same forgeries."""

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pytest

from harness.audit.audits import BASE, SERVICE, TRIBE, bundle, dynasty_of, game
from harness.audit.forging import OWN_KEY, Forger, chained, sha256, written
from harness.audit.second_verifier import judged
from harness.audit.tampering import flipped
from harness.games import seeded
from kingdomino.rules import FirstLine, Rules
from replays.audit.bundle.packing import pack
from replays.audit.evidence import Evidence, Held
from replays.audit.verdicts import Aspect
from replays.audit.verifier import audit
from replays.encoding.canonical import canonical
from replays.encoding.entries import Head
from replays.encoding.identity import Version
from tests.conformance.audit.test_forgeries import (
    FORGERIES,
    IMPOSSIBLE,
    TABLE_OF,
    Change,
    bundle_of,
    changed,
    drawn_otherwise,
    envelope,
    exchanged,
    left_out,
    other_kings,
    other_stack,
)
from tests.conformance.audit.test_tampering import EDITS

MUTATIONS = 60
MUTATED = ("base-2", "base-3", "totem-3", "tribe-2")
EVENTS = "events.ndjson"


@dataclass(frozen=True)
class Case:
    """A bundle, the public key that the auditor holds, and a head."""

    name: str
    content: bytes
    key: str = OWN_KEY.public_key
    head: Head | None = None

    def known(self) -> dict[str, str]:
        """The auditor's evidence in the form of the page."""
        return {"held": f"{self.head.version}:{self.head.hash}" if self.head else "", "own": self.key}

    def evidence(self) -> Evidence:
        """The auditor's evidence in the form of the command."""
        return Evidence((Held(self.head),) if self.head else (), frozenset({self.key}))


def short_refill(forger: Forger) -> int:
    """Give the board fewer cavemen than it has room for."""
    forger.data("BoardRefilled")["cavemen"].pop()
    return forger.at("BoardRefilled") + 1


CHANGES: list[tuple[Change, str]] = [
    *((forgery.change, forgery.table) for forgery in FORGERIES),
    *IMPOSSIBLE,
    (envelope("DominoPlaced", 3, schema=77), "base-2"),
    (envelope("DominoPlaced", 3, type="SeatTakenOver"), "base-2"),
    (envelope("DominoPlaced", 3, type="constructor"), "base-2"),
    (envelope("DominoPlaced", 3, cause="plan"), "base-2"),
    (envelope("DominoPlaced", 3, actor=7), "base-2"),
    (envelope("DominoPlaced", 3, at="soon"), "base-2"),
    (left_out("GameScored"), "base-2"),
    (changed("PlayerSeated", entropy="00" * 32), "base-2"),
    (changed("GameCreated", players=0), "base-2"),
    (changed("GameCreated", players=2**40), "base-2"),
    (changed("GameCreated", rules_version=99), "base-2"),
    (changed("GameCreated", rules_version=True), "base-2"),
    (changed("LineDealt", dominoes=[]), "base-2"),
    (envelope("DominoChosen", 1, at=2**50), "tribe-2"),
    (envelope("DominoChosen", 2, at=2**50), "tribe-2"),
    (envelope("TotemTaken", at=2**50), "totem-3"),
    (short_refill, "tribe-2"),
    (changed("CavemanTaken", caveman="ghost"), "tribe-4"),
]
"""The forgeries of events, and the tables to which they are applied."""


def with_manifest(forger: Forger, **more: Any) -> bytes:
    """The bundle with these values in its manifest."""
    return pack({**forger.members, "manifest.json": canonical({**forger.manifest, **more})})


def without(forger: Forger, name: str) -> bytes:
    """The bundle without a member."""
    del forger.members[name]
    return forger.listed()


def member(name: str, old: bytes, new: bytes) -> Callable[[Forger], bytes]:
    """Replace text in a member, and update the manifest's list."""

    def change(forger: Forger) -> bytes:
        assert old in forger.members[name]
        forger.members[name] = forger.members[name].replace(old, new, 1)
        return forger.listed()

    return change


HEAD = {"hash": "ab" * 32, "version": 3}
MEMBERS: dict[str, Callable[[Forger], bytes]] = {
    "manifest with more": lambda forger: with_manifest(forger, more=1),
    "manifest of format 2": lambda forger: with_manifest(forger, format=2),
    "manifest of a dynasty": lambda forger: with_manifest(forger, kind="dynasty"),
    "manifest of no game": lambda forger: with_manifest(forger, game="none"),
    "manifest with another head": lambda forger: with_manifest(forger, head=HEAD),
    "manifest with more in its head": lambda forger: with_manifest(forger, head={**HEAD, "more": 1}),
    "manifest that lists itself": lambda forger: with_manifest(
        forger, files={**forger.manifest["files"], "manifest.json": sha256(b"")}
    ),
    "manifest that lists nothing": lambda forger: with_manifest(forger, files={}),
    "signature with more": member("signature.json", b'"game"', b'"a":1,"game"'),
    "signature of another version": member("signature.json", b'"version":', b'"version":1'),
    "signature with a space": member("signature.json", b"{", b"{ "),
    "another text": member("VERIFY.md", b"sha256", b"sha512"),
    "other dominoes": member("rules.json", b'["wheat",0,0]', b'["wheat",1,0]'),
    "rules with more": member("rules.json", b'"options"', b'"more":1,"options"'),
    "rules with a space": member("rules.json", b"{", b"{ "),
    "draws with a space": member("randomness.json", b"{", b"{ "),
    "other draws": member("randomness.json", b'"kings":[', b'"kings":[3,'),
    "result with a space": member("result.json", b"{", b"{ "),
    "another result": member("result.json", b'"scored"', b'"active"'),
    "an empty line": member(EVENTS, b"\n", b"\n\n"),
    "a line with CR": member(EVENTS, b"\n", b"\r\n"),
    "a line that goes on": member(EVENTS, b"\n", b""),
    "a hash in capitals": member(EVENTS, b'"hash":"', b'"hash":"A'),
    "a key beyond the plane": member(EVENTS, b'{"actor"', '{"😀":1,"actor"'.encode()),
    "no rules": lambda forger: without(forger, "rules.json"),
    "no events": lambda forger: without(forger, EVENTS),
    "another member": lambda forger: pack({**forger.members, "more": b""}),
}
"""The forgeries of the members of a two-player game."""


@cache
def good(table: str) -> Forger:
    """The bundle of a table, taken apart; copy it before changing it."""
    return Forger(bundle_of(table))


def forged() -> Iterator[Case]:
    """Cases with changed events, to which everything else was adapted."""
    for number, (change, table) in enumerate(CHANGES):
        forger = deepcopy(good(table))
        change(forger)
        yield Case(f"change {number}", forger.forged())
    for players, rules, cheat in (
        (3, BASE, exchanged),
        (2, Rules(first_line=FirstLine.SEATED), other_kings),
        (2, TRIBE, other_stack),
        (3, TRIBE, exchanged),
    ):
        yield Case(f"{cheat.__name__} {rules}", drawn_otherwise(players, rules, cheat))


def members() -> Iterator[Case]:
    """Cases with changed members, under the service's own signature."""
    for name, change in MEMBERS.items():
        yield Case(name, change(deepcopy(good("base-2"))), SERVICE.public_key)
    for name, content in {"nothing": b"", "no archive": b"PK", "a dynasty": dynasty_of()}.items():
        yield Case(name, content, SERVICE.public_key)
    yield Case("honest, another key", bundle(2))


def cut() -> Iterator[Case]:
    """Records cut after some events, compared with a head before the cut and one after it."""
    for table in ("base-2", "tribe-2"):
        players, rules = TABLE_OF[table]
        _, record = game(players, rules)
        for upto in range(1, len(record) + 1, len(record) // 8):
            content = bundle(players, rules, upto=upto)
            for version in (upto, len(record)):
                head = Head(Version(version), record[version - 1].hash)
                yield Case(f"{table} to {upto}, holds {version}", content, SERVICE.public_key, head)


def mutated() -> Iterator[Case]:
    """Cases with a random change to a byte, a line, a time or a field of an event."""
    random = seeded(11)
    for number in range(MUTATIONS):
        table, mutate = random.choice(MUTATED), MUTATE[number % len(MUTATE)]
        yield Case(f"{mutate.__name__} {number} {table}", mutate(deepcopy(good(table)), random))


def byte_of_the_archive(forger: Forger, random: Random) -> bytes:
    """The archive with one changed byte."""
    content = forger.sealed()
    return flipped(content, random.randrange(len(content)), 1 << random.randrange(8))


def byte_of_a_member(forger: Forger, random: Random) -> bytes:
    """A member with one changed byte and an updated list."""
    name = random.choice([EVENTS, *forger.members])
    content = forger.members[name]
    forger.members[name] = flipped(content, random.randrange(len(content)), 1 << random.randrange(8))
    return forger.listed()


def event_edited(forger: Forger, random: Random) -> bytes:
    """An event dropped, doubled, inserted or swapped with the previous one, and the rest adapted."""
    place = random.randrange(1, len(forger.events))
    EDITS[random.choice(sorted(EDITS))](forger.events, place, deepcopy(good("base-2").events[place % 60]))
    forger.events = deepcopy(forger.events)
    return forger.forged()


def field_of_an_event(forger: Forger, random: Random) -> bytes:
    """A value in an event's data or envelope replaced, and the chain recomputed."""
    event = random.choice(forger.events)
    fields = random.choice([event, event["data"] or event])
    fields[random.choice(sorted(fields))] = random.choice([None, 0, 2, "x", [], {}, "ab" * 32, True])
    forger.members[EVENTS] = written(chained(forger.game, forger.events))
    return forger.sealed()


def time_of_an_event(forger: Forger, random: Random) -> bytes:
    """An event's time changed by a little."""
    random.choice(forger.events)["at"] += random.choice([-2000, -1000, -1, 1, 1000])
    return forger.forged()


MUTATE = (byte_of_the_archive, byte_of_a_member, event_edited, field_of_an_event, time_of_an_event)


VERDICTS = ("Integrity", "Completeness", "Fairness", "Time", "Legality", "Result")


@pytest.mark.long
def test_the_page_and_the_command_agree() -> None:
    """Neither passes a verdict that the other fails."""
    cases = [*forged(), *members(), *cut(), *mutated()]
    found = judged((case.content, case.known()) for case in cases)
    both: Counter[str] = Counter()
    for case, verdicts in zip(cases, found, strict=True):
        report = audit(case.content, case.evidence())
        for verdict in verdicts:
            page = verdict["outcome"]
            command = report.verdict(Aspect(verdict["name"].lower())).value
            both[verdict["name"]] += page == command == "fail"
            apart = (case.name, verdict, report.findings)
            assert (page, command) != ("pass", "fail"), apart
            assert (page, command) != ("fail", "pass"), apart
    assert min(both[name] for name in VERDICTS) > 5, both


def test_they_agree_on_what_is_sound() -> None:
    """Both pass everything at every table; otherwise the test above would prove little."""
    cases = [bundle_of(table) for table in TABLE_OF]
    found = judged((content, {"own": SERVICE.public_key}) for content in cases)
    for content, verdicts in zip(cases, found, strict=True):
        report = audit(content, Evidence(keys=frozenset({SERVICE.public_key})))
        assert {verdict.value for verdict in report.verdicts.values()} == {"pass"}
        assert [verdict["outcome"] for verdict in verdicts] == ["pass"] * 6


def test_a_damaged_archive_is_judged_as_far_as_it_can_be_read() -> None:
    """After a changed byte both name the first changed event, and judge the rest of the members."""
    content = bundle(2)
    place = content.index(b'"type":"DominoPlaced"')
    damaged = flipped(content, place + len(b'"type":"'))
    report = audit(damaged)
    due = next(each.version for each in report.findings if each.code == "log/chain")
    [verdicts] = judged([(damaged, {})])
    checks = {check["title"]: check for check in verdicts[0]["checks"]}
    assert checks["Archive"]["text"] == "The checksum of events.ndjson is another: the bytes were changed."
    assert (checks["Chain"]["outcome"], checks["Chain"]["version"]) == ("fail", due)
    assert [verdict["outcome"] for verdict in verdicts[1:]] == ["not shown"] * 5
