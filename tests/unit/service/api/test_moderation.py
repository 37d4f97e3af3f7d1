"""Reports, decisions and suspensions over HTTP, as moderator, author, reporter and visitor."""

from typing import Any

import pytest

from harness.games import STUDY
from harness.play.signing_in import Browser
from harness.store.trips import trips
from replays.bootstrap import now_ms
from replays.encoding.identity import Version, derived_game_id
from replays.projections.studies import StudyId
from replays.streams.event_log import StreamsEventLog
from service.application.accounts.access.last_use import LastUses
from service.application.games.lists.collecting.collection import Collection, CollectionVisibility
from service.application.games.talk.messages import MessageDraft
from service.application.games.talk.rooms import Room
from service.application.games.texts.comments import CommentId, CommentPosition
from service.application.people.moderation import docket
from service.application.people.moderation.case import UNFOUNDED
from service.application.people.moderation.subjects import ModerationVerdict, ReportSubject, Why
from service.application.quotas.throttle import LIMITS, Attempt
from service.http import suspensions
from service.http.endpoints import WHILE_SUSPENDED, declared
from tests.unit.service.api.test_people import NOBODY
from tests.unit.service.api.test_people import Site as People

HOUR = 60 * 60 * 1000


class Site(People):
    """Ann writes, Bob and Cleo report, and Mo is a moderator."""

    def __init__(self) -> None:
        super().__init__()
        self.world.app.before_request_funcs.setdefault(None, []).append(suspensions.refuse)
        self.mo = self.world.browser()
        self.ids[self.mo] = self.mo.guest("Mo")
        self.parts.moderation.docket.name_moderator(self.ids[self.mo], "")

    def comment(self, **options: Any) -> dict[str, str]:
        """The subject of a report on a comment of Ann's, on a game of hers with Bob."""
        game = self.scored(self.ann, self.bob, **options).id
        answer = self.ann.ask("POST", f"/games/{game}/comments", {"version": 1, "text": "You fool"})
        assert answer.status_code == 201, answer.data
        return {"kind": "comment", "id": answer.json["id"], "game": game} if answer.json else {}

    def name(self, of: Browser) -> dict[str, str]:
        """The subject of a report on a player's name."""
        return {"kind": "name", "id": self.ids[of]}

    def report(self, who: Browser, about: Any, status: int = 201, **more: Any) -> Any:
        """Send a report as this player."""
        answer = who.ask("POST", "/reports", {"about": about, "reason": "insult", **more})
        assert answer.status_code == status, answer.data
        return answer.json

    def decide(self, about: Any, verdict: str, status: int = 201, **more: Any) -> Any:
        """Send a decision as Mo."""
        body = {"about": about, "verdict": verdict, "reason": "Not welcome here", **more}
        answer = self.mo.ask("POST", "/decisions", body)
        assert answer.status_code == status, answer.data
        return answer.json

    def get(self, who: Browser, path: str) -> Any:
        """Return the JSON of a response to this player."""
        answer = who.ask("GET", path)
        assert answer.status_code == 200, answer.data
        return answer.json


@pytest.fixture
def site() -> Site:
    """Give the players."""
    return Site()


@pytest.mark.slow
def test_from_a_report_to_its_answer(site: Site) -> None:
    """The moderator sees the reported text and decides; all see the reason, both sides are notified."""
    about = site.comment()
    site.report(site.bob, about, text="In every game")
    changed = {"text": "You dear"}
    path = f"/games/{about['game']}/comments/{about['id']}"
    assert site.ann.ask("PUT", path, changed).status_code == 200
    (case,) = site.get(site.mo, "/reports")["cases"]
    assert (case["text"], case["author"]["name"]) == ("You fool", "Ann")
    assert [each["text"] for each in case["reports"]] == ["In every game"]
    assert set(case["verdicts"]) == {"keep", "hide", "suspend", "reinstate"}
    site.decide(about, "hide")
    assert site.get(site.mo, "/reports")["cases"] == []
    for who in (site.visitor, site.ann, site.bob):
        (shown,) = site.get(who, f"/games/{about['game']}/comments")["comments"]
        assert shown["text"] == "hidden by a moderator: Not welcome here"
        assert shown["hidden"]["reason"] == "Not welcome here"
    texts = {who: site.get(who, "/me/notices")["notices"][0] for who in (site.ann, site.bob)}
    assert texts[site.ann]["kind"] == "text_hidden"
    assert texts[site.ann]["text"] == "A moderator has hidden a comment of yours."
    assert texts[site.bob]["text"] == "A moderator has looked at your report: the text is hidden."
    assert [each["read"] for each in _account(site, site.bob)] == [False]
    assert "Hidden" in site.bob.client.get("/account/moderation").text
    assert [each["read"] for each in _account(site, site.bob)] == [True]
    assert site.report(site.cleo, about, 409)["code"] == "report/hidden"
    export = site.get(site.ann, "/me/export")
    assert [each["text"] for each in export["comments"]] == ["You dear"]
    assert [each["verdict"] for each in export["decisions"]] == ["hide"]
    assert [each["text"] for each in site.get(site.bob, "/me/export")["reports"]] == ["In every game"]
    site.decide(about, "keep")
    assert [each["text"] for each in site.get(site.bob, f"/games/{about['game']}/comments")["comments"]] == [
        "You dear"
    ]


