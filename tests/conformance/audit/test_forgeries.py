"""Every forgery fails the right verdict and no other, although the forger adjusts all other data.

The forger changes events and recomputes the versions, state hashes, chain, members, manifest and signature,
but does not have the service's key.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import pytest

from harness.audit.audits import (
    BASE,
    KNOWN_KEY,
    SERVICE,
    TOTEM,
    TRIBE,
    bundle,
    dynasty,
    dynasty_of,
    failing,
    faults,
    game,
    named,
)
from harness.audit.forging import Forger, chained, replayed, written
from harness.games import seeded
from harness.play.dynasties import DYNASTY
from harness.play.playing import MODE_TABLES, TABLES, Table
from kingdomino.game.chance import Chance
from kingdomino.rules import FirstLine, Rules
from replays.audit.bundle.building import game_bundle
from replays.audit.evidence import Evidence, Held
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit
from replays.dynasty.aggregate import game_id
from replays.encoding.entries import Head
from replays.encoding.forms import RULES
from replays.encoding.identity import Version
from replays.match.aggregate import fold
from replays.match.randomness.chances import chance_of

ALL = {"integrity", "completeness", "legality", "fairness", "time", "result"}
TABLE_OF = {"base-2": (2, BASE), "base-3": (3, BASE), "base-4": (4, BASE), "totem-3": (3, TOTEM)}
TABLE_OF |= {"tribe-2": (2, TRIBE), "tribe-4": (4, TRIBE)}
"""The forged tables by name: number of players and rules."""

SEED_OF = {"totem-3": 17}
"""The seed with which a totem is given at this table; other tables have seed 1."""

NOWHERE = "0e4d5a3c-8a53-4b7e-9a0f-1c2d3e4f5a6b"

Change = Callable[[Forger], int]
"""A change to the events; it returns the version that the finding must name."""


def bundle_of(table: str) -> bytes:
    """The honest bundle of this table, to be forged."""
    players, rules = TABLE_OF[table]
    return bundle(players, rules, SEED_OF.get(table, 1))


@dataclass(frozen=True)
class Forgery:
    """A change, the table that it changes, the verdict that fails, and the code of the first fault."""

    change: Change
    table: str
    verdict: str
    code: str

    def __str__(self) -> str:
        return f"{self.code}-{self.table}"


def changed(kind: str, nth: int = 0, **data: Any) -> Change:
    """A change of data in the nth event of this type."""

    def change(forger: Forger) -> int:
        forger.data(kind, nth).update(data)
        return forger.at(kind, nth) + 1

    return change


def envelope(kind: str, nth: int = 0, **fields: Any) -> Change:
    """A change of fields, other than the data, of the nth event of this type."""

    def change(forger: Forger) -> int:
        forger.event(kind, nth).update(fields)
        return forger.at(kind, nth) + 1

    return change


def left_out(kind: str, nth: int = 0) -> Change:
    """Deletes the nth event of this type; the finding names the event that takes its place."""

    def change(forger: Forger) -> int:
        place = forger.at(kind, nth)
        del forger.events[place]
        return place + 1

    return change


def put_in(kind: str, before: str, nth: int = 0, **fields: Any) -> Change:
    """Inserts a copy of the first event of a type before the nth event of another type."""

    def change(forger: Forger) -> int:
        place = forger.at(before, nth)
        forger.events.insert(place, {**forger.event(kind), "at": forger.events[place - 1]["at"], **fields})
        return place + 1

    return change


def exchanged_line(forger: Forger) -> int:
    """Puts a domino of the first line into the second."""
    first, second = forger.data("LineDealt"), forger.data("LineDealt", 1)
    second["dominoes"] = sorted([*first["dominoes"][:1], *second["dominoes"][1:]])
    return forger.at("LineDealt", 1) + 1


def taken_domino(forger: Forger) -> int:
    """Makes the second choice the domino of the first one."""
    forger.data("DominoChosen", 1)["domino"] = forger.data("DominoChosen")["domino"]
    return forger.at("DominoChosen", 1) + 1


def discarded(forger: Forger) -> int:
    """Discards a domino that could be placed."""
    placed = forger.event("DominoPlaced")
    version = forger.at("DominoPlaced") + 1
    placed.update(type="DominoDiscarded", data={"domino": placed["data"]["domino"]})
    return version


def two_duels(forger: Forger) -> int:
    """Sets rules that are not possible with this number of players."""
    forger.data("GameCreated")["rules"]["mighty_duel"] = True
    return 1


def total(forger: Forger) -> int:
    """Adds a point to a total."""
    forger.data("GameScored")["scores"][0]["total"] += 1
    return forger.at("GameScored") + 1


def detail(forger: Forger) -> int:
    """Changes a detail of a score, with the same total."""
    forger.data("GameScored")["scores"][1]["crowns"] += 1
    return forger.at("GameScored") + 1


def invented(forger: Forger) -> int:
    """Adds fields of Origins to an event of an old schema, which does not have them."""
    event = forger.event("GameScored")
    event["schema"] = 1
    for score in event["data"]["scores"]:
        score.update(resources=999, totems=77, cavemen=5)
    return forger.at("GameScored") + 1


def before_its_time(forger: Forger) -> int:
    """Uses the schema from before Origins in a game of Origins."""
    event = forger.event("GameScored")
    event["schema"] = 1
    for score in event["data"]["scores"]:
        for name in ("resources", "totems", "cavemen"):
            del score[name]
    return forger.at("GameScored") + 1


def places(forger: Forger) -> int:
    """Reverses the ranking."""
    forger.data("GameScored")["ranking"].reverse()
    return forger.at("GameScored") + 1


def set_back(forger: Forger) -> int:
    """Moves an append to a time before the previous one."""
    place = forger.at("DominoPlaced", 5)
    at = forger.events[place]["at"]
    for event in forger.events[place:]:
        if event["at"] == at:
            event["at"] = forger.events[place - 1]["at"] - 1
    return place + 1


def apart(forger: Forger) -> int:
    """Moves the deal of a line to a later time than the choice that caused it."""
    forger.event("LineDealt", 2)["at"] += 1
    return forger.at("LineDealt", 2) + 1


def other_commitment(forger: Forger) -> int:
    """Changes the commitment, so that it does not match the revealed seed."""
    forger.data("GameCreated")["commitment"] = "ab" * 32
    return forger.at("SeedRevealed") + 1


FORGERIES = [
    Forgery(changed("DominoPlaced", x=20), "base-2", "legality", "placement/too-large"),
    Forgery(changed("DominoPlaced", x=0, y=0), "base-3", "legality", "placement/occupied"),
    Forgery(changed("DominoPlaced", domino=48), "base-4", "legality", "placement/wrong-domino"),
    Forgery(changed("DominoPlaced", x=3, y=3), "tribe-4", "legality", "placement/no-match"),
    Forgery(discarded, "base-2", "legality", "discard/placeable"),
    Forgery(taken_domino, "base-2", "legality", "choice/taken"),
    Forgery(taken_domino, "base-4", "legality", "choice/taken"),
    Forgery(changed("DominoChosen", 7, domino=48), "base-3", "legality", "choice/not-offered"),
    Forgery(changed("DominoChosen", domino=32), "tribe-2", "legality", "choice/pair"),
    Forgery(changed("DominoChosen", 1, domino=32), "tribe-2", "legality", "rules/otherwise"),
    Forgery(envelope("DominoPlaced", seat=1), "base-2", "legality", "turn/not-yours"),
    Forgery(envelope("DominoPlaced", seat=3), "base-2", "legality", "turn/not-yours"),
    Forgery(envelope("DominoPlaced", actor="player-3"), "base-4", "legality", "log/origin"),
    Forgery(envelope("DominoPlaced", cause="system"), "base-4", "legality", "log/origin"),
    Forgery(envelope("GameCreated", actor="system"), "base-4", "legality", "log/origin"),
    Forgery(envelope("GameCreated", actor=""), "base-2", "legality", "log/origin"),
    Forgery(invented, "base-2", "legality", "log/data"),
    Forgery(before_its_time, "totem-3", "legality", "log/unknown-schema"),
    Forgery(envelope("LineDealt", 2, cause="player"), "base-4", "legality", "log/origin"),
    Forgery(envelope("GameScored", actor="player-0"), "base-2", "legality", "log/origin"),
    Forgery(envelope("GameEnded", schema=2), "base-2", "legality", "log/unknown-schema"),
    Forgery(envelope("GameEnded", schema=True), "base-2", "legality", "log/unknown-schema"),
    Forgery(envelope("GameEnded", seat=0), "base-2", "legality", "log/data"),
    Forgery(changed("GameEnded", more=1), "base-2", "legality", "log/data"),
    Forgery(two_duels, "base-3", "legality", "rules/mighty-duel-players"),
    Forgery(changed("PlayerSeated", 1, player="player-0"), "base-2", "legality", "seat/twice"),
    Forgery(envelope("PlayerSeated", 1, seat=2), "base-2", "legality", "seat/order"),
    Forgery(left_out("GameCreated"), "base-2", "legality", "log/impossible"),
    Forgery(left_out("GameStarted"), "base-2", "legality", "rules/not-due"),
    Forgery(left_out("KingDrawn", 1), "base-3", "legality", "rules/not-due"),
    Forgery(left_out("DominoChosen", 1), "tribe-2", "legality", "rules/not-due"),
    Forgery(left_out("GameEnded"), "base-2", "legality", "rules/not-due"),
    Forgery(left_out("SeedRevealed"), "tribe-4", "legality", "rules/not-due"),
    Forgery(put_in("GameEnded", "DominoPlaced", 3), "base-2", "legality", "rules/not-due"),
    Forgery(put_in("GameScored", "SeedRevealed"), "base-2", "legality", "rules/not-due"),
    Forgery(put_in("SeedRevealed", "DominoPlaced", 9), "base-2", "legality", "rules/not-due"),
    Forgery(changed("FirePlaced", x=9, y=9), "totem-3", "legality", "fire/square"),
    Forgery(changed("FirePlaced", x=9, y=9), "tribe-2", "legality", "fire/square"),
    Forgery(changed("FirePlaced", fires=3), "totem-3", "legality", "rules/otherwise"),
    Forgery(envelope("TotemTaken", seat=1), "totem-3", "legality", "rules/otherwise"),
    Forgery(left_out("TotemTaken"), "totem-3", "legality", "rules/not-due"),
    Forgery(changed("TotemGiven", to=2), "totem-3", "legality", "totem/choice"),
    Forgery(changed("DominoLeftOver", domino=1), "totem-3", "legality", "rules/otherwise"),
    Forgery(changed("CavemanPaid", squares=[[0, 1], [1, 0]]), "tribe-2", "legality", "recruit/payment"),
    Forgery(changed("CavemanPaid", source="stack"), "tribe-2", "legality", "recruit/source"),
    Forgery(changed("CavemanTaken", caveman="warrior3"), "tribe-2", "legality", "caveman/not-there"),
    Forgery(changed("CavemanPut", x=0, y=0), "tribe-4", "legality", "caveman/square"),
    Forgery(total, "base-2", "result", "result/otherwise"),
    Forgery(total, "tribe-4", "result", "result/otherwise"),
    Forgery(detail, "base-3", "result", "result/otherwise"),
    Forgery(places, "base-4", "result", "result/otherwise"),
    Forgery(changed("SeedRevealed", seed="ab" * 32), "base-2", "fairness", "seed/commitment"),
    Forgery(other_commitment, "tribe-2", "fairness", "seed/commitment"),
    Forgery(set_back, "base-2", "time", "time/back"),
    Forgery(set_back, "tribe-2", "time", "time/back"),
    Forgery(apart, "base-2", "time", "time/apart"),
    Forgery(envelope("GameCreated", at=-1), "base-2", "time", "time/form"),
]


@pytest.mark.parametrize("forgery", FORGERIES, ids=str)
def test_a_forged_event(forgery: Forgery) -> None:
    """Exactly one verdict fails, with this code, at this event; with a known key, integrity fails too."""
    forger = Forger(bundle_of(forgery.table))
    version = forgery.change(forger)
    forged = forger.forged()
    found = forger.beside_the_deck(faults(forged))
    assert found[0] == (forgery.verdict, version, forgery.code)
    assert {verdict for verdict, _, _ in found} == {forgery.verdict}
    known = forger.beside_the_deck(faults(forged, KNOWN_KEY))
    assert {verdict for verdict, _, _ in known} == {forgery.verdict, "integrity"}
    assert ("integrity", None, "signature/unknown-key") in known


def test_a_forged_state_hash() -> None:
    """A forged state hash is a fault at its event only; later events are checked against the rules' state."""
    forger = Forger(bundle(3, TRIBE))
    forger.data("LineDealt", 4)["state_hash"] = "ab" * 32
    forger.members["events.ndjson"] = written(chained(forger.game, forger.events))
    assert faults(forger.sealed()) == [("legality", forger.at("LineDealt", 4) + 1, "log/drift")]


