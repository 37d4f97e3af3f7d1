"""What a game looks like in a terminal: kingdoms side by side, lines with kings, points and places."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from service.terminal.clean import clean
from service.terminal.kingdoms import SQUARE_WIDTH, STYLES, TERRAINS, drawn
from service.terminal.recording import Step
from service.terminal.words import domino_text, name, places, rules_text, sentence

Json = Mapping[str, Any]

KINGDOM_WIDTH = 5 * SQUARE_WIDTH
"""The least width of a kingdom on a page, so that the others stay where they are while it grows."""

_BONUSES = {"middle_kingdom": "Middle Kingdom", "harmony": "Harmony"}


def page(step: Step, before: Json | None, last: int) -> RenderableType:
    """The game just after a step of `last` steps; `before` is the state before it."""
    return Group(heading(step, last), what_happened(step, before), Text(), *board(step.state, _newest(step)))


def heading(step: Step, last: int) -> Text:
    """Which game this is, and where in it."""
    state = step.state
    rules = rules_text(state["rules"], len(state["kingdoms"]) or None)
    game = clean(state["id"], 40)
    where = f"version {step.version} of {last}"
    when = f"round {state['round']} of {state['rounds']}"
    title = f"Game {game}" if game else "A game"
    return Text(f"{title} ({rules})\n{where}, {when}, {clean(state['status'])}{_time(step.event['at'])}")


def what_happened(step: Step, before: Json | None) -> Text:
    """The step's event in words."""
    return Text(sentence(step, before), style="bold")


def board(state: Json, newest: int | None = None) -> Iterable[RenderableType]:
    """The kingdoms, the lines and whose turn it is; before the start, who sits at the table."""
    if not state["kingdoms"]:
        seated = ", ".join(name(state, player["seat"]) for player in state["players"]) or "nobody"
        yield Text(f"At the table: {seated}")
        return
    yield kingdoms(state, newest)
    yield Text()
    yield from _lines(state)
    if state["to_act"]:
        seat, wanted = state["to_act"]["seat"], clean(" or ".join(state["to_act"]["types"]))
        yield Text(f"{name(state, seat)} is to {wanted}")
    if state["ranking"]:
        yield result(state)


def kingdoms(state: Json, newest: int | None = None) -> RenderableType:
    """All kingdoms side by side, or one below the other where the terminal is narrow."""
    return Columns([_kingdom(state, kingdom, newest) for kingdom in state["kingdoms"]], padding=(0, 3))


def score_table(state: Json) -> Table:
    """Squares times crowns of every region that scores, the bonuses and the total of each player."""
    table = Table("region")
    for kingdom in state["kingdoms"]:
        table.add_column(Text(name(state, kingdom["seat"])), justify="right")
    for terrain in TERRAINS:
        table.add_row(
            Text(terrain, STYLES[TERRAINS[terrain]]),
            *(_regions(kingdom["score"], terrain) for kingdom in state["kingdoms"]),
        )
    for key, title in _BONUSES.items():
        if state["rules"].get(key):
            table.add_row(title, *(str(kingdom["score"][key]) for kingdom in state["kingdoms"]))
    table.add_section()
    table.add_row(
        Text("total", "bold"),
        *(Text(str(kingdom["score"]["total"]), "bold") for kingdom in state["kingdoms"]),
    )
    return table


def result(state: Json) -> Text:
    """The places with the points, best first."""
    lines = [
        f"{place}. {name(state, seat)}: {state['kingdoms'][seat]['score']['total']} points"
        for seat, place in places(state["ranking"])
    ]
    return Text("\n".join(lines), style="bold")


def _kingdom(state: Json, kingdom: Json, newest: int | None) -> RenderableType:
    seat, points = kingdom["seat"], kingdom["score"]["total"]
    acts = bool(state["to_act"]) and state["to_act"]["seat"] == seat
    title = Text(f"{name(state, seat)} {points}", style="reverse" if acts else "bold")
    title.pad_right(max(0, KINGDOM_WIDTH - title.cell_len))
    discarded = " ".join(map(str, kingdom["discarded"]))
    below = [Text(f"discarded {discarded}", style="dim")] if discarded else []
    return Group(title, drawn(kingdom["cells"], newest), *below)


def _lines(state: Json) -> Iterable[Text]:
    for title, line in (("line", state["line"]), ("next", state["next_line"])):
        if line:
            slots = [f"{domino_text(slot['domino'])} {_king(state, slot['seat'])}" for slot in line]
            yield Text(f"{title}  {'   '.join(slots)}")


def _king(state: Json, seat: int | None) -> str:
    return "(free)" if seat is None else name(state, seat)


def _regions(score: Json, terrain: str) -> str:
    """Each region of a terrain that scores, the largest first: `5 x 2 = 10`."""
    found = [region for region in score["regions"] if region["terrain"] == terrain and region["points"]]
    found.sort(key=lambda region: -region["points"])
    return "\n".join(f"{region['squares']} x {region['crowns']} = {region['points']}" for region in found)


def _newest(step: Step) -> int | None:
    """The domino that was placed in this step."""
    return step.event["data"]["domino"] if step.event["type"] == "DominoPlaced" else None


def _time(at: object) -> str:
    """The event's time; empty where it is none."""
    try:
        moment = datetime.fromtimestamp(at / 1000, UTC) if isinstance(at, int) else None
    except (ValueError, OverflowError, OSError):
        moment = None
    return f", {moment:%Y-%m-%d %H:%M:%S} UTC" if moment else ""
