"""The fixture that refuses commands without a bound sees what it should."""

import re
from unittest.mock import patch

from harness.store.bounds import BOUNDED
from harness.store.fake_log import fake_store
from replays.store.scripts import Script
from service.application.people.records import Records


def test_a_value_without_a_known_bound_is_a_fault(unbounded: list[str]) -> None:
    """So is one that a script reads; what a test itself sends is none."""
    store = fake_store()
    with patch.dict(BOUNDED, clear=True):
        Records(store).of("ann")
        Script(store, "return redis.call('SMEMBERS', KEYS[1])").run(["them"], [])
        store.hgetall("other")
    found = [re.sub(r":\d+:", "", fault.partition(" reads")[0]) for fault in unbounded]
    unbounded.clear()
    assert found == [
        "service/application/people/records.py HGETALL {player:ann}:record",
        "replays/store/scripts.py SMEMBERS them",
    ]


def test_no_list_of_games_may_be_read_without_a_limit() -> None:
    """No pattern allows a range of a listing, of a feed or of what is due."""
    for key in ("{07}:games", "{07}:games:status:open", "{07}:games:statuses:ann", "{07}:feed", "{07}:due"):
        for command in ("ZRANGE", "ZRANGEBYSCORE", "ZREVRANGEBYSCORE", "XRANGE"):
            assert not any(re.fullmatch(pattern, f"{command} {key}") for pattern in BOUNDED)