def test_two_choices_exchanged() -> None:
    """Exchanging two legal choices fails legality, because others then place the chosen dominoes."""
    forger = Forger(bundle(4))
    first, second = forger.event("DominoChosen", 4), forger.event("DominoChosen", 5)
    first["data"], second["data"] = second["data"], first["data"]
    assert failing(forger.forged()) == {"legality"}


def exchanged(chance: Chance) -> Chance:
    """Exchanges a domino of the first line with one of the second."""
    deck = list(chance.deck)
    deck[0], deck[5] = deck[5], deck[0]
    return replace(chance, deck=tuple(deck))


def other_kings(chance: Chance) -> Chance:
    """Another order of the kings, which is possible in every variant (R5, R21)."""
    players = len(set(chance.kings))
    return replace(chance, kings=tuple(type(seat)((seat + 1) % players) for seat in chance.kings))


def other_stack(chance: Chance) -> Chance:
    """Reverses the stack of cavemen."""
    return replace(chance, stack=lambda number, tiles: chance.stack(number, tiles)[::-1])


def drawn_otherwise(players: int, rules: Rules, cheat: Callable[[Chance], Chance]) -> bytes:
    """A complete legal game whose draws do not follow from the seed."""
    played, record = game(players, rules)
    match = fold(played, record)
    assert match is not None
    assert match.seed is not None
    forger = Forger(bundle(players, rules))
    replayed(forger, cheat(chance_of(match, bytes.fromhex(match.seed))), seeded(9))
    return forger.forged()


