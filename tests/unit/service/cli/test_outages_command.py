"""`kingdomino outages` on an in-memory store."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from click.testing import CliRunner, Result
from fakeredis import FakeRedis, FakeServer

from harness.games import ADDRESS
from replays.log.life import AWAY_MS, KnownOutage, OutageReason
from replays.store import clients
from replays.store.life import LifeStore
from service.application.accounts.players import Players
from service.cli.outages.command import DECLARED, outages

START = 1_764_295_200_000
INTERVAL = ("--from", "2025-11-28T02:00:00Z", "--to", "2025-11-28T05:30:00+02:00")
"""An hour and a half from `START` on."""

BY_ANN = ("--reason", "faulty", "--by", "Ann")


@pytest.fixture
def store() -> Iterator[FakeRedis]:
    """Give the store that commands use."""
    found = FakeRedis(server=FakeServer())
    with patch.object(clients, "writer", lambda _url: found):
        yield found


def run(*args: str) -> Result:
    """The result of the command."""
    return CliRunner().invoke(outages, args, env={"REDIS_URL": "redis://nowhere", "KINGDOMINO_KEY": "0" * 64})


def test_every_reason_but_silence_can_be_declared() -> None:
    """Only the service itself says that there was no sign of life."""
    assert {*DECLARED} == {reason.value for reason in OutageReason} - {OutageReason.AWAY.value}


def test_an_outage_is_declared_once_and_listed(store: FakeRedis) -> None:
    """It has its reason and the account that declared it; the same one again is an error."""
    ann = Players(store, bytes(32), bytes, lambda: 0.0).register("Ann", "a" * 16, ADDRESS, 1).id
    life = LifeStore(store)
    assert "last sign of life: none yet" in run("list").output
    life.beat(START - AWAY_MS)
    life.beat(START)
    done = run("declare", *INTERVAL, "--reason", "faulty", "--by", "Ann")
    assert (done.exit_code, "1 h 30 min" in done.output) == (0, True)
    assert life.read().outages[-1] == KnownOutage(START, START + 5_400_000, OutageReason.FAULTY, ann)
    assert "is declared already" in run("declare", *INTERVAL, "--reason", "faulty", "--by", ann).output
    assert run("list").output.splitlines() == [
        "2025-11-28 01:59:30 UTC to 2025-11-28 02:00:00 UTC (30 s)  away  system",
        f"2025-11-28 02:00:00 UTC to 2025-11-28 03:30:00 UTC (1 h 30 min)  faulty  {ann}",
        "last sign of life: 2025-11-28 02:00:00 UTC",
    ]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (
            ("--from", INTERVAL[3], "--to", INTERVAL[1], "--reason", "faulty", "--by", "Ann"),
            "must begin before it ended",
        ),
        ((*INTERVAL[:3], "2999-01-01T00:00:00Z", *BY_ANN), "have ended by now"),
        (
            ("--from", "2025-01-01T00:00:00Z", *INTERVAL[2:], "--reason", "faulty", "--by", "Ann"),
            "longer than 31 days",
        ),
        ((*INTERVAL[:3], "2025-11-28T05:30:00", "--reason", "faulty"), "no time with an offset"),
        ((*INTERVAL[:3], "yesterday", "--reason", "faulty"), "no time with an offset"),
        ((*INTERVAL, "--reason", "away"), "'away' is not one of"),
        ((*INTERVAL, "--reason", "faulty"), "Missing option '--by'"),
        ((*INTERVAL, "--reason", "faulty", "--by", "Nobody"), "there is no account 'Nobody'"),
    ],
)
def test_what_cannot_be_declared(store: FakeRedis, args: tuple[str, ...], said: str) -> None:
    """Nothing is stored, and the error says what is wrong."""
    refused = run("declare", *args)
    assert refused.exit_code != 0
    assert said in refused.output
    assert LifeStore(store).read().outages == ()
