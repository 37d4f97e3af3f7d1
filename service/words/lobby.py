"""What the lobby's and the new game page's scripts say."""

from service.words.speaking import lazy_gettext as _l
from service.words.speaking import plural

WORDS = {
    "lobby.opening": _l("Setting up the table…"),
    "lobby.joining": _l("Taking a seat…"),
    "lobby.your-turn": _l("Your turn"),
    "lobby.turn-of": _l("{name} is to move"),
    "lobby.open": plural("Waiting for {count} more player", "Waiting for {count} more players"),
    "lobby.finished": _l("The points are being counted"),
    "lobby.scored": _l("Finished"),
    "lobby.aborted": _l("Called off"),
    "lobby.round": _l("Round {round} of {rounds}"),
    "lobby.deadline": _l("until {time}"),
    "lobby.origins": _l("Origins"),
    "lobby.kingdomino": _l("Kingdomino"),
    "lobby.with": _l("with {names}"),
    "lobby.alone": _l("nobody else yet"),
    "new.no-bots": _l("A dynasty is played by people."),
}