UNFAIR = [
    *((players, BASE, exchanged) for players in (2, 3, 4)),
    *((players, Rules(first_line=line), other_kings) for players in (2, 3, 4) for line in FirstLine),
    *((players, rules, other_kings) for players in (2, 3) for rules in (TOTEM, TRIBE)),
    (3, TOTEM, exchanged),
    (2, TRIBE, exchanged),
    *((players, TRIBE, other_stack) for players in (2, 4)),
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("players", "rules", "cheat"), UNFAIR)
def test_draws_that_the_seed_does_not_give(
    players: int, rules: Rules, cheat: Callable[[Chance], Chance]
) -> None:
    """Possible deals, kings and cavemen that the seed does not give fail fairness only."""
    forged = drawn_otherwise(players, rules, cheat)
    assert {(verdict, code) for verdict, _, code in faults(forged)} == {("fairness", "draw/otherwise")}


def test_the_seed_serves_draws_before_the_course_ended() -> None:
    """A record that cannot be followed to its seed has its draws compared all the same, up to that event."""
    played, record = game(3)
    match = fold(played, record)
    assert match is not None
    assert match.seed is not None
    forger = Forger(bundle(3))
    replayed(forger, exchanged(chance_of(match, bytes.fromhex(match.seed))), seeded(9))
    version = forger.at("DominoPlaced", 7) + 1
    forger.data("DominoPlaced", 7)["x"] = 20
    found = faults(forger.forged())
    assert found[0][2] == "draw/otherwise"
    assert ("legality", version, "placement/too-large") in found
    assert all(each[1] is not None and each[1] <= version for each in found if each[2] == "draw/otherwise")


