"""The sentence for each type of event, which pages and terminals share.

A sentence may contain members of the event's data, and besides `{name}` for the name of its seat, `{to}` for
that of another seat, `{what}` for a piece or a caveman, `{dominoes}` for several dominoes, and `{length}` for
the hours and minutes of an interval.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from types import MappingProxyType
from typing import Any, NamedTuple

from replays.events.causes import BOT, OPERATOR, PLAN, PLAYER, TIMEOUT
from replays.events.event_types import EVENT_TYPES
from service.application.i18n.pages.board import WORDS as BOARD
from service.application.i18n.speaking import Word, pgettext, present
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.i18n.speaking import lazy_pgettext as _lp

Event = Mapping[str, Any]
"""An event in its public form."""

NameOf = Callable[[int], str]
"""Returns the name of a seat's player."""


class EventDisplay(Enum):
    """Where an event is shown."""

    NEWS = "news"
    """Immediately, to everybody at the table, and in the list."""
    LISTED = "listed"
    """In the list of events."""
    STEP = "step"
    """Only when stepping through the game."""


class EventWords(NamedTuple):
    """The sentence for a type of event, where it is shown, and other sentences for some causes."""

    text: Word
    display: EventDisplay = EventDisplay.NEWS
    by_cause: Mapping[str, Word] = MappingProxyType({})
    yours: Word | None = None
    """The sentence for the player who acted; None if there is no separate one."""


EVENTS = {
    "GameCreated": EventWords(_l("The table was opened"), EventDisplay.STEP),
    "PlayerSeated": EventWords(_l("{name} sat down"), yours=_l("You sat down")),
    "BotSeated": EventWords(_l("{name} sat down")),
    "GameStarted": EventWords(_l("The game began")),
    "KingDrawn": EventWords(
        _l("A king of {name} was drawn"), display=EventDisplay.STEP, yours=_l("A king of yours was drawn")
    ),
    "LineDealt": EventWords(_l("The line {dominoes} was dealt"), EventDisplay.LISTED),
    "DominoChosen": EventWords(_l("{name} took {domino}"), yours=_l("You took {domino}")),
    "DominoPlaced": EventWords(_l("{name} placed {domino}"), yours=_l("You placed {domino}")),
    "DominoDiscarded": EventWords(
        _l("{name} discarded {domino}, which fitted nowhere"),
        yours=_l("You discarded {domino}, which fitted nowhere"),
    ),
    "DominoLeftOver": EventWords(_l("{domino} was left over"), EventDisplay.LISTED),
    "FirePlaced": EventWords(
        _l("{name} put a fire token of {fires}"), yours=_l("You put a fire token of {fires}")
    ),
    "FireLost": EventWords(
        _l("{name} found no square for the fire"), yours=_l("You found no square for the fire")
    ),
    "TotemTaken": EventWords(
        _l("{name} took the totem of the {what}"), yours=_l("You took the totem of the {what}")
    ),
    "TotemGiven": EventWords(
        _l("{name} gave the totem of the {what} to {to}"),
        yours=_l("You gave the totem of the {what} to {to}"),
    ),
    "TotemReturned": EventWords(
        _l("{name} put the totem of the {what} back"), yours=_l("You put the totem of the {what} back")
    ),
    "BoardRefilled": EventWords(_l("Cavemen came onto the cave board"), EventDisplay.STEP),
    "CavemanPaid": EventWords(_l("{name} paid for a caveman"), yours=_l("You paid for a caveman")),
    "CavemanTaken": EventWords(_l("{name} took a caveman: {what}"), yours=_l("You took a caveman: {what}")),
    "CavemanPut": EventWords(
        _l("{name} put the caveman on the board"), yours=_l("You put the caveman on the board")
    ),
    "RecruitingDeclined": EventWords(
        _l("{name} did not recruit"), display=EventDisplay.LISTED, yours=_l("You did not recruit")
    ),
    "TimeExpired": EventWords(_l("The time of {name} is up"), yours=_l("Your time is up")),
    "SeatAway": EventWords(_l("A bot plays on for {name}"), yours=_l("A bot plays on for you")),
    "SeatReturned": EventWords(_l("{name} is back"), yours=_l("You are back")),
    "SeatLeft": EventWords(
        _l("{name} left the game"),
        yours=_l("You left the game"),
        by_cause={PLAYER: _lp("status", "{name} resigned")},
    ),
    "SeatTakenOver": EventWords(_l("{name} took over a seat"), yours=_l("You took over a seat")),
    "VacationBegan": EventWords(_l("{name} is on vacation"), yours=_l("You are on vacation")),
    "VacationEnded": EventWords(_l("{name} is back from vacation"), yours=_l("You are back from vacation")),
    "OutageRecorded": EventWords(
        _l("The service was away for {length}: this time counts for nobody"),
        by_cause={OPERATOR: _l("The clocks stood still for {length}: this time counts for nobody")},
    ),
    "EndAgreed": EventWords(_l("{name} would end the game here"), yours=_l("You would end the game here")),
    "GameAborted": EventWords(
        _l("The game was called off"),
        by_cause={TIMEOUT: _l("The free seats were not taken in time: the game was called off")},
    ),
    "PlanFired": EventWords(_l("{name} played as planned"), yours=_l("You played as planned")),
    "GameEnded": EventWords(_l("The game was over"), EventDisplay.STEP),
    "SeedRevealed": EventWords(_l("The seed was revealed: every draw can be checked"), EventDisplay.STEP),
    "GameScored": EventWords(_l("The points were counted"), EventDisplay.LISTED),
}
"""The words for each type of event of a game, by its stored name; a test checks that none is missing."""

