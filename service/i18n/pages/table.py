"""What the game table says: what is to be done, why something cannot be, and what happened."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from replays.events.causes import TIMEOUT
from service.i18n.pages.board import WORDS as BOARD
from service.i18n.speaking import Word, gettext, plural
from service.i18n.speaking import lazy_gettext as _l

NEWS = {
    "news.PlayerSeated": _l("{name} sat down"),
    "news.BotSeated": _l("{name} sat down"),
    "news.GameStarted": _l("The game began"),
    "news.LineDealt": _l("The line {dominoes} was dealt"),
    "news.DominoChosen": _l("{name} took {domino}"),
    "news.DominoPlaced": _l("{name} placed {domino}"),
    "news.DominoDiscarded": _l("{name} discarded {domino}, which fitted nowhere"),
    "news.DominoLeftOver": _l("{domino} was left over"),
    "news.FirePlaced": _l("{name} put a fire token of {fires}"),
    "news.FireLost": _l("{name} found no square for the fire"),
    "news.TotemTaken": _l("{name} took the totem of the {what}"),
    "news.TotemGiven": _l("{name} gave the totem of the {what} to {to}"),
    "news.TotemReturned": _l("{name} put the totem of the {what} back"),
    "news.CavemanPaid": _l("{name} paid for a caveman"),
    "news.CavemanTaken": _l("{name} took a caveman: {what}"),
    "news.CavemanPut": _l("{name} put the caveman on the board"),
    "news.RecruitingDeclined": _l("{name} did not recruit"),
    "news.TimeExpired": _l("The time of {name} is up"),
    "news.SeatAway": _l("A bot plays on for {name}"),
    "news.SeatReturned": _l("{name} is back"),
    "news.SeatLeft": _l("{name} left the game"),
    "news.SeatTakenOver": _l("{name} took over a seat"),
    "news.VacationBegan": _l("{name} is on vacation"),
    "news.VacationEnded": _l("{name} is back from vacation"),
    "news.EndAgreed": _l("{name} would end the game here"),
    "news.GameAborted": _l("The game was called off"),
    "news.PlanFired": _l("{name} played as planned"),
    "news.GameScored": _l("The points were counted"),
}
"""One sentence for each type of event that is told of."""

WORDS: Mapping[str, Word] = {
    **NEWS,
    "news.unfilled": _l("The free seats were not taken in time: the game was called off"),
    "news.both": _l("{name} placed {domino} and took {taken}"),
    "news.and-yours": _l("{text}; it is your turn"),
    "table.somebody": _l("Somebody"),
    "table.guest": _l("Guest"),
    "table.own": _l("Your kingdom"),
    "table.others": _l("The other kingdoms"),
    "table.lines": _l("The lines"),
    "table.line": _l("Current line"),
    "table.next-line": _l("Next line"),
    "table.then": _l("Then:"),
    "table.camp": _l("On the table"),
    "table.your-move": _l("Your move"),
    "table.moves": _l("What happened"),
    "table.unseen": _l("Dominoes not yet seen"),
    "table.unseen-words": plural(
        "{count} domino has not been seen; {left} of them are still to come.",
        "{count} dominoes have not been seen; {left} of them are still to come.",
    ),
    "table.all-seen": _l("Every domino has been seen."),
    "table.terrain": _l("Terrain"),
    "table.squares": _l("Squares"),
    "table.crowns": _l("Crowns"),
    "table.fires": _l("Fires"),
    "table.rank": _l("Place"),
    "table.player": _l("Player"),
    "table.points": plural("{count} point", "{count} points"),
    "table.points-title": _l("Points"),
    "table.region": _l("{terrain}: {squares} squares times {signs} crowns, {points} points"),
    "table.region-fires": _l("{terrain}: {squares} squares times {signs} fires, {points} points"),
    "table.middle_kingdom": _l("Castle in the middle: {points}"),
    "table.harmony": _l("Complete kingdom: {points}"),
    "table.resources": _l("Resources: {points}"),
    "table.totems": _l("Totems: {points}"),
    "table.cavemen": _l("Cavemen: {points}"),
    "table.no-points": _l("No points yet"),
    "table.discarded": _l("Discarded: {dominoes}"),
    "table.as-table": _l("As a table"),
    "table.to-move": _l("to move"),
    "table.away": _l("away, a bot plays"),
    "table.gone": _l("left the game"),
    "table.left": _l("{time} left"),
    "table.days": plural("{count} day {time} h", "{count} days {time} h"),
    "table.won": _l("{names} won"),
    "table.yours": _l("Your turn"),
    "table.turn-of": _l("{name} is to move"),
    "table.status-open": _l("Waiting for players"),
    "table.status-active": _l("The game goes on"),
    "table.status-finished": _l("The points are being counted"),
    "table.status-scored": _l("Finished"),
    "table.status-aborted": _l("Called off"),
    "table.status-unfilled": _l("Called off: the free seats were not taken in time"),
    "table.round": _l("Round {round} of {rounds}, {left} dominoes left"),
    "table.keys": _l(
        "Arrows move, R turns, Enter places and a second Enter confirms, Escape takes back. "
        "Tab goes on to the line."
    ),
    "table.place": _l("Place {domino} on a lit square"),
    "table.laid": _l("Confirm, or try another place"),
    "table.laid-choose": _l("Confirm, or choose your next domino first and do both"),
    "table.choose": _l("Choose a domino"),
    "table.choose-two": _l("Choose two dominoes: the outer or the inner ones"),
    "table.discard": _l("{domino} fits nowhere"),
    "table.fire": plural(
        "The volcano erupts: put a fire token of {count}", "The volcano erupts: put a fire token of {count}"
    ),
    "table.totem": _l("You lose a totem: who gets it?"),
    "table.recruit": _l("Recruit a caveman: tap 2 different resources"),
    "table.recruit-both": _l("Recruit a caveman: tap 2 different resources, or 4 for any of the stack"),
    "table.take": _l("Choose the caveman you have paid for"),
    "table.put": _l("Put the {what} on a lit square"),
    "table.hand": _l("Domino {domino} in hand: {halves}. Drag it, or press it and then a square."),
    "table.square": _l("column {x}, row {y}"),
    "table.fits": _l("It fits at column {x}, row {y}"),
    "table.fault.castle": _l("The start tile lies there: {domino} is back in your hand."),
    "table.fault.covered": _l("Another domino lies there: {domino} is back in your hand."),
    "table.fault.large": _l(
        "There the kingdom would be wider than {limit} squares: {domino} is back in your hand."
    ),
    "table.fault.match": _l("No half of {domino} touches its own terrain there: it is back in your hand."),
    "table.fault.refused": _l("{domino} cannot lie there: it is back in your hand."),
    "table.fault.beside": _l("That is beside your board: the domino is back in your hand."),
    "table.fire-refused": _l("The fire goes on a lit square: within reach, without a fire, no volcano."),
    "table.recruit-refused": _l("Tap squares with resources on them."),
    "table.put-refused": _l("It goes on a lit square: one with no fire, resource or caveman, no volcano."),
    "table.turn": _l("Turn"),
    "table.back": _l("Take back"),
    "table.confirm": _l("Confirm"),
    "table.confirm-step": _l("Ask before each move"),
    "table.pass": _l("Do not recruit"),
    "table.give": _l("{what}: to {name}"),
    "table.do-place": _l("Place {domino}"),
    "table.do-both": _l("Place {domino}, take {wish}"),
    "table.do-choose": _l("Take {wish}"),
    "table.do-discard": _l("Discard {domino}"),
    "table.do-discard-both": _l("Discard {domino}, take {wish}"),
    "table.do-fire": _l("Put the fire here"),
    "table.do-pay-board": _l("Pay 2 for one of the cave board"),
    "table.do-pay-stack": _l("Pay 4 for any of the stack"),
    "table.do-take": _l("Take the {what}"),
    "table.do-put": _l("Put the {what} here"),
    "table.do-plan": _l("Keep this plan"),
    "table.plan": _l("Plan your next turn: where {domino} goes, then what to take, the best first"),
    "table.plan-nowhere": _l("As it is, {domino} fits nowhere: plan what to take"),
    "table.plan-start": _l("Plan my next turn"),
    "table.plan-stop": _l("Stop planning"),
    "table.plan-change": _l("Change my plan"),
    "table.plan-drop": _l("Forget my plan"),
    "table.plan-laid": _l("Your plan. {plan}"),
    "table.plan-place": _l("Place {domino} at column {x}, row {y}."),
    "table.plan-wish": _l("Take {wish}."),
    "table.plan-done": _l("Your plan was carried out: you {done}."),
    "table.did-place": _l("placed {domino}"),
    "table.did-discard": _l("discarded {domino}"),
    "table.did-choose": _l("took {domino}"),
    "table.otherwise": _l("{domino}, otherwise {rest}"),
    "table.wish-none": _l("nothing yet"),
    "table.case": plural("If {taken} is gone: take {wish}.", "If {taken} are gone: take {wish}."),
    "table.case-else": _l("In all other cases: take {wish}."),
    "table.case-new": _l("If … is gone"),
    "table.case-add": _l("If one is gone …"),
    "table.case-taken": _l("Which one might others take? Tap it in the line"),
    "table.case-wish": _l("If others take {domino}: tap what you take then, the best first"),
    "table.plan-failed": _l("Your plan could not be carried out: {why}"),
    "table.totems-title": _l("Totems"),
    "table.nobody": _l("nobody"),
    "table.cave": _l("Cave board"),
    "table.stack": plural("{count} caveman in the stack", "{count} cavemen in the stack"),
    "table.stale": _l("The game went on meanwhile. Look again."),
    "table.half": _l("{domino} is placed, but {wish} could not be taken: {why}"),
    "table.waiting": plural("Waiting for {count} more player", "Waiting for {count} more players"),
    "table.join": _l("Take a seat"),
    "table.seat-bot": _l("Add {name}"),
    "table.take-over": _l("Play on for {name}"),
    "table.menu": _l("Menu"),
    "table.replay": _l("Replay"),
    "table.audit": _l("Audit"),
    "table.dynasty": _l("Dynasty"),
    "table.return": _l("I am back"),
    "table.claim": _l("Claim the time-out of {name}"),
    "table.sure-claim": _l("Claim that the time of {name} is up? Then {name} is out of the game."),
    "table.end": _l("Offer to end here"),
    "table.sure-end": _l("Offer to end the game in this position? It ends when all who play agree."),
    "table.agree": _l("Agree to end here"),
    "table.sure-agree": _l("Agree to end the game in this position? It ends when all who play agree."),
    "table.vacation": _l("Go on vacation"),
    "table.sure-vacation": plural(
        "Go on vacation? Your time stands still until you end it, for {count} day at most. "
        "A day that has begun counts whole.",
        "Go on vacation? Your time stands still until you end it, for {count} days at most. "
        "A day that has begun counts whole.",
    ),
    "table.vacation-over": _l("End my vacation"),
    "table.vacation-days": plural(
        "{count} day of vacation left this year", "{count} days of vacation left this year"
    ),
    "table.on-vacation": _l("on vacation until {date}"),
    "table.abort": _l("Call the game off"),
    "table.sure-abort": _l("Call the game off? Nobody wins."),
    "table.resign": _l("Resign"),
    "table.sure-resign": _l("Leave this game for good? You will rank below all who stay."),
    "table.rather-not": _l("Cancel"),
    "table.rematch": _l("Play again"),
    "table.rematch-dynasty": _l("Play a dynasty: three games"),
    "table.next-game": _l("Next game that waits for you"),
}


def story(events: Iterable[Mapping[str, Any]], names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The events of a game's record that are told of, each with its version, in sentences.

    `names` are those of the seats.
    """
    for event in events:
        word = WORDS["news.unfilled"] if _is_unfilled(event) else NEWS.get(f"news.{event['type']}")
        if word is not None:
            yield event["version"], str(word).format(**_values(event, names))


def _is_unfilled(event: Mapping[str, Any]) -> bool:
    """Whether the service called the game off, since nobody took its free seats."""
    return event["type"] == "GameAborted" and bool(event.get("cause") == TIMEOUT)


def _values(event: Mapping[str, Any], names: Sequence[str]) -> dict[str, object]:
    data = event["data"]
    what = [BOARD[f"{kind}.{data[key]}"] for kind, key in _THINGS if key in data]
    return {
        **data,
        "name": _name(event["seat"], names),
        "to": _name(data.get("to"), names),
        "dominoes": ", ".join(map(str, data.get("dominoes", ()))),
        "what": str(what[0]) if what else "",
    }


_THINGS = (("piece", "resource"), ("caveman", "caveman"))


def _name(seat: int | None, names: Sequence[str]) -> str:
    return names[seat] if seat is not None and seat < len(names) else gettext("Somebody")
