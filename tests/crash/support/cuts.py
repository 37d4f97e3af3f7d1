"""Repeats one step on a store behind a proxy with faults, and compares it with the undisturbed step."""

from collections.abc import Iterator
from typing import cast

from redis import Redis

from harness.waiting import eventually
from harness.wire.proxy import NEVER, Fault, Proxy, Way
from replays.audit.bundle.building import game_bundle, series_bundle
from replays.audit.verdicts import Verdict
from replays.audit.verifier import audit
from replays.encoding.signing import Signer
from replays.kinds import KINDS
from replays.log.event_log import UnknownOutcome
from replays.log.listing import Question
from tests.crash.support.scene import Scene, Told, picture
from tests.crash.support.steps import Step

SOON = 60.0
UNKNOWN = UnknownOutcome.code
"""The code for an unknown outcome."""


class Course:
    """A step that is prepared without the proxy and done through it; `trial` is the last fault.

    `length` has the number of bytes that its script's request and reply take.
    """

    def __init__(self, step: Step, store: Redis, direct: Scene, through: Scene, proxy: Proxy) -> None:
        self.step, self.proxy = step, proxy
        self._store, self._scene = store, through
        store.flushall()
        direct.restart()
        self._do = step.prepare(direct)
        self._dump = {key: cast("bytes", store.dump(key)) for key in cast("list[bytes]", store.keys())}
        self._before = picture(store)
        self.answer = eventually(self._done, SOON)  # from here on the store has its script cached
        self.begin()
        self.trial = proxy.arm(Fault(step.mark, Way.ANSWER, NEVER))
        self.answer = eventually(self._done, SOON)
        self.length = self.trial.passed
        self._after = picture(store)
        assert self._after != self._before

    def begin(self) -> None:
        """Restore the store to its state before the step, and restart the processes."""
        self._store.flushall()
        for key, value in self._dump.items():
            self._store.restore(key, 0, value)
        self._scene.restart()

    def cuts(self) -> Iterator[Fault]:
        """Cuts before, in the middle of and at the end of the request, and the same for the reply."""
        asked, answered = self.length[Way.REQUEST], self.length[Way.ANSWER]
        for way, places in (
            (Way.REQUEST, {0, 1, asked // 2, asked - 1}),
            (Way.ANSWER, {0, answered // 2, answered - 1, answered}),
        ):
            yield from (Fault(self.step.mark, way, place) for place in sorted(places))

    def do(self) -> Told:
        """Do the step; its outcome."""
        return self._do(self._scene)

    def fails(self, fault: Fault) -> Told:
        """Do the step from the beginning with this fault; its outcome."""
        self.begin()
        self.trial = self.proxy.arm(fault)
        told = self.do()
        assert self.trial.happened.is_set(), fault
        return told

    def check_cut(self, fault: Fault) -> None:
        """Assert that a cut in the request changes nothing, and that a cut in the reply leaves the step done.

        The client gets the code for an unknown outcome unless the whole reply arrived; a retry does the step
        once.
        """
        told = self.fails(fault)
        assert self.is_untouched() == (fault.way is Way.REQUEST), fault
        assert told.code == UNKNOWN or fault.after == self.length[fault.way], fault
        self.check_retries()

    def is_untouched(self) -> bool:
        """True if the store is as it was before the step."""
        return picture(self._store) == self._before

    def check_retries(self) -> None:
        """Assert that response and store are as after the undisturbed step, after one retry and after two."""
        for _ in range(2):
            assert eventually(self._done, SOON) == self.answer
            assert picture(self._store) == self._after

    def check_record(self) -> None:
        """Assert that the verifier passes every game and series of the undisturbed step."""
        log, signer = self._scene.tables.log, Signer(bytes(32))
        games = {game: game_bundle(game, log.read(game), signer) for game in log.list_games(limit=9)[0]}
        bundles = list(games.values())
        for kind in KINDS.series:
            listed, _ = log.list_streams(Question(kind.stream.listing), limit=9)
            for found in self._scene.streams.of(kind.stream).readable(listed):
                its = [games[game.id] for game in found.games]
                bundles.append(series_bundle(kind, found.id, log.read(found.id), its, signer))
        for bundle in bundles:
            assert Verdict.FAIL not in audit(bundle).verdicts.values()

    def _done(self) -> Told | None:
        """Do the step; its outcome if it succeeds, else None."""
        told = self.do()
        return None if told.code else told
