"""Attacks by forms, names and passwords. Each runs in its own process and counts responses."""

import socket
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from harness.wire.http import Answer
from tests.long.abuse.client import Client, Shot, Tally, Target, barrage, post_form, post_json

MARKS = "\N{COMBINING ACUTE ACCENT}" * 62_000
"""124 KB: normalising it takes quadratic time."""
IDEOGRAPHS = "\N{CJK UNIFIED IDEOGRAPH-4E00}" * 8_000


def forms(target: Target) -> Counter[str]:
    """Texts that are expensive to normalise, in every form and every JSON body that takes a text."""
    marks, ideographs = MARKS.encode(), f"a@{IDEOGRAPHS}".encode()
    texts = [marks, b"a@" + marks[:120_000], ideographs, b"a@b." + ideographs[2:]]
    posts: list[Shot] = []
    for text in texts:
        short = text[:100_000].decode(errors="ignore")
        posts += [
            post_form("/sign-in", b"email=" + text + b"&password=x"),
            post_form("/sign-in", b"email=a@example.org&password=" + text),
            post_form("/sign-in/guest", b"name=" + text),
            post_form("/sign-in/reset", b"email=" + text),
            post_json("/session", {"email": short, "password": "x"}),
            post_json("/session", {"email": "a@example.org", "password": short}),
            post_json("/session/reset", {"email": short}),
            post_json("/players", {"name": short}),
        ]
    return barrage(target, posts)


def guesses(target: Target) -> Counter[str]:
    """Guesses at the password of an account whose e-mail is known."""
    body = {"email": target.finds["email"], "password": "not this one at all"}
    return barrage(target, [post_json("/session", body)], connections=4)


def halves(target: Target) -> Counter[str]:
    """Registrations with an incomplete or invalid body: more than an address may register in an hour."""
    wrong = barrage(
        target, [post_json("/players", {"name": ""}), post_json("/players", {"nome": "x"})], connections=4
    )
    tally, until = Tally(), monotonic() + target.seconds

    def half(_: int) -> None:
        if monotonic() > until:
            return
        with socket.create_connection(("127.0.0.1", target.port), source_address=(target.address, 0)) as raw:
            raw.sendall(b"POST /api/v1/players HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
            tally.note("left in the middle")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(half, range(700)))
    return wrong + tally.counts


def hosts(target: Target) -> Counter[str]:
    """Requests with a foreign Host header; `echoed` counts responses that contain it."""
    evil = "attacker.example"

    def shot(client: Client, _: int) -> Answer:
        answer = client.ask("GET", "/", headers={"Host": evil})
        named = evil in answer.body.decode(errors="ignore") or evil in str(answer.headers)
        return Answer(answer.status, answer.headers, answer.body) if not named else _echoed(answer)

    return barrage(target, [shot], connections=4)


def _echoed(answer: Answer) -> Answer:
    """The response, marked so that it is counted as one that names the host."""
    told = {**answer.headers, "content-type": "application/problem+json"}
    return Answer(answer.status, told, b'{"code":"echoed"}')
