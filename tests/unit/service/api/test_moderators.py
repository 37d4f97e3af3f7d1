"""What a moderator may see and decide: unreported texts, the record of views, and conflicts of interest."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from harness.games import STUDY
from harness.play.signing_in import Browser, code
from harness.play.tournaments import plan
from replays.bootstrap import now_ms
from replays.encoding.identity import GameId, new_game_id
from replays.log.event_log import StoreAway
from replays.match.aggregate import Sitter
from replays.tournament.deciding import opening
from replays.tournament.kind import TOURNAMENT
from service import services
from service.application.people.moderation import conflicts
from service.application.people.moderation.conflicts import RECENT_MS
from service.application.people.moderation.entries import Decided, Viewed
from service.application.people.moderation.ledger import ModerationLedger
from service.application.people.moderation.subjects import Why, subject_of
from service.ops.doctor.moderation import open_cases
from service.ops.doctor.results import Level
from tests.unit.service.api.test_moderation import Site
from tests.unit.service.api.test_people import NOBODY

TEXT = "You fool"
NONCE = re.compile(r'nonce="[^"]*"')
About = dict[str, str]


@pytest.fixture
def site() -> Site:
    """Give the players."""
    return Site()


def key(about: About) -> str:
    """The subject as the path of its case has it."""
    return "/".join(about[name] for name in ("kind", "id", "game", "player") if name in about)


def private_comment(site: Site) -> About:
    """A comment of Ann's in a private game."""
    return site.comment(visibility="private")


def public_comment(site: Site) -> About:
    """A comment of Ann's that everybody may read."""
    return site.comment()


def players_message(site: Site) -> About:
    """A message of Ann's that only the players of a public game may read."""
    return message(site, site.scored(site.ann, site.bob).id, site.ann)


def message(site: Site, game: str, who: Browser) -> About:
    """A message of this account in the room in which it writes."""
    answer = who.ask("POST", f"/games/{game}/talk", {"text": TEXT})
    assert answer.json is not None
    return {"kind": "message", "id": answer.json["id"], "game": game}


def collection(shared: str) -> Callable[[Site], About]:
    """A collection of Ann's, shared in this way."""

    def made(site: Site) -> About:
        answer: Any = site.ann.ask("POST", "/me/collections", {"title": TEXT, "shared": shared}).json
        return {"kind": "collection", "id": answer["id"], "player": site.ids[site.ann]}

    return made


def study(site: Site) -> About:
    """A study of Ann's, which everybody may read who has its id."""
    answer: Any = site.ann.ask("POST", "/studies", {"text": STUDY.decode()}).json
    return {"kind": "study", "id": answer["id"]}


def name(site: Site) -> About:
    """Ann's name."""
    return site.name(site.ann)


UNSEEN = (private_comment, players_message, collection("private"), collection("link"))
SEEN = (public_comment, collection("public"), study, name)


def doors(site: Site, who: Browser, about: About) -> list[Any]:
    """The responses to this moderator at each door of a case: page, form, and decision of a program."""
    form = {"verdict": "suspend", "reason": "Not welcome here", "days": "1"}
    body = {"about": about, "verdict": "keep", "reason": "Not welcome here"}
    return [
        who.client.get(f"/moderation/{key(about)}"),
        who.form(f"/moderation/{key(about)}", **form),
        who.ask("POST", "/decisions", body),
    ]


def views(site: Site) -> list[Viewed]:
    """The views in the stream, after a check of its hashes."""
    ledger = ModerationLedger(site.world.store)
    ledger.check()
    return [each.entry for each in ledger.entries() if isinstance(each.entry, Viewed)]


@pytest.mark.slow
@pytest.mark.parametrize("make", UNSEEN)
def test_an_unreported_text_that_a_moderator_may_not_see_does_not_exist(
    site: Site, make: Callable[[Site], About]
) -> None:
    """Every door responds as for an id that does not exist; nothing is told, recorded or decided."""
    about = make(site)
    missing = doors(site, site.mo, {**about, "id": NOBODY})
    for found, none in zip(doors(site, site.mo, about), missing, strict=True):
        assert found.status_code == none.status_code == 404
        texts = [NONCE.sub("", answer.text) for answer in (found, none)]
        assert texts[0].replace(about["id"], NOBODY) == texts[1]
        assert TEXT not in found.text
    assert code(site.mo.ask("POST", "/decisions", {"about": about, "verdict": "rename", "reason": "So"})) == (
        404,
        "report/unknown",
    )
    for state in ("open", "decided"):
        assert site.get(site.mo, f"/reports?state={state}")["cases"] == []
    assert len(list(ModerationLedger(site.world.store).entries())) == 1  # Mo was made a moderator


