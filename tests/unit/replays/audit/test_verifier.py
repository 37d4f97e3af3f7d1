"""Refusals of the verifier have codes, and any input gets a verdict (docs/organize/audit.md)."""

import io
import re
import struct
import zipfile
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.audit.audits import TRIBE, bundle, dynasty_of, failing, named, open_bundle, table_of
from harness.audit.forging import Forger, chained, sha256, written
from replays.audit.bundle.packing import pack
from replays.audit.verdicts import Finding, Verdict
from replays.audit.verifier import audit
from replays.commands.series import FEW_GAMES
from replays.encoding.canonical import canonical
from tests.sampling import examples

EVENTS = "events.ndjson"
DEEP = b"[" * 10_000 + b"]" * 10_000

Edit = Callable[[bytes], bytes]


def only(data: bytes) -> Finding:
    """The first finding of the audit of these bytes."""
    return audit(data).findings[0]


def refused(finding: Finding) -> tuple[str, str]:
    """The aspect and code of a finding, whose text is one printable line."""
    assert finding.text.isprintable()
    return finding.aspect.value, finding.code


def member(name: str, edit: Edit) -> bytes:
    """A scored game's bundle with one member edited, and the manifest updated to match."""
    forger = Forger(bundle(2))
    forger.members[name] = edit(forger.members[name])
    return forger.listed() if name != "manifest.json" else pack(forger.members)


def upper(text: bytes) -> bytes:
    """The text with its first hash in upper case."""
    place = text.index(b'"hash":"') + 8
    return text[:place] + text[place : place + 64].upper() + text[place + 64 :]


def in_line(right: bytes, wrong: bytes) -> Edit:
    """An edit that replaces the first occurrence of `right`."""
    return lambda text: text.replace(right, wrong, 1)


LINES: dict[str, tuple[Edit, str, str]] = {
    "upper-case hash": (upper, "events/hash-form", "64 lower-case hexadecimal digits"),
    "short hash": (in_line(b'"hash":"', b'"hash":"00'), "events/hash-form", "64 lower-case"),
    "hash that is a number": (
        lambda text: text.replace(text[text.index(b'"hash":"') + 7 :][:66], b"1", 1),
        "events/hash-form",
        "64 lower-case",
    ),
    "key twice": (in_line(b'"at":', b'"at":1,"at":'), "events/not-canonical", "'at' stands twice"),
    "key twice in the data": (
        in_line(b'"players":2', b'"players":2,"players":2'),
        "events/not-canonical",
        "'players'",
    ),
    "another key": (in_line(b'{"actor"', b'{"a":1,"actor"'), "events/keys", "exactly actor"),
    "a key less": (in_line(b'"seat":null,', b""), "events/keys", "exactly actor"),
    "keys in another order": (
        in_line(b'{"actor":"player-0",', b'{"zactor":1,'),
        "events/not-canonical",
        "not in canonical",
    ),
    "white space": (in_line(b",", b", "), "events/not-canonical", "byte"),
    "escapes": (in_line(b"player-0", b"\\u0070layer-0"), "events/not-canonical", "byte"),
    "float": (in_line(b'"players":2', b'"players":2.0'), "events/not-canonical", "float"),
    "exponent": (in_line(b'"players":2', b'"players":2e0'), "events/not-canonical", "float"),
    "large number": (in_line(b'"players":2', b'"players":9007199254740993'), "events/not-canonical", "2^53"),
    "minus zero": (in_line(b'"players":2', b'"players":-0'), "events/not-canonical", "byte"),
    "NaN": (in_line(b'"players":2', b'"players":NaN'), "events/not-canonical", "not JSON"),
    "lone surrogate": (in_line(b"player-0", b"\\ud800"), "events/not-canonical", "not JSON"),
    "no UTF-8": (in_line(b"player-0", b"\xff"), "events/not-canonical", "not JSON"),
    "byte order mark": (lambda text: b"\xef\xbb\xbf" + text, "events/not-canonical", "not JSON"),
    "deep nesting": (in_line(b'"players":2', b'"players":' + DEEP), "events/not-canonical", "JSON"),
    "nesting": (
        in_line(b'"players":2', b'"players":' + DEEP[9960:10040]),
        "events/not-canonical",
        "deeper than 32",
    ),
    "CR LF": (lambda text: text.replace(b"\n", b"\r\n"), "events/line-end", "CR LF"),
    "CR": (lambda text: text.replace(b"\n", b"\r"), "events/line-end", "no line end"),
    "empty line": (lambda text: b"\n" + text, "events/not-canonical", "not JSON"),
    "an array": (lambda text: b"[]\n" + text, "events/keys", "object"),
    "nothing": (lambda text: text.split(b"\n")[0], "events/line-end", "no line end"),
}


