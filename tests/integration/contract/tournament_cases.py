"""Contract test cases: requests for each documented response on tournaments."""

from collections.abc import Callable
from typing import Any, NamedTuple

from harness.service import Account, ok
from harness.waiting import eventually
from harness.wire.http import Answer
from tests.integration.contract.account.me_cases import NOWHERE, asked, unsigned
from tests.integration.contract.sites import Site

ALL = "/tournaments"
ONE = "/tournaments/{tournament}"
ENTRIES, MINE, ACTS = f"{ONE}/entries", f"{ONE}/entries/mine", f"{ONE}/acts"
START, CLOSE = f"{ONE}/start", f"{ONE}/rounds/{{number}}/close"
PREVIEW, DESK = f"{ONE}/preview", f"{ONE}/desk"
COLLUSION, CARD = f"{ONE}/collusion", f"{ONE}/card.png"
FILES = tuple(f"{ONE}/{name}.csv" for name in ("standings", "pairings", "acts"))
OWN = (("delete", MINE), ("get", PREVIEW), ("get", DESK), ("get", COLLUSION))
"""Every operation that needs a token and is not a POST."""

PLAYED_SECONDS = 60
CUP = {"name": "Cup", "kind": "swiss", "table": 2, "rounds": 1}
FORBID = {"type": "forbid-meeting", "reason": "siblings", "entrants": [1, 2]}
UNKNOWN = ONE.replace("{tournament}", NOWHERE)


class Cup(NamedTuple):
    """A tournament of bots, and its director."""

    director: Account
    id: str

    @property
    def path(self) -> str:
        """Its path under the API."""
        return f"{ALL}/{self.id}"


def cup(site: Site, bots: int = 2) -> Cup:
    """A new tournament with so many bots."""
    director = site.service.account()
    found = Cup(director, ok(director.post(ALL, CUP), 201)["id"])
    if bots:
        ok(director.post(f"{found.path}/entries", {"bots": ["random"] * bots}), 201)
    return found


def played(site: Site) -> Cup:
    """A tournament whose only round is played, by workers."""
    found = cup(site)
    ok(found.director.post(f"{found.path}/start"))
    assert eventually(lambda: _is_done(found), PLAYED_SECONDS)
    return found


def _is_done(found: Cup) -> bool:
    rounds = ok(found.director.get(found.path))["rounds"]
    return bool(rounds) and rounds[0]["status"] == "done"


def directing(method: str, path: str, body: Any = None) -> Callable[[Site], Answer]:
    """A request of the director about a new tournament; the path is under it."""

    def ask(site: Site) -> Answer:
        found = cup(site)
        return found.director.mine(method, f"{found.path}{path}", body)

    return ask


def strange(method: str, path: str, body: Any = None) -> Callable[[Site], Answer]:
    """A request of another account about a new tournament."""
    return lambda site: site.stranger.mine(method, f"{cup(site).path}{path}", body)


def withdrawn(times: int, body: Any = None) -> Callable[[Site], Answer]:
    """A player who entered withdraws so many times."""

    def ask(site: Site) -> Answer:
        found, player = cup(site), site.service.account()
        ok(player.post(f"{found.path}/entries", {}), 201)
        for _ in range(times - 1):
            ok(player.mine("DELETE", f"{found.path}/entries/mine", {}))
        return player.mine("DELETE", f"{found.path}/entries/mine", body or {})

    return ask


def closed(site: Site) -> Answer:
    """The last round is signed off."""
    found = played(site)
    return found.director.post(f"{found.path}/rounds/1/close")


def foreseen(site: Site) -> Answer:
    """A preview when no round follows."""
    found = played(site)
    return found.director.mine("GET", f"{found.path}/preview")


def streamed(site: Site) -> Answer:
    """A stream that goes on after the last event."""
    found = cup(site)
    ok(found.director.post(f"{found.path}/acts", {"type": "call-off", "reason": "nobody came"}), 201)
    return site.stranger.get(f"{found.path}/events?after=4", Accept="text/event-stream")


def left_alone(site: Site) -> Answer:
    """The erasure of an account whose tournament runs, and which nobody else directs."""
    found = cup(site)
    ok(found.director.post(f"{found.path}/start"))
    return found.director.mine("DELETE", "/me", {"confirm": found.director.name})


Asks = Callable[[Any], Answer]
POSTS = {ENTRIES: {}, START: None, CLOSE: None, ACTS: FORBID, COLLUSION: None}


def at(path: str) -> str:
    """The path of a tournament that does not exist."""
    return path.replace("{tournament}", NOWHERE).replace("{number}", "1")


