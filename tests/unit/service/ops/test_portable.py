"""The file of an export has only commands that change one key each; any other text is refused."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.ops.moving.portable import NAMES, MovingError, key_of, keys_in, text_of

COMMANDS = st.lists(
    st.tuples(st.sampled_from(sorted(NAMES)), st.binary(max_size=8), st.binary(), st.binary()), max_size=20
)
GOOD = text_of((b"SET", b"key", b"value"))


class NamedBytes(BytesIO):
    """A file in memory with a name, as files on a disk have."""

    name = "store.resp"


@given(COMMANDS)
def test_commands_are_read_as_written(commands: list[tuple[bytes, ...]]) -> None:
    """Any bytes are read again, grouped by their keys, in their order."""
    read = list(keys_in(NamedBytes(b"".join(map(text_of, commands)))))
    assert [command for _, group in read for command in group] == commands
    assert all(key_of(command) == key for key, group in read for command in group)


@pytest.mark.parametrize("end", range(1, len(GOOD)))
def test_a_file_that_is_cut_off_is_refused(end: int) -> None:
    """At any byte."""
    with pytest.raises(MovingError, match=r"store\.resp has .*: it is damaged, or no export"):
        list(keys_in(NamedBytes(GOOD + GOOD[:end])))


@pytest.mark.parametrize(
    "text",
    [
        text_of((b"FLUSHALL", b"a", b"b")),
        text_of((b"CONFIG", b"SET", b"dir", b"/")),
        text_of((b"EVAL", b"return 1", b"0")),
        text_of((b"set", b"key", b"value")),
        text_of((b"SET", b"key")),
        b"SET key value\r\n",
        b"*3\n$3\nSET\n",
        b"*-1\r\n",
        b"*99999999999\r\n",
        b"*3\r\n$99999999999999\r\nSET",
        b"*3\r\n$3\r\nSETxx$1\r\n",
        b"\r\n",
    ],
)
def test_other_commands_and_texts_are_refused(text: bytes) -> None:
    """A file could otherwise change the server's settings, or take all memory."""
    with pytest.raises(MovingError, match=r"store\.resp has"):
        list(keys_in(NamedBytes(GOOD + text)))
