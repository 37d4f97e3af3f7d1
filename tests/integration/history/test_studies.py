"""Games exported as text, imported as studies, and replayed, over HTTP and by commands."""

import re
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from harness.audit.json_patch import patched
from harness.games import seeded
from harness.play.playing import Game, Table, move, random_game
from harness.service import API, SCORED_SECONDS, Account, Service, ok
from harness.waiting import eventually
from harness.wire.http import Answer
from service.cli.main import kingdomino

NOWHERE = "00000000-0000-4000-8000-000000000000"
TEXT = "text/plain"
VARY = "Accept, Authorization, Cookie, Accept-Encoding"
OWN = {"absent", "id", "version", "turn_version", "hash", "players", "study"}
"""The members that differ between the state of a game and that of its study."""

MODES = [
    Table(2, {"mighty_duel": True, "first_line": "alternating", "harmony": True}),
    Table(3, {"no_limit": True, "edition": "second", "first_line": "seated"}),
    Table(4, {"first_line": "drawn", "middle_kingdom": True}),
    Table(3, {"game": "origins", "mode": "discovery"}),
    Table(4, {"game": "origins", "mode": "totem"}),
    Table(2, {"game": "origins", "mode": "tribe"}),
]


@pytest.fixture(scope="module")
def over(service: Service) -> Game:
    """Give a scored game."""
    return random_game(service, 2, seeded(8))


@pytest.fixture(scope="module")
def text(over: Game) -> str:
    """Give the text of that game."""
    return exported(over.seats[0], over.id)


def exported(player: Account, game: str) -> str:
    """The text of a game, as served."""
    answer = player.get(f"/games/{game}", Accept=TEXT)
    assert answer.status == 200, answer.body
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    return answer.body.decode()


def imported(player: Account, text: str, **headers: str) -> Any:
    """The final state of the study imported from this text."""
    answer = player.post("/studies", text.encode(), Content_Type=TEXT, **headers)
    study = ok(answer, 201)
    assert answer.headers["location"] == f"{API}/studies/{study['id']}"
    return study


def frames(player: Account, path: str) -> Any:
    """The frames of a replay."""
    return ok(player.get(f"{path}/replay"))["frames"]


def delete(player: Account, study: str) -> Answer:
    """The response to the deletion of a study."""
    token = {"Authorization": f"Bearer {player.token}"}
    return player.http.ask("DELETE", f"{API}/studies/{study}", headers=token)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("table", MODES, ids=str)
def test_a_game_comes_back_as_a_study(service: Service, table: Table) -> None:
    """A game that is exported and imported keeps the data of every event and the state after it."""
    players = service.accounts(table.players)
    game = Game(service.table(players, **table.rules), players)
    move(game, seeded(table.players))
    eventually(lambda: players[0].state(game.id)["status"] == "scored", SCORED_SECONDS)
    text = exported(players[0], game.id)
    study = imported(players[0], text)
    assert players[0].get(f"/studies/{study['id']}", Accept=TEXT).body.decode() == text
    hidden = {"GameCreated", "PlayerSeated", "SeedRevealed"}
    was = [f for f in frames(players[0], f"/games/{game.id}") if f["event"]["type"] not in hidden]
    now = frames(players[0], f"/studies/{study['id']}")
    assert [alike(frame) for frame in now] == [alike(frame) for frame in was]
    names = [player.name for player in players]
    assert all([seat["name"] for seat in frame["state"]["players"]] == names for frame in now)


def alike(frame: Any) -> Any:
    """The common parts of a game's frame and its study's."""
    event, state = frame["event"], frame["state"]
    return (
        [event[name] for name in ("type", "seat", "schema", "data")],
        {name: value for name, value in state.items() if name not in OWN},
    )


def test_a_text_comes_as_json_too(over: Game, text: str) -> None:
    """A text in JSON gives the same study and the same errors as the bare text; a lone brace is not JSON."""
    player, key = over.seats[0], "one-study"
    made = ok(player.post("/studies", {"text": text}, Idempotency_Key=key), 201)
    assert made == ok(player.post("/studies", text.encode(), Idempotency_Key=key), 201)
    for body in ({"text": "{"}, b"{", b'{"text": "x"', b""):
        refused = player.post("/studies", body)
        assert (refused.status, refused.code, refused.json["line"]) == (422, "study/syntax", 1), body
    for wrong in ({}, {"text": 1}, {"text": text, "name": "x"}):
        answer = player.post("/studies", wrong)
        assert (answer.status, answer.code) == (422, "request/invalid"), wrong
        assert answer.json["errors"].keys() == {"json"}


