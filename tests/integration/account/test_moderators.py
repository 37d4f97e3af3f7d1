"""A moderator on a real store: unreported texts, the chained record of views, and conflicts of interest."""

from harness.service import Service, ok
from replays.bootstrap import now_ms
from service.application.people.moderation.docket import Docket
from service.application.people.moderation.entries import Viewed


def test_views_are_chained_and_conflicts_refused(service: Service) -> None:
    """A private text does not exist until it is reported; the view is in the stream; a table refuses."""
    ann, ben, mo = (service.account() for _ in range(3))
    docket = Docket(service.store, now_ms)
    docket.name_moderator(mo.id, "")
    game = str(
        ok(ann.post("/games", {"players": 2, "visibility": "private", "invited": [ben.id]}), 201)["id"]
    )
    ok(ben.post(f"/games/{game}/seats", {}), 201)
    said = str(ok(ann.post(f"/games/{game}/talk", {"text": "You fool"}), 201)["id"])
    about = {"kind": "message", "id": said, "game": game}
    decision = {"about": about, "verdict": "keep", "reason": "It is a game"}
    assert mo.post("/decisions", decision).status == 404
    ok(ben.post("/reports", {"about": about, "reason": "insult"}), 201)
    cases = ok(mo.mine("GET", "/reports?limit=50"))["cases"]
    assert [case["text"] for case in cases if case["about"] == about] == ["You fool"]
    views = [each.entry for each in docket.ledger.last(100) if isinstance(each.entry, Viewed)]
    seen = {text.subject.about["id"] for view in views if view.by == mo.id for text in view.texts}
    assert said in seen
    docket.ledger.check()
    table = str(ok(mo.post("/games", {"players": 2}), 201)["id"])
    ok(ann.post(f"/games/{table}/seats", {}), 201)
    refused = mo.post("/decisions", decision)
    assert (refused.status, refused.code) == (403, "moderation/conflict")
