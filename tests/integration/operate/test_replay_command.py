"""`kingdomino replay` in a real terminal and in a pipe, with good and damaged files, and from a service."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import orjson
import pytest

from harness.audit.audits import open_bundle
from harness.audit.recordings import ndjson, scored_game
from harness.processes import free_port
from harness.programs.terminal import Terminal, running
from harness.wire.fake_service import Answer, answering
from service.cli.terminal.recording import of_file

REPLAY = [sys.executable, "-m", "service.cli.main", "replay"]
GAME, EVENTS = scored_game()
LAST = len(EVENTS)
LEFT_SCREEN, SHOWN_CURSOR = "\x1b[?1049l", "\x1b[?25h"
COLOUR = re.compile(r"\x1b\[(?:[0-9]+;)*(?:3[0-8]|4[0-8])[;m]")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give a file of the game's events, with the game's id in its name."""
    path = tmp_path / f"{GAME}.ndjson"
    path.write_bytes(ndjson(EVENTS))
    return path


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """Give a file whose ninth event was changed."""
    path = tmp_path / f"damaged-{GAME}.ndjson"
    path.write_bytes(ndjson([*EVENTS[:8], {**EVENTS[8], "actor": "somebody"}, *EVENTS[9:]]))
    return path


def piped(*arguments: object, given: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    """Run the command without a terminal."""
    return subprocess.run([*REPLAY, *map(str, arguments)], input=given, capture_output=True, check=False)


@contextmanager
def at_terminal(*arguments: object, **environ: str) -> Iterator[Terminal]:
    """Run the command in a terminal."""
    base = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "COLUMNS", "LINES"}}
    with running([*REPLAY, *map(str, arguments)], {**base, "TERM": "xterm-256color", **environ}) as terminal:
        yield terminal


def version(number: int) -> str:
    """The text of a version on the screen."""
    return f"version {number} of {LAST}"


def test_keys_lead_through_the_game(file: Path) -> None:
    """Keys move forward, back, by round, to the ends and to a version; q restores the terminal."""
    with at_terminal(file) as terminal:
        before = terminal.settings()
        assert "The table was opened" in terminal.shows(version(1))
        assert terminal.settings() != before
        for keys, leads_to in [
            ("\x1b[C", 2),
            ("n", 3),
            (" ", 4),
            ("\x1b[D", 3),
            ("p", 2),
            ("G", LAST),
            ("g", 1),
            ("\x1b[F", LAST),
            ("\x1b[H", 1),
            ("12\r", 12),
            (":7\r", 7),
            ("nnn", 10),
        ]:
            terminal.press(keys)
            terminal.shows(version(leads_to))
        terminal.press("g\x1b[B")
        terminal.shows("round 1 of 6")
        terminal.press("q")
        assert terminal.ends() == 0
        assert terminal.settings() == before
    assert LEFT_SCREEN in terminal.output
    assert SHOWN_CURSOR in terminal.output


def test_typing_is_shown_and_escape_leaves_it(file: Path) -> None:
    """Typed digits appear at the foot; a single Escape cancels them."""
    with at_terminal(file) as terminal:
        terminal.shows(version(1))
        terminal.press(":4")
        terminal.shows("go to version: 4_")
        terminal.press("\x1b")
        terminal.shows("q: quit")
        terminal.press("n")
        terminal.shows(version(2))


def test_the_screen_follows_the_terminals_size(file: Path) -> None:
    """A resized terminal is redrawn without a key."""
    with at_terminal(file) as terminal:
        terminal.shows(version(1))
        terminal.resize(12, 60)
        assert f"Game {GAME}" in terminal.shows("right/left")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 128 + 15), (signal.SIGHUP, 128 + 1), (signal.SIGINT, 1)]
)
def test_a_signal_leaves_the_terminal_as_it_was_found(file: Path, number: signal.Signals, code: int) -> None:
    """A signal ends the command and restores the terminal."""
    with at_terminal(file) as terminal:
        before = terminal.settings()
        terminal.shows(version(1))
        terminal.process.send_signal(number)
        assert terminal.ends() == code
        assert terminal.settings() == before
    assert LEFT_SCREEN in terminal.output
    assert SHOWN_CURSOR in terminal.output


@pytest.mark.long
def test_colours_can_be_switched_off(file: Path) -> None:
    """Terrains are coloured, except with NO_COLOR."""
    coloured = []
    for environ in ({}, {"NO_COLOR": "1"}):
        with at_terminal(file, **environ) as terminal:
            terminal.shows(version(1))
            terminal.press("G")
            terminal.shows(version(LAST))
            coloured.append(bool(COLOUR.search(terminal.output)))
    assert coloured == [True, False]


