"""Reads a game step by step, from a running service or from a file of public events.

A file is checked like the log: each event's canonical bytes against the chain of hashes. The chain begins
with the game's id, which is in no event, so it has to come with the file; without it the first event's hash
is trusted, and a remark says so.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from replays.encoding.canonical import NotCanonical, canonical
from replays.encoding.chain import genesis, link
from replays.encoding.entries import KEYS, Fault, StoredEvent
from replays.encoding.identity import UUID, GameId, Version, parse_game_id
from replays.encoding.members import RepeatedMember, parse_json
from replays.projections.replay import Replay, replayed
from replays.projections.view import state

Json = dict[str, Any]

UNKNOWN_GAME = GameId("")
"""The placeholder for the id of a game whose file does not contain it."""

_GAME_ID = re.compile(UUID, re.IGNORECASE)
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Step:
    """An event in its public form, and the public state just after it."""

    event: Json
    state: Json

    @property
    def version(self) -> int:
        """The event's version."""
        return int(self.event["version"])


@dataclass(frozen=True, slots=True)
class RecordedSteps:
    """The valid steps of a game, versions 1, 2, 3 ..., the fault after them or None, and remarks."""

    steps: tuple[Step, ...]
    fault: Fault | None = None
    remarks: tuple[str, ...] = ()


class _BadRecording(Exception):  # noqa: N818 - internal, carries a code
    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


def of_service(answer: Json, game: GameId) -> RecordedSteps:
    """The recording in a service's response to `GET .../replay` of this game.

    The chain of the events begins with the game's id, so another game's events are a fault, as is a state of
    another game. The states are the service's.
    """
    steps = tuple(Step(frame["event"], frame["state"]) for frame in answer["frames"])
    events, broken = _checked([step.event for step in steps], game)
    other = next((step for step in steps if step.state["id"] != game), None)
    if other is not None:
        text = f"the game {game} was requested, and this is that of {other.state['id']}"
        return RecordedSteps((), Fault(Version(other.version), "bundle/other-game", text))
    if broken:
        return RecordedSteps(steps[: len(events)], broken)
    fault = answer.get("fault")
    found = Fault(Version(fault["version"]), fault["code"], fault["text"]) if fault else None
    return RecordedSteps(steps, found)


def of_file(content: bytes, game: GameId | None) -> RecordedSteps:
    """The recording in a file: NDJSON or `{"events":[...]}` of public events, or a replay's frames."""
    replay, remarks = replay_of_file(content, game)
    steps = tuple(Step(frame.event.public(), state(frame.match, {})) for frame in replay.frames)
    return RecordedSteps(steps, replay.fault, remarks)


def replay_of_file(content: bytes, game: GameId | None) -> tuple[Replay, tuple[str, ...]]:
    """The replay of the events in such a file, and remarks."""
    objects, remarks = _objects(content)
    events, fault = _checked(objects, game)
    if game is None:
        remarks += ("the game's id is not known: event 1 is not checked against its hash (give --game ID)",)
    return replayed(game or UNKNOWN_GAME, events, fault), remarks


def game_in_name(name: str) -> GameId | None:
    """The game id that a file's name contains; None if it contains none or several.

    >>> game_in_name("game-0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b.ndjson")
    '0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b'
    """
    found = {text.lower() for text in _GAME_ID.findall(name)}
    return parse_game_id(found.pop()) if len(found) == 1 else None


def _objects(content: bytes) -> tuple[list[bytes | Any], tuple[str, ...]]:
    """The supposed events, as values or as unparsed lines, and remarks."""
    try:
        whole = parse_json(content)
    except RepeatedMember:
        return [content], ()  # `_public` says so
    except orjson.JSONDecodeError:
        whole = None
    if isinstance(whole, list):
        return whole, ()
    if isinstance(whole, dict) and isinstance(listed := whole.get("events", whole.get("frames")), list):
        more = whole.get("next") is not None
        ending = [{"fault": whole["fault"]}] if "fault" in whole else []
        return listed + ending, ("the file is one page of events: the game has more",) if more else ()
    return [line for line in content.splitlines() if line.strip()], ()


def _checked(objects: Iterable[bytes | Any], game: GameId | None) -> tuple[list[StoredEvent], Fault | None]:
    """The valid events, as they were stored, and the first fault."""
    good: list[StoredEvent] = []
    running = genesis(game) if game else None
    for version, value in enumerate(objects, start=1):
        try:
            event, running = _event(_public(value), Version(version), running)
        except _BadRecording as damage:
            return good, Fault(Version(version), damage.code, str(damage))
        good.append(event)
    return good, None


def _public(value: bytes | Any) -> Json:
    """The public event in a value, a line, or a frame; raises `_BadRecording`."""
    if isinstance(value, bytes):
        try:
            value = parse_json(value)
        except RepeatedMember as error:
            raise _BadRecording("file/repeated", str(error)) from error
        except orjson.JSONDecodeError as error:
            raise _BadRecording("file/not-json", f"no JSON: {error}") from error
    if isinstance(value, dict) and value.keys() == {"fault"}:
        raise _BadRecording(
            "file/fault", f"the service found a fault there: {orjson.dumps(value['fault']).decode()}"
        )
    if isinstance(value, dict) and value.keys() >= {"event", "state"}:
        value = value["event"]
    if not isinstance(value, dict) or value.keys() != {*KEYS, "hash"}:
        raise _BadRecording("log/keys", f"not an object of exactly hash, {', '.join(KEYS)}")
    return value


def _event(public: Json, version: Version, running: bytes | None) -> tuple[StoredEvent, bytes]:
    """The event as it was stored, and its hash; `running` is the hash before it, None if unknown."""
    if type(public["version"]) is not int or public["version"] != version:
        raise _BadRecording("log/version", f"the event says version {public['version']!r}")
    body, recorded = _body(public), public["hash"]
    if not isinstance(recorded, str) or not _HASH.fullmatch(recorded):
        raise _BadRecording("log/chain", f"{recorded!r} is no hash")
    found = link(running, body) if running is not None else bytes.fromhex(recorded)
    if found.hex() != recorded:
        raise _BadRecording("log/chain", f"the hash is {recorded}, the chain gives {found.hex()}")
    return StoredEvent(version, body, recorded), found


def _body(public: Mapping[str, Any]) -> bytes:
    try:
        return canonical({name: public[name] for name in KEYS})
    except NotCanonical as error:
        raise _BadRecording("log/not-canonical", str(error)) from error
