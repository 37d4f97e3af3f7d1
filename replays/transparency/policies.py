"""Policies (C2SP tlog-policy): whose logs a reader accepts, and which witnesses must have seen a checkpoint.

A policy names logs and witnesses by their keys, and groups of witnesses with a threshold. Its quorum is a
witness, a group, or `none`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from replays.encoding.forms import numeral
from replays.transparency.checkpoints import SignedCheckpoint, check_signed
from replays.transparency.cosignatures import COSIGNER_TYPES, Cosignature, cosignatures
from replays.transparency.notes import NoteKey, NoteRefused, SignatureType, parse_note_key

NONE = "none"
LONGEST_POLICY = 2**18
MOST_LINES = 1_000


@dataclass(frozen=True, slots=True)
class KnownLog:
    """A log that is accepted: its key, whose name is the origin, and its address or None."""

    key: NoteKey
    url: str | None = None


@dataclass(frozen=True, slots=True)
class KnownWitness:
    """A witness: its name in this policy, its key, and its address or None."""

    name: str
    key: NoteKey
    url: str | None = None


@dataclass(frozen=True, slots=True)
class WitnessGroup:
    """A group, which has seen a checkpoint if `threshold` of its members have."""

    name: str
    threshold: int
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TrustPolicy:
    """A policy: the logs, the witnesses, the groups in the order of their lines, and the quorum's name."""

    logs: tuple[KnownLog, ...] = ()
    witnesses: tuple[KnownWitness, ...] = ()
    groups: tuple[WitnessGroup, ...] = ()
    quorum: str = NONE

    def text(self) -> str:
        """The policy's file."""
        lines = [f"log {_joined(each.key.text(), each.url)}" for each in self.logs]
        lines += [f"witness {each.name} {_joined(each.key.text(), each.url)}" for each in self.witnesses]
        lines += [f"group {each.name} {each.threshold} {' '.join(each.members)}" for each in self.groups]
        return "".join(f"{line}\n" for line in (*lines, f"quorum {self.quorum}"))

    def is_met(self, witnessed: Iterable[str]) -> bool:
        """True if these witnesses, by their names here, are a quorum."""
        seen = {NONE, *witnessed}
        for group in self.groups:
            if sum(member in seen for member in group.members) >= group.threshold:
                seen.add(group.name)
        return self.quorum in seen

    def check(self, signed: SignedCheckpoint) -> list[Cosignature]:
        """The cosignatures of a checkpoint that meets the policy; raises `NoteRefused` for any other."""
        check_signed(signed, [each.key for each in self.logs])
        names = {each.key: each.name for each in self.witnesses}
        found = cosignatures(signed.note, signed.checkpoint, names)
        if not self.is_met(names[each.key] for each in found):
            by = ", ".join(names[each.key] for each in found) or "no known witness"
            raise NoteRefused(f"the quorum {self.quorum} is not met: the checkpoint is cosigned by {by}")
        return found


def mine_and_one_of(
    logs: Sequence[KnownLog], mine: KnownWitness, others: Sequence[KnownWitness]
) -> TrustPolicy:
    """The policy that one's own witness and any of the others have seen each checkpoint."""
    other = WitnessGroup("others", 1, tuple(each.name for each in others))
    both = WitnessGroup("mine-and-one", 2, (mine.name, other.name))
    return parse_policy(TrustPolicy(tuple(logs), (mine, *others), (other, both), both.name).text().encode())


def parse_policy(content: bytes) -> TrustPolicy:
    """Parse a policy's file; raises ValueError, which names the line."""
    if len(content) > LONGEST_POLICY or content.count(b"\n") > MOST_LINES:
        raise ValueError(f"a policy has at most {LONGEST_POLICY} bytes and {MOST_LINES} lines")
    reader = _PolicyLines()
    for number, line in enumerate(content.split(b"\n"), start=1):
        try:
            reader.take(line)
        except ValueError as error:
            raise ValueError(f"line {number} of the policy: {error}") from error
    if reader.quorum is None:
        raise ValueError("the policy has no quorum line")
    return TrustPolicy(tuple(reader.logs), tuple(reader.witnesses), tuple(reader.groups), reader.quorum)