def test_a_terminal_that_cannot_do_it_gets_lines(file: Path) -> None:
    """A terminal without the needed functions gets the reason, and all lines."""
    with at_terminal(file, TERM="dumb") as terminal:
        assert terminal.ends() == 0
    assert "This terminal does not support stepping" in terminal.output
    assert "The points were counted" in terminal.output


@pytest.mark.long
def test_a_damaged_file_is_shown_up_to_the_damage(damaged: Path) -> None:
    """In a terminal the fault is on every screen and remains after quitting; the exit code is 1."""
    with at_terminal(damaged) as terminal:
        assert "Damaged at version 9" in terminal.shows("version 1 of 8")
        terminal.press("G")
        terminal.shows("version 8 of 8")
        terminal.press("q")
        assert terminal.ends() == 1
    assert "(log/chain)" in terminal.output.partition(LEFT_SCREEN)[2]


def test_in_a_pipe_every_event_is_a_line(file: Path) -> None:
    """In a pipe there is a line for every event, then the last state, without control characters."""
    done = piped(file)
    lines = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert [int(line.split()[0]) for line in lines[:LAST]] == list(range(1, LAST + 1))
    assert lines[0] == "   1  The table was opened"
    assert version(LAST) in done.stdout.decode()
    assert b"\x1b" not in done.stdout


def test_a_damaged_file_in_a_pipe(damaged: Path) -> None:
    """In a pipe the intact part is on standard output, the fault on standard error; the exit code is 1."""
    done = piped(damaged)
    assert done.returncode == 1
    assert b"version 8 of 8" in done.stdout
    assert done.stderr.startswith(b"Damaged at version 9, nothing from there on is shown: the hash is ")


@pytest.mark.long
def test_one_version_is_printed(file: Path, damaged: Path) -> None:
    """`--version N` prints one version; a missing one is refused, with the fault if that is the reason."""
    assert version(10) in piped(file, "--version", 10).stdout.decode()
    beyond = piped(file, "--version", LAST + 1)
    assert beyond.stderr.decode() == f"Error: the version must be 1 to {LAST}, not {LAST + 1}\n"
    assert b"not 9 (Damaged at version 9" in piped(damaged, "--version", 9).stderr


@pytest.mark.long
def test_standard_input_is_a_file() -> None:
    """`-` reads standard input; the id comes from --game, or the first event is not checked."""
    known = piped("-", "--game", GAME.upper(), "--version", 1, given=ndjson(EVENTS))
    assert (known.returncode, known.stderr) == (0, b"")
    unknown = piped("-", "--version", 1, given=ndjson(EVENTS))
    assert unknown.returncode == 0
    assert b"event 1 is not checked" in unknown.stderr
    assert b"A game (" in unknown.stdout


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("arguments", "given", "reason"),
    [
        (["no-such-file"], None, "'no-such-file' is neither the id of a game nor the name of a file"),
        (["-"], b"", "the record has no events"),
        (["-"], b"\xff\x00\n", "Damaged at version 1"),
        (["-"], open_bundle(), "unzip -p BUNDLE events.ndjson | kingdomino replay - --game ID"),
        (["-", "--game", "7"], b"", "'7' is not the id of a game"),
    ],
)
def test_what_cannot_be_shown_is_one_sentence(arguments: list[str], given: bytes | None, reason: str) -> None:
    """A failing command prints one sentence and exits with a code other than 0."""
    done = piped(*arguments, given=given)
    assert done.returncode != 0
    assert reason in done.stderr.decode()
    assert b"Traceback" not in done.stderr


@pytest.mark.long
def test_a_game_at_a_service(file: Path) -> None:
    """A service's game is shown with the players' names; refusals and a missing service are explained."""
    steps = of_file(ndjson(EVENTS), GAME).steps
    for step in steps:
        for player in step.state["players"]:
            player["name"] = "Ann\x1b[2J"
    frames = [{"version": step.version, "event": step.event, "state": step.state} for step in steps]
    unknown = {"code": "game/unknown", "detail": "there is no game with this id"}
    answers = [
        Answer(body=orjson.dumps({"frames": frames})),
        Answer(404, unknown),
        Answer(404, {"code": "study/unknown", "detail": "there is no study with this id"}),
        Answer(body={"frames": [{}]}),
    ]
    with answering(answers) as service:
        shown, refused, strange = (piped(GAME, "--url", service.url) for _ in range(3))
    assert b"   2  Ann[2J sat down\n" in shown.stdout
    assert b"\x1b" not in shown.stdout
    assert refused.stderr == b"Error: there is no game with this id (game/unknown)\n"
    assert b"this is not the record of a game (KeyError: 'event')" in strange.stderr
    url = f"http://127.0.0.1:{free_port()}"
    assert f"no service is running at {url}".encode() in piped(GAME, "--url", url).stderr
