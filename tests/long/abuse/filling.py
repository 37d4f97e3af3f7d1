"""Attacks that fill the store or the lobby. Each runs in its own process and counts responses."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from harness.games import STUDY
from tests.long.abuse.client import API, Client, Refused, Shot, Tally, Target, barrage

NOTE = "\N{GRINNING FACE}" * 10_000
"""The longest note: 40 KB."""
COMMENT = NOTE[:2000]
GUESTS = 200


def storage(target: Target) -> Counter[str]:
    """The longest notes and comments, and a study, of many guests; `stored` counts the accepted bytes."""
    tally, until = Tally(), monotonic() + target.seconds
    games = target.finds["games"]

    def fill(thread: int) -> None:
        with target.client() as client:
            for number in range(GUESTS // 16):
                if monotonic() > until:
                    return
                _fill_account(client, f"Guest {thread} {number}", games, tally)

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(fill, range(16)))
    return tally.counts


def _fill_account(client: Client, name: str, games: list[str], tally: Tally) -> None:
    try:
        _, token = client.register(name)
    except Refused as refused:
        tally.note(str(refused))
        return
    for game in games:
        answer = client.ask("PUT", f"{API}/games/{game}/notes", {"text": NOTE}, token=token)
        tally.note(answer)
        if answer.status < 300:
            tally.note("stored", len(NOTE.encode()))
        said = {"version": 1, "text": NOTE[:2000]}
        answer = client.ask("POST", f"{API}/games/{game}/comments", said, token=token)
        tally.note(answer)
        if answer.status < 300:
            tally.note("stored", len(NOTE[:2000].encode()))
    answer = client.ask("POST", f"{API}/studies", STUDY, {"Content-Type": "text/plain"}, token)
    tally.note(answer)
    if answer.status < 300:
        tally.note("stored", len(STUDY))


def exports(target: Target) -> Counter[str]:
    """Eight concurrent exports of an account with the longest notes, again and again."""
    with target.client() as client:
        tally = Tally()
        _, token = client.register("Exporter")
        for game in target.finds["games"]:
            tally.note(client.ask("PUT", f"{API}/games/{game}/notes", {"text": NOTE}, token=token))
    shots: list[Shot] = [lambda client, _: client.ask("GET", f"{API}/me/export", token=token)]
    return tally.counts + barrage(target, shots, connections=8)


def lobby(target: Target) -> Counter[str]:
    """As many open tables from one address as possible, by many guests."""
    tally, until = Tally(), monotonic() + target.seconds

    def open_tables(thread: int) -> None:
        with target.client() as client:
            number = 0
            while monotonic() < until and number < GUESTS // 16:
                number += 1
                try:
                    _, token = client.register(f"Opener {thread} {number}")
                except Refused as refused:
                    tally.note(str(refused))
                    return
                for _ in range(12):
                    tally.note(client.ask("POST", f"{API}/games", {"players": 2}, token=token))

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(open_tables, range(16)))
    return tally.counts