def test_a_seed_of_another_first_event_serves_no_draws() -> None:
    """Only event 1 commits: a second GameCreated in the record does not make its seed the game's."""
    forger = Forger(bundle(2))
    second = deepcopy(forger.events[0])
    second["data"]["commitment"] = sha256(bytes.fromhex("ab" * 32)).hexdigest()
    forger.data("SeedRevealed")["seed"] = "ab" * 32
    place = forger.at("DominoPlaced")
    forger.events.insert(place, {**second, "at": forger.events[place - 1]["at"]})
    assert faults(forger.forged()) == [("legality", place + 1, "rules/not-due")]


def test_entropy_of_zeros_is_told_as_none() -> None:
    """Entropy of zeros gives the same note as missing entropy, because both have the same digest."""
    forger = Forger(bundle(2, BASE))
    before = [note.text for note in audit(forger.forged()).notes if note.code == "entropy/absent"]
    for seat in range(2):
        data = forger.data("PlayerSeated", seat)
        data["entropy"] = data["entropy"] or "00" * 32
    assert [note.text for note in audit(forger.forged()).notes if note.code == "entropy/absent"] == before
    assert before


def test_forged_entropy() -> None:
    """Changed entropy fails fairness, because a player's entropy decides the draws."""
    forger = Forger(bundle(3))
    forger.data("PlayerSeated", 1)["entropy"] = "ab" * 32
    assert {(verdict, code) for verdict, _, code in faults(forger.forged())} == {
        ("fairness", "draw/otherwise")
    }


