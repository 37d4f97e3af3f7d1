"""Signed notes: the example of the specification, Go's note, and what is refused."""

import json
from dataclasses import replace

import pytest

from replays.transparency.notes import (
    LONGEST_NOTE,
    MOST_SIGNATURES,
    NoteKey,
    NoteRefused,
    NoteSigner,
    SignatureType,
    SignedNote,
    is_signed,
    parse_note,
    parse_note_key,
)
from tests.unit.project.tree import ROOT

VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
EXAMPLE = (
    "This is an example message.\n\n"
    "— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYj"
    "OBH3mFXmRKuwHjG1Yu72IneyaQM=\n"
).encode()
GO = json.loads((ROOT / "tests/conformance/vectors/transparency.json").read_bytes())["note"]
SIGNER = NoteSigner("log.example/a", bytes(32))
NOTE = SignedNote("a\n\nb\n", (SIGNER.sign("a\n\nb\n"),))


def test_the_example_of_the_specification_is_signed() -> None:
    """The key and the note of C2SP's text verify, and are written with the same bytes."""
    key, note = parse_note_key(VKEY), parse_note(EXAMPLE)
    assert is_signed(note, key)
    assert (key.text(), note.serialized()) == (VKEY, EXAMPLE)


def test_go_signs_the_same_bytes() -> None:
    """Go's sumdb/note, with the same private key, made the same note and the same verifier key."""
    text = parse_note(GO["signed"].encode()).text
    signer = NoteSigner(text.split("\n")[0], bytes.fromhex(GO["seed"]))
    assert SignedNote(text, (signer.sign(text),)).serialized() == GO["signed"].encode()
    assert signer.key.text() == GO["vkey"]


def test_a_text_may_have_empty_lines() -> None:
    """The last empty line of a note ends its text."""
    assert parse_note(NOTE.serialized()) == NOTE
    assert is_signed(NOTE, SIGNER.key)


def test_unknown_keys_are_ignored_and_invalid_signatures_refused() -> None:
    """Another name or another id is another key; a known key's invalid signature refuses the note."""
    other = NoteSigner(SIGNER.key.name, bytes([1]) * 32)
    assert not is_signed(NOTE, other.key)
    assert not is_signed(NOTE, NoteKey("log.example/b", SignatureType.ED25519, SIGNER.key.public))
    with pytest.raises(NoteRefused, match=r"the signature by log\.example/a is invalid"):
        is_signed(replace(NOTE, text="a\n\nc\n"), SIGNER.key)
    invalid = replace(NOTE.signatures[0], value=bytes(64))
    for signatures in ((NOTE.signatures[0], invalid), (invalid, NOTE.signatures[0])):
        with pytest.raises(NoteRefused):
            is_signed(replace(NOTE, signatures=signatures), SIGNER.key)


def test_a_later_signature_of_a_key_replaces_the_earlier_one() -> None:
    """A note has one signature of each key."""
    other = NoteSigner("log.example/b", bytes([1]) * 32).sign(NOTE.text)
    again = replace(NOTE.signatures[0], value=bytes(64))
    assert NOTE.with_signatures([other, again]).signatures == (again, other)


def lines(count: int) -> str:
    """As many signatures."""
    return NOTE.signatures[0].line() * count


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"text\n",
        b"text\n\n",
        ("text\n\n" + lines(1)[:-1]).encode(),
        ("te\x07xt\n\n" + lines(1)).encode(),
        ("te\rxt\n\n" + lines(1)).encode(),
        b"text\xff\n\n" + lines(1).encode(),
        ("text\n\n" + lines(1).replace("— ", "- ")).encode(),
        ("text\n\n" + lines(1).replace("example/a", "exam+ple")).encode(),
        "text\n\n— name AAAA\n".encode(),
        "text\n\n— na\u2003me AAAAAAAA\n".encode(),
        "text\n\n— name AAAAAAA=\nmore\n".encode(),
        "text\n\n— name AAAAAAB=\n".encode(),
        "text\n\n— name AAAA AAAA\n".encode(),
        "text\n\n—  AAAAAAAA\n".encode(),
        ("text\n\n" + lines(MOST_SIGNATURES + 1)).encode(),
        b"a" * LONGEST_NOTE + b"\n\n" + lines(1).encode(),
    ],
)
def test_everything_else_is_no_note(content: bytes) -> None:
    """A missing part, a control character, bytes that are not UTF-8 and too much of anything are refused."""
    with pytest.raises(ValueError, match=r"."):
        parse_note(content)


def test_many_signatures_are_a_note() -> None:
    """Readers accept at least 16 signatures."""
    assert len(parse_note(("text\n\n" + lines(MOST_SIGNATURES)).encode()).signatures) == MOST_SIGNATURES


@pytest.mark.parametrize(
    "text",
    [
        "",
        "example.com/foo",
        VKEY.replace("530d903a", "530d903b"),
        VKEY.replace("530d903a", "530D903A"),
        VKEY.replace("+Ae", "+Au"),
        VKEY + "AAAA",
        VKEY + "\n",
        VKEY.replace("example", "exam ple"),
        "+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k",
    ],
)
def test_a_verifier_key_has_one_text(text: str) -> None:
    """Another id, type, length or name is refused."""
    with pytest.raises(ValueError, match=r"."):
        parse_note_key(text)
