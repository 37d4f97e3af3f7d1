"""The fold in the store: it goes on with the next entries from what the store has of their players.

Its state is the generation and its position, so a worker keeps nothing. A generation that a verdict has made
wrong, or that is of another model, is built anew beside the present one, which is read until then.
"""

from collections.abc import Callable, Sequence

from service.application.people.ratings import generations
from service.application.people.ratings.entries import Entry, GameRated, PlayerLeft, Verdict
from service.application.people.ratings.fold import Fold
from service.application.people.ratings.generations import (
    Op,
    ops_of,
    pair_field,
    player_field,
    read_standing,
    retire_ops,
)
from service.application.people.ratings.ledger import ANNULLED, GONE, RatingLedger
from service.application.people.ratings.pools import POOLS
from service.application.people.ratings.repeats import pairs_of
from service.application.people.ratings.writing import ConcurrentWrite, Generation, GenerationWriter

AT_ONCE = 20
"""The number of entries of one step: its script blocks the store for some 2 ms."""


class Outdated(Exception):  # noqa: N818 - an expected outcome, not a fault
    """A verdict changes a game that is folded already."""


class StoredFold:
    """The fold of the stream into the store. `clock` returns ms UTC. For one thread.

    Methods raise the errors of ledger and writing, after which they may be called again.
    """

    def __init__(self, ledger: RatingLedger, writing: GenerationWriter, clock: Callable[[], int]) -> None:
        self._ledger = ledger
        self._writing = writing
        self._clock = clock
        self._current: Generation | None = None

    def go_on(self) -> bool:
        """Fold the next entries of the stream, or publish what is built; True if there was anything to do."""
        current, self._current = self._current, None  # until the write succeeds
        try:
            current = current or self._writing.current() or self._writing.begin()
            try:
                self._current, is_done = self._next(current)
            except Outdated:
                self._current, is_done = self._writing.begin(), False
        except ConcurrentWrite:  # go on from where the other one is
            return True
        return not is_done

    def _next(self, current: Generation) -> tuple[Generation, bool]:
        """The generation after the next step, and True if the step had nothing to do."""
        entries = self._ledger.page(current.position, AT_ONCE)
        if entries:
            return self._writing.write(current, entries[-1][0], self._ops(current, entries)), False
        if current.is_build:
            return self._writing.publish(current), False
        return self._retired(current), True

    def _ops(self, current: Generation, entries: Sequence[tuple[int, Entry]]) -> list[Op]:
        """The commands that write these entries; raises `Outdated`."""
        rated = [entry for _, entry in entries if isinstance(entry, GameRated)]
        judged = [entry.game for _, entry in entries if isinstance(entry, Verdict)]
        games = [*(game.game for game in rated), *judged]
        in_pools = [(game.pool, player) for game in rated for player in game.players]
        for _, entry in entries:
            in_pools += [(pool, entry.player) for pool in POOLS] if isinstance(entry, PlayerLeft) else []
        names = {player_field(*each): each for each in in_pools}
        met = (pair for game in rated for pair, _ in pairs_of(game.pool, game.players, game.places))
        pairs = {pair_field(pair): pair for pair in met}
        annulled, gone, known, repeats, folded = self._writing.found(
            (ANNULLED, games),
            (GONE, [player for _, player in names.values()]),
            (generations.key(current.name, "players"), list(names)),
            (generations.key(current.name, "repeats"), list(pairs)),
            (generations.key(current.name, "games"), judged),
        )
        before = {names[name]: read_standing(text) for name, text in known.items()}
        fold = Fold(frozenset(annulled), before, gone)
        for name, text in repeats.items():
            fold.repeats.load(pairs[name], text)
        counted = [each for number, entry in entries if (each := fold.add(number, entry))]
        counts = {*folded, *(each.game.game for each in counted)}
        if any((game in counts) == (game in annulled) for game in judged):
            raise Outdated
        return list(ops_of(before, fold, counted))

    def _retired(self, current: Generation) -> Generation:
        """Remove players whose idle time has made their rating provisional from the leaderboards."""
        due = self._writing.provisional_by(current, self._clock(), AT_ONCE)
        if not due:
            return current
        names = {player_field(*each): each for each in due}
        (known,) = self._writing.found((generations.key(current.name, "players"), list(names)))
        ops = [op for name, text in known.items() for op in retire_ops(*names[name], read_standing(text))]
        return self._writing.write(current, current.position, ops)
