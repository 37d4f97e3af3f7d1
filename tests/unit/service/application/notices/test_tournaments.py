"""Notices about tournaments: who gets them, what they say, and when they are no longer true."""

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from harness.play.tournaments import DIRECTOR, WHY, Season, plan
from harness.store.fake_inboxes import FakeInboxes
from replays.bootstrap import now_ms
from replays.events.game_events import NO_OPTIONS
from replays.events.regulations import Code
from replays.kinds import HandledStreams
from replays.tournament.deciding import acts, opening, undoing
from replays.tournament.deciding.directing import Grounds
from service.application.channels.email.content import EmailContext, content
from service.application.channels.webhooks.payload import payload
from service.application.i18n.languages import language
from service.application.i18n.speaking import speaking
from service.application.mail.kinds import plain
from service.application.notices.inboxes.reading import NoticeReader, Spoken
from service.application.notices.projection.projector import Projector

FOUR = ("ann", "ben", "cleo", "dan")
NAMES: Mapping[str, str] = {each: each.capitalize() for each in (*FOUR, "eve", DIRECTOR)}


class Told:
    """The notices of one season, projected on demand."""

    def __init__(self, season: Season) -> None:
        self.season = season
        self.inboxes = FakeInboxes()
        self.projector = Projector(season.log, self.inboxes, now_ms)
        self.reader = NoticeReader(
            HandledStreams(season.tables, now_ms), lambda asked: {each: NAMES.get(each) for each in asked}
        )

    def look(self) -> None:
        """Project everything that is due."""
        while self.projector.go_on(0):
            pass

    def spoken(self, player: str) -> list[Spoken]:
        """The player's notices in words, oldest first."""
        self.look()
        kept = list(self.inboxes.every(player))[::-1]
        return self.reader.spoken(player, kept, lambda _: True)

    def kinds(self, player: str) -> list[str]:
        """The kinds of a player's notices about the tournament itself."""
        return [each.notice.kind for each in self.spoken(player) if each.notice.kind.startswith("tournament")]

    def unread(self, player: str) -> list[str]:
        """The kinds of the unread ones."""
        return [each.notice.kind for each in self.spoken(player) if each.unread]

    def texts(self, player: str, kind: str) -> list[str]:
        """The texts of the notices of a kind."""
        return [each.text for each in self.spoken(player) if each.notice.kind == kind]


@pytest.fixture(name="season")
def _season() -> Season:
    season = Season()
    season.enter(FOUR)
    return season


@pytest.fixture(name="told")
def _told(season: Season) -> Told:
    return Told(season)


def test_who_is_entered_by_a_director_learns_it(season: Season, told: Told) -> None:
    """Who enters alone is told nothing."""
    season.decide(lambda now, _: opening.enter_players(now, ["eve"], DIRECTOR))
    assert told.texts("eve", "tournament_entered") == ["Director has entered you in the tournament Cup."]
    assert told.kinds("ann") == []


def test_who_has_blocked_the_director_is_not_told(season: Season, told: Told) -> None:
    """The kind is one that a player causes."""
    told.inboxes.block("eve", DIRECTOR)
    season.decide(lambda now, _: opening.enter_players(now, ["eve"], DIRECTOR))
    assert told.kinds("eve") == []


def test_a_round_is_told_once_with_the_readers_game(season: Season, told: Told) -> None:
    """No further notice says that the game has started."""
    now = season.start()
    for player in FOUR:
        (spoken,) = [each for each in told.spoken(player) if each.notice.kind == "tournament_round"]
        assert spoken.text == "Your game in round 1 of Cup is open."
        game = spoken.path.removeprefix("/games/")
        (table,) = [each for each in now.games if each.id == game]
        assert player in now.people_at(now.rounds[0], table)
        assert "game_started" not in [each.notice.kind for each in told.spoken(player)]
    assert sum("turn" in told.unread(player) for player in FOUR) == 2


def test_who_rests_is_told_of_the_bye() -> None:
    """The one without a table has no game to open."""
    season = Season()
    season.enter(FOUR[:3])
    now, told = season.start(), Told(season)
    (rests,) = now.rounds[0].paired.byes
    assert told.texts(FOUR[rests], "tournament_bye") == [
        "You have no game in round 1 of Cup: you get the points of a bye."
    ]
    assert told.kinds(FOUR[rests]) == ["tournament_bye"]


