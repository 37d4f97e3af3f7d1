"""The published vectors of docs/organize/audit.md, and the page's dominoes.

They were computed independently of the service's code, with the standard library's json and hashlib and the
first test key of RFC 8032:
`python -m tests.conformance.vectors.test_audit_vectors > tests/conformance/vectors/audit.json`.
"""

import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kingdomino.board.dominoes import DOMINOES, ORIGINS_DOMINOES
from kingdomino.board.notation import format_domino
from replays.audit.bundle.container import unpack
from replays.audit.bundle.packing import pack
from replays.audit.record import read_record
from replays.encoding.canonical import NotCanonical, canonical, parse_canonical
from replays.encoding.entries import Head
from replays.encoding.identity import GameId, Version
from replays.encoding.signing import Signer, parse_receipt, verify
from replays.events.stream_events import STREAMS

VECTORS = Path(__file__).with_name("audit.json")
ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "organize" / "audit.md"
AUDIT = ROOT / "replays" / "audit"
GAME = "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"
RFC_8032_TEST_1 = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
CANONICAL = (
    '{"a":[1,-2,9007199254740991],"b":{"":null,"é":"\\u001f\\"\\\\/"},"z":true}',
    '"€ 😀 \\n\\t\\b"',
    "[" * 32 + "]" * 32,
)
REFUSED = {
    '{"a":1,"a":1}': "a key that stands twice",
    '{"b":1,"a":1}': "keys out of order",
    '{"a": 1}': "white space",
    "[1.0]": "a float",
    "[1e2]": "an exponent",
    "[-0]": "minus zero",
    "[9007199254740992]": "an integer of 2^53",
    '["\\u0041"]': "an escape that is not needed",
    '["\\ud800"]': "a lone surrogate",
    '{"😀":1}': "a key beyond the Basic Multilingual Plane",
    "[" * 33 + "]" * 33: "33 arrays in each other",
    "[NaN]": "no JSON",
}
"""Texts that are not canonical JSON, each with the reason."""


def made() -> dict[str, Any]:
    """The vectors, computed from the page alone."""
    running = hashlib.sha256(f"kingdomino game {GAME}".encode()).digest()
    lines = []
    for version, kind in ((1, "GameCreated"), (2, "PlayerSeated")):
        body: dict[str, Any] = {
            "actor": "ann",
            "at": 1_700_000_000_000 + version,
            "cause": "player",
            "data": {"schema": 'é","schema":7'},
            "schema": 1,
            "seat": None,
            "type": kind,
            "version": version,
        }
        running = hashlib.sha256(running + written(body)).digest()
        lines.append(written({**body, "hash": running.hex()}).decode())
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(RFC_8032_TEST_1))
    head = {"game": GAME, "hash": running.hex(), "version": 2}
    signature = key.sign(b"kingdomino head\n" + written(head)).hex()
    return {
        "canonical": list(CANONICAL),
        "refused": [{"text": text, "why": why} for text, why in REFUSED.items()],
        "chain": {"game": GAME, "lines": lines, "head": running.hex()},
        "signature": {
            "private_key": RFC_8032_TEST_1,
            "receipt": {
                **head,
                "public_key": key.public_key().public_bytes_raw().hex(),
                "signature": signature,
            },
        },
        "archive": {"members": {"a.txt": "one", "b.txt": "two\n"}, "hex": ARCHIVE},
    }


