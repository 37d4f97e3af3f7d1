"""Writes the text of a game from a file: an audit bundle, or public events."""

from kingdomino.transcript.syntax import format_transcript
from kingdomino.transcript.values import Transcript
from replays.audit.bundle.container import EVENTS, ContainerError, unpack
from replays.audit.bundle.manifest import ManifestError, read_manifest
from replays.commands.series import FEW_GAMES
from replays.encoding.identity import GameId
from replays.match.deciding.decisions import Refusal
from replays.projections.transcripts import ID_TAG, transcript_of_match
from service.cli.terminal.recording import game_in_name, replay_of_file

ZIP = b"PK"


class FileError(Exception):
    """The file does not contain a usable game; the text says why."""


def written(content: bytes, name: str, game: GameId | None) -> str:
    """The text of the game in a file of this name; `game` is its id if that is known from elsewhere.

    Everything in the file is checked; raises `FileError`, including for a damaged file and for a bundle of
    another game than `game`.
    """
    if content.startswith(ZIP):
        content, game = in_bundle(content, game)
    game = game or game_in_name(name)
    if game is None:
        raise FileError("the game's id is not known, which the chain of hashes begins with: give --game ID")
    replay, _ = replay_of_file(content, game)
    if replay.fault:
        raise FileError(f"damaged at version {replay.fault.version}: {replay.fault.text}")
    if not replay.frames:
        raise FileError("there is no game's event in it")
    try:
        events = [frame.event for frame in replay.frames]
        return format_transcript(transcript_of_match(replay.frames[-1].match, events, {}))
    except (Refusal, ValueError, OverflowError) as error:
        raise FileError(str(error)) from error


def in_bundle(content: bytes, requested: GameId | None) -> tuple[bytes, GameId]:
    """The events in a game's bundle, and the game's id; raises `FileError`.

    If a game was requested, the bundle of another one is an error.
    """
    try:
        members = unpack(content)
        found = read_manifest(members, FEW_GAMES.manifest, "game").game
    except (ContainerError, ManifestError) as error:
        raise FileError(f"no bundle of a game: {error.text} ({error.code})") from error
    check_requested(found, requested)
    return members[EVENTS], found


def id_in(transcript: Transcript) -> str | None:
    """The id of the game of which this is the text, if it says so."""
    return next((tag.value for tag in transcript.tags if tag.name == ID_TAG), None)


def check_requested(found: str | None, requested: GameId | None) -> None:
    """Raise `FileError` if the game that was found is not the requested one; None is a game without an id."""
    if requested is not None and found != requested:
        named = f"that of {found}" if found else "a record that does not name its game"
        raise FileError(f"the game {requested} was requested, and this is {named} (bundle/other-game)")
