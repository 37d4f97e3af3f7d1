"""The published vectors of docs/organize/randomness.md, checked by two implementations.

`reference_*` below is a second implementation, written from that page alone and in a different style. It
wrote the vectors:
`python -m tests.conformance.vectors.test_randomness > tests/conformance/vectors/randomness.json`.
"""

import hashlib
import hmac
import json
import sys
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import pytest

from harness.audit.cavemen import TILES
from harness.audit.digests import reference_digest
from replays.encoding.identity import parse_game_id
from replays.match.randomness import draws

T = TypeVar("T")

VECTORS = Path(__file__).with_name("randomness.json")
GAMES = ("0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b", "ffffffff-ffff-4fff-bfff-ffffffffffff")
SEEDS = (bytes(32), bytes(range(32)), b"\xff" * 32)
ENTROPIES: tuple[list[str | None], ...] = (
    [None, None],
    ["11" * 32, None, "22" * 32],
    ["aa" * 32, "bb" * 32, "cc" * 32, "dd" * 32],
)
PURPOSES = ("deck", "kings", "seats", "cavemen/1", "bot/3")
BASE = {
    "game": "kingdomino",
    "edition": "classic",
    "first_line": "drawn",
    "middle_kingdom": False,
    "harmony": True,
    "mighty_duel": False,
    "no_limit": False,
}
TRIBE = {"game": "origins", "mode": "tribe", "middle_kingdom": False, "harmony": False}


def record(
    rules: dict[str, Any], founding: str | None, *seats: tuple[str, str | None]
) -> list[dict[str, Any]]:
    """Return the relevant members of a record with these players and their entropy; "" stands for a bot."""
    created = {"draws": 2, "rules": rules, "rules_version": 1, "players": len(seats), "founding": founding}
    return [
        {"type": "GameCreated", "hash": "ab" * 32, "data": created},
        *(
            {"type": "PlayerSeated", "data": {"player": player, "entropy": entropy}}
            if player
            else {"type": "BotSeated", "data": {"policy": "greedy-1"}}
            for player, entropy in seats
        ),
    ]


RECORDS = (
    record(BASE, None, ("ann", "11" * 32), ("bob", "22" * 32)),
    record(BASE, None, ("bob", "11" * 32), ("ann", "22" * 32)),
    record(BASE, None, ("ann", "11" * 32), ("bob", None)),
    record(BASE, None, ("ann", "11" * 32), ("", None), ("zoë", "00" * 32)),
    record(TRIBE, "cd" * 32, ("ann", None), ("bob", None), ("cleo", None), ("dan", "33" * 32)),
)
BELOW = (
    (48, [4294967295, 4294967280, 4294967279]),
    (48, [4294967279]),
    (3, [4294967295, 4294967294]),
    (4, [4294967295]),
    (1, [4294967295]),
    (4294967296, [4294967295]),
    (4294967295, [4294967295, 4294967294]),
    (2147483649, [2147483649, 4000000000, 2147483648]),
)