CASES: dict[tuple[str, str, int], Asks] = {
    ("delete", "/me", 409): left_alone,
    ("post", ALL, 201): asked("POST", ALL, CUP),
    ("post", ALL, 401): unsigned("POST", ALL),
    ("post", ALL, 409): asked("POST", ALL, {**CUP, "regulations": {"bye": 40}}),
    ("post", ALL, 422): asked("POST", ALL, {**CUP, "table": 5}),
    ("get", ALL, 200): lambda site: site.stranger.get(f"{ALL}?limit=3"),
    ("get", ALL, 422): lambda site: site.stranger.get(f"{ALL}?limit=x"),
    **{("post", path, 401): unsigned("POST", at(path)) for path in POSTS},
    **{("post", path, 404): asked("POST", at(path), body) for path, body in POSTS.items()},
    **{(method, path, 401): unsigned(method.upper(), at(path)) for method, path in OWN},
    **{(method, path, 404): asked(method.upper(), at(path)) for method, path in OWN},
    ("post", ENTRIES, 201): strange("POST", "/entries", {"entropy": "ab" * 32}),
    ("post", ENTRIES, 403): strange("POST", "/entries", {"bots": ["random"]}),
    ("post", ENTRIES, 409): directing("POST", "/entries", {"players": [NOWHERE, "Zed"]}),
    ("post", ENTRIES, 422): directing("POST", "/entries", {"bots": ["clever"]}),
    ("delete", MINE, 200): withdrawn(1),
    ("delete", MINE, 409): withdrawn(2),
    ("delete", MINE, 422): withdrawn(1, {"reason": 5}),
    ("post", START, 200): directing("POST", "/start"),
    ("post", START, 403): strange("POST", "/start"),
    ("post", START, 409): lambda site: (found := cup(site, 0)).director.post(f"{found.path}/start"),
    ("post", START, 422): directing("POST", "/start?more=1"),
    ("post", CLOSE, 200): closed,
    ("post", CLOSE, 403): strange("POST", "/rounds/1/close"),
    ("post", CLOSE, 409): directing("POST", "/rounds/1/close"),
    ("post", CLOSE, 422): directing("POST", "/rounds/1/close?more=1"),
    ("post", ACTS, 201): directing("POST", "/acts", FORBID),
    ("post", ACTS, 403): strange("POST", "/acts", FORBID),
    ("post", ACTS, 409): directing("POST", "/acts", {**FORBID, "entrants": [1, 1]}),
    ("post", ACTS, 422): directing("POST", "/acts", {"type": "forbid"}),
    ("get", PREVIEW, 200): directing("GET", "/preview"),
    ("get", PREVIEW, 403): strange("GET", "/preview"),
    ("get", PREVIEW, 409): foreseen,
    ("get", DESK, 200): directing("GET", "/desk"),
    ("get", DESK, 403): strange("GET", "/desk"),
    ("get", COLLUSION, 200): directing("GET", "/collusion"),
    ("post", COLLUSION, 202): directing("POST", "/collusion"),
    **{(method, COLLUSION, 403): strange(method.upper(), "/collusion") for method in ("get", "post")},
    **{
        (method, COLLUSION, code): directing(method.upper(), f"/collusion?entrant={entrant}")
        for method in ("get", "post")
        for code, entrant in ((409, 99), (422, 0))
    },
    ("get", CARD, 200): lambda site: site.stranger.get(f"{cup(site).path}/card.png?version=2"),
    ("get", CARD, 404): lambda site: site.stranger.get(f"{cup(site).path}/card.png?version=9"),
    ("get", CARD, 422): lambda site: site.stranger.get(f"{cup(site).path}/card.png?version=0"),
    ("get", ONE, 200): lambda site: site.stranger.get(f"{cup(site).path}?version=2"),
    ("get", ONE, 404): lambda site: site.stranger.get(f"{cup(site).path}?version=9"),
    ("get", ONE, 422): lambda site: site.stranger.get(f"{cup(site).path}?version=0"),
    ("get", f"{ONE}/forecast", 200): lambda site: site.stranger.get(f"{cup(site).path}/forecast"),
    ("get", f"{ONE}/forecast", 404): lambda site: site.stranger.get(f"{UNKNOWN}/forecast"),
    **{("get", path, 200): directing("GET", path.removeprefix(ONE)) for path in FILES},
    **{("get", path, 404): asked("GET", at(path)) for path in FILES},
    **{("get", path, 422): directing("GET", f"{path.removeprefix(ONE)}?version=0") for path in FILES},
    ("get", f"{ONE}/events", 200): lambda site: site.stranger.get(f"{cup(site).path}/events"),
    ("get", f"{ONE}/events", 204): streamed,
    ("get", f"{ONE}/events", 404): lambda site: site.stranger.get(f"{UNKNOWN}/events"),
    ("get", f"{ONE}/events", 410): lambda site: site.stranger.get(f"{cup(site).path}/events?after=99"),
    ("get", f"{ONE}/events", 422): lambda site: site.stranger.get(f"{cup(site).path}/events?after=x"),
    ("get", f"{ONE}/audit", 200): lambda site: site.stranger.get(f"{cup(site).path}/audit"),
    ("get", f"{ONE}/audit", 404): lambda site: site.stranger.get(f"{UNKNOWN}/audit"),
    ("get", f"{ONE}/audit", 422): lambda site: site.stranger.get(f"{cup(site).path}/audit?version=1"),
}
