"""The terminal speaks the language of its reader."""

import pytest

from service.application.i18n.speaking import open_language, speaking
from service.cli.parameters.language import language_of
from service.cli.terminal.clean import clean
from service.cli.terminal.recording import Step
from service.cli.terminal.words import sentence

HOSTILE = "\u0639\u0644\u06cc\u202e\x1b[31m"


@pytest.mark.parametrize(
    ("environment", "tag"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en-GB"),
        ({"LC_ALL": "", "LC_MESSAGES": "en_GB", "LANG": "xx"}, "en-GB"),
        ({"LC_ALL": "POSIX", "LANG": "en_GB"}, "en"),
        ({"LANG": "en_GB.UTF-8@euro"}, "en-GB"),
    ],
)
def test_the_first_variable_decides(environment: dict[str, str], tag: str) -> None:
    """As in POSIX; an unknown locale is English."""
    assert language_of(environment).tag == tag


def test_a_name_is_isolated_and_nothing_else_passes() -> None:
    """A name that runs from right to left changes nothing around it; overrides and escapes are gone."""
    event = {"type": "DominoChosen", "seat": 0, "cause": "player", "data": {"domino": 12}, "version": 3}
    state = {"players": [{"seat": 0, "name": HOSTILE}], "kingdoms": []}
    with speaking(open_language("fa")):
        text = sentence(Step(event, state), None)
    assert "\u2068\u0639\u0644\u06cc[31m\u2069" in text
    assert "\u06f1\u06f2" in text
    assert not {"\u202e", "\x1b"} & set(text)


def test_isolates_that_are_cut_off_end() -> None:
    """So a cut text keeps the direction of what follows."""
    assert clean("\u2068abcdefgh\u2069", 6) == "\u2068ab\u2069..."


def test_joiners_stay() -> None:
    """Persian words are written with them."""
    assert clean("\u0645\u06cc\u200c\u0631\u0648\u062f") == "\u0645\u06cc\u200c\u0631\u0648\u062f"
