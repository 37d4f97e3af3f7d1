"""Writes the text of a game from a file: an audit bundle, or public events."""

from kingdomino.transcript.syntax import format_transcript
from replays.audit.bundle.container import EVENTS, ContainerError, unpack
from replays.audit.bundle.manifest import ManifestError, read_manifest
from replays.encoding.identity import GameId
from replays.match.deciding.decisions import Refusal
from replays.projections.transcripts import transcript_of_match
from service.cli.terminal.recording import game_in_name, replay_of_file

ZIP = b"PK"


class FileError(Exception):
    """The file does not contain a usable game; the text says why."""


def written(content: bytes, name: str, game: GameId | None) -> str:
    """The text of the game in a file of this name; `game`, if given, overrides the id found there.

    Everything in the file is checked; raises `FileError`, including for a damaged file.
    """
    if content.startswith(ZIP):
        content, found = in_bundle(content)
        game = game or found
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


def in_bundle(content: bytes) -> tuple[bytes, GameId]:
    """The events in a game's bundle, and the game's id; raises `FileError`."""
    try:
        members = unpack(content)
        return members[EVENTS], read_manifest(members, "game").game
    except (ContainerError, ManifestError) as error:
        raise FileError(f"no bundle of a game: {error.text} ({error.code})") from error
