"""Memory sizes in settings."""

from pathlib import Path
from unittest.mock import patch

import pytest

from replays.runtime.settings.errors import SettingError
from replays.runtime.settings.memory_size import MemorySize
from replays.runtime.settings.settings import Settings
from service.ops.embedded import machine_memory as module
from service.ops.embedded.machine_memory import memory_here

NAME = "KINGDOMINO_STORE_MEMORY"


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("", MemorySize(0, 25)),
        ("512mb", MemorySize(512 << 20)),
        (" 2GB ", MemorySize(2 << 30)),
        ("40%", MemorySize(0, 40)),
        ("32mb", MemorySize(32 << 20)),
    ],
)
def test_a_size_is_in_megabytes_gigabytes_or_percent(text: str, size: MemorySize) -> None:
    """A size is in megabytes, gigabytes or percent; an empty text gives the default."""
    assert Settings.from_environ({NAME: text}).store_memory == size


@pytest.mark.parametrize("text", ["0%", "91%", "1.5gb", "31mb", "2", "2tb", "-1gb", "gb", "2gb 3gb"])
def test_a_size_that_is_none(text: str) -> None:
    """The error names the setting and the allowed form."""
    with pytest.raises(SettingError, match=rf"^{NAME} is .* but must be a size such as 512mb"):
        Settings.from_environ({NAME: text})


def test_a_quarter_is_the_default() -> None:
    """The default is 25 % of the machine's memory."""
    assert Settings().store_memory.of(8 << 30) == 2 << 30


def test_the_memory_of_a_container_is_its_limit(tmp_path: Path) -> None:
    """Both versions of control groups are read; `max` or a missing file means no limit."""
    two, one = tmp_path / "memory.max", tmp_path / "memory.limit_in_bytes"
    with patch.object(module, "CGROUP_LIMITS", (two, one)):
        machine = memory_here()
        two.write_text("max\n")
        assert memory_here() == machine
        two.write_text("104857600\n")
        assert memory_here() == 100 << 20
        one.write_text("52428800\n")
        assert memory_here() == 50 << 20
