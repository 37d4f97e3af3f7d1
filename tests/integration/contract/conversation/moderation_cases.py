"""Contract test cases: requests for each documented response on reports and decisions."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from harness.games import STUDY
from harness.service import API, Account, Service, ok
from harness.wire.http import Answer
from replays.bootstrap import now_ms
from service.application.people.moderation.docket import Docket
from tests.integration.contract.account.me_cases import NOWHERE
from tests.integration.contract.sites import Site

OWN = (("get", "/reports"), ("get", "/me/moderation"))
"""Every operation that needs a token and is not a POST."""


def moderator(service: Service) -> Account:
    """A new account that is a moderator."""
    account = service.account()
    Docket(service.store, now_ms).name_moderator(account.id, "")
    return account


def about(site: Site) -> dict[str, str]:
    """The subject of a report: the name of a new player."""
    return {"kind": "name", "id": site.service.account().id}


def report(site: Site, **changed: Any) -> dict[str, Any]:
    """A report of the name of a new player."""
    return {"about": about(site), "reason": "insult", **changed}


def decision(site: Site, **changed: Any) -> dict[str, Any]:
    """A decision on the name of a new player."""
    return {"about": about(site), "verdict": "rename", "reason": "No name for a king", **changed}


def listed(site: Site) -> Answer:
    """A page of cases, each with a report and a decision."""
    mo = moderator(site.service)
    for _ in range(2):
        wrong = report(site, text="So rude")
        ok(site.service.account().post("/reports", wrong), 201)
        ok(mo.post("/decisions", decision(site, about=wrong["about"])), 201)
    return mo.mine("GET", "/reports?state=decided&limit=1")


def of_own(site: Site) -> Answer:
    """A request by an account that was reported, renamed and suspended, and has reported."""
    mo, account = moderator(site.service), site.service.account()
    own = {"kind": "name", "id": account.id}
    ok(mo.post("/decisions", decision(site, about=own)), 201)
    ok(account.post("/reports", report(site)), 201)
    held = decision(site, about=own, verdict="suspend", until=now_ms() + 3_600_000)
    ok(mo.post("/decisions", held), 201)
    return account.mine("GET", "/me/moderation")


def decided_already(site: Site) -> Answer:
    """A repetition of a decision, word for word."""
    mo, same = moderator(site.service), decision(site)
    ok(mo.post("/decisions", same), 201)
    return mo.post("/decisions", same)


def by_suspended(site: Site) -> Answer:
    """A report by a suspended account."""
    account = site.service.account()
    held = decision(
        site, about={"kind": "name", "id": account.id}, verdict="suspend", until=now_ms() + 3_600_000
    )
    ok(moderator(site.service).post("/decisions", held), 201)
    return account.post("/reports", report(site))


def hidden_study(path: str) -> Callable[[Any], Answer]:
    """A request for a study that a moderator hid."""

    def asked(site: Site) -> Answer:
        study = ok(site.service.account().post("/studies", STUDY), 201)["id"]
        hide = decision(site, about={"kind": "study", "id": study}, verdict="hide")
        ok(moderator(site.service).post("/decisions", hide), 201)
        return site.stranger.get(path.replace("{study}", study))

    return asked


def twice_keyed(method: str, path: str) -> Callable[[Any], Answer]:
    """A request with a key that was used for another report."""

    def asked(site: Site) -> Answer:
        key = str(uuid4())
        ok(site.stranger.post(path, report(site), Idempotency_Key=key), 201)
        return site.stranger.mine(method, path, report(site), Idempotency_Key=key)

    return asked


CASES: dict[tuple[str, str, int], Callable[[Any], Answer]] = {
    ("post", "/reports", 201): lambda s: s.stranger.post("/reports", report(s, text="Look")),
    ("post", "/reports", 401): lambda s: s.stranger.http.post(f"{API}/reports", report(s)),
    ("post", "/reports", 403): by_suspended,
    ("post", "/reports", 404): lambda s: s.stranger.post(
        "/reports", report(s, about={"kind": "comment", "id": NOWHERE, "game": s.over.id})
    ),
    ("post", "/reports", 409): lambda s: s.stranger.post(
        "/reports", report(s, about={"kind": "name", "id": s.stranger.id})
    ),
    ("post", "/reports", 422): twice_keyed("POST", "/reports"),
    ("get", "/reports", 200): listed,
    ("get", "/reports", 401): lambda s: s.stranger.get("/reports"),
    ("get", "/reports", 403): lambda s: s.stranger.mine("GET", "/reports"),
    ("get", "/reports", 422): lambda s: moderator(s.service).mine("GET", "/reports?cursor=x"),
    ("post", "/decisions", 201): lambda s: moderator(s.service).post("/decisions", decision(s)),
    ("post", "/decisions", 401): lambda s: s.stranger.http.post(f"{API}/decisions", decision(s)),
    ("post", "/decisions", 403): lambda s: s.stranger.post("/decisions", decision(s)),
    ("post", "/decisions", 404): lambda s: moderator(s.service).post(
        "/decisions", decision(s, about={"kind": "name", "id": NOWHERE})
    ),
    ("post", "/decisions", 409): decided_already,
    ("post", "/decisions", 422): lambda s: moderator(s.service).post(
        "/decisions", decision(s, verdict="hide")
    ),
    ("get", "/me/moderation", 200): of_own,
    ("get", "/me/moderation", 401): lambda s: s.stranger.get("/me/moderation"),
    ("get", "/studies/{study}", 410): hidden_study("/studies/{study}"),
    ("get", "/studies/{study}/replay", 410): hidden_study("/studies/{study}/replay"),
}