def test_the_end_of_a_round_and_of_the_tournament_say_the_place(season: Season, told: Told) -> None:
    """The last round has one notice, not two."""
    season.start()
    season.award()
    season.close()
    season.award()
    now = season.close()
    winner = now.rounds[-1].standings and now.rounds[-1].standings[0].entrant
    assert winner is not None
    for number, player in enumerate(FOUR):
        assert told.kinds(player).count("tournament_round_closed") == 1
        (end,) = told.texts(player, "tournament_finished")
        assert (end == "You won the tournament Cup, which had 4 entrants.") == (number == winner)
        (closed,) = told.texts(player, "tournament_round_closed")
        assert closed.startswith("Round 1 of Cup is closed: you are in place ")
        assert closed.endswith(" of 4.")
        with speaking(language("fa")):
            (closed,) = told.texts(player, "tournament_round_closed")
        assert "1" not in closed


def test_a_done_round_waits_for_the_directors(season: Season, told: Told) -> None:
    """The notice is read once the round is closed; players do not get it."""
    season.decide(lambda now, _: acts.name_deputy(now, WHY, "eve"))
    season.start()
    season.award()
    expected = ["Round 1 of Cup waits for you to close it."]
    assert told.texts("eve", "tournament_round_done") == expected
    assert "tournament_round_done" not in told.kinds("ann")
    season.close()
    assert told.texts("eve", "tournament_round_done") == ["Round 1 of Cup was ready to be closed."]
    assert "tournament_round_done" not in told.unread("eve")


def test_a_result_is_told_to_its_table_only(season: Season, told: Told) -> None:
    """A correction, an annulment and its undoing concern the players of the game."""
    now = season.start()
    here = now.people_at(now.rounds[0], now.games[0])
    other = now.people_at(now.rounds[0], now.games[1])
    season.decide(lambda now, _: acts.correct(now, WHY, 1, [2, 1]))
    annulled = season.decide(lambda now, _: acts.annul(now, WHY, 1)).head.version
    season.decide(lambda now, _: undoing.undo(now, WHY, annulled))
    assert told.texts(here[0], "tournament_act") == [
        "Director has corrected the result of your game in round 1 of Cup.",
        "Director has annulled the result of your game in round 1 of Cup.",
        "Director has undone an act that concerned you in Cup.",
    ]
    assert told.texts(here[1], "tournament_act") == told.texts(here[0], "tournament_act")
    assert "tournament_act" not in told.kinds(other[0])
    assert "tournament_act" not in told.kinds(DIRECTOR)


def test_a_withdrawal_is_told_to_the_other_side(season: Season, told: Told) -> None:
    """The director's is told to the player, the player's own to the director."""
    season.decide(lambda now, _: acts.withdraw(now, WHY, 1))
    season.decide(lambda now, _: opening.withdraw(now, "ben", "no time"))
    season.decide(lambda now, _: acts.replace_entrant(now, WHY, 3, "eve"))
    assert told.texts("ann", "tournament_act") == ["Director has withdrawn you from the tournament Cup."]
    assert told.texts("ben", "tournament_act") == []
    assert told.texts(DIRECTOR, "tournament_act") == ["Ben has withdrawn from the tournament Cup."]
    assert told.texts("cleo", "tournament_act") == [
        "Director has given your place in the tournament Cup to another player."
    ]
    assert told.kinds("eve") == ["tournament_entered"]


def test_who_is_out_is_told_of_no_round(season: Season, told: Told) -> None:
    """Neither of the next game nor of the standings."""
    season.enter(["eve"])
    season.decide(lambda now, _: opening.withdraw(now, "ann", "no time"))
    season.start()
    season.award()
    season.close()
    assert told.kinds("ann") == []


def test_a_dispute_waits_for_the_directors_until_it_is_answered(season: Season, told: Told) -> None:
    """The other players of the game are told too, and both of the answer."""
    now = season.start()
    mine, theirs = now.people_at(now.rounds[0], now.games[0])
    why = Grounds(mine, Code.FAULT, "that was not my move")
    version = season.decide(lambda now, _: acts.open_dispute(now, why, 1, 5)).head.version
    expected = [f"{NAMES[mine]} disputes a game of the tournament Cup."]
    assert told.texts(DIRECTOR, "tournament_disputed") == expected
    assert "tournament_disputed" in told.unread(DIRECTOR)
    assert told.texts(theirs, "tournament_act") == [f"{NAMES[mine]} disputes your game in round 1 of Cup."]
    season.decide(lambda now, _: acts.answer_dispute(now, WHY, version, upheld=False))
    assert "tournament_disputed" not in told.unread(DIRECTOR)
    answer = "Director has rejected the dispute about your game in round 1 of Cup."
    assert told.texts(mine, "tournament_act") == [answer]
    assert told.texts(theirs, "tournament_act")[-1] == answer


