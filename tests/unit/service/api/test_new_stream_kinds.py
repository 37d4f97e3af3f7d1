"""A third kind of stream, added by the registries alone (`docs/extending.md`): see `harness.play.cups`."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from fakeredis import FakeRedis, FakeServer

from harness.audit.forging import Forger
from harness.clock import Clock
from harness.games import finish, seeded
from harness.jobs.dispatching import itself, known
from harness.play.cups import CUP, CUPS, ORDER, cups_declared, game_id
from harness.play.signing_in import API, Browser, World
from replays.archive.archive import Archive
from replays.archive.folder import Folder
from replays.archive.moving import Mover
from replays.audit.verdicts import Aspect, Verdict
from replays.audit.verifier import audit
from replays.commands.series import series_of
from replays.encoding.identity import GameId, derived_game_id
from replays.events.game_events import NO_OPTIONS, Membership
from replays.log.listing import Question
from replays.log.works import WORKS
from replays.match.recording import MATCHES
from service import api
from service.application.account_keys import profile_key
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.notices.projection.projector import Projector
from service.cli.main import kingdomino
from tests.unit.service.api.cups import CupApi
from workers.jobs.parts import Parts
from workers.jobs.registry import SCORE, advancing, tasks
from workers.queue.job_queue import JobQueue
from workers.relay.dispatcher import Dispatcher
from workers.relay.priorities import Priorities
from workers.relay.relay import Relay
from workers.relay.sweeper import PATIENCE, SeriesSweeper

CUP_ID = derived_game_id("a cup")
GAMES = [game_id(CUP_ID, number) for number in (1, 2)]


class Site:
    """A service with a cup of Ann and Ben, and the processes beside it."""

    def __init__(self) -> None:
        self.world = World(own_app=True)
        self.ann, self.ben = self.world.browser(), self.world.browser()
        self.ids = [self.ann.guest("Ann"), self.ben.guest("Ben")]
        self.tables, self.log = self.world.services.tables, self.world.services.tables.log
        self.parts, self.clock = Parts.of(self.tables), Clock()
        jobs = JobQueue(FakeRedis(server=FakeServer()))
        self.dispatcher = Dispatcher(Priorities(self.log, itself, self.clock), jobs, self.clock)
        self.cups = self.world.services.streams.commands(CUP)
        self.cups.found(CUP_ID, self.ids[0], self.ids)

    def play(self, game: GameId) -> None:
        """Play a round to its score, as players and workers do."""
        finish(self.tables, game, seeded(1))
        SCORE.run(self.parts, game)

    def play_all(self) -> None:
        """Play the cup to its end."""
        for game in GAMES:
            advancing(CUP).run(self.parts, CUP_ID)
            self.play(game)
        advancing(CUP).run(self.parts, CUP_ID)

    def read(self, who: Browser, path: str, **headers: str) -> Any:
        """Return the body of a response."""
        answer = who.ask("GET", path, **headers)
        assert answer.status_code == 200, answer.data
        return answer.json if answer.is_json else answer.data


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    """Give a service that has the third kind."""
    with cups_declared():
        monkeypatch.setattr(api, "PARTS", (*api.PARTS, CupApi()))
        yield Site()


def test_its_work_is_due_after_its_events_and_its_games(site: Site) -> None:
    """The relay finds each step; the task does it once, and is known to workers while the kind is."""
    relay, task = Relay(site.log, site.dispatcher, "relay-1"), advancing(CUP)
    assert tasks()["advance-cup"] is task
    assert WORKS["advance-cup"] == "steps of cups"
    relay.relay(0)
    assert known(site.dispatcher, task) == {CUP_ID}
    task.run(site.parts, CUP_ID)
    task.run(site.parts, CUP_ID)
    assert [each.id for each in site.cups.aggregates.current(CUP_ID).games] == GAMES[:1]  # type: ignore[union-attr]
    assert series_of(site.log, GAMES[0]) == Membership("cup", CUP_ID, 1)


def test_the_score_of_its_game_is_a_step_of_the_cup(site: Site) -> None:
    """A relay that starts after the first step hears the score only."""
    advancing(CUP).run(site.parts, CUP_ID)
    relay = Relay(site.log, site.dispatcher, "relay-1")
    relay.relay(0)
    site.dispatcher.drop(next(iter(site.dispatcher._ids)))
    site.play(GAMES[0])
    relay.relay(0)
    assert CUP_ID in known(site.dispatcher, advancing(CUP))


def test_the_sweeper_finds_what_was_lost(site: Site) -> None:
    """A cup whose job was lost is dispatched after a while."""
    sweeper = SeriesSweeper(CUP, site.log, site.dispatcher, site.clock)
    assert sweeper.sweep() == []
    site.clock.advance(PATIENCE)
    assert sweeper.sweep() == [CUP_ID]


def test_it_is_listed_and_shown(site: Site) -> None:
    """Its lists are apart from those of games; an unknown one is 404 under the code of its kind."""
    site.play_all()
    assert site.read(site.ann, "/cups") == [CUP_ID]
    assert site.read(site.ben, f"/cups/{CUP_ID}") == {"id": CUP_ID, "status": "scored", "games": GAMES}
    assert site.log.list_streams(Question(CUPS.listing, "scored"), limit=9) == ([CUP_ID], None)
    unknown: Any = site.ann.ask("GET", f"/cups/{GAMES[0]}")
    assert (unknown.status_code, unknown.json["code"]) == (404, "cup/unknown")
    games = site.log.list_streams(Question(MATCHES.listing), limit=9)[0]
    assert set(games) == set(GAMES)


def test_its_games_name_their_place(site: Site) -> None:
    """The stored options and the state have a member of the kind's name."""
    site.play_all()
    created = site.log.read(GAMES[1])[0].record["data"]
    assert created["options"] == {"cup": {"id": CUP_ID, "number": 2}}
    assert site.tables.match(GAMES[1]).created.options.series == Membership("cup", CUP_ID, 2)


