"""Finds the seats that the draws do not protect from an operator who tries seeds.

See `docs/organize/randomness.md`.
"""

from collections.abc import Collection, Iterator, Sequence

from replays.audit.verdicts import Note
from replays.match.aggregate import Match
from replays.match.randomness.draws import ENTROPY_BYTES

ZEROS = "00" * ENTROPY_BYTES
"""Entropy that counts as absent: in draws of version 1 the digest does not distinguish the two."""

USELESS = "it does not protect them from an operator who tries many seeds"


UNBOUND = (
    "the draws are of version 1, which the hash of event 1 does not enter: no head that was kept shows that "
    "the seed was fixed before the entropy was sent"
)

KNOWN = (
    "the deck was known before the game: it is that of game {game}, whose seed event 1 tells. Every draw is "
    "compared with that deal, and none was unforeseen, so fairness is not shown"
)

UNHELD = (
    "no head of {first} was kept: a service that writes it anew once it knows the entropy makes a record "
    "that looks the same. Give the hash that was read before entropy was sent (--against)"
)


def entropy_notes(match: Match, firsts: Collection[str], *, in_series: bool) -> Iterator[Note]:
    """The notes `entropy/absent` and `entropy/known`; without these, `entropy/draws` or `entropy/unheld`.

    A game with a known deal has the note `deal/known` only: entropy does not enter its draws.

    `in_series` is true if the game was audited together with its series, whose record has the commitment.
    `firsts` are the kept hashes of event 1 of the record with the commitment. Without a note every person
    sent entropy and named the event 1 whose hash was kept.
    """
    if deal := match.created.options.deal:
        yield Note("deal/known", KNOWN.format(game=deal.game), {"game": deal.game})
        return
    absent = without_entropy(match)
    if absent:
        unprotected = "nothing protects them from an operator who tries many seeds"
        yield Note("entropy/absent", f"no entropy from {_seats(absent)}: {unprotected}", {"seats": absent})
    apart = match.created.options.series is not None and not in_series
    known = [seat for seat in _with_entropy(match) if _may_be_known(match, seat, apart=apart)]
    if known:
        case = "drawn" if match.created.draws == 1 else "apart" if apart else "unseen"
        text = _why_known(match, _seats(known), apart=apart)
        yield Note("entropy/known", text, {"case": case, "seats": known})
    if not absent and not known:
        yield from _unshown(match, firsts)


def _unshown(match: Match, firsts: Collection[str]) -> Iterator[Note]:
    """The note on why entropy that looks protective is not shown to be."""
    series = match.created.options.series
    if match.created.draws == 1:
        yield Note("entropy/draws", UNBOUND)
    elif (match.created.founding if series else match.opening) not in firsts:
        first = f"the {series.kind}'s event 1" if series else "event 1"
        yield Note("entropy/unheld", UNHELD.format(first=first))


def other_first(seen: str | None, first: str) -> str:
    """The text of `entropy/seen`: a player had read another first event than that of the record."""
    return f"the player sent entropy for a first event with the hash {seen}, and it is {first}"


def without_entropy(match: Match) -> list[int]:
    """The seats of players who sent no entropy, or zeros."""
    sent = _with_entropy(match)
    return [seat for seat, sitter in enumerate(match.seated) if sitter.bot is None and seat not in sent]


def _with_entropy(match: Match) -> list[int]:
    return [seat for seat, sitter in enumerate(match.seated) if sitter.entropy not in {None, ZEROS}]


def _may_be_known(match: Match, seat: int, *, apart: bool) -> bool:
    """True if the service could know the seat's entropy before it drew the seed.

    With draws of version 1 that holds in a series' games, and for the opener on seat 0: the record does not
    show whether that entropy came in the request that opened the table. From version 2 on it holds unless the
    player named the first event before. The record of a series' game alone (`apart`) does not have the
    commitment.
    """
    if match.created.draws == 1:
        opened = seat == 0 and match.seated[0].player == match.opener
        return opened or match.created.options.series is not None
    return apart or match.seated[seat].seen is None


def _why_known(match: Match, seats: str, *, apart: bool) -> str:
    if match.created.draws == 1:
        return f"the service could know the entropy of {seats} before it drew the seed: {USELESS}"
    if apart and (series := match.created.options.series):
        record = f"the record of the {series.kind}, so audit the {series.kind}"
        where = f"the commitment to the seed stands in {record}"
        return f"{where}: this record alone does not show that the entropy of {seats} came after it"
    unsaid = f"the record does not show that {seats} had the first event before sending entropy"
    return f"{unsaid}, so the service could know the entropy before it drew the seed: {USELESS}"


def _seats(numbers: Sequence[int]) -> str:
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
