"""Checks the leaves of a log against each other, as they come."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from replays.transparency.leaves import HeadKind, HeadLeaf, KeyKind, KeyLeaf, parse_leaf
from service.cli.monitoring.memory import MonitorMemory

ORDER = {HeadKind.OPEN: 0, HeadKind.START: 1, HeadKind.END: 2}


class LeafFault(NamedTuple):
    """What is wrong with a leaf: a code and a sentence."""

    code: str
    text: str


def take(memory: MonitorMemory, place: int, entry: bytes) -> None:
    """Keep the leaf at a place of the log, and whatever is wrong with it."""
    for fault in _taken(memory, place, entry):
        memory.add_wrong(fault.code, f"leaf {place}", f"Leaf {place}: {fault.text}")


def _taken(memory: MonitorMemory, place: int, entry: bytes) -> Iterable[LeafFault]:
    try:
        leaf = parse_leaf(entry)
    except ValueError as error:
        return [LeafFault("leaf/form", f"the entry has no form that this monitor knows ({error}).")]
    if isinstance(leaf, KeyLeaf):
        faults = list(_of_key(leaf, memory.service_keys()))
        memory.add_key(place, leaf)
    else:
        faults = list(_of_head(leaf, memory.heads_of(leaf.game)))
        memory.add_head(place, leaf)
    return faults


def _of_key(leaf: KeyLeaf, before: list[KeyLeaf]) -> Iterator[LeafFault]:
    known = [each for each in before if each.public_key == leaf.public_key]
    if leaf.kind is KeyKind.REVOCATION and not known:
        yield LeafFault("key/unknown", f"the key {leaf.public_key} is revoked, and the log never had it.")
    if any(each.kind is leaf.kind for each in known):
        yield LeafFault("key/repeated", f"the log has the {leaf.kind.value} {leaf.public_key} already.")


def _of_head(leaf: HeadLeaf, before: list[tuple[int, HeadLeaf]]) -> Iterator[LeafFault]:
    if leaf.kind is HeadKind.OPEN and leaf.version != 1:
        yield LeafFault(
            "leaf/version", f"a table opens with event 1, and the leaf says event {leaf.version}."
        )
    for place, other in before:
        fault = _of_two(leaf, other, f"leaf {place}")
        if fault:
            yield fault


def _of_two(leaf: HeadLeaf, other: HeadLeaf, where: str) -> LeafFault | None:
    """What is wrong with two heads of one game, of which the other came first."""
    if leaf.version == other.version and leaf.head != other.head:
        text = (
            f"event {leaf.version} of a game has the hash {leaf.head}, and {other.head} in {where}. These "
            "are two histories of one game, and the log itself proves it: keep both proofs."
        )
        return LeafFault("leaf/contradiction", text)
    if leaf.kind is other.kind:
        same = "the same" if leaf.version == other.version else f"event {other.version}, not {leaf.version},"
        return LeafFault(
            "leaf/repeated", f"{where} has {same} as the {leaf.kind.value} of this game already."
        )
    early, late = sorted((leaf, other), key=lambda each: ORDER[each.kind])
    if early.version > late.version:
        text = f"the {late.kind.value} of a game is before its {early.kind.value}, of which {where} has one."
        return LeafFault("leaf/order", text)
    return None
