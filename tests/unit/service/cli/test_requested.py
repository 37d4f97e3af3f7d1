"""A service that is asked for one game and sends another: no command takes the one for the other."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from harness.audit.audits import SERVICE, bundle, dynasty, dynasty_of, game
from harness.audit.forging import Forger
from harness.audit.recordings import scored_game
from harness.wire.fake_service import Answer, answering
from replays.encoding.entries import Head
from replays.encoding.identity import Version
from replays.projections.replay import replayed
from replays.projections.view import state
from service.cli.client import ApiClient, BadAnswer, Player
from service.cli.main import kingdomino
from service.cli.terminal.written import written

GAME, OTHER = game(2)[0], game(2, seed=2)[0]
DYNASTY = str(Forger(dynasty_of()).game)
MISSING = Answer(404, {"code": "game/unknown", "title": "", "status": 404})


def run(answers: Sequence[Answer], *arguments: str) -> Result:
    """Run a command against a service with these responses; {url} in an argument is its address."""
    with answering(answers) as service:
        given = [argument.replace("{url}", service.url) for argument in arguments]
        result = CliRunner().invoke(kingdomino, [*given, "--url", service.url])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def frames(seed: int) -> dict[str, Any]:
    """The response to a request for the replay of the scored game with this seed."""
    played, record = game(2, seed=seed)
    found = replayed(played, record, None).frames
    return {"frames": [{"event": each.event.public(), "state": state(each.match, {})} for each in found]}


def text(seed: int) -> Answer:
    """The response to a request for the text of that game."""
    content = written(bundle(2, seed=seed), "-", None).encode()
    return Answer(body=content, headers={"Content-Type": "text/plain; charset=utf-8"})


SWAPPED = {
    "a game by its id": ([Answer(body=bundle(2, seed=2))], GAME),
    "a game by its page": ([Answer(body=bundle(2, seed=2))], f"{{url}}/games/{GAME}/replay"),
    "a game by its resource": ([Answer(body=bundle(2, seed=2))], f"{{url}}/api/v1/games/{GAME}/audit"),
    "a dynasty instead of a game": ([Answer(body=dynasty_of())], GAME),
    "a dynasty under the id of a game": ([Answer(body=dynasty_of())], DYNASTY),
    "a dynasty by its id": ([MISSING, Answer(body=dynasty_of())], GAME),
    "a dynasty by its page": ([Answer(body=dynasty_of())], f"{{url}}/dynasties/{GAME}"),
    "a game instead of a dynasty": ([Answer(body=bundle(2))], f"{{url}}/dynasties/{GAME}"),
    "a game of a dynasty": ([Answer(body=bundle(2))], dynasty()[1][0][0]),
}
"""Sound bundles that were not asked for: the responses, and the source that is audited."""


@pytest.mark.parametrize(("answers", "source"), SWAPPED.values(), ids=SWAPPED.keys())
def test_an_audit_of_another_game(answers: Sequence[Answer], source: str) -> None:
    """Integrity fails with a code that names both, whatever the bundle proves about the other game."""
    result = run(answers, "audit", source, "--json", "--key", SERVICE.public_key)
    assert result.exit_code == 1
    [found] = map(json.loads, result.stdout.splitlines())
    assert found["verdicts"]["integrity"] == "fail"
    [fault] = found["faults"]
    assert (fault["verdict"], fault["version"], fault["code"]) == ("integrity", None, "bundle/other-game")
    assert found["game"] in fault["text"]


def test_an_audit_of_what_was_requested() -> None:
    """A bundle of the requested game has no such fault, and neither has a file, which may be of any game."""
    sound = [Answer(body=bundle(2)), Answer(body=bundle(2)), MISSING, Answer(body=dynasty_of())]
    assert run(sound[:1], "audit", GAME.upper()).exit_code == 0
    assert run(sound[1:2], "audit", f"{{url}}/games/{GAME}").exit_code == 0
    assert run(sound[2:], "audit", DYNASTY).exit_code == 0


def test_a_dynasty_with_the_game_of_another() -> None:
    """The ids of a dynasty's games are derived, also where the dynasty's own record cannot be followed."""
    forger = Forger(dynasty_of(), SERVICE)
    forger.members["games/2.zip"] = bundle(2)
    forger.data("DynastySeated")["entropy"] = 7  # ends the judging before the games are known
    result = run([MISSING, Answer(body=forger.forged())], "audit", DYNASTY, "--json")
    assert result.exit_code & 2
    [found] = map(json.loads, result.stdout.splitlines())
    assert {fault["code"] for fault in found["faults"]} >= {"log/data", "dynasty/games"}


def test_a_receipt_of_the_requested_game(tmp_path: Path) -> None:
    """Receipts of the requested game are not compared with the other one, and the exit code says so."""
    played, record = game(2)
    receipts = tmp_path / "receipts"
    receipts.write_text(json.dumps(SERVICE.sign(played, Head(Version(9), record[8].hash)).document()))
    result = run([Answer(body=bundle(2, seed=2))], "audit", GAME, "--against", str(receipts))
    assert result.exit_code == 128 | 1
    assert "bundle/other-game" in result.stdout
    assert f"a receipt is of game {GAME}, which was not audited" in result.stderr


@pytest.mark.parametrize(
    ("command", "answer"),
    [("review", Answer(body=bundle(2, seed=2))), ("export", text(2)), ("replay", Answer(body=frames(2)))],
)
def test_other_commands(command: str, answer: Answer) -> None:
    """They stop with an error that names the game that came, and print nothing of it."""
    result = run([answer], command, GAME)
    assert (result.exit_code, result.stdout) == (1, "")
    assert OTHER in result.stderr
    assert "bundle/other-game" in result.stderr


def test_other_commands_on_what_was_requested() -> None:
    """The same responses are good for the game that they are of."""
    assert run([text(1)], "export", GAME).exit_code == 0
    shown = run([Answer(body=frames(1))], "replay", GAME)
    assert (shown.exit_code, shown.stderr) == (0, "")


def test_a_text_that_does_not_say_of_which_game_it_is() -> None:
    """A service always names the game, so a text without its id is refused."""
    content = text(1).content.replace(f'[Id "{GAME}"]\n'.encode(), b"")
    result = run([Answer(body=content, headers={"Content-Type": "text/plain"})], "export", GAME)
    assert result.exit_code == 1
    assert "does not name its game" in result.stderr


def test_a_replay_whose_states_claim_to_be_of_the_game() -> None:
    """The chain begins with the id, so another game's events do not pass under it."""
    found = frames(2)
    for frame in found["frames"]:
        frame["state"]["id"] = GAME
    result = run([Answer(body=found)], "replay", GAME)
    assert result.exit_code == 1
    assert "log/chain" in result.stderr


@pytest.mark.parametrize("command", ["export", "review"])
def test_a_file_of_another_game(command: str, tmp_path: Path) -> None:
    """The option --game says of which game a file must be."""
    other = tmp_path / "other.zip"
    other.write_bytes(bundle(2, seed=2))
    result = CliRunner().invoke(kingdomino, [command, str(other), "--game", GAME])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "bundle/other-game" in result.stderr


def test_the_state_of_another_game() -> None:
    """The program that plays a game at a service does not go on with another one."""
    played, _ = scored_game()
    other = Answer(body={"id": OTHER})
    with answering([other, other]) as service, ApiClient(service.url) as client:
        with pytest.raises(BadAnswer, match=f"sent the state of the game {OTHER}"):
            client.state(played)
        with pytest.raises(BadAnswer, match=f"instead of that of {played}"):
            client.move(Player("a", "Ann", "t"), played, {"type": "choose", "domino": 1}, 3)
