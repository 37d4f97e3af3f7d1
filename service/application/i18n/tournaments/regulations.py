"""The regulations of a tournament in sentences, for players about to enter."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from kingdomino.policies import plain_name
from replays.events.regulations import Forfeit, Format, Regulations
from service.application.i18n.games.bots import WORDS as BOTS
from service.application.i18n.speaking import gettext, pgettext, present
from service.application.i18n.tournaments import words
from service.application.i18n.tournaments.numbers import points


class Agreed(Protocol):
    """A tournament as announced: before or after it is on the record."""

    @property
    def format(self) -> Format:
        """Who meets whom."""

    @property
    def players(self) -> int:
        """The usual number of seats at a table."""

    @property
    def regulations(self) -> Regulations:
        """What was agreed beyond the rules of the games."""


class Regulation(NamedTuple):
    """What is agreed about one matter: its heading, and one or more sentences."""

    title: str
    text: str


def in_sentences(created: Agreed) -> list[Regulation]:
    """All regulations of a tournament, those of its games aside."""
    agreed = created.regulations
    return [
        Regulation(gettext("Who meets whom"), " ".join(_meetings(created))),
        Regulation(pgettext("heading", "Rounds"), " ".join(_rounds(created))),
        Regulation(pgettext("heading", "Points"), " ".join(_points(agreed))),
        Regulation(pgettext("heading", "Level players"), _level(agreed)),
        Regulation(pgettext("heading", "Slow players"), " ".join(_slow(agreed))),
        Regulation(pgettext("heading", "Lost seats"), " ".join(_lost(created))),
        Regulation(pgettext("heading", "Withdrawing"), " ".join(_withdrawing(created))),
        Regulation(pgettext("heading", "Entering late"), " ".join(_late(agreed))),
    ]


def _meetings(created: Agreed) -> Iterator[str]:
    yield str(words.KINDS[created.format.value].meaning)
    yield str(words.TABLES_SAID[created.players])
    if created.format is not Format.SWISS:
        yield str(words.SEEDINGS[created.regulations.seeding.value].meaning)
    if created.format is Format.KNOCKOUT:
        yield str(words.FILLINGS[created.regulations.filling.value].meaning)
    if created.format is Format.SWISS:
        yield gettext("Two meet again only if there is no other way.")
    yield gettext("All lots are drawn so that anybody can check them afterwards.")


def _rounds(created: Agreed) -> Iterator[str]:
    length = created.regulations.round_ms
    if length is None:
        yield gettext(
            "The next round is paired when all games of a round have a result and the director has signed it "
            "off."
        )
        return
    yield gettext("A round lasts up to %(time)s; then the director can sign it off.", time=_time(length))
    yield gettext("Games that still run are played on, and count when they end.")


def _points(agreed: Regulations) -> Iterator[str]:
    scale = words.SCALES[agreed.points]
    yield pgettext("pattern", "%(name)s.", name=scale.name)
    yield str(scale.meaning)
    yield gettext("Players who share a place share its points.")
    yield gettext("A round without a table gives %(points)s.", points=points(agreed.bye))


def _level(agreed: Regulations) -> str:
    names = present().sequence(words.TIE_BREAKS[each].name for each in agreed.tie_breaks)
    return (
        gettext("Compared in this order: %(names)s.", names=names)
        if names
        else gettext("They share the place.")
    )


def _slow(agreed: Regulations) -> Iterator[str]:
    if agreed.first_move_ms:
        time = _time(agreed.first_move_ms)
        yield gettext("Whoever lets the first move of a game wait for %(time)s is late.", time=time)
    if agreed.idle_ms:
        yield (
            gettext("So is whoever lets any move wait for %(time)s.", time=_time(agreed.idle_ms))
            if (agreed.first_move_ms)
            else gettext("Whoever lets a move wait for %(time)s is late.", time=_time(agreed.idle_ms))
        )
    if agreed.first_move_ms or agreed.idle_ms:
        yield gettext(
            "Then the director can close the round without that game: who is late comes last at the table, "
            "and the others share the first place."
        )
    else:
        yield gettext("Only the clock of the game limits the time for a move.")


def _lost(created: Agreed) -> Iterator[str]:
    agreed = created.regulations
    yield str(words.FORFEITS[agreed.forfeit.value].meaning)
    if agreed.forfeit is Forfeit.RANKED:
        yield gettext("The others at the table get the points of their places.")
    if agreed.bar_ms:
        yield gettext(
            "Whoever lost a seat by time cannot enter another tournament for %(time)s.",
            time=_time(agreed.bar_ms),
        )


def _withdrawing(created: Agreed) -> Iterator[str]:
    yield gettext("Players can withdraw at any time, and keep their points.")
    yield gettext("A game that runs is played on or resigned: its result counts.")
    if created.format is Format.LEAGUE:
        vacancy = created.regulations.vacancy
        if vacancy is None:
            yield gettext(
                "In later rounds the seat stays empty. Whoever is left alone at a table gets a round without "
                "a table."
            )
        else:
            yield gettext("In later rounds a bot takes the seat (%(bot)s).", bot=_bot(vacancy))


def _late(agreed: Regulations) -> Iterator[str]:
    if not agreed.late_until:
        yield gettext("Nobody enters after the start.")
        return
    yield gettext("Players can enter until round %(round)s is paired.", round=agreed.late_until)
    yield gettext("Each round missed before gives %(points)s.", points=points(agreed.late_points))


def _bot(policy: str) -> str:
    """A policy by its name, as announced, or by its stored name, as on the record."""
    return str(BOTS[policy if policy in BOTS else plain_name(policy)].choice)


def _time(milliseconds: int) -> str:
    return present().format.duration(milliseconds // 1000)