@pytest.mark.parametrize(("edit", "code", "words"), LINES.values(), ids=LINES)
def test_a_line_that_is_none(edit: Edit, code: str, words: str) -> None:
    """The first line fails integrity, with what would be right; nothing after it is judged."""
    findings = audit(member(EVENTS, edit)).findings
    [finding] = [finding for finding in findings if finding.code.startswith("events/")]
    assert refused(finding) == ("integrity", code)
    assert finding.version == 1
    assert words in finding.text


def test_the_last_line_end() -> None:
    """Without the last line end it is unknown whether the line was longer."""
    found = audit(member(EVENTS, lambda text: text[:-1])).findings[0]
    assert (found.code, found.version) == ("events/line-end", 65)
    assert failing(member(EVENTS, lambda text: text + b"\n")) == {"integrity"}


@pytest.mark.parametrize("name", ["seat", "type", "schema"])
@pytest.mark.parametrize("inner", [{"a": 0, "schema": 1}, {"a": 1, "hash": "0" * 64, "schema": 1}])
def test_an_envelope_within_the_envelope(name: str, inner: dict[str, object]) -> None:
    """Nested keys that look like the event's own do not change which bytes are hashed."""
    forger = Forger(bundle(2))
    forger.events[0][name] = inner
    forger.members[EVENTS] = written(chained(forger.game, forger.events))
    data = forger.sealed()
    assert only(data).version == 1
    assert failing(data) == {"legality"}


HASHES = [
    ("GameCreated", "commitment"),
    ("LineDealt", "state_hash"),
    ("SeedRevealed", "seed"),
    ("PlayerSeated", "entropy"),
]


@pytest.mark.parametrize(("kind", "name"), HASHES)
@pytest.mark.parametrize("wrong", ["AB" * 32, "ab" * 31, "ab" * 32 + "\n", 1, "٣" * 64])
def test_digits_within_an_event(kind: str, name: str, wrong: object) -> None:
    """Upper case and other invalid digits fail legality, even if the chain is right."""
    forger = Forger(bundle(2))
    forger.data(kind)[name] = wrong
    forger.members[EVENTS] = written(chained(forger.game, forger.events))
    found = audit(forger.sealed()).findings
    assert [refused(finding) for finding in found] == [("legality", "log/data")]
    assert found[0].version == forger.at(kind) + 1
    assert name in found[0].text
    assert "64 lower-case hexadecimal digits" in found[0].text


MANIFESTS: dict[str, tuple[Edit, str, str]] = {
    "key twice": (in_line(b'"format":1', b'"format":1,"format":1'), "manifest/not-canonical", "'format'"),
    "line end": (lambda text: text + b"\n", "manifest/not-canonical", "byte"),
    "byte order mark": (lambda text: b"\xef\xbb\xbf" + text, "manifest/not-canonical", "not JSON"),
    "deep nesting": (lambda _: DEEP, "manifest/not-canonical", "JSON"),
    "float": (in_line(b'"format":1', b'"format":1.0'), "manifest/not-canonical", "float"),
    "upper case": (upper, "manifest/form", "head: hash: not 64 lower-case"),
    "another format": (in_line(b'"format":1', b'"format":2'), "manifest/form", "format 2"),
    "another kind": (in_line(b'"kind":"game"', b'"kind":"dance"'), "manifest/form", "'dance'"),
    "the other kind": (in_line(b'"kind":"game"', b'"kind":"dynasty"'), "bundle/missing", "dynasty has"),
    "true": (in_line(b'"format":1', b'"format":true'), "manifest/form", "format: True"),
    "an id in capitals": (in_line(b'"game":"', b'"game":"F'), "manifest/form", "game: "),
    "a key more": (in_line(b'"format":1', b'"format":1,"formats":1'), "manifest/form", "exactly the keys"),
    "an array": (lambda _: b"[]", "manifest/form", "object"),
    "nothing": (lambda _: b"", "manifest/not-canonical", "not JSON"),
}


