"""The listings on a server: sorted sets of game ids by creation time, a set per partition and question."""

from redis import Redis

from replays import keys
from replays.identity import PARTITIONS, GameId
from replays.listing import Listed
from replays.store import asking


def listed(
    client: Redis, status: str | None, player: str | None, before: Listed | None, limit: int
) -> list[Listed]:
    """Return, in any order, games that surely hold the `limit` newest after `before`; one round trip.

    Per partition these are the newest ones and, at the cursor, all that were created in its millisecond;
    for status and player together all of that player's games with the status.
    """
    newest = "+inf" if before is None else f"({before.created_at}"
    with asking(), client.pipeline(transaction=False) as pipe:
        for number in range(PARTITIONS):
            sets = _sets(number, status, player)
            if len(sets) > 1:
                pipe.zinter(sets, aggregate="MAX", withscores=True)
                continue
            pipe.zrevrangebyscore(sets[0], newest, "-inf", start=0, num=limit, withscores=True)
            if before is not None:
                pipe.zrangebyscore(sets[0], before.created_at, before.created_at, withscores=True)
        answers = pipe.execute()
    return [Listed(int(score), GameId(game.decode())) for answer in answers for game, score in answer]


def _sets(number: int, status: str | None, player: str | None) -> list[str]:
    sets = []
    if status is not None:
        sets.append(keys.games_of_status(number, status))
    if player is not None:
        sets.append(keys.games_of_player(number, player))
    return sets or [keys.games(number)]