@pytest.mark.slow
@pytest.mark.parametrize("make", SEEN)
def test_a_text_that_everybody_sees_may_be_decided_without_a_report(
    site: Site, make: Callable[[Site], About]
) -> None:
    """It is recorded first, and its author can read that a moderator looked, but not who."""
    about = make(site)
    page = site.mo.client.get(f"/moderation/{key(about)}")
    assert page.status_code == 200
    assert "Nobody has reported this." in page.text
    (view,) = views(site)
    assert (view.by, view.texts[0].subject.about, view.texts[0].had_case) == (site.ids[site.mo], about, False)
    for told in (site.get(site.ann, "/me/moderation")["views"], site.get(site.ann, "/me/export")["views"]):
        assert told == [{"about": about, "at": view.at}]
    own = site.ann.client.get("/account/moderation").text
    assert "Looked at without a report" in own
    assert "Mo" not in own.partition("Looked at without a report")[2].partition("</section>")[0]
    assert site.get(site.bob, "/me/moderation")["views"] == []
    assert [each.status_code for each in doors(site, site.mo, about)] == [200, 303, 201]


@pytest.mark.slow
@pytest.mark.parametrize("make", [private_comment, players_message, public_comment, name])
def test_a_reported_text_is_seen_and_the_author_is_not_told(
    site: Site, make: Callable[[Site], About]
) -> None:
    """A report hands the text over; the view is recorded, and does not reveal the report to the author."""
    about = make(site)
    site.report(site.bob, about)
    (case,) = site.get(site.mo, "/reports")["cases"]
    assert case["text"] == ("Ann" if about["kind"] == "name" else TEXT)
    assert site.mo.client.get(f"/moderation/{key(about)}").status_code == 200
    (view,) = views(site)
    assert (view.by, [text.subject.about for text in view.texts]) == (site.ids[site.mo], [about])
    assert site.get(site.ann, "/me/moderation")["views"] == []
    assert site.get(site.ann, "/me/export")["views"] == []


@pytest.mark.slow
def test_a_collection_that_is_no_longer_public_is_shown_as_reported(site: Site) -> None:
    """A report hands over the text of its time; what the owner writes in private later stays private."""
    about = collection("public")(site)
    site.report(site.bob, about)
    own = f"/me/collections/{about['id']}"
    assert site.ann.ask("PUT", own, {"title": "My diary", "shared": "private"}).status_code == 200
    (case,) = site.get(site.mo, "/reports")["cases"]
    assert case["text"] == TEXT
    assert site.decide(about, "keep")["text"] is None
    assert "My diary" not in site.mo.client.get(f"/moderation/{key(about)}").text