@pytest.mark.parametrize(("edit", "code", "words"), MANIFESTS.values(), ids=MANIFESTS)
def test_a_manifest_that_is_none(edit: Edit, code: str, words: str) -> None:
    """The finding names the fault; all other aspects are not shown."""
    report = audit(member("manifest.json", edit))
    [finding] = report.findings
    assert refused(finding) == ("integrity", code)
    assert words in finding.text
    assert report.game is None
    assert named(report, Verdict.NOT_SHOWN) == {"completeness", "legality", "fairness", "time", "result"}


SIGNATURES: dict[str, tuple[Edit, str, str]] = {
    "key twice": (in_line(b'"version":', b'"version":1,"version":'), "signature/form", "'version'"),
    "upper-case hash": (upper, "signature/form", "hash: not 64 lower-case"),
    "short key": (in_line(b'"public_key":"0', b'"public_key":"'), "signature/form", "public_key: not 64"),
    "line end": (lambda text: text + b"\n", "signature/form", "byte"),
    "deep nesting": (lambda _: DEEP, "signature/form", "JSON"),
    "null": (lambda _: b"null", "signature/form", "object"),
    "another version": (
        in_line(b'"version":65', b'"version":64'),
        "signature/other-head",
        "another game or head",
    ),
    "another signature": (
        lambda text: (
            text.replace(b'"signature":"', b'"signature":"0')[: text.index(b'","version"') + 0]
            + text[text.index(b'","version"') :]
        ),
        "signature/invalid",
        "key beside it",
    ),
}


@pytest.mark.parametrize(("edit", "code", "words"), SIGNATURES.values(), ids=SIGNATURES)
def test_a_signature_that_is_none(edit: Edit, code: str, words: str) -> None:
    """The finding names the fault, and nothing but integrity fails."""
    data = member("signature.json", edit)
    assert refused(only(data)) == ("integrity", code)
    assert words in only(data).text
    assert failing(data) == {"integrity"}


def test_a_member_that_the_manifest_has_otherwise() -> None:
    """Findings cover a wrong hash, a missing entry, a superfluous entry, and one for the manifest itself."""
    forger = Forger(bundle(2))
    good = forger.members["manifest.json"]
    other = good.replace(sha256(forger.members["rules.json"]).encode(), b"0" * 64)
    itself = good.replace(b'"randomness', b'"manifest.json":"' + b"0" * 64 + b'","randomness')
    for edited, code, words in [
        (other, "bundle/file-hash", "rules.json"),
        (good.replace(b'"rules.json"', b'"rules.jsoo"'), "manifest/files", "rules.jsoo"),
        (good.replace(b'"rules.json"', b'"rules.jsoo"'), "manifest/files", "list rules.json"),
        (itself, "manifest/files", "lists manifest.json"),
    ]:
        assert edited != good
        found = audit(pack({**forger.members, "manifest.json": edited})).findings
        assert ("integrity", code) in map(refused, found)
        assert any(words in finding.text for finding in found)