class Reference:
    """The page's definition in plain steps: a string of bytes that is consumed from the front."""

    def __init__(self, seed: bytes, purpose: str, game: str, digest: str) -> None:
        self.seed = seed
        self.prefix = purpose.encode().hex() + "00" + UUID(game).hex + digest
        self.block = 0
        self.bytes = b""

    def word(self) -> int:
        """Take the next word."""
        if not self.bytes:
            message = bytes.fromhex(self.prefix + f"{self.block:016x}")
            self.bytes = hmac.new(self.seed, message, hashlib.sha256).digest()
            self.block += 1
        taken, self.bytes = self.bytes[:4], self.bytes[4:]
        return (taken[0] << 24) + (taken[1] << 16) + (taken[2] << 8) + taken[3]

    def number(self, n: int) -> int:
        """Take a number below n."""
        limit = (2**32 // n) * n
        while True:
            word = self.word()
            if word < limit:
                return word % n

    def shuffle(self, items: list[T]) -> list[T]:
        """Shuffle the items in place and return them."""
        i = len(items) - 1
        while i >= 1:
            j = self.number(i + 1)
            kept = items[i]
            items[i] = items[j]
            items[j] = kept
            i -= 1
        return items


def reference_below(n: int, given: list[int]) -> tuple[int, int]:
    """Return the number that these words give, and the number of words consumed."""
    for taken, word in enumerate(given, start=1):
        if word < (2**32 // n) * n:
            return word % n, taken
    message = "not enough words"
    raise AssertionError(message)


def reference_vectors() -> dict[str, Any]:
    """Return the content of the file with the vectors."""
    cases = []
    for game, seed, entropy in [(g, s, e) for g in GAMES for s in SEEDS for e in ENTROPIES]:
        digest = hashlib.sha256(bytes.fromhex("".join(part or "00" * 32 for part in entropy))).hexdigest()
        streams = {}
        for purpose in PURPOSES:
            source = Reference(seed, purpose, game, digest)
            streams[purpose] = [source.word() for _ in range(10)]
        thirds = Reference(seed, "seats", game, digest)
        cases.append(
            {
                "game": game,
                "seed": seed.hex(),
                "commitment": hashlib.sha256(seed).hexdigest(),
                "entropy": entropy,
                "words": streams,
                "below_3221225472": [thirds.number(3 * 2**30) for _ in range(12)],
                "deck": Reference(seed, "deck", game, digest).shuffle(list(range(1, 49))),
                "cavemen": Reference(seed, "cavemen/0", game, digest).shuffle(list(TILES)),
            }
        )
    below = []
    for n, given in BELOW:
        number, taken = reference_below(n, given)
        below.append({"n": n, "words": given, "number": number, "taken": taken})
    digests = [reference_of_record(case) for case in RECORDS]
    return {"definition": "docs/organize/randomness.md", "below": below, "cases": cases, "digests": digests}


def reference_of_record(events: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the members of these events to which draws of version 2 are bound, the digest, and a deck."""
    created, *seated = (event["data"] for event in events)
    digest = reference_digest(events)
    return {
        "draws": 2,
        "hash": events[0]["hash"],
        **created,
        "seats": [{"player": seat.get("player"), "entropy": seat.get("entropy")} for seat in seated],
        "digest": digest,
        "game": GAMES[0],
        "seed": SEEDS[1].hex(),
        "deck": Reference(SEEDS[1], "deck", GAMES[0], digest).shuffle(list(range(1, 49))),
    }


def published() -> dict[str, Any]:
    """Return the published vectors."""
    vectors: dict[str, Any] = json.loads(VECTORS.read_text("utf-8"))
    return vectors


def test_the_vectors_are_what_the_page_gives() -> None:
    """The second implementation gives the published vectors, so the file cannot drift from the page."""
    assert reference_vectors() == published()


@pytest.mark.parametrize("case", published()["cases"])
def test_the_module_gives_the_vectors(case: dict[str, Any]) -> None:
    """Commitment, words, numbers with rejections, the whole deck and the first stack are as published."""
    seed, game = bytes.fromhex(case["seed"]), parse_game_id(case["game"])
    digest = draws.entropy_digest([part and bytes.fromhex(part) for part in case["entropy"]])
    assert draws.commitment(seed) == case["commitment"]
    for purpose, words in case["words"].items():
        assert list(islice(draws.words(seed, draws.Purpose(purpose), game, digest), 10)) == words
    seats = draws.words(seed, draws.Purpose("seats"), game, digest)
    assert [draws.below(seats, 3 * 2**30) for _ in range(12)] == case["below_3221225472"]
    assert (
        list(draws.shuffled(draws.words(seed, draws.Purpose("deck"), game, digest), range(1, 49)))
        == case["deck"]
    )
    first_stack = draws.words(seed, draws.Purpose("cavemen/0"), game, digest)
    assert list(draws.shuffled(first_stack, TILES)) == case["cavemen"]


@pytest.mark.parametrize("case", published()["digests"])
def test_the_module_gives_the_digests_of_records(case: dict[str, Any]) -> None:
    """Rules, players, entropies and the first event's hash lead to the published digest and deck."""
    seats = [(seat["player"], seat["entropy"]) if seat["entropy"] else None for seat in case["seats"]]
    digest = draws.record_digest(
        first=case["founding"] or case["hash"],
        players=case["players"],
        rules=case["rules"],
        rules_version=case["rules_version"],
        seats=seats,
    )
    assert digest.hex() == case["digest"]
    stream = draws.words(
        bytes.fromhex(case["seed"]), draws.Purpose("deck"), parse_game_id(case["game"]), digest
    )
    assert list(draws.shuffled(stream, range(1, 49))) == case["deck"]


@pytest.mark.parametrize("case", published()["below"])
def test_rejections_are_as_published(case: dict[str, Any]) -> None:
    """A number consumes exactly the words of the vector, also at the limits."""
    left = iter(case["words"])
    assert draws.below(left, case["n"]) == case["number"]
    assert len(list(left)) == len(case["words"]) - case["taken"]


def test_the_vectors_hold_rejections() -> None:
    """Some numbers below 3 * 2^30 took more than one word, so a missing rejection would be noticed."""
    assert any(case["words"]["seats"] != case["below_3221225472"][:10] for case in published()["cases"])


if __name__ == "__main__":
    json.dump(reference_vectors(), sys.stdout, indent=1)
    sys.stdout.write("\n")
