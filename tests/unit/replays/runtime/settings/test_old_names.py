"""A renamed variable is still read under its old name for one release, with a warning."""

from pathlib import Path

import pytest

from replays.runtime.settings.errors import SettingError
from replays.runtime.settings.kinds import whole_number
from replays.runtime.settings.variable import Section, Variable

SEATS = Variable(
    name="KINGDOMINO_SEATS",
    section=Section.OTHER,
    meaning="how many seats there are",
    kind=whole_number(2, 4),
    default="2",
    is_secret=True,
    old_names=("KINGDOMINO_CHAIRS",),
)


def test_the_old_name_is_read(caplog: pytest.LogCaptureFixture) -> None:
    """The warning gives the new name."""
    assert SEATS.read({"KINGDOMINO_CHAIRS": "3"}) == 3
    [warning] = caplog.messages
    assert warning.startswith("KINGDOMINO_CHAIRS is called KINGDOMINO_SEATS now")


def test_a_file_is_found_by_the_old_name(tmp_path: Path) -> None:
    """`_FILE` works with the old name, too."""
    (tmp_path / "seats").write_text("4\n")
    assert SEATS.read({"KINGDOMINO_CHAIRS_FILE": str(tmp_path / "seats")}) == 4


def test_the_new_name_counts(caplog: pytest.LogCaptureFixture) -> None:
    """If both are set, the old one is ignored; if neither is set, there is no warning."""
    assert SEATS.read({"KINGDOMINO_SEATS": "3", "KINGDOMINO_CHAIRS": "x"}) == 3
    assert SEATS.read({}) == 2
    assert caplog.messages == []


def test_a_wrong_value_is_refused_by_the_new_name() -> None:
    """The error uses the new name."""
    with pytest.raises(
        SettingError, match=r"^KINGDOMINO_SEATS is '9', but must be a whole number from 2 to 4$"
    ):
        SEATS.read({"KINGDOMINO_CHAIRS": "9"})


def test_the_old_name_is_known() -> None:
    """The doctor does not report the old name as misspelt."""
    assert set(SEATS.names) == {
        f"KINGDOMINO_{name}{end}" for name in ("SEATS", "CHAIRS") for end in ("", "_FILE")
    }