@dataclass(slots=True)
class _PolicyLines:
    """What the lines so far define; `free` are the names that no group has as a member yet."""

    logs: list[KnownLog] = field(default_factory=list)
    witnesses: list[KnownWitness] = field(default_factory=list)
    groups: list[WitnessGroup] = field(default_factory=list)
    quorum: str | None = None
    names: set[str] = field(default_factory=lambda: {NONE})
    free: set[str] = field(default_factory=set)

    def take(self, line: bytes) -> None:
        """Read a line, which may be empty or a comment."""
        if any((byte < 0x20 and byte != 0x09) or byte == 0x7F for byte in line):
            raise ValueError("it has a control character")
        # names are octets, which need not be UTF-8
        words = line.decode(errors="surrogateescape").replace("\t", " ").strip(" ").split(" ")
        words = [word for word in words if word]
        if not words or words[0].startswith("#"):
            return
        if words[0] not in _LINES:
            raise ValueError(f"{words[0][:40]!r} is none of {', '.join(_LINES)}")
        _LINES[words[0]](self, words[1:])

    def log(self, words: Sequence[str]) -> None:
        """A line `log KEY [URL]`."""
        _expect(1 <= len(words) <= 2, "log KEY [URL]")
        key = parse_note_key(words[0])
        if key.type is not SignatureType.ED25519:
            raise ValueError(f"a key of type {key.type} is no log's")
        _once(key, [each.key for each in self.logs])
        self.logs.append(KnownLog(key, _url(words[1:])))

    def witness(self, words: Sequence[str]) -> None:
        """A line `witness NAME KEY [URL]`."""
        _expect(2 <= len(words) <= 3, "witness NAME KEY [URL]")
        key = parse_note_key(words[1])
        if key.type not in COSIGNER_TYPES:
            raise ValueError(f"a key of type {key.type} is no witness's")
        _once(key, [each.key for each in self.witnesses])
        self._name(words[0])
        self.witnesses.append(KnownWitness(words[0], key, _url(words[2:])))

    def group(self, words: Sequence[str]) -> None:
        """A line `group NAME all|any|K NAME...`."""
        _expect(len(words) >= 3, "group NAME all|any|K NAME...")
        name, threshold, *members = words
        for member in members:
            if member not in self.free:
                raise ValueError(f"{member[:80]!r} is not defined above, or a member of a group already")
            self.free.remove(member)
        least = {"any": 1, "all": len(members)}.get(threshold)
        least = numeral(threshold) if least is None else least
        _expect(1 <= least <= len(members), f"a threshold from 1 to {len(members)}, not {threshold[:20]}")
        self._name(name)
        self.groups.append(WitnessGroup(name, least, tuple(members)))

    def require(self, words: Sequence[str]) -> None:
        """The line `quorum NAME`."""
        _expect(len(words) == 1 and self.quorum is None, "quorum NAME, once")
        if words[0] not in self.names:
            raise ValueError(f"{words[0][:80]!r} is not defined above")
        self.quorum = words[0]

    def _name(self, name: str) -> None:
        if name in self.names:
            raise ValueError(f"the name {name[:80]!r} is taken")
        self.names.add(name)
        self.free.add(name)


_LINES: Mapping[str, Callable[[_PolicyLines, Sequence[str]], None]] = {
    "log": _PolicyLines.log,
    "witness": _PolicyLines.witness,
    "group": _PolicyLines.group,
    "quorum": _PolicyLines.require,
}


def _expect(holds: bool, form: str) -> None:  # noqa: FBT001 - reads as a sentence
    if not holds:
        raise ValueError(f"expected {form}")


def _once(key: NoteKey, before: Iterable[NoteKey]) -> None:
    if any(key.public == each.public for each in before):
        raise ValueError(f"the key of {key.name!r} stands in an earlier line")


def _url(words: Sequence[str]) -> str | None:
    if words and urlsplit(words[0]).scheme not in {"http", "https"}:
        raise ValueError(f"{words[0][:80]!r} is not the address of a log or a witness")
    return words[0] if words else None


def _joined(key: str, url: str | None) -> str:
    return f"{key} {url}" if url else key