def _account(site: Site, who: Browser) -> list[Any]:
    """The notices about the player's account."""
    found = site.get(who, "/me/notices")["notices"]
    return [each for each in found if each["game"] is None and each["dynasty"] is None]


@pytest.mark.slow
def test_the_author_learns_no_names(site: Site) -> None:
    """The author learns neither reporter nor moderator, and nothing of a report without effect."""
    about = site.comment()
    site.report(site.bob, about)
    assert site.get(site.ann, "/me/moderation")["decisions"] == []
    site.decide(about, "keep")
    assert [each["kind"] for each in site.get(site.ann, "/me/notices")["notices"]].count("text_hidden") == 0
    site.report(site.bob, about)
    site.decide(about, "hide")
    told = str(site.get(site.ann, "/me/moderation")) + str(site.get(site.ann, "/me/export")["decisions"])
    assert "You fool" in told
    for other in (site.bob, site.mo):
        assert site.ids[other] not in told


@pytest.mark.slow
def test_what_is_not_seen_is_not_reported(site: Site) -> None:
    """Only viewers of a private game can report its comments; moderators see the text but not the game."""
    about = site.comment(visibility="private")
    assert site.report(site.cleo, about, 404)["code"] == "game/unknown"
    site.report(site.bob, about)
    (case,) = site.get(site.mo, "/reports")["cases"]
    assert case["text"] == "You fool"
    assert site.mo.ask("GET", f"/games/{about['game']}").status_code == 404
    for kind in ("name", "study"):
        assert site.report(site.bob, {"kind": kind, "id": NOBODY}, 404)["code"] == "report/unknown"
    assert site.report(site.ann, about, 409)["code"] == "report/yourself"


def some_cases(site: Site, number: int) -> None:
    """Create this many cases of each kind, with decisions, each by another author and reporter."""
    parts, game, mo = site.parts, derived_game_id("suite", "any"), site.ids[site.mo]
    moderation = parts.moderation
    for each in range(number):
        author, reporter = (
            parts.players.register(f"Player {each}", f"{who} {number} {each}", "192.0.2.9", 1).id
            for who in ("author", "reporter")
        )
        id_ = derived_game_id("suite", author)
        place = CommentPosition(Version(1), each, CommentId(id_), game, author, "")
        parts.comments.write(place, "You fool", "")
        parts.talk.write(MessageDraft(game, Room.SPECTATORS, author, id_, "", each, "You fool"), "")
        parts.studies.keep(StudyId(id_), author, "You fool", each, "")
        parts.collections.create(author, Collection(id_, "You fool", CollectionVisibility.PUBLIC, each), "")
        for subject in (
            ReportSubject("comment", id_, game),
            ReportSubject("message", id_, game),
            ReportSubject("name", author),
            ReportSubject("study", id_),
            ReportSubject("collection", id_, player=author),
        ):
            moderation.docket.decide(
                subject,
                author,
                by=mo,
                verdict=ModerationVerdict.KEEP,
                reason="Rude",
                until=None,
                check=lambda _case: None,
            )
            moderation.texts.say(reporter, subject, "Again", "")
            moderation.docket.report(subject, author, reporter, Why.INSULT)