def written(value: Any) -> bytes:
    """The canonical text of a simple value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


ARCHIVE = bytes.fromhex(
    """
    504b0304 1400 0000 0000 0000 2100 f1866c7a 03000000 03000000 0500 0000 612e747874 6f6e65
    504b0304 1400 0000 0000 0000 2100 74081796 04000000 04000000 0500 0000 622e747874 74776f0a
    504b0102 1403 1400 0000 0000 0000 2100 f1866c7a 03000000 03000000 0500 0000 0000 0000 0000 0000a401
             00000000 612e747874
    504b0102 1403 1400 0000 0000 0000 2100 74081796 04000000 04000000 0500 0000 0000 0000 0000 0000a401
             26000000 622e747874
    504b0506 0000 0000 0200 0200 66000000 4d000000 0000
    """
).hex()
"""Two members, header by header (PKWARE's APPNOTE 6.3, 4.3): local headers, central directory, its end."""


@pytest.fixture(scope="module")
def vectors() -> Any:
    """Return the published vectors."""
    return json.loads(VECTORS.read_text("utf-8"))


def test_the_vectors_are_those_that_the_page_gives(vectors: Any) -> None:
    """The published vectors equal those computed from the page."""
    assert vectors == made()


def test_canonical_texts_are_read_and_written_again(vectors: Any) -> None:
    """A canonical text is read and written back unchanged."""
    for text in vectors["canonical"]:
        assert canonical(parse_canonical(text.encode())) == text.encode()


def test_other_texts_are_refused(vectors: Any) -> None:
    """JSON in any other form, and text that is not JSON, are refused."""
    for refused in vectors["refused"]:
        with pytest.raises(NotCanonical):
            parse_canonical(refused["text"].encode("utf-8", "surrogatepass"))


def test_the_record_is_read_as_a_chain(vectors: Any) -> None:
    """The chain of hashes is correct for this game's id, and wrong from the start for another id."""
    lines = "".join(f"{line}\n" for line in vectors["chain"]["lines"]).encode()
    record = read_record(GameId(vectors["chain"]["game"]), lines)
    assert (record.findings, record.events[-1].hash) == ((), vectors["chain"]["head"])
    other = read_record(GameId("0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6c"), lines)
    assert [(finding.code, finding.version) for finding in other.findings] == [("log/chain", 1)]


def test_the_signature_is_made_and_verified(vectors: Any) -> None:
    """Signing with the private key gives the published receipt, which verifies."""
    receipt = parse_receipt(vectors["signature"]["receipt"])
    signer = Signer(bytes.fromhex(vectors["signature"]["private_key"]))
    assert signer.sign(receipt.game, Head(Version(2), receipt.head.hash)) == receipt
    assert verify(receipt)


def test_the_archive_has_these_bytes(vectors: Any) -> None:
    """Packing gives exactly the published bytes; unpacking refuses names that no bundle has."""
    members = {name: content.encode() for name, content in vectors["archive"]["members"].items()}
    assert pack(members).hex() == vectors["archive"]["hex"]
    with pytest.raises(Exception, match="bundle/path"):
        unpack(bytes.fromhex(vectors["archive"]["hex"]))


CODE = re.compile(r'"([a-z]+/[a-z-]+)"')
OF_EACH_KIND = re.compile(r'f"((?:[a-z]+|{[a-z]+\.(?:kind|name)})/[a-z-]*(?:{[a-z]+\.kind})?)"')
"""A code with the name of a kind of series in it."""
SOURCES = (
    "replays/match/deciding/leaving.py",
    "replays/match/deciding/decisions.py",
    "replays/match/deciding/outages.py",
    "replays/events/codec.py",
    "replays/tournament/deciding",
    "replays/tournament/forecast.py",
    "replays/tournament/pairing.py",
    "replays/tournament/schedules",
    "kingdomino/machine",
)
ELSEWHERE = {"seat/none-free", "game/not-finished", "draw/missing", "draw/unexpected", "clock/expired"}
ELSEWHERE |= {
    "seat/other-opening",
    "result/missing",
    "result/unfinished",
    "result/wrong",
    "table/not-expired",
    "tournament/not-due",
    "tournament/not-finished",
}
"""Codes in those sources that requests and writers of records receive, but never audits."""


def codes_in(place: Path) -> set[str]:
    """All strings that look like codes, in a file or in the files of a folder."""
    texts = [file.read_text("utf-8") for file in (place.rglob("*.py") if place.is_dir() else [place])]
    of_kinds = (
        re.sub("{[a-z.]+}", kind, code)
        for text in texts
        for code in OF_EACH_KIND.findall(text)
        for kind in STREAMS.series
    )
    return {code for text in texts for code in CODE.findall(text)}.union(of_kinds)


def test_the_page_has_every_code() -> None:
    """The page has a row for every code that an audit can report, and for no other."""
    found = codes_in(AUDIT).union(*(codes_in(ROOT / source) for source in SOURCES)) - ELSEWHERE
    assert len(found) > 80
    text = PAGE.read_text("utf-8").partition("## The codes")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    listed = {code for row in rows for code in re.findall(r"`([a-z]+/[a-z-]+)`", row)}
    assert found - listed == set()
    assert listed - found - codes_in(ROOT / "kingdomino") == set()


def test_the_page_has_the_dominoes_of_both_sets() -> None:
    """The two tables on the page are the domino sets of the game."""
    tables = re.findall(r"(?:^    \d+:.*\n)+", PAGE.read_text("utf-8"), re.MULTILINE)
    for table, dominoes in zip(tables, (DOMINOES, ORIGINS_DOMINOES), strict=True):
        assert table.split() == list(map(format_domino, dominoes.values()))


if __name__ == "__main__":
    json.dump(made(), sys.stdout, indent=1, ensure_ascii=True)
    print()
