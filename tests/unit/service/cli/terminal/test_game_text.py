"""The transcript of a game in a file, and files without one."""

import pytest

from harness.audit.audits import bundle, dynasty_of, open_bundle
from harness.audit.recordings import ndjson, scored_game
from kingdomino.transcript.playing import replay
from kingdomino.transcript.syntax import parse_transcript
from replays.audit.bundle.container import unpack
from replays.audit.bundle.packing import pack
from replays.encoding.identity import derived_game_id
from service.cli.terminal.written import FileError, written

GAME, EVENTS = scored_game()


def test_events_and_a_bundle_have_the_text_of_their_game() -> None:
    """The id comes from the option, the file's name or the bundle; names are unknown."""
    text = written(ndjson(EVENTS), "-", GAME)
    assert written(ndjson(EVENTS), f"{GAME}.ndjson", None) == text
    assert replay(parse_transcript(text))
    assert f'[Id "{GAME}"]\n' in text
    assert '[Seat0 "?"]\n[Seat1 "?"]\n\n' in text
    assert '[Result "' in written(bundle(), "bundle.zip", None)


def test_the_text_of_an_unfinished_game_goes_as_far_as_the_game() -> None:
    """It has no result."""
    assert "[Result" not in written(ndjson(EVENTS[:30]), "-", GAME)


def damaged_bundle() -> bytes:
    """A bundle with a changed last event."""
    members = unpack(bundle())
    return pack({**members, "events.ndjson": members["events.ndjson"].replace(b'"total":', b'"total":1', 1)})


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (ndjson(EVENTS), r"the game's id is not known.*--game ID"),
        (b"", "the game's id is not known"),
        (open_bundle(), "the game has not started"),
        (dynasty_of(), r"no bundle of a game: .*a dynasty stands where a game should"),
        (b"PK\x03\x04", r"no bundle of a game: .*\(bundle/not-zip\)"),
        (damaged_bundle(), "damaged at version"),
    ],
    ids=["no-id", "empty", "open", "dynasty", "no-zip", "damaged"],
)
def test_what_has_no_text_says_why(content: bytes, reason: str) -> None:
    """The error is one sentence."""
    with pytest.raises(FileError, match=reason):
        written(content, "-", None)


def test_a_damaged_record_has_no_text() -> None:
    """Records of another game and empty files are refused as well."""
    changed = [*EVENTS[:8], {**EVENTS[8], "actor": "somebody"}, *EVENTS[9:]]
    with pytest.raises(FileError, match="damaged at version 9: the hash is"):
        written(ndjson(changed), "-", GAME)
    with pytest.raises(FileError, match=r"was requested, and this is that of .* \(bundle/other-game\)"):
        written(bundle(), "-", derived_game_id("suite", "other"))
    with pytest.raises(FileError, match="there is no game's event in it"):
        written(b"\n", "-", GAME)
