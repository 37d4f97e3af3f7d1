"""The replay of a game or study: its moves, and the boards at any of them, with and without scripts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any

import orjson
from flask import Flask, render_template, request

from replays.encoding.identity import GameId
from replays.match.aggregate import Match, Status
from service.application.caches.rendered import RenderedEvents
from service.application.games.recordings import study_id
from service.application.games.shown_tables import game_id
from service.application.i18n.games.events import story
from service.application.i18n.names import displayed, titled
from service.application.i18n.speaking import gettext, pgettext
from service.application.pictures.boards import Board, bounds_of
from service.application.problem import Problem
from service.http.compression import repeats_nothing
from service.http.page_headers import allow_embedding
from service.pages.games.showing.dynasties import PlaceInSeries, series_of
from service.pages.games.showing.previews import preview_of
from service.pages.games.showing.tournaments import PlaceInTournament, tournament_of
from service.pages.shared import boards
from service.pages.shared.link_previews import LinkPreview
from service.services import services
from service.shared.visibility import sight

Json = dict[str, Any]

LONGEST_VERSION = 9
"""The maximum number of digits of a version in a URL."""


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A recorded game: its events with the states after them, and the names by seat.

    `invitation` is the key of a private game, if the request has it; `series` is the game's place in a
    dynasty, `tournament` that in a tournament; `match` is the game as it is now. A study has none of these.
    """

    id: GameId
    read: RenderedEvents
    players: tuple[str, ...]
    invitation: str | None = None
    series: PlaceInSeries | None = None
    tournament: PlaceInTournament | None = None
    match: Match | None = None


def register(app: Flask) -> None:
    """Add the pages to the app."""
    app.add_url_rule("/games/<game>/replay", endpoint="replay", view_func=game, weight=40)
    app.add_url_rule("/studies/<study>", endpoint="study", view_func=study, weight=30)


def game(game: str) -> str:
    """The replay of a game, as far as its log can be read.

    `version` in the query selects the version to show; 404 `version/unknown` if there is no such version.
    With `embed=1` other sites may show the page in a frame.
    """
    embedded = request.args.get("embed") == "1"
    page = _page("replay/replay.html", _game(game), record=f"/games/{game_id(game)}", embedded=embedded)
    if embedded:
        allow_embedding()
    return page


def study(study: str) -> str:
    """The replay of a study, shown by the same script as a game, and labelled as a study."""
    return _page("replay/study.html", _study(study), record=f"/studies/{study_id(study)}", embedded=False)


def _game(text: str) -> RecordedGame:
    found = services().recording_reader.game(text, sight())
    names = tuple(displayed(found.match, found.names)) if found.match else ()
    recording = RecordedGame(found.id, services().recording_reader.rendered(found), names)
    if found.match is None:
        return recording
    return replace(
        recording,
        invitation=sight().given_key(found.match),
        series=series_of(found.match),
        tournament=tournament_of(found.match),
        match=found.match,
    )


def _study(text: str) -> RecordedGame:
    read = services().recording_reader.study(text, services().recording_reader.study_text(text))
    players = (each["name"] or pgettext("name", "Somebody") for each in read.shown(-1)["players"])
    return RecordedGame(study_id(text), read, tuple(players))


def _page(template: str, shown: RecordedGame, *, record: str, embedded: bool) -> str:
    """The page of a recording; if it has no steps, the page shows the fault."""
    matches = shown.read.matches
    position = _position(shown, _version(len(matches))) if matches else {"state": None}
    repeats_nothing()
    return render_template(
        template,
        id=shown.id,
        record=record,
        key=shown.invitation,
        series=shown.series,
        tournament=shown.tournament,
        embedded=embedded,
        versions=len(matches),
        over=bool(matches) and matches[-1].status is Status.SCORED,
        recorded=shown.read.etag,
        rounds=partial(_rounds, shown),
        fault=shown.read.fault,
        preview=_preview(shown, position),
        title=_title(shown),
        match=shown.match,
        **position,
    )


def _title(shown: RecordedGame) -> str:
    """The title of the page: the players and the date; without a readable record the game's id."""
    if shown.match is None:
        return gettext("Replay of game %(id)s", id=shown.id[:8])
    return titled("replay", shown.match, shown.players)


def _preview(shown: RecordedGame, position: Json) -> LinkPreview | None:
    """The preview of the version that the URL names, if any; None for a study."""
    if shown.match is None or position["state"] is None:
        return None
    asked = {"version": position["version"]} if "version" in request.args else {}
    return preview_of(shown.match, position["state"], shown.players, "replay", **asked)


def _version(versions: int) -> int:
    """The version that the URL names, or the last one; 404 if there is no such version."""
    text = request.args.get("version", str(versions))
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_VERSION and 1 <= int(text) <= versions:
        return int(text)
    detail = gettext("There are the versions 1 to %(last)s, not %(asked)s.", last=versions, asked=text[:40])
    raise Problem(404, "version/unknown", detail)


def _position(shown: RecordedGame, version: int) -> Json:
    """The content of the page for this version, as shown without scripts."""
    read = shown.read
    position = boards.position(read.matches[version - 1], read.shown(version - 1), shown.players)
    return position | {"version": version, "boards": _steady(position, read.shown(-1)["kingdoms"])}


def _steady(position: Json, last: Sequence[Json]) -> list[Board]:
    """The boards of a version by seat, with the bounds of the last version, so that squares stay in place."""
    limit = position["table"]["limit"]
    return [
        replace(board, bounds=bounds_of(last[board.seat]["cells"], limit))
        for board in sorted(position["boards"], key=lambda board: board.seat)
    ]


def _rounds(shown: RecordedGame) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """The events of each round: the round's number, and each version with its sentence.

    After the last event of a round the match is already in the next one, so an event belongs to the round
    before it.
    """
    rounds = [0, *(match.game.round if match.game else 0 for match in shown.read.matches)]
    told = story(map(orjson.loads, shown.read.events), shown.players)
    for number, moves in groupby(told, key=lambda move: rounds[move[0] - 1]):
        yield number, list(moves)
