"""The listings on a server: sorted sets of ids by creation time, one set per partition and filter."""

import math
from collections.abc import Iterable, Sequence
from heapq import nlargest

from redis import Redis

from replays.encoding.identity import PARTITIONS, GameId, is_uuid, partition
from replays.log.listing import ListingPlace, Question
from replays.store.scripts import asking
from replays.streams import keys


def listed(client: Redis, question: Question, before: ListingPlace | None, limit: int) -> set[ListingPlace]:
    """Return places that include the `limit` newest before `before`; one round trip, rarely two.

    Ids are spread over the partitions like random numbers, so each partition is first queried for a little
    more than its share. If that may not be enough, it is queried for `limit` places.
    """
    share = min(limit, _share(limit))
    found, cut = _ask(client, question, before, range(PARTITIONS), share)
    if not cut or share == limit:
        return found
    newest = nlargest(limit, (place for place in found if before is None or place < before))
    whole = len(newest) == limit
    again = [number for number, oldest in cut.items() if not whole or oldest > newest[-1]]
    return found | _ask(client, question, before, again, limit)[0] if again else found


def _share(limit: int) -> int:
    """A bound for the newest `limit` places in one partition; 1 case in 30,000 exceeds it (Poisson)."""
    mean = limit / PARTITIONS
    return math.ceil(mean + 4 * math.sqrt(mean)) + 1


def _ask(
    client: Redis, question: Question, before: ListingPlace | None, numbers: Iterable[int], limit: int
) -> tuple[set[ListingPlace], dict[int, ListingPlace]]:
    """The places in these partitions, and for each that may have more, its oldest place; one round trip.

    The result has the newest places and, with a cursor, all that were created in its millisecond. With both
    status and player, it has all places of that player with that status. Members that name no game are
    left out.
    """
    newest = "+inf" if before is None else f"({before.created_at}"
    asked: list[tuple[int, bool]] = []
    with asking(), client.pipeline(transaction=False) as pipe:
        for number in numbers:
            sets = _sets(number, question)
            if len(sets) > 1:
                pipe.zinter(sets, aggregate="MAX", withscores=True)
                asked.append((number, False))
                continue
            pipe.zrevrangebyscore(sets[0], newest, "-inf", start=0, num=limit, withscores=True)
            asked.append((number, True))
            if before is not None:
                pipe.zrangebyscore(sets[0], before.created_at, before.created_at, withscores=True)
                asked.append((number, False))
        answers = pipe.execute()
    found: set[ListingPlace] = set()
    cut = {}
    for (number, limited), answer in zip(asked, answers, strict=True):
        places = [ListingPlace(int(score), GameId(game.decode(errors="replace"))) for game, score in answer]
        found.update(place for place in places if is_uuid(place.game))
        if limited and len(places) == limit:
            cut[number] = places[-1]
    return found, cut


def counted(client: Redis, question: Question) -> int:
    """Return the number of entries in the lists of a query with at most one filter; one round trip."""
    with asking(), client.pipeline(transaction=False) as pipe:
        for number in range(PARTITIONS):
            (name,) = _sets(number, question)
            pipe.zcard(name)
        return sum(pipe.execute())


def among(client: Redis, question: Question, games: Sequence[GameId]) -> set[GameId]:
    """Return those of these ids that are in every list of the query; one round trip."""
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
