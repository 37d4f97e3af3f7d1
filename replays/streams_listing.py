"""The listings on a server: sorted sets of ids by creation time, a set per partition and question."""

from collections.abc import Sequence

from redis import Redis

from replays import keys
from replays.identity import PARTITIONS, GameId, partition
from replays.listing import Listed, Question
from replays.store import asking


def listed(client: Redis, question: Question, before: Listed | None, limit: int) -> list[Listed]:
    """Return, in any order, answers that surely hold the `limit` newest after `before`; one round trip.

    Per partition these are the newest ones and, at the cursor, all that were created in its millisecond;
    for status and player together all of that player's with the status.
    """
    newest = "+inf" if before is None else f"({before.created_at}"
    with asking(), client.pipeline(transaction=False) as pipe:
        for number in range(PARTITIONS):
            sets = _sets(number, question)
            if len(sets) > 1:
                pipe.zinter(sets, aggregate="MAX", withscores=True)
                continue
            pipe.zrevrangebyscore(sets[0], newest, "-inf", start=0, num=limit, withscores=True)
            if before is not None:
                pipe.zrangebyscore(sets[0], before.created_at, before.created_at, withscores=True)
        answers = pipe.execute()
    return [Listed(int(score), GameId(game.decode())) for answer in answers for game, score in answer]


def among(client: Redis, question: Question, games: Sequence[GameId]) -> set[GameId]:
    """Return those of these ids that are in every list of the question; one round trip."""
    with asking(), client.pipeline(transaction=False) as pipe:
        lists = [(game, name) for game in games for name in _sets(partition(game), question)]
        for game, name in lists:
            pipe.zscore(name, game)
        scores = pipe.execute()
    return set(games) - {game for (game, _), score in zip(lists, scores, strict=True) if score is None}


def _sets(number: int, question: Question) -> list[str]:
    sets = []
    if question.status is not None:
        sets.append(keys.listing_of_status(number, question.of, question.status))
    if question.player is not None:
        sets.append(keys.listing_of_player(number, question.of, question.player))
    return sets or [keys.listing(number, question.of)]
