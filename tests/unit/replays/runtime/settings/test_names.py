"""Misspelt settings are refused with the right name; variables of others are not."""

import pytest

from replays.runtime import parent_death
from replays.runtime.settings.errors import ConfigurationError
from replays.runtime.settings.names import KNOWN, check_names, unknown_names

MISSPELT = [
    ("KINGDOMINO_THREAD", "KINGDOMINO_THREADS"),
    ("KINGDOMINO_LIMTS", "KINGDOMINO_LIMITS"),
    ("KINGDOMINO_KEYFILE", "KINGDOMINO_KEY_FILE"),
    ("KINGDOMINO_DATA_FILE", "KINGDOMINO_DATA"),
    ("KINGDOMINO_TOKN", "KINGDOMINO_TOKEN"),
    ("kingdomino_key", "KINGDOMINO_KEY"),
    ("Kingdomino_Data", "KINGDOMINO_DATA"),
    ("KINGDOMINO_REDIS_URL", "REDIS_URL"),
    ("KINGDOMINO_PORT", "PORT"),
]
OTHERS = {
    "HOME": "/root",
    "MY_KINGDOMINO_KEY": "x",
    "KINGDOMINO_SERVICE_HOST": "10.0.0.11",
    "KINGDOMINO_SERVICE_PORT": "80",
    "KINGDOMINO_SERVICE_PORT_HTTP": "80",
    "KINGDOMINO_PORT": "tcp://10.0.0.11:80",
    "KINGDOMINO_PORT_80_TCP": "tcp://10.0.0.11:80",
    "KINGDOMINO_PORT_80_TCP_PROTO": "tcp",
    "KINGDOMINO_PORT_80_TCP_PORT": "80",
    "KINGDOMINO_PORT_80_TCP_ADDR": "10.0.0.11",
    "KINGDOMINO_WEB_SERVICE_HOST": "10.0.0.12",
    "KINGDOMINO_WEB_PORT": "tcp://10.0.0.12:80",
}
"""Variables that are no settings; the last ones describe services of Kubernetes called kingdomino."""


@pytest.mark.parametrize(("name", "right"), MISSPELT)
def test_a_misspelt_name_is_refused_with_the_right_one(name: str, right: str) -> None:
    """The message has both names, and not the value, which may be a secret."""
    with pytest.raises(ConfigurationError) as refused:
        check_names({name: "s3cret"})
    assert str(refused.value) == f"nothing reads {name}: did you mean {right}?"


def test_a_name_like_no_other_is_refused_with_the_page_of_names() -> None:
    """Without a similar name the message says where all names are; all wrong names are reported at once."""
    with pytest.raises(
        ConfigurationError,
        match=r"KINGDOMINO_!+: docs/operate/operation\.md.*; nothing reads KINGDOMINO_\?+: docs",
    ):
        check_names({"KINGDOMINO_????????": "1", "KINGDOMINO_!!!!!!!!": "1"})


def test_every_name_that_is_read_is_accepted() -> None:
    """All settings, their files, the commands' own variables, and the variable of the parent."""
    assert {"KINGDOMINO_KEY_FILE", "KINGDOMINO_URL", parent_death.VARIABLE} <= KNOWN
    check_names(dict.fromkeys(KNOWN, "x"))


def test_names_of_others_and_absent_values_are_accepted() -> None:
    """An empty value counts as absent, as for every setting."""
    assert unknown_names({**OTHERS, "KINGDOMINO_THREAD": ""}) == []