def test_json_is_what_a_game_answers_in_doubt(over: Game) -> None:
    """The default is JSON, and text needs Accept; caches keep the two apart."""
    player = over.seats[0]
    for accept in ("*/*", "application/json", "text/html,*/*;q=0.8", "application/json,text/plain"):
        answer = player.get(f"/games/{over.id}", Accept=accept)
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["vary"] == VARY
    text = player.get(f"/games/{over.id}", Accept="text/*")
    assert (text.headers["content-type"], text.headers["vary"]) == ("text/plain; charset=utf-8", VARY)
    assert text.headers["etag"] != answer.headers["etag"]
    again = player.get(f"/games/{over.id}", Accept=TEXT, If_None_Match=text.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    crossed = player.get(f"/games/{over.id}", Accept=TEXT, If_None_Match=answer.headers["etag"])
    assert crossed.status == 200


def test_the_text_of_an_earlier_version(over: Game, text: str) -> None:
    """The text of an earlier version is the start of the whole text, and can be imported."""
    player = over.seats[0]
    answer = player.get(f"/games/{over.id}?version=30", Accept=TEXT)
    early = answer.body.decode()
    assert answer.status == 200
    assert "[Result" not in early
    assert text.partition("\n\n")[2].startswith(early.partition("\n\n")[2].rstrip("\n"))
    assert imported(player, early)["status"] == "active"
    assert player.get(f"/games/{over.id}?version=9999", Accept=TEXT).code == "version/unknown"


def test_a_table_that_is_open_has_no_text(service: Service) -> None:
    """An open table has JSON but no text: `game/not-started`."""
    ann = service.account()
    game = ok(ann.post("/games", {"players": 2}), 201)["id"]
    refused = ann.get(f"/games/{game}", Accept=TEXT)
    assert (refused.status, refused.code) == (409, "game/not-started")
    ok(ann.get(f"/games/{game}"))


def test_a_study_is_no_game(service: Service, text: str) -> None:
    """A study has no page, audit, events, moves or seats of a game, and is in no list of games."""
    ann = service.account()
    study = imported(ann, text)["id"]
    for below in ("", "/events", "/replay", "/moves", "/audit"):
        answer = ann.get(f"/games/{study}{below}")
        assert (answer.status, answer.code) == (404, "game/unknown")
    assert ann.post(f"/games/{study}/seats", {}).code == "game/unknown"
    assert [ann.http.get(f"/games/{study}{below}").status for below in ("", "/replay", "/audit")] == [404] * 3
    assert ann.http.get(f"/studies/{study}/audit").status == 404
    assert study not in {game["id"] for game in ok(ann.get("/games?limit=200"))["games"]}
    assert ok(ann.get(f"/games?player={ann.id}"))["games"] == []


def test_a_game_is_no_study(over: Game) -> None:
    """A game's id, an unknown id and an invalid one are not studies."""
    for unknown in (over.id, NOWHERE, "x"):
        for path in (f"/studies/{unknown}", f"/studies/{unknown}/replay"):
            answer = over.seats[0].get(path)
            assert (answer.status, answer.code) == (404, "study/unknown")
        assert delete(over.seats[0], unknown).code == "study/unknown"
        assert over.seats[0].http.get(f"/studies/{unknown}").status == 404


def test_everybody_may_look_at_a_study(service: Service, text: str) -> None:
    """Everybody may see a study without a token: states, text, and a page saying that it was not played."""
    study = imported(service.account(), text)
    anybody, path = service.http(), f"{API}/studies/{study['id']}"
    assert ok(anybody.get(path)) == study
    found = frames(service.account(), f"/studies/{study['id']}")
    assert ok(anybody.get(f"{path}?version=40")) == found[39]["state"]
    assert anybody.get(f"{path}?version={len(found) + 1}").code == "version/unknown"
    lines = anybody.get(f"{path}/replay", Accept="application/x-ndjson").body.splitlines()
    assert len(lines) == len(found)
    first, *rest = ok(anybody.get(f"{path}/replay?form=changes"))["frames"]
    states = accumulate(rest, lambda state, frame: patched(state, frame["changes"]), initial=first["state"])
    assert list(states) == [frame["state"] for frame in found]
    page = anybody.get(f"/studies/{study['id']}").body.decode()
    assert "This is not a played game" in page
    assert f'data-frames="{path}/replay?form=changes"' in page
    assert "/audit" not in page


def test_the_same_request_makes_one_study(service: Service, text: str) -> None:
    """A retry with the same key adds no study; another text is refused; keys are per account."""
    ann, bob = service.accounts(2)
    first = imported(ann, text, Idempotency_Key="one")
    assert imported(ann, text, Idempotency_Key="one") == first
    other = ann.post("/studies", text.replace("Id", "Was").encode(), Idempotency_Key="one")
    assert (other.status, other.code) == (422, "idempotency/reused")
    assert imported(bob, text, Idempotency_Key="one")["id"] != first["id"]
    assert [study["id"] for study in ok(mine(ann))["studies"]] == [first["id"]]


def mine(player: Account) -> Answer:
    """The response with the player's studies."""
    return player.get("/studies", Authorization=f"Bearer {player.token}")


def test_only_its_owner_deletes_a_study(service: Service, text: str) -> None:
    """Only the owner can delete a study, of which nothing remains in the store."""
    ann, bob = service.accounts(2)
    study = imported(ann, text)["id"]
    refused = delete(bob, study)
    assert (refused.status, refused.code) == (403, "study/not-yours")
    assert ann.http.ask("DELETE", f"{API}/studies/{study}").code == "auth/missing"
    ok(ann.get(f"/studies/{study}"))
    assert (delete(ann, study).status, delete(ann, study).status) == (204, 404)
    assert ann.get(f"/studies/{study}").status == 404
    assert ok(mine(ann))["studies"] == []
    assert not list(service.store.scan_iter(f"*{study}*"))


def test_a_text_has_a_limit(service: Service, text: str) -> None:
    """A text above the limit, far above a game's, is 413, so that its tags cannot store other data."""
    player = service.account()
    refused = player.post("/studies", text.ljust(16 * 1024 + 1).encode(), Content_Type=TEXT)
    assert (refused.status, refused.code) == (413, "request/too-large")
    assert "16384 bytes" in refused.json["detail"]
    assert ok(player.get("/studies", Authorization=f"Bearer {player.token}"))["studies"] == []
    imported(player, text)


def test_a_full_account_is_told_so(service: Service, text: str) -> None:
    """An account with the maximum number of studies is refused, and can import again after deleting one."""
    ann = service.account()
    study = imported(ann, text)["id"]
    service.store.zadd(f"studies:{ann.id}", {f"other-{number}": number for number in range(999)})
    refused = ann.post("/studies", text.encode())
    assert (refused.status, refused.code) == (409, "study/too-many")
    assert delete(ann, study).status == 204
    imported(ann, text)


@pytest.mark.parametrize(
    ("found", "instead", "code"),
    [
        (r"\nline", "\n line", "study/syntax"),
        (r"classic", "classical", "study/syntax"),
        (r"\[Date ", "\xff[Date ", "study/syntax"),
        (r"\n5\. (\d) \d+@\S+", r"\n5. \1 48@9,9e", "study/illegal"),
        (r'\[Result "\d+', '[Result "999', "study/illegal"),
        (r"(?s).*", "", "study/syntax"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(
    service: Service, text: str, found: str, instead: str, code: str
) -> None:
    """A wrong text is refused with its line, an illegal turn also with turn and rule; nothing is stored."""
    ann = service.account()
    wrong = re.sub(found, instead, text, count=1)
    assert wrong != text
    answer = ann.post("/studies", wrong.encode("latin-1"))
    assert (answer.status, answer.code) == (422, code)
    more = {"study/syntax": set(), "study/illegal": {"turn", "rule"}}[code] | {"line", "column"}
    assert answer.json.keys() - {"type", "title", "status", "code", "detail"} == more
    assert answer.json["detail"].startswith(f"line {answer.json['line']}")
    assert ok(mine(ann))["studies"] == []


def test_an_import_needs_an_account(service: Service, text: str) -> None:
    """An import needs an account, and its text has a limit."""
    assert service.http().post(f"{API}/studies", text.encode()).code == "auth/missing"
    assert service.account().post("/studies", b" " * 140_000).code == "request/too-large"


def command(service: Service, *arguments: object, given: bytes = b"") -> Result:
    """Run a command against the service."""
    url = f"http://{service.host}:{service.port}"
    return CliRunner().invoke(kingdomino, [*map(str, arguments), "--url", url], input=given)


def test_export_and_import_are_inverse(service: Service, over: Game, text: str, tmp_path: Path) -> None:
    """The text of a game, in a file or a pipe, becomes a study with the same text."""
    file = tmp_path / "game.txt"
    assert command(service, "export", over.id, "-o", file).exit_code == 0
    assert file.read_text("utf-8") == text
    assert command(service, "export", over.id).stdout == text
    ann = service.account()
    done = command(service, "import", file, "--token", ann.token)
    assert done.exit_code == 0, done.stderr
    [study] = ok(mine(ann))["studies"]
    assert done.stdout.splitlines() == [
        f"Study {study['id']}",
        f"Watch it in a browser: http://{service.host}:{service.port}/studies/{study['id']}",
    ]
    assert ann.get(f"/studies/{study['id']}", Accept=TEXT).body.decode() == text


def test_a_bundle_is_exported_without_a_service(service: Service, over: Game, tmp_path: Path) -> None:
    """A bundle is exported without a service; only the names are missing."""
    file = tmp_path / "bundle.zip"
    file.write_bytes(over.seats[0].get(f"/games/{over.id}/audit").body)
    of_file = command(service, "export", file).stdout
    of_service = exported(over.seats[0], over.id)
    assert of_file == re.sub(r'\[Seat(\d) ".*"\]', r'[Seat\1 "?"]', of_service)


@pytest.mark.parametrize("name", ["export", "replay"])
def test_a_study_is_told_from_a_game(service: Service, text: str, name: str) -> None:
    """A command for games refuses a study, and names the URL of its page."""
    study = imported(service.account(), text)["id"]
    done = command(service, name, study)
    assert (done.exit_code, done.stdout) == (1, "")
    url = f"http://{service.host}:{service.port}"
    assert f"this is a study, not a game that was played here: watch it at {url}/studies/{study}\n" in (
        done.stderr
    )


def test_without_a_token_a_player_is_registered(service: Service, text: str) -> None:
    """Without a token the import registers a player and shows the token, which can delete the study."""
    done = command(service, "import", "-", given=text.encode())
    assert done.exit_code == 0, done.stderr
    study = done.stdout.split()[1]
    token = re.search(r"^(\S+\.[0-9a-f]{64}) ", done.stderr, re.MULTILINE)
    assert token
    owner = Account(service.http(), "", "", token[1])
    assert delete(owner, study).status == 204


def test_a_text_can_be_checked_only(service: Service, text: str) -> None:
    """With `--check` nothing is sent, whether the text is right or wrong."""
    good = command(service, "import", "-", "--check", given=text.encode())
    result = re.search(r'\[Result "(.*)"\]', text)
    assert result
    assert good.stdout == f"28 turns, all legal; the points are {result[1]}\n"
    wrong = re.sub(r"\n5\. (\d) \d+@\S+", r"\n5. \1 48@9,9e", text)
    bad = command(service, "import", "-", "--check", given=wrong.encode())
    assert bad.exit_code == 1
    assert re.match(r"Error: line \d+, column 6, turn 5: [a-z]+/[a-z-]+: ", bad.stderr)
    assert bad.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["export", "nothing"], "'nothing' is neither the id of a game nor the name of a file"),
        (["export", NOWHERE], "there is no game with this id (game/unknown)"),
        (["import", "nothing"], "cannot read nothing"),
        (["import", "-"], "line 1, column 1: "),
    ],
)
def test_what_cannot_be_done_is_one_sentence(service: Service, arguments: list[str], reason: str) -> None:
    """A failing command exits with code 1 and one sentence."""
    done = command(service, *arguments)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: ")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1