IMPOSSIBLE = [
    (exchanged_line, "base-4"),
    (changed("BoardRefilled", cavemen=["warrior3"] * 4), "tribe-2"),
    (changed("LineDealt", 1, dominoes=[1, 2, 3]), "base-4"),
]


@pytest.mark.parametrize(("change", "table"), IMPOSSIBLE)
def test_draws_that_no_seed_gives(change: Change, table: str) -> None:
    """Draws that no seed gives fail legality even if the seed is not revealed."""
    forger = Forger(bundle_of(table))
    version = change(forger)
    forged = faults(forger.forged())
    assert forged[:2] == [("fairness", version, "draw/otherwise"), ("legality", version, "draw/impossible")]
    del forger.events[version:]
    assert faults(forger.forged()) == [("legality", version, "draw/impossible")]


DERIVED = {
    "result.json": ("result", b'"status":"scored"', b'"status":"active"'),
    "randomness.json": ("fairness", b'"kings":[', b'"kings":[3,'),
    "rules.json": ("legality", b'"players":2', b'"players":3'),
    "VERIFY.md": ("integrity", b"sha256", b"sha512"),
}


@pytest.mark.parametrize("name", DERIVED)
def test_a_forged_member(name: str) -> None:
    """A forged derived member fails the verdict on its subject; the service's signature still holds."""
    verdict, right, wrong = DERIVED[name]
    forger = Forger(bundle(2))
    assert right in forger.members[name]
    forger.members[name] = forger.members[name].replace(right, wrong, 1)
    assert faults(forger.listed(), KNOWN_KEY) == [(verdict, None, "bundle/derived")]


def test_a_forged_text_beside_a_game_that_cannot_be_followed() -> None:
    """A forged text is found even if the game cannot be replayed."""
    forger = Forger(bundle(2))
    forger.data("DominoPlaced")["x"] = 20
    forger.members["VERIFY.md"] = b"trust me"
    assert failing(forger.forged()) == {"legality", "integrity"}


def held(version: int, players: int = 2, rules: Rules = BASE) -> Evidence:
    """A player's receipt for this version, as evidence."""
    played, record = game(players, rules)
    return Evidence((Held(Head(Version(version), record[version - 1].hash), played),))


@pytest.mark.long
def test_a_cut_tail() -> None:
    """A cut within an append is always found; a cut between appends is found with a later head."""
    _, record = game(2)
    at = [event.record["at"] for event in record]
    ends = [n for n in range(4, len(record)) if at[n] != at[n - 1]]
    middles = [n for n in range(4, len(record)) if at[n] == at[n - 1]]
    for version in ends:
        cut = bundle(2, upto=version)
        assert failing(cut) == set()
        assert "completeness" in named(audit(cut), Verdict.NOT_SHOWN)
        assert faults(cut, held(version + 1)) == [("completeness", version + 1, "head/cut")]
        assert "completeness" in named(audit(cut, held(version)), Verdict.PASS)
    for version in middles:
        assert faults(bundle(2, upto=version)) == [("completeness", version + 1, "log/torn")]
    assert len(ends) > 20
    assert len(middles) > 5