def test_its_followers_hear_it_to_its_end(site: Site) -> None:
    """A live stream has every event, and ends with the last one."""
    site.play_all()
    heard = site.read(site.ann, f"/cups/{CUP_ID}/events?after=0", Accept="text/event-stream")
    types = ["CupCreated", *["CupRoundStarted", "CupRoundScored"] * 2, "CupOver"]
    assert [name for name in types if name.encode() not in heard] == []
    assert (
        site.ann.ask("GET", f"/cups/{CUP_ID}/events?after=6", Accept="text/event-stream").status_code == 204
    )
    lines = site.read(site.ann, f"/cups/{CUP_ID}/events", Accept="application/x-ndjson")
    assert lines.count(b"\n") == len(types)


def test_players_are_told_of_its_games(site: Site) -> None:
    """Each round is a game that has started; nobody is told of a next game of the same people."""
    site.play_all()
    projector = Projector(site.log, StoredInboxes(site.world.store), site.tables._clock)
    while projector.go_on(0):
        pass
    told = site.read(site.ben, "/me/notices")["notices"]
    started = {notice["game"] for notice in told if notice["kind"] == "game_started"}
    assert started == set(GAMES)
    assert not any(notice["kind"] == "dynasty_goes_on" for notice in told)


def test_it_is_audited_with_its_games(site: Site) -> None:
    """Its bundle has the bundles of its games, and the verifier checks all of them."""
    site.play_all()
    report = audit(site.read(site.ann, f"/cups/{CUP_ID}/audit"))
    assert (report.kind, report.game) == ("cup", CUP_ID)
    assert [part.game for part in report.parts] == GAMES
    assert not any(part.findings for part in report.whole())
    assert report.verdict(Aspect.COMPLETENESS) is Verdict.PASS
    assert report.verdict(ORDER) is Verdict.PASS
    assert ORDER not in report.parts[0].verdicts


