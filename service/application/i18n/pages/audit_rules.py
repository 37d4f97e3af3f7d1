"""The words for events that are not by the rules, by their codes in `docs/organize/audit.md`."""

from collections.abc import Mapping

from service.application.i18n.speaking import Word
from service.application.i18n.speaking import lazy_gettext as _l

RULES: Mapping[str, Word] = {
    "audit.rule.unknown/rules": _l("Event {version} has a rule that this page does not know."),
    "audit.rule.unknown/option": _l("Event {version} has an option that this page does not know."),
    "audit.rule.unknown/bot": _l("Event {version} names a bot that this page does not know."),
    "audit.rule.log/impossible": _l("Event {version} cannot be the first of a game."),
    "audit.rule.log/data": _l(
        "Event {version} does not have the form of its type, or spells out what a record leaves out."
    ),
    "audit.rule.log/unknown-schema": _l("Event {version} has an older form, which its game never had."),
    "audit.rule.log/origin": _l("Event {version} cannot come from this player, or for this reason."),
    "audit.rule.log/drift": _l("Event {version} has the hash of another position."),
    "audit.rule.rules/mighty-duel-players": _l(
        "Event {version} begins a Mighty Duel, which only two can play."
    ),
    "audit.rule.rules/no-limit-mix": _l(
        "Event {version} combines kingdoms of any size with a rule that needs a limit."
    ),
    "audit.rule.options/offsets": _l(
        "Event {version} has a clock with a pause and no time zone, or a time zone and no pause."
    ),
    "audit.rule.options/on-timeout": _l(
        "Event {version} says what a time-out brings, and the game has no clock."
    ),
    "audit.rule.options/rated": _l(
        "Event {version} begins a rated game in which bots would play for who runs out of time."
    ),
    "audit.rule.options/deal": _l("Event {version} begins a rated game whose deck was known."),
    "audit.rule.options/stand-in": _l(
        "Event {version} names a bot for absent players that cannot play for them."
    ),
    "audit.rule.dynasty/game-id": _l(
        "Event {version} begins a game with another id than its place in the dynasty gives."
    ),
    "audit.rule.tournament/game-id": _l(
        "Event {version} begins a game with another id than its place in the tournament gives."
    ),
    "audit.rule.seat/order": _l("Event {version} gives a seat that is not the next free one."),
    "audit.rule.seat/twice": _l("Event {version} gives a player a second seat."),
    "audit.rule.seat/not-invited": _l("Event {version} gives a seat to a player who was not invited."),
    "audit.rule.seat/not-seated": _l("Event {version} is by a player who has no seat in this game."),
    "audit.rule.seat/left": _l("Event {version} is of a seat whose player left."),
    "audit.rule.seat/away": _l("Event {version} needs a player, and a bot plays this seat."),
    "audit.rule.seat/not-away": _l("Event {version} brings a player back who was not away."),
    "audit.rule.seat/not-left": _l("Event {version} takes over a seat that nobody left."),
    "audit.rule.seat/taken-by-you": _l("Event {version} gives a second seat to a player."),
    "audit.rule.bot/to-act": _l("Event {version} brings a player back while a bot is to move."),
    "audit.rule.rated/no-bots": _l("Event {version} seats a bot in a rated game."),
    "audit.rule.rated/no-takeover": _l("Event {version} takes over a seat in a rated game."),
    "audit.rule.game/not-started": _l("Event {version} is a move before all seats are taken."),
    "audit.rule.game/over": _l("Event {version} comes after the end of the game."),
    "audit.rule.game/not-active": _l("Event {version} is possible only while the game goes on."),
    "audit.rule.rules/not-due": _l("Event {version} is not what follows there."),
    "audit.rule.rules/otherwise": _l(
        "Event {version} is due there, but says something else than follows by the rules."
    ),
    "audit.rule.draw/impossible": _l("Event {version} draws what no shuffle can give."),
    "audit.rule.turn/not-yours": _l("Event {version} is a move of a player who was not to move."),
    "audit.rule.turn/wrong-action": _l("Event {version} is another kind of move than the one that was due."),
    "audit.rule.choice/not-offered": _l("Event {version} chooses a domino that is not on offer."),
    "audit.rule.choice/taken": _l("Event {version} chooses a domino on which a king stands."),
    "audit.rule.choice/pair": _l("Event {version} chooses a domino that begins no pair."),
    "audit.rule.placement/occupied": _l("Event {version} puts a domino on the castle or on another domino."),
    "audit.rule.placement/no-match": _l(
        "Event {version} puts a domino where it touches neither the castle nor its own terrain."
    ),
    "audit.rule.placement/too-large": _l("Event {version} makes a kingdom larger than the rules allow."),
    "audit.rule.placement/wrong-domino": _l(
        "Event {version} places another domino than the one that was due."
    ),
    "audit.rule.discard/placeable": _l("Event {version} discards a domino that could be placed."),
    "audit.rule.discard/wrong-domino": _l(
        "Event {version} discards another domino than the one that was due."
    ),
    "audit.rule.fire/square": _l("Event {version} puts a fire on a square where it may not lie."),
    "audit.rule.totem/choice": _l("Event {version} gives a totem to a player who may not have it."),
    "audit.rule.recruit/source": _l("Event {version} pays a price for which there is no caveman."),
    "audit.rule.recruit/payment": _l(
        "Event {version} pays with squares that do not have different resources."
    ),
    "audit.rule.caveman/not-there": _l("Event {version} takes a caveman that is not there."),
    "audit.rule.caveman/square": _l("Event {version} puts a caveman on a square where it may not stand."),
    "audit.rule.plan/not-due": _l("Event {version} carries out a plan where it could not be."),
    "audit.rule.clock/not-expired": _l("Event {version} is a time-out where no time runs."),
    "audit.rule.clock/no-time": _l("Event {version} brings a player back whose time is used up."),
    "audit.rule.clock/own": _l("Event {version} claims the time of the player who claims it."),
    "audit.rule.vacation/no-clock": _l("Event {version} is a vacation in a game without a clock."),
    "audit.rule.vacation/begun": _l("Event {version} begins a vacation during another."),
    "audit.rule.vacation/no-days": _l("Event {version} begins a vacation without a day left."),
    "audit.rule.vacation/none": _l("Event {version} ends a vacation that was not on."),
    "audit.rule.outage/no-time": _l("Event {version} records an outage in which no player lost time."),
    "audit.rule.outage/too-many": _l("Event {version} records more outages than one turn can have."),
    "audit.rule.end/agreed": _l("Event {version} agrees to an end a second time."),
    "audit.rule.game/begun": _l("Event {version} calls off a game that had begun."),
    "audit.rule.game/in-dynasty": _l("Event {version} calls off a game of a dynasty."),
    "audit.rule.game/in-tournament": _l("Event {version} calls off a game of a tournament."),
}
