"""The filters of the search for finished games, for the API and the pages."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields, validate, validates_schema

from service.application.games.search.facts import Company, VariantChoice
from service.application.games.search.finder import GameFilters, Range
from service.application.games.search.layout import SEATS
from service.shared.fields import Day, Identity, Numeral, Strict, Word

MOST = 9_999
"""The largest bound for points, days and turns."""


def _bound(name: str, description: str) -> Numeral:
    return Numeral(
        load_default=None, validate=validate.Range(0, MOST), metadata={"description": f"{name} {description}"}
    )


def _bounds(description: str) -> tuple[Numeral, Numeral]:
    return _bound("Minimum number of", description), _bound("Maximum number of", description)


class SearchFields(Strict):
    """The filters of finished games; a game must match all that are given."""

    variant = Word(VariantChoice, load_default=None)
    seats = Numeral(load_default=None, validate=validate.OneOf(SEATS))
    company = Word(
        Company,
        load_default=None,
        metadata={
            "description": "`people`: games of two or more persons, with or without bots; `solo`: games of "
            "at most one person."
        },
    )
    rated = fields.Boolean(load_default=None)
    opponent = Identity(
        load_default=None,
        metadata={"description": "A second player who had a seat, in addition to `player`."},
    )
    since = Day(load_default=None, metadata={"description": "Earliest day on which the game ended (UTC)."})
    until = Day(load_default=None, metadata={"description": "Latest day on which the game ended (UTC)."})
    min_points, max_points = _bounds("points of the winner.")
    min_days, max_days = _bounds("full days from start to end.")
    min_turns, max_turns = _bounds("turns: dominoes placed or discarded, by all players.")

    @validates_schema
    def check_ranges(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse ranges whose lower bound exceeds the upper one."""
        numbers = ("points", "days", "turns")
        pairs = [("since", "until"), *((f"min_{each}", f"max_{each}") for each in numbers)]
        for low, high in pairs:
            least, most = data.get(low), data.get(high)
            if least is not None and most is not None and least > most:
                raise ValidationError(f"It must not be less than {low}.", high)


FILTERS = tuple(SearchFields._declared_fields)  # noqa: SLF001 - the class attributes, as marshmallow keeps them
"""The names of the filters."""


def is_search(query: Mapping[str, Any]) -> bool:
    """True if a query has a filter that only the search index can apply."""
    return any(query[name] is not None for name in FILTERS)


def wanted_of(query: Mapping[str, Any]) -> GameFilters:
    """The filters of a query, including `player` if present."""
    ranges = {each: Range(query[f"min_{each}"], query[f"max_{each}"]) for each in ("points", "days", "turns")}
    return GameFilters(
        variant=query["variant"],
        seats=query["seats"],
        company=query["company"],
        is_rated=query["rated"],
        players=frozenset(str(query[name]) for name in ("player", "opponent") if query.get(name)),
        ended=Range.of_days(query["since"], query["until"]),
        **ranges,
    )
