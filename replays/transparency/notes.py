"""Signed notes (C2SP signed-note, v1.0.0): a text, an empty line, and a line for each signature.

A signature names its key by a name and an id of 4 bytes; signatures of unknown keys are ignored. What a
signature signs is up to its type: type 1 signs the text with Ed25519 (RFC 8032). A note may come from
anybody, so its size and the number of its signatures are limited.
"""

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

LONGEST_NOTE = 2**18
"""The maximum size of a note in bytes; 64 signatures by ML-DSA-44 fit."""

MOST_SIGNATURES = 64
KEY_ID_BYTES = 4
_DASH = "\N{EM DASH} "


class SignatureType(IntEnum):
    """The types of signatures that are known here."""

    ED25519 = 0x01
    COSIGNATURE_ED25519 = 0x04
    COSIGNATURE_ML_DSA_44 = 0x06


PUBLIC_KEY_BYTES = {
    SignatureType.ED25519: 32,
    SignatureType.COSIGNATURE_ED25519: 32,
    SignatureType.COSIGNATURE_ML_DSA_44: 1312,
}


class NoteRefused(ValueError):  # noqa: N818 - names the situation
    """A note without a valid signature by a known key, or with an invalid one."""


@dataclass(frozen=True, slots=True)
class NoteSignature:
    """A signature of a note: the name and id of its key, and the bytes after the id."""

    name: str
    key_id: bytes
    value: bytes

    def line(self) -> str:
        """The signature's line, with its newline."""
        return f"{_DASH}{self.name} {b64encode(self.key_id + self.value).decode()}\n"


@dataclass(frozen=True, slots=True)
class SignedNote:
    """A note: its text, which ends with a newline, and its signatures, none of which is verified."""

    text: str
    signatures: tuple[NoteSignature, ...]

    def serialized(self) -> bytes:
        """The note's bytes."""
        return (self.text + "\n" + "".join(each.line() for each in self.signatures)).encode()

    def with_signatures(self, more: Iterable[NoteSignature]) -> "SignedNote":
        """The note with further signatures; one of a key that signed already replaces the earlier one."""
        kept = {(each.name, each.key_id): each for each in (*self.signatures, *more)}
        return replace(self, signatures=tuple(kept.values()))


@dataclass(frozen=True, slots=True)
class NoteKey:
    """A public key as a note names it: the key's name, the type of its signatures, and its bytes."""

    name: str
    type: SignatureType
    public: bytes

    def __post_init__(self) -> None:
        check_key_name(self.name)
        if len(self.public) != PUBLIC_KEY_BYTES[self.type]:
            raise ValueError(f"a key of type {self.type} has {PUBLIC_KEY_BYTES[self.type]} bytes")

    @property
    def key_id(self) -> bytes:
        """The first bytes of the hash over name, type and key."""
        signed = self.name.encode() + b"\n" + bytes([self.type]) + self.public
        return hashlib.sha256(signed).digest()[:KEY_ID_BYTES]

    def text(self) -> str:
        """The verifier key: name, id and key in one line."""
        key = b64encode(bytes([self.type]) + self.public).decode()
        return f"{self.name}+{self.key_id.hex()}+{key}"

    def signatures_in(self, note: SignedNote) -> list[NoteSignature]:
        """The signatures of a note that name this key."""
        named = (self.name, self.key_id)
        return [each for each in note.signatures if (each.name, each.key_id) == named]


class NoteSigner:
    """Signs notes with an Ed25519 key, from its 32 private bytes; `key` is the public one."""

    def __init__(self, name: str, private: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(private)
        self.key = NoteKey(name, SignatureType.ED25519, self._private.public_key().public_bytes_raw())

    def sign(self, text: str) -> NoteSignature:
        """The signature of a text that ends with a newline; deterministic."""
        check_text(text)
        return NoteSignature(self.key.name, self.key.key_id, self._private.sign(text.encode()))


def is_signed(note: SignedNote, key: NoteKey) -> bool:
    """True if the note is signed by this key of type 1; raises `NoteRefused` if by an invalid signature."""
    if key.type is not SignatureType.ED25519:
        raise ValueError(f"a key of type {key.type} signs no plain notes")
    found = key.signatures_in(note)
    for signature in found:
        if not ed25519_verifies(key.public, signature.value, note.text.encode()):
            raise NoteRefused(f"the signature by {key.name} is invalid")
    return bool(found)


def ed25519_verifies(public: bytes, signature: bytes, message: bytes) -> bool:
    """True if the signature is valid for the key and the message."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):  # ValueError: not a key
        return False
    return True


def parse_note(content: bytes) -> SignedNote:
    """Parse a note; raises ValueError. Verifies no signature."""
    if len(content) > LONGEST_NOTE:
        raise ValueError(f"a note of {len(content)} bytes; at most {LONGEST_NOTE} are allowed")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise ValueError("a note that is not UTF-8") from error
    place = text.rfind("\n\n")
    if place < 0:
        raise ValueError("a note without an empty line before its signatures")
    body = text[: place + 1]
    check_text(body)
    return SignedNote(body, parse_signatures(text[place + 2 :]))


def parse_signatures(text: str) -> tuple[NoteSignature, ...]:
    """Parse one or more lines of signatures, each with its newline; raises ValueError."""
    if not text.endswith("\n"):
        raise ValueError("the last line of the signatures has no newline")
    if text.count("\n") > MOST_SIGNATURES:
        raise ValueError(f"a note with more than {MOST_SIGNATURES} signatures")
    return tuple(_signature(line) for line in text[:-1].split("\n"))


def parse_note_key(text: str) -> NoteKey:
    """Parse a verifier key; raises ValueError."""
    name, _, rest = text.partition("+")
    key_id, _, encoded = rest.partition("+")
    content = decoded(encoded)
    if not content or content[0] not in list(SignatureType):
        known = ", ".join(str(int(each)) for each in SignatureType)
        raise ValueError(f"the type of the key {name[:80]!r} is none of {known}")
    key = NoteKey(name, SignatureType(content[0]), content[1:])
    if key_id != key.key_id.hex():
        raise ValueError(f"the id of the key {name!r} is {key_id[:20]!r}, expected {key.key_id.hex()}")
    return key


def decoded(text: str) -> bytes:
    """The bytes of a text in base64 (RFC 4648, 4); raises ValueError for any but the one right text."""
    try:
        content = b64decode(text, validate=True)
    except ValueError as error:
        raise ValueError(f"{text[:80]!r} is not base64") from error
    if b64encode(content).decode() != text:
        raise ValueError(f"{text[:80]!r} is not the base64 of its bytes")
    return content


def check_text(text: str) -> None:
    """Check that a text can be a note's; raises ValueError."""
    if not text.endswith("\n"):
        raise ValueError("a note's text ends with a newline")
    if any(character < " " and character != "\n" for character in text):
        raise ValueError("a note has a control character")


def check_key_name(name: str) -> None:
    """Check that a text can name a key; raises ValueError."""
    if not name or "+" in name or any(each.isspace() or each < " " for each in name):
        raise ValueError(f"{name[:80]!r} names no key: it is empty, or has a space or a plus sign")


def _signature(line: str) -> NoteSignature:
    name, space, encoded = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not space:
        raise ValueError(f"{line[:80]!r} is no line of a signature")
    check_key_name(name)
    content = decoded(encoded)
    if len(content) <= KEY_ID_BYTES:
        raise ValueError(f"the signature by {name[:80]} has {len(content)} bytes")
    return NoteSignature(name, content[:KEY_ID_BYTES], content[KEY_ID_BYTES:])