WORDS = {
    "event.by-bot": _l("{text} (a bot played)"),
    "event.planned": _l("{text} (as planned)"),
    "event.both": _l("{name} placed {domino} and took {taken}"),
    "event.both-yours": _l("You placed {domino} and took {taken}"),
    "event.since-own": _l("Since your last move: {text}"),
    "event.and-yours": _l("{text}; it is your turn"),
}
"""The sentences of scripts around these."""


def script_events() -> dict[str, Any]:
    """The data on event types for scripts: where each is shown, its sentences, and if it is a choice.

    A choice is decided by a player on their turn, so a bot can make it for them.
    """
    return {
        name: {
            "display": words.display.value,
            "text": str(words.text),
            **({"yours": str(words.yours)} if words.yours else {}),
            "causes": {cause: str(text) for cause, text in words.by_cause.items()},
            "choice": BOT in EVENT_TYPES[name].causes,
        }
        for name, words in EVENTS.items()
    }


def story(
    events: Iterable[Event], names: Sequence[str], reader: str | None = None
) -> Iterator[tuple[int, str]]:
    """The sentences for the listed events of a game, each with its version.

    `names` are by seat; `reader` is the id of the player who reads them, who is addressed as "You".
    """
    for event in events:
        words = EVENTS.get(event["type"])
        if words is not None and words.display is not EventDisplay.STEP:
            yield event["version"], told(event, lambda seat: _name(seat, names), reader)


def told(event: Event, name_of: NameOf, reader: str | None = None) -> str:
    """The sentence for an event; for an unknown type, its stored name."""
    words = EVENTS.get(event["type"])
    if words is None:
        return str(event["type"])
    text = words.by_cause.get(event.get("cause", ""), words.text)
    if words.yours and reader is not None and event["actor"] == reader:
        text = words.yours
    return text.told(**_values(event, name_of))


def told_with_cause(event: Event, name_of: NameOf, *, is_bot: bool) -> str:
    """The sentence, with a mark for a move by a plan or a stand-in bot; `is_bot`: the seat is a bot's."""
    text, cause = told(event, name_of), event.get("cause")
    if cause == PLAN and event["type"] != "PlanFired":
        return WORDS["event.planned"].told(text=text)
    if cause == BOT and not is_bot:
        return WORDS["event.by-bot"].told(text=text)
    return text


MINUTE_MS = 60_000

_THINGS = (("piece", "resource"), ("caveman", "caveman"))


def _values(event: Event, name_of: NameOf) -> dict[str, object]:
    data = event["data"]
    what = [str(BOARD.get(f"{kind}.{data[key]}", data[key])) for kind, key in _THINGS if key in data]
    seats = {"name": event["seat"], "to": data.get("to")}
    named = {
        key: pgettext("name", "Somebody") if seat is None else name_of(seat) for key, seat in seats.items()
    }
    dominoes = present().format.numbers(data.get("dominoes", ()))
    return {**data, **named, "dominoes": dominoes, "what": "".join(what), "length": _length(data)}


def _length(data: Mapping[str, Any]) -> str:
    """The duration of an interval in minutes, rounded up; empty for an event without one.

    >>> _length({"began": 0, "ended": 7_440_001})
    '2 hours, 5 minutes'
    """
    began, ended = data.get("began"), data.get("ended")
    if type(began) is not int or type(ended) is not int:
        return ""
    return present().format.duration(-((began - ended) // MINUTE_MS) * 60)


def _name(seat: int, names: Sequence[str]) -> str:
    return names[seat] if seat < len(names) else pgettext("name", "Somebody")
