"""No response and no log shows an account's private data to anybody else, byte by byte."""

from collections.abc import Iterator
from typing import cast

import orjson
from hypothesis import given
from hypothesis import strategies as st

from harness.games import seeded
from kingdomino.rules import Rules
from replays.commands.tables import NewTable
from replays.match.aggregate import Sitter
from tests.properties.secrets.test_secrets import GAME, World, without_random, world
from tests.sampling import examples

GAMES = "/api/v1/games"
ME = "/api/v1/me"
WORDS = st.text(st.characters(categories=["Lu", "Ll", "Lo"]), min_size=12, max_size=39).map("Ж".__add__)
"""Texts that occur on no page by themselves, because they begin with a Cyrillic letter."""


def registered(there: World, name: str) -> tuple[str, dict[str, str]]:
    """The id of a new account, and the header that authenticates it."""
    key = {"Idempotency-Key": f"the registration of {name}".replace(" ", "-")}
    made = orjson.loads(there.client.post("/api/v1/players", json={"name": name}, headers=key).data)
    return made["id"], {"Authorization": f"Bearer {made['token']}"}


def private(there: World, headers: dict[str, str]) -> dict[str, bytes]:
    """All responses to an account about itself, after its token was used; traces of exports are removed."""
    there.client.get(ME, headers=headers)
    paths = [ME, f"{ME}/export", f"{ME}/games", f"{ME}/tokens"]
    paths += [f"{GAMES}/{GAME}/{name}" for name in ("notes", "since")]
    return {path: without_random(there.client.get(path, headers=headers).data) for path in paths}


def others(there: World, *accounts: dict[str, str]) -> dict[str, bytes]:
    """All responses about the game, and all that these accounts get about themselves."""
    answers = there.served()
    for number, headers in enumerate(accounts):
        answers |= {f"{path} of {number}": answer for path, answer in private(there, headers).items()}
    return answers


def hinted(there: World, headers: dict[str, str]) -> Iterator[bytes]:
    """The pieces of an account's stream of hints."""
    answer = there.client.get(f"{ME}/events", headers=headers, buffered=False)
    return cast("Iterator[bytes]", answer.response)


def recorded(there: World) -> bytes:
    """All bytes of the game's log, and the entries of the feeds."""
    cursors = dict.fromkeys(range(16), "0-0")
    feed = repr(there.tables.log.tail(cursors, 0)).encode()
    return b"".join(event.body for event in there.tables.log.read(GAME)) + feed


@examples(4)
@given(note=WORDS, token_name=WORDS, moves=st.integers(1, 3))
def test_what_is_kept_for_oneself(note: str, token_name: str, moves: int) -> None:
    """Notes, tokens and their names are only in responses to their owner, and in no log, feed or stream.

    The last seen version is a small number that occurs everywhere, so responses with and without it are
    compared.
    """
    with world() as there:
        (ann, mine), (bob, theirs), (_, strange) = (registered(there, name) for name in ("Ann", "Bob", "Cid"))
        table = NewTable(Rules(), 2, ann, Sitter(ann, None))
        there.tables.join(there.tables.create(GAME, table).after, Sitter(bob, None))
        streams = [hinted(there, headers) for headers in (theirs, strange)]
        told = [next(stream) for stream in streams]
        before = others(there, theirs, strange)
        made = orjson.loads(
            there.client.post(f"{ME}/tokens", json={"name": token_name[:40]}, headers=mine).data
        )
        there.client.put(f"{GAMES}/{GAME}/notes", json={"text": note}, headers=mine)
        there.client.put(f"{GAMES}/{GAME}/seen", json={"version": 2}, headers=mine)
        own = private(there, mine)
        assert orjson.loads(own[f"{GAMES}/{GAME}/notes"]) == {"text": note}
        assert orjson.loads(own[f"{GAMES}/{GAME}/since"])["seen"] == 2
        assert token_name.encode() in own[f"{ME}/tokens"]
        assert others(there, theirs, strange) == before
        there.play(seeded(moves), moves)
        told.append(next(streams[0]))
        answers = [*others(there, theirs, strange).values(), recorded(there), *told]
        secrets = [note, token_name, made["token"], made["id"], mine["Authorization"].rpartition(".")[2]]
        assert not [text for text in secrets for answer in answers if text.encode() in answer]
