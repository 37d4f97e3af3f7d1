"""Attacks by seats of bots. The attack runs in its own process and counts the responses."""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, cycle
from time import monotonic

from harness.games import seeded
from tests.long.abuse.client import API, Refused, Tally, Target

TABLES = 192
"""Tables with one person and three bots each: close to the bot seats that an address may have in an hour."""
THREADS = 16


def bots(target: Target) -> Counter[str]:
    """Almost 600 bot seats: half of the tables are left to the bots, half are played as fast as possible."""
    tally, until = Tally(), monotonic() + target.seconds
    with ThreadPoolExecutor(THREADS) as pool:
        opened = pool.map(lambda n: _bot_tables(target, n, tally), range(THREADS))
        tables = list(chain.from_iterable(opened))
        for game, token in tables[: len(tables) // 2]:
            with target.client() as client:
                tally.note(client.ask("POST", f"{API}/games/{game}/resign", {}, token=token))
        played = tables[len(tables) // 2 :]
        list(pool.map(lambda n: _play(target, played[n::THREADS], until, tally), range(THREADS)))
    return tally.counts


def _bot_tables(target: Target, thread: int, tally: Tally) -> list[tuple[str, str]]:
    """Open this thread's share of the tables, and return their ids and their owners' tokens."""
    made: list[tuple[str, str]] = []
    with target.client() as client:
        try:
            for number in range(TABLES // THREADS):
                _, token = client.register(f"Owner of bots {thread} {number}")
                table = {"players": 4, "absent": "bot"}
                game = client.made(client.ask("POST", f"{API}/games", table, token=token))["id"]
                for _ in range(3):
                    body = {"policy": "steady"}
                    client.made(client.ask("POST", f"{API}/games/{game}/bots", body, token=token))
                    tally.note("bot seated")
                made.append((game, token))
        except Refused as refused:
            tally.note(str(refused))
    return made


def _play(target: Target, tables: list[tuple[str, str]], until: float, tally: Tally) -> None:
    """Make moves at all tables at which it is the owner's turn, until the time is over."""
    random = seeded(2)
    with target.client() as client:
        for game, token in cycle(tables):
            if monotonic() > until:
                return
            answer = client.ask("GET", f"{API}/games/{game}/moves")
            offered = json.loads(answer.body)
            if answer.status == 200 and offered["seat"] == 0 and offered["moves"]:
                match = {"If-Match": f'"{offered["version"]}"'}
                move = random.choice(offered["moves"])
                answer = client.ask("POST", f"{API}/games/{game}/moves", move, match, token)
            tally.note(answer)