def zipped(members: Mapping[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """An archive as common zip programs write it, with unchecked names."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", method) as file:
        for name, content in members.items():
            entry = zipfile.ZipInfo("x")
            entry.filename = entry.orig_filename = name
            file.writestr(entry, content, method)
    return archive.getvalue()


@pytest.mark.parametrize("make", [lambda: bundle(2), dynasty_of])
def test_a_changed_byte_names_its_event(make: Callable[[], bytes]) -> None:
    """Besides the archive's checksum, the finding names the first bad event; events before it are judged."""
    good = make()
    lines = Forger(good).lines
    place = good.index(lines[4]) + lines[4].index(b'"at":') + 5
    found = audit(good[:place] + b"2" + good[place + 1 :])
    assert refused(found.findings[0]) == ("integrity", "bundle/layout")
    assert "events.ndjson" in found.findings[0].text
    assert ("integrity", 5, "log/chain") in [
        (finding.aspect.value, finding.version, finding.code) for finding in found.findings
    ]
    assert found.game == Forger(good).game


def test_a_bundle_that_was_zipped_again() -> None:
    """The archive fails integrity, and all other aspects are still judged."""
    report = audit(zipped(Forger(bundle(2)).members))
    assert [refused(finding) for finding in report.findings] == [("integrity", "bundle/layout")]
    assert named(report, Verdict.PASS) == {"completeness", "legality", "fairness", "time", "result"}


def test_a_game_of_a_dynasty_that_was_zipped_again() -> None:
    """The same holds for the bundles within a dynasty's bundle."""
    forger = Forger(dynasty_of())
    forger.members["games/2.zip"] = zipped(Forger(forger.members["games/2.zip"]).members)
    report = audit(forger.sealed())
    assert [refused(finding) for finding in report.parts[1].findings] == [("integrity", "bundle/layout")]
    assert named(report, Verdict.FAIL) == {"integrity"}


def test_a_damaged_manifest_in_a_damaged_archive() -> None:
    """Findings report both."""
    good = bundle(2)
    found = audit(good.replace(b'"format":1', b'"format":2', 1)).findings
    assert [finding.code for finding in found] == ["bundle/layout", "manifest/form"]


def test_the_kind_of_what_was_audited() -> None:
    """A dynasty is recognized before its first game, too; other bytes have no kind."""
    assert [audit(data).kind for data in (open_bundle(), dynasty_of(1), b"")] == ["game", "dynasty", None]
    assert [part.kind for part in audit(dynasty_of()).parts] == ["game"] * 3


PATHS = ["../x", "/etc/x", "C:\\x", "games/../../x", "events.ndjson/", "EVENTS.NDJSON", "games/100001.zip"]


@pytest.mark.parametrize("name", PATHS)
def test_a_path_out_of_the_bundle(name: str) -> None:
    """The finding names the path, and nothing else is examined."""
    data = zipped({**Forger(open_bundle()).members, name: b"x"})
    assert refused(only(data)) == ("integrity", "bundle/path")
    assert repr(name) in only(data).text


@pytest.mark.long
def test_zip_bombs() -> None:
    """Compressed, large or allegedly large content is refused before it is read."""
    members = Forger(open_bundle()).members
    bomb = zipped({**members, EVENTS: bytes(2**24)}, zipfile.ZIP_DEFLATED)
    assert len(bomb) < 2**16
    assert refused(only(bomb)) == ("integrity", "bundle/compressed")
    assert "zip bomb" in only(bomb).text
    good = open_bundle()
    size = good.index(b"PK\x01\x02") + 24
    claimed = good[:size] + struct.pack("<L", 2**32 - 2) + good[size + 4 :]
    for large, text in ((claimed, "claim more than"), (bytes(FEW_GAMES.size) + good, str(FEW_GAMES.size))):
        assert refused(only(large)) == ("integrity", "bundle/too-large")
        assert text in only(large).text


@pytest.mark.parametrize("inner", [dynasty_of, lambda: b"", lambda: bytes(100)])
def test_a_game_of_a_dynasty_that_is_none(inner: Callable[[], bytes]) -> None:
    """A dynasty in place of a game, or other bytes: the part is refused, and with it the whole."""
    forger = Forger(dynasty_of())
    forger.members["games/1.zip"] = inner()
    report = audit(forger.sealed())
    assert report.parts[0].game is None
    [finding] = report.parts[0].findings
    dynasty = inner is dynasty_of
    assert refused(finding) == ("integrity", "manifest/form" if dynasty else "bundle/not-zip")
    assert "a dynasty stands where a game should" in finding.text or not dynasty
    assert "integrity" in named(report, Verdict.FAIL)


def test_a_game_of_another_number() -> None:
    """games/3.zip without games/2.zip is refused as missing a member."""
    forger = Forger(dynasty_of())
    del forger.members["games/2.zip"]
    finding = only(forger.sealed())
    assert refused(finding) == ("integrity", "bundle/missing")
    assert "games/2.zip" in finding.text


def test_a_bundle_without_events() -> None:
    """Without events completeness fails, and no aspect passes."""
    data = member(EVENTS, lambda _: b"")
    assert failing(data) == {"completeness"}
    assert named(audit(data), Verdict.PASS) == set()


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 50)
    | st.sampled_from([2**53 - 1, -(2**53) + 1, "", "system", "player-0", "ab" * 32, "board", "hunter"])
    | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["a", "hash", "schema", "seat", "domino", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)
"""Any value of canonical JSON, biased to values that occur in events."""

GAMES: list[Callable[[], bytes]] = [lambda: bundle(2), lambda: bundle(4, TRIBE), dynasty_of]


@pytest.mark.slow
@examples(60)
@given(data=st.data(), make=st.sampled_from(GAMES))
def test_any_value_in_any_event(data: st.DataObject, make: Callable[[], bytes]) -> None:
    """With a right chain and signature, an audit passes only if the value is unchanged or harmless."""
    forger = Forger(make())
    event = data.draw(st.sampled_from(forger.events))
    place, key = data.draw(st.sampled_from(list(places(event))))
    before = deepcopy(event)
    place[key] = data.draw(JSON)
    forger.members[EVENTS] = written(chained(forger.game, forger.events))
    failed = failing(forger.sealed())
    assert bool(failed) == (before != event or repr(before) != repr(event)) or key in HARMLESS


HARMLESS = {"actor", "at", "player", "hash"}
"""Members whose value may differ without a fault, such as who opened a table or when the game began."""


NEW_KEYS = ["manifest.json", "a", "hash", "kind"]
"""Keys to add to an object."""


def additions(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every object in a JSON value, with each of `NEW_KEYS` that it lacks."""
    if isinstance(value, dict):
        yield from ((value, key) for key in NEW_KEYS if key not in value)
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from additions(inner)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place in a JSON value: the container, and the key or index in it."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from places(value[key])


@pytest.mark.slow
@examples(50)
@given(data=st.data(), name=st.sampled_from(["manifest.json", "signature.json", "rules.json", "result.json"]))
def test_any_value_in_any_other_member(data: st.DataObject, name: str) -> None:
    """After a change or an addition the audit ends, and passes only if the value is the same."""
    forger = Forger(data.draw(st.sampled_from(GAMES))())
    value = orjson.loads(forger.members[name])
    found = data.draw(st.sampled_from([places, additions]))
    place, key = data.draw(st.sampled_from(list(found(value))))
    place[key] = data.draw(JSON | st.just("ab" * 32))
    written_again = canonical(value)
    same = written_again == forger.members[name]
    forger.members[name] = written_again
    if name != "manifest.json":
        forger.listed()
    assert bool(failing(pack(forger.members))) == (not same)


@examples(60)
@given(st.binary(max_size=200) | st.binary(max_size=50).map(lambda tail: open_bundle()[:-22] + tail))
def test_any_bytes(data: bytes) -> None:
    """Any bytes fail integrity without an exception."""
    assert "integrity" in failing(data) or data == open_bundle()


EDITS = st.lists(
    st.tuples(st.integers(0, 10_000), st.integers(0, 30), st.binary(max_size=30)), min_size=1, max_size=3
)


@pytest.mark.slow
@examples(60)
@given(edits=EDITS, name=st.sampled_from([EVENTS, "manifest.json", "signature.json"]))
def test_any_bytes_in_a_member(edits: list[tuple[int, int, bytes]], name: str) -> None:
    """After cuts, overwritten and inserted bytes the audit ends, and passes only if nothing changed."""
    forger = Forger(bundle(2))
    text = forger.members[name]
    for anywhere, cut, inserted in edits:
        place = anywhere % (len(text) + 1)
        text = text[:place] + inserted + text[place + cut :]
    forger.members[name], same = text, text == forger.members[name]
    if name != "manifest.json":
        forger.listed()
    assert bool(failing(pack(forger.members))) == (not same)


ANN, BOB = "a1" * 32, "b0" * 32


@pytest.mark.parametrize(
    ("data", "absent", "known"),
    [
        (table_of(ANN, BOB), None, "seat 0"),
        (table_of(ANN, None), "seat 1", "seat 0"),
        (table_of(None, BOB), "seat 0", None),
        (table_of(ANN, BOB, opener="organizer"), None, None),
        (table_of("00" * 32, BOB), "seat 0", None),
    ],
    ids=["both", "opener alone", "the other alone", "opened by somebody else", "zeros"],
)
def test_whose_entropy_does_not_protect(data: bytes, absent: str | None, known: str | None) -> None:
    """The opener's entropy may be known when the seed is drawn, so a note names that seat."""
    said = {note.code: note.text for note in audit(data).notes}
    for code, seat in (("entropy/absent", absent), ("entropy/known", known)):
        assert (code in said) == (seat is not None)
        assert seat is None or f"{seat} " in f"{said[code]} ".replace(":", " ")


def test_who_names_no_first_event_is_told_of() -> None:
    """With draws of version 2 a note names every seat that did not send the first event it had seen."""
    said = {note.code: note.text for note in audit(table_of(ANN, BOB, opener="organizer", seen=False)).notes}
    assert _seats(said["entropy/known"]) == [0, 1]
    assert "does not show" in said["entropy/known"]


def _seats(text: str) -> list[int]:
    """The seats that a note names: the only numbers in its text."""
    return [int(number) for number in re.findall(r"\d+", text)]
