"""Bots in a dynasty: taking seats, playing all three games, and the audit of them."""

from collections.abc import Callable

import pytest

from harness.audit.forging import Forger
from harness.games import seeded, tables_on
from harness.play.dynasties import DYNASTY, check_complete, dynasties_on, play_running
from harness.store.fake_log import FakeEventLog
from kingdomino.policies import BOTS
from kingdomino.rules import Rules
from replays.audit.bundle.building import game_bundle, series_bundle
from replays.audit.following.repetition import Repetition
from replays.audit.verifier import audit
from replays.commands.tables import NewTable, Tables
from replays.dynasty.aggregate import Dynasty
from replays.dynasty.dynasties import Dynasties
from replays.dynasty.kind import DYNASTY as KIND
from replays.dynasty.view import state
from replays.encoding.signing import Signer
from replays.events.game_events import Options
from replays.match.aggregate import Sitter, Status
from replays.match.deciding.decisions import Refusal

ANN, BOB = Sitter("player-0", None), Sitter("player-1", None)
SIGNER = Signer(bytes(32))


@pytest.fixture
def tables() -> Tables:
    """Give the tables of an empty log."""
    return tables_on(FakeEventLog())


@pytest.fixture
def dynasties(tables: Tables) -> Dynasties:
    """Give the dynasties of the log."""
    return dynasties_on(tables)


def opened(dynasties: Dynasties, players: int = 2, options: Options | None = None) -> Dynasty:
    """A dynasty that Ann has opened, with Ann on seat 0."""
    table = NewTable(Rules(), players, ANN.player, ANN, options or Options())
    return dynasties.found(DYNASTY, table).after


def decided(tables: Tables, dynasties: Dynasties, *policies: str) -> Dynasty:
    """A dynasty of Ann and these bots, played until it is decided."""
    now = opened(dynasties, len(policies) + 1)
    for policy in policies:
        now = dynasties.seat_bot(now, ANN.player, policy).after
    while (now := dynasties.advance(DYNASTY)).winners is None:
        tables.settle(play_running(tables, now, seeded(3)))
    return now


def bundle(tables: Tables, dynasty: Dynasty) -> bytes:
    """The audit bundle of the dynasty."""
    games = [game_bundle(game.id, tables.log.read(game.id), SIGNER) for game in dynasty.games]
    return series_bundle(KIND, dynasty.id, tables.log.read(dynasty.id), games, SIGNER)


@pytest.mark.slow
def test_a_dynasty_alone_against_bots(tables: Tables, dynasties: Dynasties) -> None:
    """All three games have the same bots and are summed up; the audit repeats their choices."""
    now = decided(tables, dynasties, "random", "random", "greedy")
    assert (now.status, now.seat_of(ANN.player), now.seat_of("bot/random-1")) == (Status.SCORED, 0, None)
    names = [None, "random-1", "random-1", "greedy-1"]
    assert [sitter.bot for sitter in now.sitters] == names
    for game in now.games:
        assert [sitter.bot for sitter in tables.match(game.id).sitters] == names
    check_complete(tables.log, now)
    shown = [(seat["name"], seat.get("bot")) for seat in state(now, {ANN.player: "Ann"})["players"]]
    bots = [("Random bot", "random"), ("Random bot", "random"), ("Greedy bot", "greedy")]
    assert shown == [("Ann", None), *bots]


def taken(dynasties: Dynasties) -> Dynasty:
    """A dynasty of Ann and Bob."""
    return dynasties.join(opened(dynasties), BOB).after


def expired(dynasties: Dynasties) -> Dynasty:
    """A dynasty that was called off."""
    opened(dynasties)
    return dynasties.abort_unfilled(dynasties.dynasty(DYNASTY), 0)


@pytest.mark.parametrize(
    ("table", "policy", "player", "code"),
    [
        (opened, "perfect", ANN.player, "bot/unknown-policy"),
        (opened, "greedy", BOB.player, "seat/not-seated"),
        (taken, "greedy", ANN.player, "seat/none-free"),
        (expired, "greedy", ANN.player, "dynasty/over"),
        (lambda dynasties: opened(dynasties, 2, Options(rated=True)), "greedy", ANN.player, "rated/no-bots"),
    ],
    ids=["unknown", "not seated", "full", "called off", "rated"],
)
def test_who_may_not_sit_down(
    dynasties: Dynasties, table: Callable[[Dynasties], Dynasty], policy: str, player: str, code: str
) -> None:
    """Refusals have the same codes as at a table, and nothing changes."""
    now = table(dynasties)
    with pytest.raises(Refusal) as refused:
        dynasties.seat_bot(now, player, policy)
    assert refused.value.code == code
    assert dynasties.dynasty(DYNASTY).head == now.head


def test_a_slow_bot_needs_the_kernel(dynasties: Dynasties, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the kernel the strong bot is refused, as at a table."""
    monkeypatch.setattr(type(BOTS["strong"]), "is_offered", property(lambda _: False))
    with pytest.raises(Refusal) as refused:
        dynasties.seat_bot(opened(dynasties), ANN.player, "strong")
    assert refused.value.code == "bot/needs-kernel"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("forge", "code"),
    [
        (lambda event: event["data"].update(policy="perfect-1"), "bot/unknown-policy"),
        (lambda event: event.update(actor="player-9"), "seat/not-seated"),
        (lambda event: event.update(seat=0), "seat/order"),
        (lambda event: event["data"].update(policy="random-1"), "dynasty/other-game"),
        (lambda event: event.update(actor="system", cause="system"), "log/origin"),
    ],
    ids=["unknown", "by a stranger", "elsewhere", "another", "by itself"],
)
def test_a_forged_seat_fails(
    tables: Tables, dynasties: Dynasties, forge: Callable[[dict[str, object]], None], code: str
) -> None:
    """The audit reports the fault with its code."""
    forger = Forger(bundle(tables, decided(tables, dynasties, "greedy")))
    forge(forger.event("DynastyBotSeated"))
    assert code in {finding.code for finding in audit(forger.forged()).findings}


def test_the_games_share_the_time_for_repeating(tables: Tables, dynasties: Dynasties) -> None:
    """An auditor's limit is one for the dynasty: what the first game used up, the others do not get."""
    whole = bundle(tables, decided(tables, dynasties, "greedy"))
    seconds = iter(range(10_000))
    repetition = Repetition(2, lambda: float(next(seconds)))
    report = audit(whole, repetition=repetition)
    assert repetition.spent == 2
    assert all("bot/not-repeated" in {note.code for note in part.notes} for part in report.parts)