def test_its_bundle_is_sent_game_by_game(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game is read when its turn comes; a client that has the bundle of a cup that is over gets 304."""
    young = site.ann.ask("GET", f"/cups/{CUP_ID}/audit")
    assert (young.status_code, "ETag" in young.headers) == (200, False)
    site.play_all()
    whole = site.ann.ask("GET", f"/cups/{CUP_ID}/audit")
    read: list[GameId] = []
    monkeypatch.setattr(site.log, "read", noting(site.log.read, read))
    answer = site.ann.client.get(f"{API}/cups/{CUP_ID}/audit", buffered=False)
    pieces, seen = [], []
    for piece in map(bytes, answer.response):  # type: ignore[arg-type]  # it may also be text
        pieces.append(piece)
        seen.append([game for game in GAMES if game in read])
    assert (b"".join(pieces), answer.headers["ETag"]) == (whole.data, whole.headers["ETag"])
    assert [list(games) for games in dict.fromkeys(map(tuple, seen))] == [[], GAMES[:1], GAMES]
    again = site.ann.ask("GET", f"/cups/{CUP_ID}/audit", **{"If-None-Match": whole.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def noting(read: Callable[..., Any], ids: list[GameId]) -> Callable[..., Any]:
    """A function that notes the first argument of each call of `read`."""

    def noted(stream: GameId, *rest: Any, **more: Any) -> Any:
        ids.append(stream)
        return read(stream, *rest, **more)

    return noted


@pytest.mark.parametrize("ending", ["the token", "the log"])
def test_its_bundle_breaks_off(site: Site, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    """After the end of the right to read it, and at a game that cannot be read, no further game is sent."""
    cup = derived_game_id("a private cup")
    options = replace(NO_OPTIONS, private=True, invited=(site.ids[0],))
    site.cups.found(cup, site.ids[1], site.ids, options=options)
    for number in (1, 2):
        advancing(CUP).run(site.parts, cup)
        site.play(game_id(cup, number))
    assert site.ben.ask("GET", f"/cups/{cup}/audit").status_code == 404
    whole = site.read(site.ann, f"/cups/{cup}/audit")
    answer = site.ann.client.get(f"{API}/cups/{cup}/audit", buffered=False)
    pieces: Iterator[Any] = iter(answer.response)
    begun = b"".join(next(pieces) for _ in range(12))
    assert whole.startswith(begun)
    assert b"games/1.zip" in begun
    assert b"games/2.zip" not in begun
    if ending == "the token":
        site.world.store.hset(profile_key(site.ids[0]), "token", "")
    else:
        monkeypatch.setattr(site.log, "read", lambda *_rest, **_more: [])
    with pytest.raises(ConnectionResetError):
        list(pieces)
    answer.close()


def test_a_verdict_of_its_own_is_told_by_the_command(site: Site, tmp_path: Path) -> None:
    """Text and JSON name it; it has the bit of the verdict as which it counts, and can be required."""
    young, forged = tmp_path / "young.zip", tmp_path / "forged.zip"
    young.write_bytes(site.read(site.ann, f"/cups/{CUP_ID}/audit"))
    assert "  order         not shown  the rounds in their order (no round was started)" in told(young).stdout
    assert [told(young, "--require", name).exit_code for name in ("order", "fairness", "time")] == [64, 64, 0]
    site.play_all()
    forger = Forger(site.read(site.ann, f"/cups/{CUP_ID}/audit"))
    forger.data("CupRoundStarted")["number"] = 2
    forged.write_bytes(forger.forged())
    answer = told(forged, "--json")
    assert answer.exit_code == Aspect.FAIRNESS.bit
    found = json.loads(answer.stdout)
    assert (found["verdicts"]["fairness"], found["verdicts"]["order"]) == ("pass", "fail")
    assert [(fault["verdict"], fault["code"]) for fault in found["faults"]] == [("order", "cup/order")]
    assert "order" not in found["games"][0]["verdicts"]
    summary = told(forged, young).stdout.splitlines()
    assert "  order         1 fail, 1 not shown" in summary


def told(*arguments: object) -> Result:
    """The result of `kingdomino audit`."""
    return CliRunner().invoke(kingdomino, ["audit", *map(str, arguments)])


def test_its_export_is_a_player_s_games(site: Site) -> None:
    """The account's export has the games; nobody sits in the cup, so nobody's export has it."""
    site.play_all()
    export = site.read(site.ann, "/me/export")
    assert set(export["games"]) == set(GAMES)
    assert {receipt["game"] for receipt in export["receipts"]} == set(GAMES)


def test_its_streams_are_archived_after_its_end(site: Site, tmp_path: Any) -> None:
    """Its games stay in the log until the cup has ended."""
    mover = Mover(site.log, Archive(Folder(tmp_path)))
    advancing(CUP).run(site.parts, CUP_ID)
    site.play(GAMES[0])
    assert not mover.move(MATCHES, GAMES[0], 2**53)
    advancing(CUP).run(site.parts, CUP_ID)
    site.play(GAMES[1])
    advancing(CUP).run(site.parts, CUP_ID)
    assert mover.move(MATCHES, GAMES[0], 2**53)
    assert mover.move(CUPS, CUP_ID, 2**53)


def test_the_pages_of_its_games_show_no_dynasty(site: Site) -> None:
    """The table, the replay and the lobby know its games as games."""
    site.play_all()
    for path in (f"/games/{GAMES[1]}", f"/games/{GAMES[1]}/replay", "/"):
        page = site.ann.client.get(path)
        assert page.status_code == 200, path
        assert f"/dynasties/{CUP_ID}" not in page.text, path
        assert "of 3" not in page.text, path
