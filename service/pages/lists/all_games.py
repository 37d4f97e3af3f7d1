"""The page of all games: finished games with a search form, and running or open games."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Flask, Response, render_template, request, url_for
from marshmallow import EXCLUDE, ValidationError, fields, validate

from replays.log.listing import GAMES, Question
from replays.match.aggregate import Match, Status
from service.application.accounts.naming.folding import folded
from service.application.accounts.naming.names import LONGEST
from service.application.accounts.players import Profile
from service.application.cursors import refusing_wrong_cursor
from service.application.games.search.facts import Company, company_of
from service.application.games.search.finder import NotBuilt
from service.application.i18n.problems import problem_words
from service.application.i18n.speaking import present
from service.application.pictures.thumbnails import thumbnails
from service.application.problem import Problem
from service.http.client_address import address
from service.http.compression import repeats_nothing
from service.pages.lists.words import COMPANY, STATUSES, VARIANTS, wrong_value
from service.pages.shared import visits
from service.pages.shared.forms import to_page
from service.services import services
from service.shared.lists.searching import FILTERS, SearchFields, wanted_of
from service.shared.visibility import sight, viewer

PAGE_SIZE = 30
WINDOW = 300
"""The number of newest running or open games in which openers take turns."""
MOST_PAGES = 4
"""The maximum number of listing pages read to fill one page of running games between people."""
FOUND = 20
"""The maximum number of players offered for a name."""
CHOICES = {"status", "variant", "seats", "company", "rated", "cursor"}
"""The parameters that a page repeats only as one of a few known words, or not at all."""
ANY = ("company", "any")
"""The parameter of the form that means "regardless of who played"."""


class PageQuery(SearchFields):
    """The query of the page, as the form and links send it."""

    class Meta:
        """marshmallow's options."""

        unknown = EXCLUDE

    status = fields.String(load_default=Status.SCORED.value, validate=validate.OneOf(STATUSES))
    player = fields.UUID(load_default=None)
    name = fields.String(load_default=None, validate=validate.Length(max=LONGEST))
    cursor = fields.String(load_default=None)


@dataclass(frozen=True, slots=True)
class AllGamesPage:
    """The content of the page: a page of games, and the errors of the query by field."""

    matches: list[Match] = field(default_factory=list)
    total: int | None = None
    following: str | None = None
    wrong: Mapping[str, str] = field(default_factory=dict)
    namesakes: list[Profile] = field(default_factory=list)
    http_status: int = 200


def register(app: Flask) -> None:
    """Add the page to the app, and register the template function `thumbnails()`."""
    app.add_url_rule("/games", view_func=all_games, weight=15)
    app.add_template_global(thumbnails)


def all_games() -> Response:
    """A page of games: finished ones that match the query, or running or open ones by `status`."""
    sent = _sent()
    try:
        query = PageQuery().load({name: value for name, value in sent.items() if (name, value) != ANY})
    except ValidationError as wrong:
        fields_of = wrong.messages_dict
        return _page(
            sent, AllGamesPage(wrong={name: wrong_value(name) for name in fields_of}, http_status=422)
        )
    if query["status"] != Status.SCORED.value:
        return _page(sent, _unfinished(query))
    if query["name"] and query["player"] is None:
        return _by_name(sent, query["name"])
    return _page(sent, _finished(query))


def _sent() -> dict[str, str]:
    """The non-empty query parameters; `company` defaults to people, or to any if the query names a player."""
    asked = {name: request.args.get(name, "").strip() for name in PageQuery().fields}
    sent = {name: value for name, value in asked.items() if value}
    of_one = "player" in sent or "name" in sent
    sent.setdefault("company", "any" if of_one else Company.PEOPLE.value)
    return sent


def _finished(query: Mapping[str, Any]) -> AllGamesPage:
    try:
        found = services().game_search.page(wanted_of(query), query["cursor"], PAGE_SIZE, sight())
    except NotBuilt as refused:
        so_far = present().format.percent(refused.share)
        return AllGamesPage(wrong={"index": f"{_words(refused)} {so_far}"}, http_status=refused.status)
    return AllGamesPage(found.matches, found.total, found.next)


def _by_name(sent: Mapping[str, str], name: str) -> Response:
    """Redirect to the games of the only player with this name, or list the players to choose from."""
    try:
        namesakes, _ = services().people.find(name, None, FOUND, viewer().player, address())
    except Problem as refused:
        return _page(sent, AllGamesPage(wrong={"name": _words(refused)}, http_status=refused.status))
    same = [each for each in namesakes if folded(each.name) == folded(name)]
    if len(same) == 1:
        return to_page("all_games", **{**_without(sent, "name", "cursor"), "player": same[0].id})
    return _page(sent, AllGamesPage(namesakes=namesakes))


def _unfinished(query: Mapping[str, Any]) -> AllGamesPage:
    """Open games, or running games: those between people, or all if the query asks for any company."""
    status = Status(query["status"])
    fits = _is_between_people if status is Status.ACTIVE and query["company"] else _is_any
    cursors, cursor = services().cursors, query["cursor"]
    found: list[Match] = []
    for _ in range(MOST_PAGES):
        with refusing_wrong_cursor():
            ids, following = services().fair_pages.page(
                Question(GAMES, status.value),
                limit=PAGE_SIZE,
                cursor=cursors.open(cursor),
                window=WINDOW,
            )
        matches = services().tables.matches.readable(ids)
        found += [match for match in matches if fits(match) and sight().may_see(match)]
        cursor = cursors.seal(following)
        if cursor is None or len(found) >= PAGE_SIZE // 2:
            break
    return AllGamesPage(found, following=cursor)


def _is_between_people(match: Match) -> bool:
    return company_of(match) is Company.PEOPLE


def _is_any(_: Match) -> bool:
    return True


def _page(sent: Mapping[str, str], shown: AllGamesPage) -> Response:
    ids = [sent[each] for each in ("player", "opponent") if each in sent and each not in shown.wrong]
    visits.look_up(shown.matches)
    text = render_template(
        "lobby/games.html",
        sent=sent,
        shown=shown,
        names=services().players.names_of(*shown.matches),
        people_named=services().players.names(ids),
        status=sent.get("status", Status.SCORED.value),
        statuses=STATUSES,
        variants=VARIANTS,
        companies=COMPANY,
        address=lambda **changed: url_for("all_games", **{**_without(sent, "cursor"), **changed}),
        is_narrowed=any(name in sent for name in (*FILTERS, "player") if name != "company"),
    )
    if set(sent) <= CHOICES and not shown.wrong:
        repeats_nothing()
    return Response(text, shown.http_status)


def _without(sent: Mapping[str, str], *names: str) -> dict[str, str]:
    return {name: value for name, value in sent.items() if name not in names}


def _words(problem: Problem) -> str:
    return problem_words(problem.status, problem.code, problem.detail)[1]
