"""The page of a game in a terminal: kingdoms side by side, lines with kings, points and places."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kingdomino.board.dominoes import DOMINOES, ORIGINS_DOMINOES
from kingdomino.board.terrain import Terrain
from service.application.i18n.commands import terminal as words
from service.application.i18n.commands.errors import in_words
from service.application.i18n.commands.terminal import digits
from service.application.i18n.speaking import present
from service.cli.terminal import origins
from service.cli.terminal.clean import clean
from service.cli.terminal.kingdoms import SQUARE_WIDTH, STYLES, TERRAINS, drawn, legend
from service.cli.terminal.names import name, standing
from service.cli.terminal.recording import Step
from service.cli.terminal.times import utc
from service.cli.terminal.words import domino_text, early_end, is_origins, places, rules_text, sentence

Json = Mapping[str, Any]

KINGDOM_SIDE = 5
"""The squares for which a kingdom's column has room, so that the others do not move while it grows."""

_BONUSES = {"middle_kingdom": "Middle Kingdom", "harmony": "Harmony"}
_MODES = {"totem": ("resources", "totems"), "tribe": ("cavemen",)}
"""The scores of the modes of Origins besides regions (R28, R30)."""


def page(step: Step, before: Json | None, last: int) -> RenderableType:
    """The page just after a step, with `last` as the last version; `before` is the state before the step."""
    return Group(heading(step, last), what_happened(step, before), Text(), *board(step.state, _newest(step)))


def heading(step: Step, last: int) -> Text:
    """The game's id and rules, and the position in it."""
    state = step.state
    rules = rules_text(state["rules"], len(state["kingdoms"]) or None)
    game = clean(state["id"], 40)
    where = words.VERSION.said(version=digits(step.version), versions=digits(last))
    title = words.GAME.said(id=game, rules=rules) if game else words.A_GAME.said(rules=rules)
    at = utc(step.event["at"], "%Y-%m-%d %H:%M:%S")
    shown = [where, round_text(state), status_text(state), at and digits(at)]
    return Text(f"{title}\n{present().sequence(filter(None, shown))}")


def round_text(state: Json) -> str:
    """The round of a game, or its first choice."""
    if not state["round"]:
        return str(words.FIRST_CHOICE)
    return words.ROUND.said(round=digits(state["round"]), rounds=digits(state["rounds"]))


def status_text(state: Json) -> str:
    """The status of a game in a word."""
    status = clean(state["status"])
    return str(words.STATUS.get(status, status))


def what_happened(step: Step, before: Json | None) -> Text:
    """The sentence for the step's event."""
    return Text(sentence(step, before), style="bold")


def board(state: Json, newest: int | None = None) -> Iterable[RenderableType]:
    """The kingdoms, the lines and the seat to act; before the start, the players at the table."""
    if not state["kingdoms"]:
        seated = present().sequence(name(state, player["seat"]) for player in state["players"])
        yield Text(words.AT_THE_TABLE.said(names=seated or str(words.NOBODY)))
        return
    yield kingdoms(state, newest)
    yield Text()
    yield from _lines(state)
    yield from table(state)
    if state["to_act"]:
        seat, wanted = state["to_act"]["seat"], clean(" or ".join(state["to_act"]["types"]))
        who = name(state, seat)
        yield Text(in_words(f"{who} is to {wanted}", words.TO_MOVE.told(name=who)))
    if state["ranking"]:
        yield result(state)


def kingdoms(state: Json, newest: int | None = None) -> RenderableType:
    """All kingdoms side by side, or one below the other in a narrow terminal."""
    return Columns([_kingdom(state, kingdom, newest) for kingdom in state["kingdoms"]], padding=(0, 3))


def table(state: Json) -> Iterable[Text]:
    """The pieces on the table in Origins, and the meanings of the kingdoms' marks; empty in the base game."""
    if is_origins(state["rules"]):
        yield from map(Text, origins.table(state))
        signs = legend(state["kingdoms"])
        if signs:
            yield Text(signs, style="dim")


