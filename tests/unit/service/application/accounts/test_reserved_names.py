# ruff: noqa: RUF001 - letters that look like others are the subject
"""Names of bots and the service are reserved, in every spelling."""

import pytest
from marshmallow import ValidationError

from kingdomino.policies import BOTS, stored_names
from service.application.accounts.naming.reserved import is_reserved
from service.application.i18n.games.bots import WORDS
from service.shared.accounts.schemas import PlayerRequest
from tests.unit.service.application.accounts.test_player_names import REAL

LOOK_ALIKES = [
    "somebody",
    "SOMEBODY",
    "S o m e b o d y",
    "Ѕоmеbоdу",
    "Ｓｏｍｅｂｏｄｙ",
    "Sómebödy",
    "Some-body",
    "0rganizer",
    "Orgаnizer",
    "ΜΟDERATOR",
    "M0derat0r",
    "Adm1n",
    "$taff",
    "0ff1c1a1",
    "Kingdomino",
    "K1ngdom1no",
    "Si1as",
    "GREEDY",
    "gгееdу",
    "Ann (bot)",
    "Ann (b0t)",
    "BOT",
    "8OT",
    "R 0 0 T",
]


def test_every_bot_keeps_its_names() -> None:
    """All bots of the registry are covered: levels and table names, with and without the mark."""
    names = [*BOTS, *stored_names(), *(str(name) for words in WORDS.values() for name in words.names)]
    bare = [name.removesuffix(" (bot)") for name in names]
    assert [name for name in [*names, *bare] if not is_reserved(name)] == []


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_what_looks_alike_is_reserved(name: str) -> None:
    """Case, width, accents, spaces, other scripts and digits make no difference; the error says reserved."""
    with pytest.raises(ValidationError) as error:
        PlayerRequest().load({"name": name})
    (sentence,) = error.value.messages_dict["name"]
    assert sentence.startswith("This name is reserved")


FREE = ["Abbot", "Botond", "Robot 3", "Modesty", "Rooty", "Gustav", "Silasson", "Player 807", "807", "3154"]


@pytest.mark.parametrize("name", [*REAL, *FREE])
def test_real_names_are_free(name: str) -> None:
    """A real name is not refused for containing letters of a reserved one."""
    assert PlayerRequest().load({"name": name}) == {"name": name}
