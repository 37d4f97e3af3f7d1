"""Notices about tournaments: the rounds for their players, and what waits for the directors."""

from collections.abc import Iterable
from functools import partial

from replays.events import tournament_events as events
from replays.match.kinds import Table
from replays.tournament.aggregate import Tournament, TournamentRound
from service.application.i18n.speaking import gettext as _
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp
from service.application.i18n.speaking import plural, present
from service.application.notices.kinds.kind import Group, NoticeKind
from service.application.notices.kinds.sentences import saying
from service.application.notices.notice import Happened, Notice, NoticeDraft, SentenceContext, directing

WON = plural(
    "You won the tournament {title}, which had {count} entrant.",
    "You won the tournament {title}, which had {count} entrants.",
)
PLACED = plural(
    "The tournament {title} is over: you came in place {place} of {count}.",
    "The tournament {title} is over: you came in place {place} of {count}.",
)
STANDING = plural(
    "Round {number} of {title} is closed: you are in place {place} of {count}.",
    "Round {number} of {title} is closed: you are in place {place} of {count}.",
)


def entered(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the players whom a director entered, or made substitutes."""
    kinds = (events.TournamentPlayerEntered, events.TournamentEntrantReplaced)
    players = (event.player for event in happened.events if isinstance(event, kinds))
    return (NoticeDraft(each, by=happened.actor) for each in players if each != happened.actor)


def opened(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the players of a round whose games are open, each with its game."""
    for now, round_ in _opened(happened):
        for table in round_.tables:
            for player in now.people_at(round_, table):
                yield NoticeDraft(player, mark=table.id)


def rested(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the players who have a bye in a round that is open."""
    for now, round_ in _opened(happened):
        for entrant in map(now.field.__getitem__, round_.paired.byes):
            sitter = now.sitter_in(entrant.number, round_.number)
            if sitter.bot is None and entrant.number not in now.withdrawn:
                yield NoticeDraft(sitter.player, mark=str(round_.number))


def _opened(happened: Happened) -> Iterable[tuple[Tournament, TournamentRound]]:
    now = happened.after
    for event in happened.events:
        if isinstance(event, events.TournamentRoundOpened) and isinstance(now, Tournament):
            yield now, now.rounds[event.number - 1]


def closed(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the players who are in when a round is closed that is not the last."""
    if not any(isinstance(event, events.TournamentFinished) for event in happened.events):
        yield from _to_standing(happened)


def finished(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the players who are in when the last round is closed."""
    if any(isinstance(event, events.TournamentFinished) for event in happened.events):
        yield from _to_standing(happened)


def _to_standing(happened: Happened) -> Iterable[NoticeDraft]:
    now = happened.after
    for event in happened.events:
        if isinstance(event, events.TournamentRoundClosed) and isinstance(now, Tournament):
            players = (player for player in now.playing if player != happened.actor)
            yield from (NoticeDraft(player, mark=str(event.number)) for player in players)


def unpaired(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the directors when the next round cannot be paired."""
    if any(isinstance(event, events.TournamentPairingFailed) for event in happened.events):
        yield from _to_directors(happened, str(happened.after.head.version))


def done(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the directors when all tables of the running round have results."""
    if is_done(happened.after) and not (happened.before and is_done(happened.before)):
        assert isinstance(happened.after, Tournament)  # noqa: S101 - only a tournament is done
        yield from _to_directors(happened, str(happened.after.paired))


def disputed(happened: Happened) -> Iterable[NoticeDraft]:
    """Drafts for the directors when a player disputes a game; the mark is the version of the dispute."""
    if any(isinstance(event, events.TournamentDisputeOpened) for event in happened.events):
        yield from _to_directors(happened, str(happened.after.head.version), by=happened.actor)


def _to_directors(happened: Happened, mark: str, by: str = "") -> Iterable[NoticeDraft]:
    receivers = (each for each in directing(happened.after) if each != happened.actor)
    return (NoticeDraft(player, by=by, mark=mark) for player in receivers)


def is_done(table: Table) -> bool:
    """True if a round waits for the director's sign-off."""
    running = table.running if isinstance(table, Tournament) else None
    return running is not None and isinstance(table, Tournament) and table.is_done(running)


def waits_for_close(table: Table, player: str) -> bool:
    """True if the player directs the tournament, and a round waits for the sign-off."""
    return player in directing(table) and is_done(table)


def is_same_round(notice: Notice, table: Table) -> bool:
    """True if the round of the notice is the last one that is paired."""
    return isinstance(table, Tournament) and str(table.paired) == notice.mark


def waits_for_pairing(table: Table, player: str) -> bool:
    """True if the player directs the tournament, and its next round could not be paired."""
    return isinstance(table, Tournament) and table.directs(player) and table.failed is not None


def waits_for_answer(table: Table, player: str) -> bool:
    """True if the player directs the tournament, and a dispute is open."""
    return isinstance(table, Tournament) and table.directs(player) and bool(table.disputes)


def is_same_dispute(notice: Notice, table: Table) -> bool:
    """True if the dispute of the notice is still open."""
    return isinstance(table, Tournament) and any(str(each.version) == notice.mark for each in table.disputes)


def says_opened(telling: SentenceContext) -> str:
    """The sentence with the round of the reader's game."""
    rounds = telling.table.rounds if isinstance(telling.table, Tournament) else ()
    found = (each for each in rounds if any(table.id == telling.notice.mark for table in each.tables))
    number = next((each.number for each in found), "")
    return _("Your game in round %(number)s of %(title)s is open.", number=number, title=telling.title)


def says_rested(telling: SentenceContext) -> str:
    """The sentence with the round in which the reader has no game."""
    return _(
        "You have no game in round %(number)s of %(title)s: you get the points of a bye.",
        number=int(telling.notice.mark),
        title=telling.title,
    )


def says_closed(telling: SentenceContext) -> str:
    """The sentence with the reader's place after the round."""
    number = int(telling.notice.mark)
    place, of = _place(telling, number)
    if place is None:
        return _("Round %(number)s of %(title)s is closed.", number=number, title=telling.title)
    return present().counted(STANDING, of, number=number, title=telling.title, place=place)


def says_finished(telling: SentenceContext) -> str:
    """The sentence with the reader's place at the end."""
    place, of = _place(telling, int(telling.notice.mark))
    if place is None:
        return _("The tournament %(title)s is over.", title=telling.title)
    return present().counted(WON if place == 1 else PLACED, of, title=telling.title, place=place)


def _place(telling: SentenceContext, number: int) -> tuple[int | None, int]:
    """The reader's place in the standings of a round, or None, and the number of entrants there."""
    table = telling.table
    rows = table.rounds[number - 1].standings or () if isinstance(table, Tournament) else ()
    own = table.entrant_of(telling.player) if isinstance(table, Tournament) else None
    places = (row.place for row in rows if own is not None and row.entrant == own.number)
    return next(places, None), len(rows)


def says_done(telling: SentenceContext) -> str:
    """The sentence with the round that waits; in the past tense if it is closed."""
    number, title = int(telling.notice.mark), telling.title
    if telling.is_true:
        return _("Round %(number)s of %(title)s waits for you to close it.", number=number, title=title)
    return _("Round %(number)s of %(title)s was ready to be closed.", number=number, title=title)


def says_unpaired(telling: SentenceContext) -> str:
    """The sentence for a round that cannot be paired; in the past tense if it was paired since."""
    if telling.is_true:
        return _("The next round of %(title)s cannot be paired until a director acts.", title=telling.title)
    return _("The next round of %(title)s could not be paired.", title=telling.title)


_kind = partial(NoticeKind, Group.TOURNAMENTS)

TOURNAMENT_ENTERED = _kind(
    "tournament_entered",
    _l("Entered by a director"),
    _l("A director has entered you in a tournament."),
    saying(_l("%(name)s has entered you in the tournament %(title)s.")),
    entered,
    by_choice=True,
)
TOURNAMENT_ROUND = _kind(
    "tournament_round",
    _l("Your game in a round"),
    _l("The games of a round are open."),
    says_opened,
    opened,
    path="/games/{mark}",
)
TOURNAMENT_BYE = _kind(
    "tournament_bye", _lp("notice", "A bye"), _l("You have no game in a round."), says_rested, rested
)
TOURNAMENT_ROUND_CLOSED = _kind(
    "tournament_round_closed", _l("A round is closed"), _l("Your place after it."), says_closed, closed
)
TOURNAMENT_FINISHED = _kind(
    "tournament_finished", _l("A tournament ends"), _l("Your place at the end."), says_finished, finished
)
TOURNAMENT_ROUND_DONE = _kind(
    "tournament_round_done",
    _l("For directors: a round is done"),
    _l("All its tables have results, and you close it."),
    says_done,
    done,
    holds=waits_for_close,
    same=is_same_round,
)
TOURNAMENT_UNPAIRED = _kind(
    "tournament_unpaired",
    _l("For directors: no pairing"),
    _l("The next round cannot be paired until you act."),
    says_unpaired,
    unpaired,
    holds=waits_for_pairing,
)
TOURNAMENT_DISPUTED = _kind(
    "tournament_disputed",
    _l("For directors: a dispute"),
    _l("A player disputes a game."),
    saying(_l("%(name)s disputes a game of the tournament %(title)s.")),
    disputed,
    holds=waits_for_answer,
    same=is_same_dispute,
)
