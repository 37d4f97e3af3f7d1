"""The page claims as much as the command, for the same heads and receipts, and with the same limits."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from harness.audit.audits import SERVICE, bundle
from harness.audit.forging import OWN_KEY, Forger
from harness.audit.hostile import ROOM, member
from harness.audit.second_verifier import judged
from replays.audit.verdicts import Aspect
from replays.audit.verifier import audit
from replays.encoding.canonical import LONGEST
from service.cli.auditing.held import kept
from tests.conformance.audit.test_option_spellings import DEFAULTS, PAUSE, paused, with_options
from tests.unit.service.cli.test_audit_claims import OTHER, head, signed
from tests.unit.service.cli.test_audit_command import line, receipt

HALF = 14
GAME = line(receipt(9))
ANOTHER = line(SERVICE.sign(Forger(bundle(2, seed=2)).game, receipt(9).head))


class Case(NamedTuple):
    """The good game up to a version, the held evidence, the verdict of completeness, words of the page."""

    upto: int | None
    held: str
    outcome: str
    words: str


CLAIMS = [
    Case(HALF, head(2), "not shown", "Nothing is missing up to event 2,"),
    Case(HALF, head(HALF), "pass", "You hold a head of the last event"),
    Case(HALF, GAME, "not shown", "Nothing is missing up to event 9,"),
    Case(HALF, f"{GAME}\n{line(receipt(HALF))}", "pass", "You hold a head of the last event"),
    Case(None, head(2), "pass", "Version 2 has the hash that you hold"),
    Case(None, f"{GAME}\n{ANOTHER}\n{line(receipt(7))}", "pass", "1 receipt is of another game"),
    Case(None, f"{GAME}\n{signed(9, OTHER)}", "fail", "Two valid receipts of event 9 contradict each other"),
    Case(
        None, signed(9, OTHER), "fail", "Your receipt of event 9 and this signed bundle contradict each other"
    ),
    Case(None, signed(9, OTHER, OWN_KEY), "fail", "Another game: your head of version 9 has another hash"),
    Case(HALF, line(receipt(40)), "fail", "Cut: you hold version 40, and this record ends with 14"),
]


def test_both_claim_the_same_of_completeness(tmp_path: Path) -> None:
    """Heads before, at and beyond the end; receipts that match, that do not, and of other games."""
    contents = [bundle(2, upto=case.upto) for case in CLAIMS]
    found = judged((content, {"held": case.held}) for content, case in zip(contents, CLAIMS, strict=True))
    for case, content, verdicts in zip(CLAIMS, contents, found, strict=True):
        file = tmp_path / "receipts"
        file.write_text(case.held, "utf-8")
        is_head = ":" in case.held[:4]
        evidence = kept([case.held if is_head else str(file)], []).evidence
        page = next(verdict for verdict in verdicts if verdict["name"] == "Completeness")
        command = audit(content, evidence).verdict(Aspect.COMPLETENESS).value
        assert (page["outcome"], command) == (case.outcome, case.outcome), case
        assert any(case.words in check["text"] for check in page["checks"]), (case.words, page)


def odd() -> Iterator[tuple[str, bytes]]:
    """Options in unusual spellings, doubled events, giant fields, and archives beyond the limits."""
    for name, value in DEFAULTS.items():
        yield f"{name} spelled out", with_options({name: value})
    yield "weekdays out of order", with_options(paused({**PAUSE, "weekdays": ["sun", "sat"]}))
    yield "no weekdays", with_options(paused({**PAUSE, "weekdays": [], "from": "22:00", "to": "07:00"}))
    for field, value in (("type", "x" * 10**5), ("data", {"x": "y" * 10**5}), ("actor", "z" * LONGEST)):
        forger = Forger(bundle(2), SERVICE)
        forger.events[5][field] = value
        yield f"a giant {field}", forger.forged()
    forger = Forger(bundle(2), SERVICE)
    forger.events[20:20] = forger.events[18:20]
    yield "events doubled", forger.forged()
    yield "line feeds", member("events.ndjson", ROOM + 20_001, b"\n")
    yield "many values", member("result.json", ROOM + 10**6 + 1, b",")
    yield "long manifest", member("manifest.json", ROOM + LONGEST + 1, b" ")
    yield "long signature", member("signature.json", ROOM + LONGEST + 1, b" ")


def test_both_refuse_the_same_odd_bundles() -> None:
    """The page passes nothing that the command fails, and its texts stay short."""
    cases = list(odd())
    found = judged((content, {"own": SERVICE.public_key}) for _, content in cases)
    for (name, content), verdicts in zip(cases, found, strict=True):
        report = audit(content)
        failed = {aspect.value for aspect in Aspect if report.verdict(aspect).value == "fail"}
        page = {verdict["name"].lower(): verdict["outcome"] for verdict in verdicts}
        assert failed, name
        assert not [aspect for aspect in failed if page[aspect] == "pass"], (name, page, failed)
        assert "fail" in page.values() or "a giant" in name, (name, page)
        texts = [check["text"] for verdict in verdicts for check in verdict["checks"]]
        assert max(map(len, texts)) < 1000, name


def test_a_default_is_named_at_event_1() -> None:
    """The check of the moves names the event."""
    [verdicts] = judged([(with_options({"private": False}), {})])
    legality = next(verdict for verdict in verdicts if verdict["name"] == "Legality")
    [fault] = [check for check in legality["checks"] if check["outcome"] == "fail"]
    assert fault["version"] == 1
    assert fault["text"].endswith("or spells out what a record leaves out.")