@pytest.mark.long
def test_a_list_of_cases_costs_as_much_as_one_case(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of requests to the store is small and does not depend on the number of cases."""
    monkeypatch.setattr(LastUses, "note", lambda *_: None)  # written every ten minutes
    some_cases(site, 1)
    log = site.parts.tables.log
    assert isinstance(log, StreamsEventLog)
    assert sum(log.mend_lists(now_ms())) == 0  # until then it is asked once a second
    site.get(site.mo, "/reports")  # opens the connections, and records a view that later lists find
    costs = []
    for number in (2, 7):
        some_cases(site, number)
        with trips() as sent:
            found = site.get(site.mo, "/reports?limit=50")["cases"]
        costs.append(len(sent))
        assert len(found) == {2: 15, 7: 50}[number]
        for case in found:
            assert case["text"] == "You fool" or case["about"]["kind"] == "name"
            assert [each["text"] for each in case["reports"]] == ["Again"]
            assert [each["reason"] for each in case["decisions"]] == ["Rude"]
            assert len(case["others"]) == 4
    assert costs[0] == costs[1] < 40


@pytest.mark.slow
def test_a_case_says_that_it_is_cut(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a case has more entries than are read, the newest are shown with a note."""
    monkeypatch.setattr(docket, "MOST_ENTRIES", 3)
    about = site.name(site.ann)
    path = f"/moderation/name/{about['id']}"
    for verdict, has_older in (("keep", False), ("rename", True)):
        site.report(site.bob, about)
        site.decide(about, verdict)
        (case,) = site.get(site.mo, "/reports?state=decided")["cases"]
        assert case["has_older"] is has_older
        assert len(case["reports"]) + len(case["decisions"]) == 2 + has_older
        assert ("Older reports and decisions are not shown." in site.mo.client.get(path).text) is has_older


@pytest.mark.parametrize(
    "wrong",
    [
        {"about": {"kind": "rumour", "id": NOBODY}},
        {"about": {"kind": "comment", "id": NOBODY}},
        {"about": {"kind": "name", "id": NOBODY, "game": NOBODY}},
        {"reason": "boring"},
        {"reason": "other", "text": " "},
        {"text": "x" * 1_001},
    ],
)
def test_wrong_reports(site: Site, wrong: dict[str, Any]) -> None:
    """A wrong report is refused as invalid."""
    answer = site.report(site.bob, site.name(site.ann), 422, **wrong) if "about" not in wrong else None
    if answer is None:
        answer = site.report(site.bob, wrong["about"], 422)
    assert answer["code"] == "request/invalid"


def test_only_moderators_decide(site: Site) -> None:
    """Others, and removed moderators, can neither see reports nor decide, in the API or on pages."""
    body = {"about": site.name(site.ann), "verdict": "rename", "reason": "So"}
    site.parts.moderation.docket.remove_moderator(site.ids[site.mo], "")
    for who in (site.bob, site.mo):
        for answer in (who.ask("GET", "/reports"), who.ask("POST", "/decisions", body)):
            assert answer.status_code == 403
            assert answer.json is not None
            assert answer.json["code"] == "moderation/not-a-moderator"
        assert who.client.get("/moderation").status_code == 403


@pytest.mark.slow
def test_a_moderator_needs_no_report(site: Site) -> None:
    """The report form links only moderators to the decision on the text."""
    about = site.name(site.ann)
    path, link = f"name/{about['id']}", "Decide as a moderator"
    assert link in site.mo.client.get(f"/report/{path}").text
    assert link not in site.bob.client.get(f"/report/{path}").text
    decided = site.mo.form(f"/moderation/{path}", verdict="rename", reason="No name for a king")
    assert decided.status_code == 303
    assert site.get(site.bob, f"/players/{about['id']}")["name"].startswith("Player ")
    wrong = site.mo.form(f"/moderation/{path}", verdict="hide", reason="So")
    assert (wrong.status_code, site.mo.form(f"/moderation/{path}", verdict="keep").status_code) == (422, 422)


def test_wrong_decisions(site: Site) -> None:
    """Verdicts of another kind, wrong end times, moderators' accounts and empty reasons are refused."""
    name = site.name(site.ann)
    assert site.decide(name, "hide", 422)["code"] == "moderation/verdict"
    assert site.decide(name, "suspend", 422)["code"] == "moderation/until"
    assert site.decide(name, "rename", 422, until=now_ms() + HOUR)["code"] == "moderation/until"
    assert site.decide(name, "suspend", 422, until=now_ms() - 1)["code"] == "moderation/until"
    assert site.decide(name, "rename", 422, reason=" ")["code"] == "request/invalid"
    assert site.decide(site.name(site.mo), "keep", 403)["code"] == "moderation/own-case"


@pytest.mark.slow
def test_a_decision_that_is_made_already(site: Site) -> None:
    """A repeated decision is refused as already made; a repeated key gets the first response."""
    name, key = site.name(site.ann), {"Idempotency-Key": "one"}
    reason = "Not welcome here"
    body = {"about": name, "verdict": "rename", "reason": reason}
    first, again = (site.mo.ask("POST", "/decisions", body, **key) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json == again.json
    assert site.decide(name, "rename", 409)["code"] == "moderation/decided"
    page = site.mo.form(f"/moderation/name/{name['id']}", verdict="rename", reason=reason)
    assert page.status_code == 409
    assert "You have decided that already" in page.text
    assert len(site.decide(name, "rename", reason="Still not")["decisions"]) == 2


@pytest.mark.slow
def test_a_name_that_was_taken_away(site: Site) -> None:
    """The name disappears from all pages, and its player has to choose another one."""
    site.decide(site.name(site.ann), "rename")
    neutral = f"Player {site.ids[site.ann][:8]}"
    assert site.get(site.bob, f"/players/{site.ids[site.ann]}")["name"] == neutral
    refused = site.ann.ask("PUT", "/me", {"name": "Ann"})
    assert refused.json is not None
    assert (refused.status_code, refused.json["code"]) == (422, "account/name-refused")
    assert site.ann.ask("PUT", "/me", {"name": "Anna"}).status_code == 200


@pytest.mark.slow
def test_a_hidden_study_is_gone(site: Site) -> None:
    """Its state, replay and page show the reason instead."""
    made = site.ann.ask("POST", "/studies", {"text": STUDY.decode()})
    assert made.json is not None
    study = made.json["id"]
    site.report(site.bob, {"kind": "study", "id": study})
    site.decide({"kind": "study", "id": study}, "hide")
    for path in (f"/studies/{study}", f"/studies/{study}/replay"):
        answer = site.visitor.ask("GET", path)
        assert answer.json is not None
        assert (answer.status_code, answer.json["code"]) == (410, "study/hidden")
        assert answer.json["hidden"]["reason"] == "Not welcome here"
    page = site.visitor.client.get(f"/studies/{study}")
    assert page.status_code == 410
    assert "hidden by a moderator: Not welcome here" in page.text


@pytest.mark.slow
def test_a_hidden_collection(site: Site) -> None:
    """Others see a neutral title and no notes; the owner keeps the text and sees the reason."""
    game = site.open(site.ann)
    body = {"title": "Fools I met", "shared": "public"}
    made: Any = site.ann.ask("POST", "/me/collections", body).json
    note = site.ann.ask("PUT", f"/me/collections/{made['id']}/games/{game}", {"note": "Bob, the fool"})
    assert note.status_code == 204
    ann = site.ids[site.ann]
    path, own = f"/players/{ann}/collections/{made['id']}", f"/me/collections/{made['id']}"
    about = {"kind": "collection", "id": made["id"], "player": ann}
    link = f"/report/collection/{made['id']}/{ann}"
    assert link in site.bob.client.get(path).text
    assert link not in site.ann.client.get(path).text
    assert "Fools I met" in site.bob.client.get(link).text
    site.report(site.bob, about)
    assert site.ann.ask("PUT", own, {"title": "Friends", "shared": "public"}).status_code == 200
    (case,) = site.get(site.mo, "/reports")["cases"]
    assert (case["text"], case["path"]) == ("Fools I met\nBob, the fool", path)
    site.decide(about, "hide")
    neutral = f"Collection {made['id'][:8]}"
    for each in (site.get(site.bob, path), *site.get(site.bob, f"/players/{ann}/collections")["collections"]):
        assert (each["title"], each["hidden"]["reason"]) == (neutral, "Not welcome here")
    assert [each["note"] for each in site.get(site.bob, path)["games"]] == [""]
    page = site.bob.client.get(path).text
    assert "Hidden by a moderator: Not welcome here" in page
    for text in ("Friends", "fool", link):
        assert text not in page + site.bob.client.get(f"/players/{ann}").text
    (mine,) = site.get(site.ann, "/me/collections")["collections"]
    assert (mine["title"], mine["hidden"]["reason"]) == ("Friends", "Not welcome here")
    (exported,) = site.get(site.ann, "/me/export")["collections"]
    assert (exported["title"], exported["hidden"]["reason"]) == ("Friends", "Not welcome here")
    assert f"Others read “{neutral}”" in site.ann.client.get(path).text
    assert site.get(site.ann, "/me/notices")["notices"][0]["text"].startswith("A moderator has hidden title")
    assert site.report(site.bob, about, 409)["code"] == "report/hidden"
    site.decide(about, "keep")
    assert site.get(site.bob, path)["title"] == "Friends"


def test_only_public_collections_are_reported(site: Site) -> None:
    """Private and unlisted collections cannot be reported; a report must name the owner."""
    ann = site.ids[site.ann]
    for shared in ("private", "link"):
        made: Any = site.ann.ask("POST", "/me/collections", {"title": "Mine", "shared": shared}).json
        about = {"kind": "collection", "id": made["id"], "player": ann}
        assert site.report(site.bob, about, 404)["code"] == "collection/unknown"
    del about["player"]
    assert site.report(site.bob, about, 422)["code"] == "request/invalid"


@pytest.mark.slow
def test_a_suspended_account(site: Site) -> None:
    """It cannot open, join or write, but can move, read, export and erase; every page shows the reason."""
    game = site.open(site.ann)
    assert site.bob.ask("POST", f"/games/{game}/seats", {}).status_code == 201
    over = site.scored(site.ann, site.bob).id
    waiting, left = site.open(site.bob), site.open(site.bob)
    until = now_ms() + HOUR
    site.decide(site.name(site.ann), "suspend", until=until)
    for method, path, body in (
        ("POST", "/games", {"players": 2}),
        ("POST", f"/games/{waiting}/seats", {}),
        ("POST", f"/games/{over}/comments", {"version": 1, "text": "But"}),
        ("POST", f"/games/{over}/rematch", {}),
        ("POST", f"/games/{left}/takeover", {"seat": 1}),
        ("POST", "/reports", {"about": site.name(site.bob), "reason": "hate"}),
        ("PUT", "/me", {"name": "Anna"}),
    ):
        refused = site.ann.ask(method, path, body)
        assert refused.json is not None, path
        assert (refused.status_code, refused.json["code"]) == (403, "account/suspended"), path
        assert (refused.json["until"], refused.json["reason"]) == (until, "Not welcome here")
        assert refused.json["detail"].startswith("Your account is suspended: Not welcome here. You may")
    assert site.ann.client.post("/account/name", data={"name": "Anna"}).status_code == 403
    page = site.ann.client.get("/").text
    assert "Your account is suspended until" in page
    assert "Not welcome here" in page
    assert site.get(site.ann, "/me/moderation")["suspension"] == {
        "until": until,
        "reason": "Not welcome here",
    }
    assert site.ann.ask("POST", f"/games/{game}/resign", {}).status_code == 201
    assert site.get(site.ann, "/me/export")["decisions"][0]["until"] == until
    assert site.ann.ask("DELETE", "/me", {"confirm": "Ann"}).status_code == 204


@pytest.mark.slow
def test_a_suspension_ends(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends at its time, or earlier by a moderator's decision."""
    until = now_ms() + HOUR
    site.decide(site.name(site.ann), "suspend", until=until)
    for now, status in ((until - 1, 403), (until, 201)):
        monkeypatch.setattr(suspensions, "now_ms", lambda now=now: now)
        assert site.ann.ask("POST", "/games", {"players": 2}).status_code == status
    monkeypatch.undo()
    assert site.ann.ask("POST", "/games", {"players": 2}).status_code == 403
    site.decide(site.name(site.ann), "reinstate")
    assert site.get(site.ann, "/me/moderation")["suspension"] is None
    assert "suspended" not in site.ann.client.get("/").text
    site.open(site.ann)


def test_a_suspended_account_starts_nothing_new(site: Site) -> None:
    """It may neither open nor join a table, nor write to others; it may move and erase."""
    works = {name for name, each in declared(site.world.app).items() if WHILE_SUSPENDED in each.works}
    assert not works & {"games.create", "games.join", "comments.write", "comments.edit", "moderation.create"}
    assert works >= {"moves.create", "me.erase", "account.erase"}


@pytest.mark.slow
def test_false_reporters_are_limited() -> None:
    """A player who never reported rightly may report twice a day; one right report lifts the limit."""
    site = Site()
    others = [site.world.browser() for _ in range(UNFOUNDED + 3)]
    abouts = [{"kind": "name", "id": other.guest(f"Other {number}")} for number, other in enumerate(others)]
    site.parts.throttle._limits = {Attempt.REPORT_FALSE: LIMITS[Attempt.REPORT_FALSE]}
    for about in abouts[:UNFOUNDED]:
        site.report(site.bob, about)
        site.decide(about, "keep")
    for about in abouts[UNFOUNDED : UNFOUNDED + 2]:
        site.report(site.bob, about)
    assert site.report(site.bob, abouts[-1], 429)["code"] == "limit/reached"
    site.decide(abouts[UNFOUNDED], "rename")
    site.report(site.bob, abouts[-1])
