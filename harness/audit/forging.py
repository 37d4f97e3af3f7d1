"""Forging bundles: a good bundle is unpacked, changed, and made consistent again with chain and manifest.

The forger has everything except the service's key. It does not use the writers in `replays.audit`, so that
the verifier is not tested against its own code.
"""

import hashlib
import io
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any
from zipfile import ZipFile

import orjson

from harness.audit.digests import reference_digest
from kingdomino.board.numbers import Seat
from kingdomino.game.chance import Chance
from kingdomino.game.events import Event, LineDealt
from kingdomino.game.origins_commands import ChoosePair
from kingdomino.machine import advance, begin, legal_commands
from kingdomino.scoring import ranking, score
from replays.audit.bundle.packing import pack
from replays.encoding.canonical import canonical
from replays.encoding.drift import state_hash
from replays.encoding.entries import Head, StoredEvent
from replays.encoding.identity import GameId, Version
from replays.encoding.signing import Signer
from replays.events import game_events
from replays.events.codec import encode
from replays.match.aggregate import UNREADABLE, Match, evolve
from replays.match.randomness.chances import chance_of
from replays.tournament.fold import fold as fold_tournament
from replays.tournament.view import result

Record = dict[str, Any]
"""An event's public form."""

OWN_KEY = Signer(b"the key that the forger made up!")


Fault = tuple[str, int | None, str]
"""Aspect, version and code of a finding."""


class Forger:
    """An unpacked bundle: change `events` and `members`, then call `forged` to pack them."""

    def __init__(self, bundle: bytes, signer: Signer = OWN_KEY) -> None:
        with ZipFile(io.BytesIO(bundle)) as file:
            self.members = {name: file.read(name) for name in file.namelist()}
        self.manifest = orjson.loads(self.members["manifest.json"])
        self.game = GameId(self.manifest["game"])
        self.events: list[Record] = [orjson.loads(line) for line in self.lines]
        self.signer = signer
        self._opening = self.events[0]["hash"]

    @property
    def lines(self) -> list[bytes]:
        """The lines of `events.ndjson`, without line ends."""
        return self.members["events.ndjson"].splitlines()

    def at(self, kind: str, nth: int = 0) -> int:
        """The index of the nth event of this type, from 0; negative numbers count from the last."""
        return [index for index, event in enumerate(self.events) if event["type"] == kind][nth]

    def event(self, kind: str, nth: int = 0) -> Record:
        """The nth event of this type, which may be changed."""
        return self.events[self.at(kind, nth)]

    def data(self, kind: str, nth: int = 0) -> Record:
        """The data of the nth event of this type, which may be changed."""
        found: Record = self.event(kind, nth)["data"]
        return found

    def forged(self) -> bytes:
        """The bundle of the changed events; versions, state hashes, chain and derived members fit them."""
        for version, event in enumerate(self.events, start=1):
            event["version"] = version
        self.events[:1] = chained(self.game, self.events[:1])
        if self.manifest["kind"] == "dynasty":
            self.members.update(derived_of_dynasty(self.events))
        elif self.manifest["kind"] == "tournament":
            self.members.update(derived_of_tournament(self.game, self.events))
        elif (match := self._folded()) is not None:
            self.members.update(derived(self.events, match))
        self.members["events.ndjson"] = written(chained(self.game, self.events))
        return self.sealed()

    def beside_the_deck(self, found: Sequence[Fault]) -> list[Fault]:
        """The faults of the forged bundle, without those in draws that a changed first event causes."""
        bound = self.events[0]["data"].get("draws") == 2
        if not bound or self.events[0]["hash"] == self._opening:
            return list(found)
        return [fault for fault in found if fault[2] not in {"draw/otherwise", "bot/otherwise"}]

    def sealed(self) -> bytes:
        """The bundle of the members as they are, with consistent head, manifest and signature."""
        last = orjson.loads(self.lines[-1])
        head = Head(Version(last["version"]), last["hash"])
        self.members["signature.json"] = canonical(self.signer.sign(self.game, head).document())
        self.manifest["head"] = {"hash": head.hash, "version": head.version}
        return self.listed()

    def listed(self) -> bytes:
        """The bundle of the members as they are, with a consistent list in the manifest and its old head."""
        others = {name: content for name, content in self.members.items() if name != "manifest.json"}
        self.manifest["files"] = {name: sha256(content) for name, content in others.items()}
        self.members["manifest.json"] = canonical(self.manifest)
        return pack(self.members)

    def _folded(self) -> Match | None:
        """The match, up to the first event that the rules refuse; corrects state hashes on the way."""
        match: Match | None = None
        for event in self.events:
            try:
                match = evolve(self.game, match, _stored(event))
            except UNREADABLE:
                break
            if event["type"] == "LineDealt" and match.game is not None:
                event["data"]["state_hash"] = state_hash(match.game)
        return match


