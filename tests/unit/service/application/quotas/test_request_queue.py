"""The queue in the store has the order of the fair queue in memory, by which bots take turns."""

from fakeredis import FakeRedis, FakeServer
from hypothesis import given, settings
from hypothesis import strategies as st

from replays.encoding.identity import derived_game_id
from service.application.quotas.request_queue import Requester, RequestQueue
from workers.jobs.registry import DRAW, Work
from workers.relay.fair_queue import FairQueue, Priority

STEPS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xy")) | st.none(), max_size=30)
"""A request by a group and an account, or the taking of the next one."""


@given(STEPS)
@settings(max_examples=40)
def test_it_takes_the_turns_of_bots(steps: list[tuple[str, str] | None]) -> None:
    """Both queues take the same subjects in the same order, whenever requests arrive."""
    stored = RequestQueue(FakeRedis(server=FakeServer()), "wanted", 100, 100, 1)
    in_memory = FairQueue()
    for number, step in enumerate([*steps, *len(steps) * [None]]):
        if step is None:
            taken = in_memory.take()
            assert stored.take(number) == (taken[0].id if taken else None)
        else:
            subject, (group, account) = derived_game_id(str(number)), step
            stored.add(subject, Requester(group, account), number)
            in_memory.add(Work(DRAW, subject), Priority(group, f"{group}{account}", people=True))
