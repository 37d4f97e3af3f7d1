"""How each number of an entrant in the standings comes about: its parts, which sum up to it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from replays.events.tournament_events import StandingRow
from replays.tournament.aggregate import Tournament
from replays.tournament.results import knockout_stages, scores
from replays.tournament.schedules.forms import Player
from replays.tournament.standings.scores import Result, Scores
from replays.tournament.standings.tie_breaks import PARTS
from service.application.i18n.speaking import gettext, ngettext, pgettext, pplural
from service.application.i18n.tournaments import words
from service.application.i18n.tournaments.numbers import points as points_text
from service.application.i18n.tournaments.numbers import tie_break
from service.application.i18n.tournaments.people import EntrantNames

_UNPLAYED = pplural(
    "points",
    "a round without a table: own points, {points}",
    "a round without a table: {count} times own points, {points}",
)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a number: what it is for, and how much, in the unit of the number."""

    text: str
    amount: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """A number in the standings with its rule, and the parts whose sum, or mean, it is."""

    name: str
    title: str
    rule: str
    number: int
    parts: tuple[Part, ...]

    @property
    def is_mean(self) -> bool:
        """True if the number is the mean of the parts."""
        return self.name == "share"

    def said(self, amount: int) -> str:
        """An amount in the unit of the number."""
        return tie_break(self.name, amount)


@dataclass(frozen=True, slots=True)
class _Explained:
    """An entrant whose numbers are explained; `level` are those who are level before the tie-break."""

    scores: Scores
    names: EntrantNames
    player: Player
    level: Sequence[Player]

    @property
    def tables(self) -> Iterator[tuple[Result, int]]:
        """The results of the entrant, each with the seat."""
        for result in self.scores.results:
            if self.player in result.players:
                yield result, result.players.index(self.player)

    def name(self, entrant: int) -> str:
        return self.names[entrant].name

    def against(self, result: Result) -> str:
        """The others at a table."""
        return self.names.listed(each for each in result.players if each != self.player)


def explanations(
    tournament: Tournament, names: EntrantNames, rows: Sequence[StandingRow], row: StandingRow
) -> list[Explanation]:
    """The explanations of a row's tie-breaks in their order."""
    counted, player = scores(tournament), Player(row.entrant)
    ahead = knockout_stages(tournament) or {}
    keys = {
        Player(each.entrant): (ahead.get(Player(each.entrant), 0), each.points, *each.tie_breaks)
        for each in rows
    }
    found = []
    for index, name in enumerate(tournament.created.regulations.tie_breaks):
        level = [each for each in keys if keys[each][: index + 2] == keys[player][: index + 2]]
        said = words.TIE_BREAKS[name]
        parts = tuple(_PARTS[name](_Explained(counted, names, player, level)))
        found.append(Explanation(name, str(said.name), str(said.meaning), row.tie_breaks[index], parts))
    return found


def _placed(place: int) -> Callable[[_Explained], Iterator[Part]]:
    def parts(of: _Explained) -> Iterator[Part]:
        for result, seat in of.tables:
            if result.places[seat] == place:
                yield Part(pgettext("status", "against %(names)s", names=of.against(result)), 1)

    return parts


def _share(of: _Explained) -> Iterator[Part]:
    for result, seat in of.tables:
        if result.totals:
            own, best = result.totals[seat], max(result.totals)
            text = ngettext(
                "%(own)s of %(num)s point against %(names)s",
                "%(own)s of %(num)s points against %(names)s",
                best,
                own=own,
                names=of.against(result),
            )
            yield Part(text, PARTS * own // best if best else PARTS)


def _buchholz(of: _Explained) -> Iterator[Part]:
    for result, _ in of.tables:
        for other in result.players:
            if other != of.player:
                yield Part(of.name(other), of.scores.points[other])
    own = of.scores.points[of.player]
    for _ in of.scores.unplayed.get(of.player, ()):
        text = _UNPLAYED.told(count=of.scores.opponents, points=points_text(own))
        yield Part(text, of.scores.opponents * own)


def _direct(of: _Explained) -> Iterator[Part]:
    if len(of.level) < 2 or any(not of.scores.met[one].issuperset(of.level) for one in of.level):
        return
    for result, seat in of.tables:
        for other, place in zip(result.players, result.places, strict=True):
            if other != of.player and other in of.level:
                own = result.places[seat]
                yield Part(of.name(other), 1 + (place > own) - (place < own))


def _sonneborn_berger(of: _Explained) -> Iterator[Part]:
    for result, seat in of.tables:
        for other, place in zip(result.players, result.places, strict=True):
            own, points = result.places[seat], of.scores.points[other]
            if other != of.player and place > own:
                yield Part(
                    gettext(
                        "%(name)s, who came behind: twice %(points)s",
                        name=of.name(other),
                        points=points_text(points),
                    ),
                    2 * points,
                )
            elif other != of.player and place == own:
                yield Part(
                    gettext(
                        "%(name)s, who shared the place: %(points)s",
                        name=of.name(other),
                        points=points_text(points),
                    ),
                    points,
                )


def _game_points(of: _Explained) -> Iterator[Part]:
    for result, seat in of.tables:
        if result.totals:
            yield Part(pgettext("status", "against %(names)s", names=of.against(result)), result.totals[seat])


def _lots(of: _Explained) -> Iterator[Part]:
    yield Part(pgettext("status", "drawn with the lots of the first round"), -of.scores.lots[of.player])


_PARTS: dict[str, Callable[[_Explained], Iterator[Part]]] = {
    "wins": _placed(1),
    "seconds": _placed(2),
    "share": _share,
    "buchholz": _buchholz,
    "direct": _direct,
    "sonneborn-berger": _sonneborn_berger,
    "game-points": _game_points,
    "lots": _lots,
}
"""The parts of each tie-break, by its name."""
