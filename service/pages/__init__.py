"""The HTML pages."""

from flask import Flask

from service.http.costs.request_parts import MOST_FORM_BYTES
from service.pages import account, installing, languages
from service.pages.games import audit, dynasty, joining, new_game, replay, studies, table
from service.pages.games.showing import points, results
from service.pages.help import rules, tutorial
from service.pages.lists import all_games, collections, lobby, watching
from service.pages.moderation import cases, own, reporting
from service.pages.notices import calendar, inbox, mailings, preferences, webhooks
from service.pages.people import contacts, players, ratings
from service.pages.shared import (
    assets,
    boards,
    current_player,
    forms,
    fragments,
    terms,
    visits,
    words,
)
from service.pages.tournaments import create, disputing, listed, overview, rounds, shown, standings
from service.pages.tournaments.desk import page as desk
from service.pages.tournaments.desk import report

PAGES = (
    lobby,
    all_games,
    collections,
    watching,
    new_game,
    table,
    replay,
    studies,
    audit,
    dynasty,
    joining,
    rules,
    tutorial,
    account,
    languages,
    inbox,
    preferences,
    players,
    contacts,
    ratings,
    mailings,
    calendar,
    installing,
    webhooks,
    reporting,
    own,
    cases,
    listed,
    create,
    overview,
    rounds,
    standings,
    desk,
    disputing,
    report,
)
"""The modules of the pages; each registers its own routes."""


def register(app: Flask) -> None:
    """Add all pages to the app, and what their templates need."""
    app.config["MAX_FORM_MEMORY_SIZE"] = MOST_FORM_BYTES
    app.config["MAX_FORM_PARTS"] = forms.MOST_PARTS
    parts = (fragments, words, assets, current_player, boards, points, results, terms, shown, visits)
    for part in (*parts, *PAGES):
        part.register(app)