@pytest.mark.parametrize("table", TABLE_OF)
def test_another_legal_game_of_the_same_seed(table: str) -> None:
    """Another legal game of the same seed passes all verdicts, but fails completeness against a receipt."""
    players, rules = TABLE_OF[table]
    forged = drawn_otherwise(players, rules, lambda chance: chance)
    assert named(audit(forged), Verdict.PASS) == ALL
    version = game(players, rules)[1][-3].version
    assert failing(forged, held(version, players, rules)) == {"completeness"}
    started = held(players + 2, players, rules)
    assert named(audit(forged, started), Verdict.PASS) == ALL


def test_a_gap() -> None:
    """A missing event fails completeness by its version, even if the chain is adjusted."""
    forger = Forger(bundle(2))
    del forger.events[30]
    forger.members["events.ndjson"] = written(chained(forger.game, forger.events))
    assert faults(forger.sealed()) == [("completeness", 31, "log/gap")]


def test_a_manifest_with_another_head() -> None:
    """A record with another head than the manifest and the signature is found."""
    forger = Forger(bundle(2))
    forger.members["events.ndjson"] = b"".join(line + b"\n" for line in forger.lines[:-2])
    assert failing(forger.listed(), KNOWN_KEY) == {"completeness", "result", "fairness"}
    assert ("completeness", 65, "manifest/head") in faults(forger.listed())


HONEST = [
    *TABLES,
    *MODE_TABLES,
    Table(2, {"middle_kingdom": True, "harmony": True}),
    Table(4, {"game": "origins", "mode": "tribe", "middle_kingdom": True, "harmony": True}),
]


@pytest.mark.parametrize("table", HONEST, ids=str)
def test_an_honest_game_passes(table: Table) -> None:
    """Honest games pass with every number of players, edition, first line, mode and variant."""
    kind = str(table.rules.get("game", "kingdomino"))
    defaults = RULES.write(TRIBE if kind == "origins" else BASE)
    rules = RULES.read({**defaults, **table.rules})
    assert named(audit(bundle(table.players, rules), KNOWN_KEY), Verdict.PASS) == ALL


def test_an_honest_dynasty_passes() -> None:
    """All games of an honest dynasty and the dynasty itself pass."""
    assert named(audit(dynasty_of(), KNOWN_KEY), Verdict.PASS) == ALL