def sha256(content: bytes) -> str:
    """The SHA-256 digest in hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def chained(game: str, record: Iterable[Record]) -> list[Record]:
    """The events with the hashes of their chain."""
    chain = hashlib.sha256(b"kingdomino game " + game.encode()).digest()
    found = []
    for event in record:
        chain = hashlib.sha256(chain + canonical(_bare(event))).digest()
        found.append({**event, "hash": chain.hex()})
    return found


def written(record: Iterable[Record]) -> bytes:
    """The events in the form of `events.ndjson`."""
    return b"".join(canonical(event) + b"\n" for event in record)


def _bare(event: Record) -> Record:
    return {name: value for name, value in event.items() if name != "hash"}


def _stored(event: Record) -> StoredEvent:
    return StoredEvent(event["version"], canonical(_bare(event)), event["hash"])


def derived(record: Sequence[Record], match: Match) -> Mapping[str, bytes]:
    """The members that are derived from the events."""
    data = {event["type"]: event["data"] for event in record}
    scored = data.get("GameScored", {"ranking": None, "scores": None})
    found = {"result.json": {**scored, "status": match.status.value}}
    found["randomness.json"] = _randomness(record, match)
    return {name: canonical(content) for name, content in found.items()}


def derived_of_dynasty(record: Sequence[Record]) -> Mapping[str, bytes]:
    """The result, derived from the dynasty's events."""
    points = [event["data"]["points"] for event in record if event["type"] == "DynastyGameScored"]
    seats = sum(event["type"] in {"DynastySeated", "DynastyBotSeated"} for event in record)
    decided = next((event["data"] for event in record if event["type"] == "DynastyDecided"), None)
    found = {
        "points": points,
        "status": "scored" if decided else "active",
        "totals": [sum(seat) for seat in zip(*points, strict=True)] or [0] * seats,
        "winners": decided["winners"] if decided else None,
    }
    return {"result.json": canonical(found)}


def derived_of_tournament(tournament: GameId, record: Sequence[Record]) -> Mapping[str, bytes]:
    """The result, if the events can be folded: the standings that follow from the forged events."""
    try:
        found = fold_tournament(tournament, [_stored(event) for event in chained(tournament, record)])
        return {"result.json": canonical(result(found))} if found else {}
    except UNREADABLE:
        return {}


def _randomness(record: Sequence[Record], match: Match) -> Record:
    sent = [sitter.entropy for sitter in match.sitters]
    full = len(sent) == match.players
    chance = chance_of(match, bytes.fromhex(match.seed)) if full and match.seed else None
    return {
        "commitment": match.created.commitment,
        "deck": list(chance.deck) if chance else None,
        "digest": reference_digest(record) if full else None,
        "entropies": sent,
        "kings": list(chance.kings) if chance else None,
        "seed": match.seed,
    }


def replayed(forger: Forger, chance: Chance, random: Random) -> None:
    """Replace a scored game by another with the same table and seed: with these draws and random moves."""
    table = [event for event in forger.events if event["type"] in {"GameCreated", "PlayerSeated"}]
    match = None
    for event in table:
        match = evolve(forger.game, match, _stored(event))
    assert match is not None
    scribe = _Scribe(table)
    game, happened = begin(match.rules, match.players, chance)
    scribe.note([game_events.GameStarted(), *happened[1:]], own=0)
    while game.mover is not None:
        command = random.choice(legal_commands(game))
        game, happened = advance(game, game.mover, command, chance)
        scribe.note(happened, own=2 if isinstance(command, ChoosePair) else 1)
    scores = tuple(score(game, Seat(seat)) for seat in range(match.players))
    seed = game_events.SeedRevealed(forger.data("SeedRevealed")["seed"])
    scribe.note([seed, game_events.GameScored(scores, ranking(scores))], own=0)
    forger.events = scribe.record


class _Scribe:
    """Records the events of a table, each command one second after the last."""

    def __init__(self, table: Iterable[Record]) -> None:
        self.record = list(table)
        self._players = [event["data"]["player"] for event in self.record if event["type"] == "PlayerSeated"]

    def note(self, happened: Iterable[Event | game_events.Event], own: int) -> None:
        """Record events that happen together; the first `own` of them are the player's."""
        at = self.record[-1]["at"] + (1000 if own else 0)
        for index, event in enumerate(happened):
            dealt = (
                game_events.LineDealt(event.dominoes, "00" * 32) if isinstance(event, LineDealt) else event
            )
            kind, seat, data = encode(dealt)  # type: ignore[arg-type]
            by = (self._players[seat], "player") if index < own and seat is not None else ("system",) * 2
            told = {"actor": by[0], "cause": by[1], "at": at, "data": data, "hash": "", "seat": seat}
            self.record.append(
                {**told, "schema": kind.schema, "type": kind.name, "version": len(self.record) + 1}
            )