def test_without_a_record_there_is_no_view(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the store does not take the record, neither list nor case is shown, and nothing is decided."""
    about = name(site)
    site.report(site.bob, about)

    def away(*_: Any) -> None:
        raise StoreAway("the store refuses")

    monkeypatch.setattr(site.parts.moderation.docket.ledger, "append", away)
    answers = [
        site.mo.ask("GET", "/reports"),
        site.mo.client.get("/moderation"),
        *doors(site, site.mo, about),
    ]
    assert [each.status_code for each in answers] == [503] * 5
    assert all(b"Ann" not in each.data for each in answers)


@pytest.mark.slow
def test_views_do_not_flood_the_stream(site: Site) -> None:
    """Reloading pages and lists records each text once; a further text is a further view."""
    about = name(site)
    site.report(site.bob, about)
    for _ in range(3):
        site.get(site.mo, "/reports")
        assert site.mo.client.get("/moderation").status_code == 200
        assert site.mo.client.get(f"/moderation/{key(about)}").status_code == 200
    assert len(views(site)) == 1
    site.report(site.bob, site.name(site.cleo))
    site.get(site.mo, "/reports")
    assert [len(view.texts) for view in views(site)] == [1, 1]


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation between Mo and a case: makes it and returns the text, with the code of the refusal."""

    make: Callable[[Site], About]
    code: str = "moderation/conflict"


def sit(site: Site, game: str, *who: Browser) -> None:
    """Seat these players."""
    for each in who:
        assert each.ask("POST", f"/games/{game}/seats", {}).status_code == 201


def own(site: Site) -> About:
    """A text of Mo's, reported by Bob."""
    about = site.name(site.mo)
    site.report(site.bob, about)
    return about


def own_report(site: Site) -> About:
    """A text that Mo has reported; another moderator has answered the report."""
    about = reported_name(site, site.mo)
    site.parts.moderation.docket.name_moderator(site.ids[site.cleo], "")
    body = {"about": about, "verdict": "keep", "reason": "It is a name"}
    assert site.cleo.ask("POST", "/decisions", body).status_code == 201
    return about


def reported_name(site: Site, by: Browser) -> About:
    """Ann's name, reported by this player."""
    site.report(by, site.name(site.ann))
    return site.name(site.ann)


def waiting_table(site: Site) -> About:
    """The author waits at a table with Mo."""
    sit(site, site.open(site.ann, 3), site.mo)
    return reported_name(site, site.bob)


def running_game(site: Site) -> About:
    """The author plays with Mo."""
    sit(site, site.open(site.mo), site.ann)
    return reported_name(site, site.bob)


def running_with_reporter(site: Site) -> About:
    """The reporter plays with Mo."""
    sit(site, site.open(site.mo), site.bob)
    return reported_name(site, site.bob)


def running_unreported(site: Site) -> About:
    """The author plays with Mo, and nobody reported the name."""
    sit(site, site.open(site.mo), site.ann)
    return site.name(site.ann)


def dynasty(site: Site) -> About:
    """The author waits with Mo for a dynasty."""
    answer: Any = site.ann.ask("POST", "/dynasties", {"players": 3}).json
    assert site.mo.ask("POST", f"/dynasties/{answer['id']}/seats", {}).status_code == 201
    return reported_name(site, site.bob)


def ended_just_now(site: Site) -> About:
    """The author and Mo have just finished a game."""
    site.scored(site.ann, site.mo)
    return reported_name(site, site.bob)


def called_off(site: Site) -> About:
    """The author and Mo have just called a game off."""
    game = site.open(site.ann)
    sit(site, game, site.mo)
    assert site.ann.ask("POST", f"/games/{game}/abort", {}).status_code == 201
    return reported_name(site, site.bob)


def spectators_message(site: Site) -> About:
    """A spectator wrote about a game in which Mo plays."""
    game = site.open(site.bob)
    sit(site, game, site.mo)
    about = message(site, game, site.ann)
    site.report(site.cleo, about)
    return about


def directed(site: Site) -> About:
    """The author is in a tournament that the moderator directs."""
    return _in_tournament(site, director=site.mo, entrant=site.ann)


def directing(site: Site) -> About:
    """The author directs a tournament in which the moderator plays."""
    return _in_tournament(site, director=site.ann, entrant=site.mo)


def _in_tournament(site: Site, director: Browser, entrant: Browser) -> About:
    tournaments = site.parts.streams.commands(TOURNAMENT)
    found = tournaments.found(new_game_id(bytes(16)), plan(), site.ids[director]).after
    tournaments.change(found, lambda now, _: opening.enter(now, Sitter(site.ids[entrant], None)))
    return reported_name(site, site.bob)


CONFLICTS = (
    Relation(own, "moderation/own-case"),
    Relation(own_report, "moderation/own-case"),
    *map(
        Relation,
        (
            waiting_table,
            running_game,
            running_with_reporter,
            running_unreported,
            dynasty,
            ended_just_now,
            called_off,
            spectators_message,
            directed,
            directing,
        ),
    ),
)


@pytest.mark.slow
@pytest.mark.parametrize("relation", CONFLICTS, ids=lambda relation: relation.make.__name__)
def test_a_moderator_in_conflict_neither_sees_nor_decides(site: Site, relation: Relation) -> None:
    """Every door refuses with a reason, lists leave the case out, and it stays for another moderator."""
    about = relation.make(site)
    page, form, decision = doors(site, site.mo, about)
    assert [page.status_code, form.status_code] == [403, 403]
    assert "another moderator" in page.text
    assert code(decision) == (403, relation.code)
    assert all(TEXT not in each.text for each in (page, form, decision))
    for state in ("open", "decided"):
        assert site.get(site.mo, f"/reports?state={state}")["cases"] == []
        listed = site.mo.client.get(f"/moderation?state={state}").text
        assert TEXT not in listed
        assert "Reported by" not in listed
    entries = [each.entry for each in ModerationLedger(site.world.store).entries()]
    assert site.ids[site.mo] not in {each.by for each in entries if isinstance(each, Viewed | Decided)}
    other = site.world.browser()
    site.parts.moderation.docket.name_moderator(other.guest("Other"), "")
    assert [each.status_code for each in doors(site, other, about)][::2] == [200, 201]


def test_cases_of_a_conflict_are_counted_but_own_ones_are_silent(site: Site) -> None:
    """A list tells a moderator that cases wait for others, and nothing about reports on themselves."""
    running_game(site)
    assert site.get(site.mo, "/reports")["conflicts"] == 1
    assert "1 case is for another moderator" in site.mo.client.get("/moderation").text
    before = site.get(site.mo, "/reports?limit=1")
    own(site)
    assert site.get(site.mo, "/reports?limit=1") == before
    assert site.get(site.mo, "/reports")["conflicts"] == 1


@pytest.mark.slow
def test_a_conflict_ends_some_days_after_the_game(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not with the game, so that nobody resigns to decide; what was written in it stays a conflict."""
    about = ended_just_now(site)
    game = site.scored(site.cleo, site.mo).id
    in_game = message(site, game, site.cleo)
    end = site.parts.tables.match(GameId(game)).at
    for now, status in ((end + RECENT_MS - 60_000, 403), (end + RECENT_MS + 60_000, 200)):
        monkeypatch.setattr(services, "now_ms", lambda now=now: now)
        assert site.mo.client.get(f"/moderation/{key(about)}").status_code == status
        assert site.mo.client.get(f"/moderation/{key(in_game)}").status_code == 403


def test_players_of_a_tournament_are_in_conflict_only_at_a_table(site: Site) -> None:
    """Otherwise a moderator who plays in a large one could not moderate most of its players."""
    about = _in_tournament(site, director=site.cleo, entrant=site.mo)
    tournaments = site.parts.streams.commands(TOURNAMENT)
    (found,) = tournaments.aggregates.readable([new_game_id(bytes(16))])
    tournaments.change(found, lambda now, _: opening.enter(now, Sitter(site.ids[site.ann], None)))
    assert site.mo.client.get(f"/moderation/{key(about)}").status_code == 200


@pytest.mark.slow
def test_new_tables_do_not_hide_a_game_that_ended(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ended games only the newest are looked at; tables that the moderator opens do not count as ended."""
    about = ended_just_now(site)
    monkeypatch.setattr(conflicts, "NEWEST", 1)
    assert site.mo.client.get(f"/moderation/{key(about)}").status_code == 403
    site.open(site.mo)
    assert site.mo.client.get(f"/moderation/{key(about)}").status_code == 403


@pytest.mark.slow
def test_a_moderator_who_sits_down_after_the_view_does_not_decide(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The conflict is looked for again in the step that appends, after every concurrent entry."""
    about = reported_name(site, site.bob)
    assert site.mo.client.get(f"/moderation/{key(about)}").status_code == 200
    game, docket = site.open(site.ann), site.parts.moderation.docket
    subject, ledger, append = subject_of(key(about)), docket.ledger, docket.ledger.append

    def late(entry: Any, after: Any) -> Any:
        monkeypatch.setattr(ledger, "append", append)
        sit(site, game, site.mo)
        docket.report(subject, site.ids[site.ann], site.ids[site.cleo], Why.SPAM)  # comes before the decision
        return append(entry, after)

    monkeypatch.setattr(ledger, "append", late)
    body = {"about": about, "verdict": "suspend", "reason": "So", "until": now_ms() + 3_600_000}
    assert code(site.mo.ask("POST", "/decisions", body)) == (403, "moderation/conflict")
    assert [type(each.entry) for each in ledger.entries()].count(Decided) == 0


def test_a_view_that_is_answered_by_a_removal_shows_nothing(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever is removed while the request runs neither sees nor decides."""
    about, docket = reported_name(site, site.bob), site.parts.moderation.docket
    append = docket.ledger.append

    def late(entry: Any, after: Any) -> Any:
        monkeypatch.setattr(docket.ledger, "append", append)
        docket.remove_moderator(site.ids[site.mo], "")
        return append(entry, after)

    monkeypatch.setattr(docket.ledger, "append", late)
    assert code(site.mo.ask("GET", "/reports")) == (403, "moderation/not-a-moderator")
    assert views(site) == []
    assert [each.status_code for each in doors(site, site.mo, about)] == [403] * 3


def test_the_doctor_names_cases_that_nobody_may_decide(site: Site) -> None:
    """It warns while every moderator is in conflict, and if there is none at all."""
    docket, conflicts = site.parts.moderation.docket, site.parts.conflicts
    running_game(site)
    (warning,) = open_cases(docket, conflicts)
    assert warning.level is Level.WARN
    assert "1 of 1 open cases" in warning.text
    docket.name_moderator(site.ids[site.cleo], "")
    assert [each.level for each in open_cases(docket, conflicts)] == [Level.OK]
    for who in (site.cleo, site.mo):
        docket.remove_moderator(site.ids[who], "")
    (warning,) = open_cases(docket, conflicts)
    assert "nobody is a moderator" in warning.text
