"""The contents of a picture: a game at one version, the same for all viewers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from replays.match.aggregate import Match, Status
from replays.projections.view import state
from service.application.i18n.games.outcomes import outcome_words
from service.application.i18n.names import displayed
from service.application.i18n.pages.table import WORDS
from service.application.i18n.shortening import isolated
from service.application.i18n.speaking import gettext, pgettext, present
from service.application.pictures.boards import Board, BoardBounds, Json, board_of
from service.application.pictures.lettering import can_write

Names = Mapping[str, str | None]


def called(players: Sequence[str], seats: int) -> list[str]:
    """The names of the seats, of which these players have the first ones."""
    return [*players, *[pgettext("name", "Free seat")] * (seats - len(players))]


@dataclass(frozen=True)
class Scene:
    """A game's state at one version, and the names of its seats, including free ones."""

    state: Mapping[str, Any]
    limit: int | None
    origins: bool
    names: Sequence[str]
    bounds: Sequence[BoardBounds] = ()
    """What the drawings of the boards show, by seat; by default what their squares need."""

    @classmethod
    def of(cls, match: Match, names: Names, *, any_letters: bool = False) -> "Scene":
        """The scene of this match; `names` are the current names of its players, by id.

        A name that the font of pictures cannot write is replaced by a number, unless `any_letters` is True.
        """
        shown = [
            name if any_letters or can_write(name) else pgettext("name", "Player %(number)s", number=seat + 1)
            for seat, name in enumerate(displayed(match, names))
        ]
        return cls(
            state(match, names),
            match.rules.limit(match.players),
            match.rules.origins,
            called(shown, match.players),
        )

    @cached_property
    def boards(self) -> list[Board]:
        """The kingdoms in the order of seats; empty before the game's start."""
        empty = [{"seat": seat, "cells": [], "score": {"total": 0}} for seat in range(len(self.names))]
        kingdoms: Sequence[Json] = self.state["kingdoms"] or empty
        winners = [seat for seat, place in self.places.items() if place == 1]
        boards = [
            board_of(each, limit=self.limit, origins=self.origins, crowned=each["seat"] in winners)
            for each in kingdoms
        ]
        return list(map(_within, boards, self.bounds)) if self.bounds else boards

    @property
    def places(self) -> dict[int, int]:
        """The place of each seat, 1 for the winners; empty before the result."""
        ranking, places = self.state["ranking"] or [], dict[int, int]()
        for seats in ranking:
            before = len(places)
            places |= dict.fromkeys(seats, before + 1)
        return places

    @property
    def by_place(self) -> list[int]:
        """The seats, the best first once there is a result."""
        return (
            [seat for seats in self.state["ranking"] for seat in seats]
            if self.state["ranking"]
            else [*range(len(self.names))]
        )

    @property
    def progress(self) -> str:
        """The progress of the game, in words, among which each name keeps its own direction."""
        shown, names = self.state, [isolated(name) for name in self.names]
        if shown["ranking"]:
            return outcome_words(shown, names)
        if shown["status"] == Status.OPEN.value:
            free = len(self.names) - len(shown["players"])
            return present().counted(WORDS["table.waiting"], free)
        if not shown["to_act"]:
            return str(WORDS[f"table.status-{shown['status']}"])
        mover = names[shown["to_act"]["seat"]]
        round_ = (
            gettext("Round %(round)s of %(rounds)s", round=shown["round"], rounds=shown["rounds"])
            if shown["round"]
            else pgettext("status", "First choice")
        )
        return f"{round_}: {WORDS['table.turn-of'].told(name=mover)}"


def _within(board: Board, bounds: BoardBounds) -> Board:
    return replace(board, bounds=bounds)