def test_a_failed_pairing_waits_for_the_directors(season: Season, told: Told) -> None:
    """It is true until the round is paired."""
    for pair in ([1, 2], [1, 3], [1, 4]):
        forbidden = season.decide(lambda now, _, pair=pair: acts.forbid_meeting(now, WHY, pair))  # type: ignore[misc]
    season.start()
    assert told.unread(DIRECTOR) == ["tournament_unpaired"]
    season.decide(lambda now, _: undoing.undo(now, WHY, forbidden.acts[-1].version))
    season.advance()
    assert told.unread(DIRECTOR) == []
    assert told.texts(DIRECTOR, "tournament_unpaired") == ["The next round of Cup could not be paired."]


def test_called_off_is_told_to_all_who_entered(season: Season, told: Told) -> None:
    """The director who does it knows."""
    season.decide(lambda now, _: opening.call_off(now, WHY))
    assert told.texts("ann", "called_off") == ["The tournament Cup was called off."]
    assert told.texts(DIRECTOR, "called_off") == []


def test_an_expired_tournament_is_told_to_the_director_too(season: Season, told: Told) -> None:
    """The service calls it off."""
    season.all.abort_unfilled(season.now, -1)
    assert told.texts(DIRECTOR, "called_off") == ["The tournament Cup was called off."]


def test_an_invitation_is_read_once_its_reader_has_entered() -> None:
    """It is true as long as entries are possible."""
    season = Season(plan(options=replace(NO_OPTIONS, invited=("ann", "ben"))))
    told = Told(season)
    season.enter(["ann"])
    assert told.texts("ben", "invited") == ["Director invites you to the tournament Cup."]
    assert (told.unread("ann"), told.unread("ben")) == ([], ["invited"])


def test_the_title_in_an_email_is_no_link() -> None:
    """Names of tournaments are written by players, as theirs are."""
    season = Season(replace(plan(), name="see www.example.org"))
    season.decide(lambda now, _: opening.enter_players(now, ["eve"], DIRECTOR))
    told = Told(season)
    told.reader = NoticeReader(
        HandledStreams(season.tables, now_ms), lambda asked: dict.fromkeys(asked, "x"), plain
    )
    (spoken,) = told.spoken("eve")
    assert spoken.title == "see www·example·org"
    assert spoken.title in spoken.text


def test_an_email_has_the_tournament_as_its_title(season: Season, told: Told) -> None:
    """All about one tournament is one thread; the game of the round has its own page."""
    now = season.start()
    (spoken,) = [each for each in told.spoken("ann") if each.notice.kind == "tournament_round"]
    telling = EmailContext(NAMES, "UTC", lambda *_: (), lambda _: "")
    found = content("ann", [spoken], telling)
    assert found.subject == "Kingdomino: Cup"
    (part,) = found.parts
    assert part.path in {f"/games/{table.id}" for table in now.games}
    assert (part.receipt, part.deadline) == ("", "")


def test_a_program_gets_the_tournament(season: Season, told: Told) -> None:
    """A webhook names it, with its address in the API."""
    season.start()
    (spoken,) = [each for each in told.spoken("ann") if each.notice.kind == "tournament_round"]
    data = json.loads(payload(spoken, "https://kingdomino.example.org"))["data"]
    assert (data["tournament"], data["game"], data["dynasty"]) == (season.id, None, None)
    assert data["api"] == f"/api/v1/tournaments/{season.id}"


def test_a_thousand_entrants_cost_an_append_no_inbox(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only those whom an append concerns are looked at; a step within a round writes to nobody."""
    season = Season(plan(rounds=1))
    players = [f"player-{number}" for number in range(999)]
    season.decide(lambda now, _: opening.enter_players(now, players, DIRECTOR))
    told = Told(season)
    told.look()
    written: list[str] = []

    def write_each(changes: Mapping[str, object]) -> dict[str, int]:
        written.extend(changes)
        return {}

    monkeypatch.setattr(told.inboxes, "write_each", write_each)
    season.enter(["ann"])
    season.decide(lambda now, _: acts.withdraw(now, WHY, 7))
    told.look()
    assert written == ["player-6"]