def score_table(state: Json) -> Table:
    """The squares times crowns or fires of every region with points, other scores, and the totals."""
    points = Table(str(words.REGION))
    for kingdom in state["kingdoms"]:
        points.add_column(Text(name(state, kingdom["seat"])), justify="right")
    for terrain in _terrains(state["rules"]):
        points.add_row(
            Text(words.piece(terrain, terrain), STYLES[TERRAINS[terrain]]),
            *(_regions(kingdom["score"], terrain) for kingdom in state["kingdoms"]),
        )
    for key, title in _extras(state["rules"]).items():
        points.add_row(
            words.score_title(key, title), *(digits(kingdom["score"][key]) for kingdom in state["kingdoms"])
        )
    points.add_section()
    points.add_row(
        Text(str(words.TOTAL), "bold"),
        *(Text(digits(kingdom["score"]["total"]), "bold") for kingdom in state["kingdoms"]),
    )
    return points


def _terrains(rules: Json) -> list[str]:
    """The terrains that score in a game, which excludes volcanoes (R11, R22)."""
    dominoes = ORIGINS_DOMINOES if is_origins(rules) else DOMINOES
    found = {half.terrain for domino in dominoes.values() for half in (domino.a, domino.b)}
    return [terrain.word for terrain in sorted(found - {Terrain.VOLCANO})]


def _extras(rules: Json) -> dict[str, str]:
    """The scores besides regions under these rules, with their titles."""
    titles = _BONUSES | (origins.RULES if is_origins(rules) else {})
    modes = _MODES.get(str(rules.get("mode")), ())
    return {key: title for key, title in titles.items() if rules.get(key)} | {key: key for key in modes}


def result(state: Json) -> Text:
    """The reason for an early end, if any, and the places with the points, best first."""
    players = [name(state, kingdom["seat"]) for kingdom in state["kingdoms"]]
    why = words.result_text(state, players, early_end(state))
    lines = [why] if why else []
    lines += [
        words.PLACE.said(
            place=digits(place),
            name=players[seat],
            points=digits(state["kingdoms"][seat]["score"]["total"]),
        )
        for seat, place in places(state["ranking"])
    ]
    return Text("\n".join(lines), style="bold")


def _kingdom(state: Json, kingdom: Json, newest: int | None) -> RenderableType:
    seat, points = kingdom["seat"], kingdom["score"]["total"]
    acts = bool(state["to_act"]) and state["to_act"]["seat"] == seat
    shown = filter(None, [name(state, seat), standing(state, seat), digits(points)])
    title = Text(" ".join(shown), style="reverse" if acts else "bold")
    width = KINGDOM_SIDE * (SQUARE_WIDTH + is_origins(state["rules"]))
    title.pad_right(max(0, width - title.cell_len))
    discarded = " ".join(map(digits, kingdom["discarded"]))
    below = [Text(words.DISCARDED.said(dominoes=discarded), style="dim")] if discarded else []
    return Group(title, drawn(kingdom["cells"], newest), *below)


def _lines(state: Json) -> Iterable[Text]:
    for title, line in ((words.LINE, state["line"]), (words.NEXT, state["next_line"])):
        if line:
            yield Text(f"{title}  {'   '.join(_slot(state, slot) for slot in line)}")


def _slot(state: Json, slot: Json) -> str:
    return f"{domino_text(slot['domino'], state['rules'])} {_king(state, slot['seat'])}"


def _king(state: Json, seat: int | None) -> str:
    return str(words.FREE) if seat is None else name(state, seat)


def _regions(score: Json, terrain: str) -> str:
    """The regions of a terrain that score, the one with the most points first: `5 x 2 = 10`."""
    found = [region for region in score["regions"] if region["terrain"] == terrain and region["points"]]
    found.sort(key=lambda region: -region["points"])
    formulas = (f"{region['squares']} x {_crowns(region)} = {region['points']}" for region in found)
    return "\n".join(present().format.formula(digits(formula)) for formula in formulas)


def _crowns(region: Json) -> int:
    return int(region["fires"] if "fires" in region else region["crowns"])


def _newest(step: Step) -> int | None:
    """The domino that was placed in this step, if any."""
    return step.event["data"]["domino"] if step.event["type"] == "DominoPlaced" else None
