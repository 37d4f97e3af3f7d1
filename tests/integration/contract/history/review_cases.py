"""Contract test cases: requests for each documented response on reviews and continuations."""

import re
from collections.abc import Callable
from pathlib import Path

from harness.games import STUDY as TEXT
from harness.service import API, ok
from harness.waiting import eventually
from harness.wire.http import Answer
from tests.integration.contract.account.me_cases import NOWHERE
from tests.integration.contract.sites import Site

GAME, STUDY = "/games/{game}/review", "/studies/{study}/review"
ON = "/games/{game}/continuation"
READY_SECONDS = 300.0

_PAGE = Path(__file__).parents[4] / "docs" / "play" / "notation.md"


def ended(site: Site) -> str:
    """The id of a game that ended after its first choice, so that there is little to review."""
    players = site.service.accounts(2)
    game = site.service.table(players)
    offered = players[0].moves(game)
    ok(players[offered["seat"]].move(game, offered["moves"][0], offered["version"]), 201)
    ok(players[0].post(f"/games/{game}/resign"), 201)
    eventually(lambda: players[0].state(game)["status"] == "scored", 60)
    return game


def is_reviewed(site: Site) -> Answer:
    """The review of a finished game, once it is ready."""
    path = f"/games/{ended(site)}/review"
    ok(site.stranger.post(path), 202)
    eventually(lambda: ok(site.stranger.get(path))["status"] == "ready", READY_SECONDS)
    return site.stranger.get(path)


def called_off(site: Site) -> str:
    """The path of the review of a game that was called off after its start."""
    players = site.service.accounts(2)
    game = site.service.table(players)
    ok(players[0].post(f"/games/{game}/abort"), 201)
    return f"/games/{game}/review"


def whole(site: Site) -> str:
    """The id of a study whose text goes to the end of the game."""
    text = re.findall(r"^```text\n(.*?)^```$", _PAGE.read_text(), re.DOTALL | re.MULTILINE)[0]
    return kept(site, text.encode())


def kept(site: Site, text: bytes) -> str:
    """The id of a new study."""
    return str(ok(site.stranger.post("/studies", text), 201)["id"])


CASES: dict[tuple[str, str, int], Callable[[Site], Answer]] = {
    ("get", GAME, 200): is_reviewed,
    ("get", GAME, 403): lambda s: s.stranger.get(f"/games/{s.waiting}/review"),
    ("get", GAME, 404): lambda s: s.stranger.get(f"/games/{NOWHERE}/review"),
    ("get", GAME, 409): lambda s: s.stranger.get(called_off(s)),
    ("post", GAME, 202): lambda s: s.stranger.post(f"/games/{ended(s)}/review"),
    ("post", GAME, 401): lambda s: s.stranger.http.post(f"{API}/games/{s.waiting}/review"),
    ("post", GAME, 403): lambda s: s.stranger.post(f"/games/{s.waiting}/review"),
    ("post", GAME, 404): lambda s: s.stranger.post(f"/games/{NOWHERE}/review"),
    ("post", GAME, 409): lambda s: s.stranger.post(called_off(s)),
    ("post", GAME, 422): lambda s: s.stranger.post(f"/games/{s.waiting}/review", Idempotency_Key=""),
    ("get", ON, 200): lambda s: s.stranger.get(f"/games/{ended(s)}/continuation?version=6&bot=steady"),
    ("get", ON, 403): lambda s: s.stranger.get(f"/games/{s.waiting}/continuation"),
    ("get", ON, 404): lambda s: s.stranger.get(f"/games/{NOWHERE}/continuation"),
    ("get", ON, 409): lambda s: s.stranger.get(f"/games/{ended(s)}/continuation"),
    ("get", ON, 422): lambda s: s.stranger.get(f"/games/{ended(s)}/continuation?seat=3"),
    ("get", STUDY, 200): lambda s: s.stranger.get(f"/studies/{whole(s)}/review"),
    ("get", STUDY, 404): lambda s: s.stranger.get(f"/studies/{NOWHERE}/review"),
    ("get", STUDY, 409): lambda s: s.stranger.get(f"/studies/{kept(s, TEXT)}/review"),
    ("post", STUDY, 202): lambda s: s.stranger.post(f"/studies/{whole(s)}/review"),
    ("post", STUDY, 401): lambda s: s.stranger.http.post(f"{API}/studies/{NOWHERE}/review"),
    ("post", STUDY, 404): lambda s: s.stranger.post(f"/studies/{NOWHERE}/review"),
    ("post", STUDY, 409): lambda s: s.stranger.post(f"/studies/{kept(s, TEXT)}/review"),
    ("post", STUDY, 422): lambda s: s.stranger.post(f"/studies/{NOWHERE}/review", Idempotency_Key=""),
}
