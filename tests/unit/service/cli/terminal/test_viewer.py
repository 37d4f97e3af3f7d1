"""The keys of the viewer: where they lead, and the terminal bytes that encode them."""

import pytest

from service.cli.terminal.keyboard import decode
from service.cli.terminal.viewer import Key, RecordingViewer

ROUNDS = (0, 0, 0, 1, 1, 1, 2, 2, 3)
"""Nine steps, versions 1 to 9: 4 to 6 are round 1, 7 and 8 round 2, 9 round 3."""


def at(version: int) -> RecordingViewer:
    """Return a viewer at this version."""
    return RecordingViewer(ROUNDS, position=version - 1)


def after(version: int, *keys: Key | str) -> int:
    """Return the version reached by these keys from `version`."""
    viewer = at(version)
    for key in keys:
        viewer = viewer.press(key)
    assert viewer.typed is None
    return viewer.position + 1


@pytest.mark.parametrize("key", [Key.RIGHT, "n", " "])
def test_forward_is_one_step_and_ends_at_the_last(key: Key | str) -> None:
    """Right, n and space do the same."""
    assert (after(1, key), after(8, key), after(9, key)) == (2, 9, 9)


@pytest.mark.parametrize("key", [Key.LEFT, "p", Key.BACKSPACE])
def test_back_is_one_step_and_ends_at_the_first(key: Key | str) -> None:
    """Left, p and backspace do the same."""
    assert (after(9, key), after(2, key), after(1, key)) == (8, 1, 1)


@pytest.mark.parametrize(("first", "last"), [(Key.HOME, Key.END), ("g", "G")])
def test_home_and_end(first: Key | str, last: Key | str) -> None:
    """Home or g leads to the first version, End or G to the last."""
    assert (after(5, first), after(5, last)) == (1, 9)


def test_down_leads_to_the_next_round_and_up_to_where_one_began() -> None:
    """Up leads to the beginning of this round first, then to that of the round before."""
    assert [after(version, Key.DOWN) for version in (1, 4, 6, 7, 8, 9)] == [4, 7, 7, 9, 9, 9]
    assert [after(version, Key.UP) for version in (9, 8, 7, 6, 4, 3, 1)] == [7, 7, 4, 4, 1, 1, 1]


def test_a_version_is_typed() -> None:
    """Digits and Enter, with or without a colon; numbers out of range lead to the nearest end."""
    assert after(1, "7", Key.ENTER) == 7
    assert after(1, ":", "3", Key.ENTER) == 3
    assert after(5, "0", Key.ENTER) == 1
    assert after(5, *"999999999999", Key.ENTER) == 9
    assert after(5, "8", "1", Key.BACKSPACE, Key.ENTER) == 8


def test_typing_can_be_left() -> None:
    """Escape and an emptied line keep the position; another key has its usual effect."""
    assert after(5, "7", Key.ESCAPE) == 5
    assert after(5, ":", Key.ENTER) == 5
    assert after(5, "7", Key.BACKSPACE) == 5
    assert after(5, "7", Key.RIGHT) == 6
    assert at(5).press("7").press("q").done


def test_what_is_typed_can_be_seen() -> None:
    """The digits are shown until another key is pressed."""
    assert at(5).press(":").typed == ""
    assert at(5).press("1").press("2").press(Key.RESIZED).typed == "12"


@pytest.mark.parametrize("key", ["x", "é", Key.ENTER, Key.ESCAPE, Key.RESIZED])
def test_other_keys_do_nothing(key: Key | str) -> None:
    """The viewer stays as it is."""
    assert at(5).press(key) == at(5)


def test_the_key_q_leaves_the_viewer_where_it_is() -> None:
    """The position stays, the viewer is done."""
    assert at(5).press("q") == RecordingViewer(ROUNDS, position=4, done=True)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("\x1b[C", Key.RIGHT),
        ("\x1bOD", Key.LEFT),
        ("\x1b[H", Key.HOME),
        ("\x1b[4~", Key.END),
        ("\x1b[6~", Key.DOWN),
        ("\r", Key.ENTER),
        ("\x7f", Key.BACKSPACE),
        ("\x04", "q"),
        ("é", "é"),
        ("\x1b[1;5C", Key.ESCAPE),  # an unassigned key
        ("\x1bx", Key.ESCAPE),
    ],
)
def test_bytes_of_a_terminal_are_keys(text: str, key: Key | str) -> None:
    """Arrow keys have two encodings, Home and End several; the rest of the bytes stays for the next key."""
    found, rest = decode(f"{text}n")
    assert found == key
    assert rest in {"n", "xn"}


@pytest.mark.parametrize("text", ["", "\x1b", "\x1b[", "\x1b[1", "\x1b[1;", "\x1bO"])
def test_a_sequence_may_come_in_parts(text: str) -> None:
    """An incomplete sequence is kept."""
    assert decode(text) == (None, text)