PREFIXES = {
    "base": lambda: game(3),
    "tribe": lambda: game(2, TRIBE),
    "game of a dynasty": lambda: dynasty()[1][0],
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", PREFIXES)
def test_an_unfinished_game_never_fails(name: str) -> None:
    """A cut between appends fails nothing; a cut within an append fails completeness and nothing else.

    A missing seat after the first event cannot be noticed, because tables may be opened without one.
    """
    played, record = PREFIXES[name]()
    unseen = set() if name == "game of a dynasty" else {1}
    for version in range(1, min(len(record), 90)):
        torn = record[version].record["at"] == record[version - 1].record["at"] and version not in unseen
        expected = [("completeness", version + 1, "log/torn")] if torn else []
        assert faults(game_bundle(played, record[:version], SERVICE)) == expected, version


def test_what_is_missing_at_a_torn_table_of_a_dynasty() -> None:
    """A finding at a torn append of a dynasty's game names the missing event: a seat, or the start."""
    played, record = dynasty()[1][0]
    for version, missing in ((1, "PlayerSeated or BotSeated"), (3, "GameStarted")):
        (finding,) = audit(game_bundle(played, record[:version], SERVICE)).findings
        assert finding.text.startswith(f"{missing} follows by itself")


def test_an_unfinished_dynasty_never_fails() -> None:
    """Every prefix passes except the one that lacks only the decision, the last event of its append."""
    length = len(dynasty()[0])
    for version in range(1, length):
        expected = [("completeness", length, "log/torn")] if version == length - 1 else []
        assert faults(dynasty_of(version)) == expected, version


def dynasty_forger() -> Forger:
    """A forger of the decided dynasty."""
    return Forger(dynasty_of())


DYNASTY_FORGERIES = [
    Forgery(changed("DynastyGameScored", 1, points=[1, 2]), "", "result", "log/drift"),
    Forgery(changed("DynastyDecided", winners=[]), "", "result", "log/drift"),
    Forgery(changed("DynastyDecided", totals=[1, 2]), "", "result", "log/drift"),
    Forgery(envelope("DynastyDecided", at=2**50), "", "time", "time/apart"),
    Forgery(envelope("DynastyGameStarted", 1, at=0), "", "time", "time/back"),
    Forgery(envelope("DynastyGameStarted", actor="ann"), "", "legality", "log/origin"),
    Forgery(changed("DynastySeated", 1, player="player-0"), "", "legality", "seat/twice"),
    Forgery(changed("DynastyGameStarted", number=2), "", "legality", "log/impossible"),
    Forgery(changed("DynastyGameStarted", more=1), "", "legality", "log/data"),
    Forgery(
        changed("DynastyCreated", options={"dynasty": {"id": DYNASTY, "number": 1}}),
        "",
        "legality",
        "rules/otherwise",
    ),
]


@pytest.mark.parametrize("forgery", DYNASTY_FORGERIES, ids=str)
def test_a_forged_event_of_a_dynasty(forgery: Forgery) -> None:
    """The verdict fails with this code at this event; the dynasty's games still pass."""
    forger = dynasty_forger()
    version = forgery.change(forger)
    report = audit(forger.forged())
    first = report.findings[0]
    assert (first.aspect.value, first.version, first.code) == (forgery.verdict, version, forgery.code)
    others = {"fairness"} if version == 1 else set()  # the games' draws depend on the first event's hash
    assert named(report, Verdict.FAIL) == {forgery.verdict} | others
    assert [named(part, Verdict.PASS) for part in report.parts] == [ALL] * 3


def test_forged_entropy_of_a_dynasty() -> None:
    """Changed entropy of a dynasty is found, because each of its games repeats the players' entropy."""
    forger = dynasty_forger()
    forger.data("DynastySeated")["entropy"] = "ab" * 32
    started = [forger.at("DynastyGameStarted", nth) + 1 for nth in range(3)]
    expected = [("legality", version, "dynasty/other-game") for version in started]
    assert faults(forger.forged()) == expected


def test_a_game_under_another_id() -> None:
    """A game with a wrong id is found, because the ids are derived from the dynasty's id (R13)."""
    forger = dynasty_forger()
    forger.data("DynastyGameStarted")["game"] = DYNASTY
    version = forger.at("DynastyGameStarted") + 1
    expected = [("legality", version, "log/drift"), ("completeness", None, "dynasty/games")]
    assert faults(forger.forged()) == expected


def dynasty_with(second: bytes) -> bytes:
    """The decided dynasty with another second game, sealed again."""
    forger = dynasty_forger()
    forger.members["games/2.zip"] = second
    return forger.sealed()


def test_a_game_that_is_none_of_the_dynasty() -> None:
    """A foreign game in place of a dynasty's game is found by its id, table, commitment and points."""
    found = faults(dynasty_with(bundle(2)))
    assert ("completeness", None, "dynasty/games") in found
    assert ("legality", 6, "dynasty/other-game") in found
    assert ("fairness", 6, "dynasty/commitment") in found
    assert ("result", 7, "log/drift") in found
    assert {verdict for verdict, _, _ in found} == {"completeness", "legality", "fairness", "result"}


def test_a_game_of_the_dynasty_in_anothers_place() -> None:
    """The first game in place of the second fails four verdicts."""
    played, record = dynasty()[1][0]
    assert failing(dynasty_with(game_bundle(played, record, SERVICE))) == {
        "completeness",
        "legality",
        "fairness",
        "result",
    }


def test_a_game_of_a_dynasty_played_again() -> None:
    """A game played again fails the result by its points; with a receipt it fails completeness too."""
    played, record = dynasty()[1][1]
    match = fold(played, record)
    assert match is not None
    assert match.seed is not None
    forger = Forger(game_bundle(played, record, SERVICE))
    replayed(forger, chance_of(match, bytes.fromhex(match.seed)), seeded(3))
    other = dynasty_with(forger.forged())
    assert failing(other) == {"result"}
    receipt = Evidence((Held(match.head, played),))
    assert failing(other, receipt) == {"result", "completeness"}


def test_seats_of_a_dynastys_game_at_another_time() -> None:
    """The seats of a dynasty's game must have the time of the append that creates the game."""
    played, record = dynasty()[1][0]
    forger = Forger(game_bundle(played, record, SERVICE))
    for event in forger.events:
        event["at"] += event["version"] > 1
    assert faults(forger.forged()) == [("time", 2, "time/apart")]


@pytest.mark.parametrize(("dynasty_id", "number"), [(DYNASTY, 2), (DYNASTY, 4), (NOWHERE, 1)])
def test_a_game_in_a_place_that_its_id_does_not_have(dynasty_id: str, number: int) -> None:
    """A game's id must follow from its dynasty and its number from 1 to 3 (R13)."""
    played, record = dynasty()[1][0]
    forger = Forger(game_bundle(played, record, SERVICE))
    forger.data("GameCreated")["options"] = {"dynasty": {"id": dynasty_id, "number": number}}
    assert ("legality", 1, "dynasty/game-id") in faults(forger.forged())
    assert failing(forger.forged()) == {"legality"}


def test_a_fourth_game() -> None:
    """A fourth game fails legality even if its id is derived correctly, because a dynasty has three."""
    played, record = game(2)
    fourth = game_id(DYNASTY, 4)
    forger = Forger(game_bundle(played, record[:1], SERVICE))
    forger.game = fourth
    forger.manifest["game"] = fourth
    created = forger.event("GameCreated")
    created.update(actor="system", cause="system")
    created["data"].update(options={"dynasty": {"id": DYNASTY, "number": 4}}, founding="ab" * 32)
    forged = forger.forged()
    assert ("legality", 1, "dynasty/game-id") in faults(forged)
    created["data"]["options"]["dynasty"]["number"] = 3
    forger.game = forger.manifest["game"] = game_id(DYNASTY, 3)
    assert "dynasty/game-id" not in {code for _, _, code in faults(forger.forged())}


def test_a_missing_game_of_a_dynasty() -> None:
    """A bundle without a game that was started and counted fails completeness."""
    forger = dynasty_forger()
    del forger.members["games/3.zip"]
    found = faults(forger.sealed())
    assert ("completeness", None, "dynasty/games") in found


def test_a_forged_game_within_a_dynasty() -> None:
    """A verdict that fails for one game fails for the dynasty too."""
    played, record = dynasty()[1][1]
    forger = Forger(game_bundle(played, record, SERVICE))
    forger.event("DominoPlaced", 3)["at"] -= 10**6
    report = audit(dynasty_with(forger.forged()))
    assert named(report, Verdict.FAIL) == {"time"}
    assert [named(part, Verdict.FAIL) for part in report.parts] == [set(), {"time"}, set()]


def test_a_head_of_the_dynasty_says_nothing_of_its_games() -> None:
    """A head that names no game is compared only with the dynasty's own record."""
    events, _ = dynasty()
    head = Head(events[4].version, events[4].hash)
    assert named(audit(dynasty_of(), Evidence((Held(head),))), Verdict.PASS) == ALL
    other = Evidence((Held(Head(events[4].version, "ab" * 32)),))
    assert faults(dynasty_of(), other) == [("completeness", 5, "head/other")]


@pytest.mark.parametrize("table", ["base-2", "base-3", "totem-3"])
def test_a_king_of_nobody(table: str) -> None:
    """A king of a seat that does not exist fails legality even before the seed is revealed."""
    forger = Forger(bundle_of(table))
    forger.event("KingDrawn")["seat"] = 3
    version = forger.at("KingDrawn") + 1
    del forger.events[version:]
    assert faults(forger.forged()) == [("legality", version, "draw/impossible")]
