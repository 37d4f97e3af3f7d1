"""The API, version 1: blueprints of flask-smorest, documented as OpenAPI 3.1 at `/api/v1/openapi.json`."""

from functools import cached_property

from flask import Flask
from flask_smorest import Api

from service.api import docs, keys
from service.api.accounts import (
    collections,
    comments,
    me,
    me_games,
    me_notices,
    me_tokens,
    notes,
    passkeys,
    players,
    session,
)
from service.api.audits import audits
from service.api.channels import calendar, email, mutes, preferences, push, webhooks
from service.api.dynasties import dynasties, rematch
from service.api.games import attendance, clocks, games, moves, plans, seeks
from service.api.history import continuations, events, reviews, studies, variations
from service.api.live import live
from service.api.moderation import reports
from service.api.people import contacts, ratings
from service.api.people import players as people
from service.api.pictures import pictures
from service.api.shared import errors
from service.api.shared.problems import ProblemAnswer
from service.api.talk import talk
from service.api.tournaments import collusion, directing, entries, files, tournaments
from service.api.tournaments import pictures as tournament_pictures
from service.api.transparency import files as log_files
from service.api.transparency import proofs
from service.http.authentication import BEARER, COOKIE

PREFIX = "/api/v1"
OVER_HTTPS = f"The cookie of a session; over https its name is `__Host-{COOKIE}`."

PARTS = (
    players,
    games,
    seeks,
    moves,
    variations,
    continuations,
    rematch,
    attendance,
    clocks,
    plans,
    events,
    live,
    dynasties,
    tournaments,
    entries,
    directing,
    collusion,
    files,
    tournament_pictures,
    studies,
    reviews,
    audits,
    proofs,
    pictures,
    ratings,
    keys,
    me,
    me_tokens,
    me_games,
    me_notices,
    preferences,
    email,
    mutes,
    push,
    calendar,
    webhooks,
    notes,
    comments,
    talk,
    session,
    passkeys,
    people,
    contacts,
    collections,
    reports,
)


class KingdominoApi(Api):  # type: ignore[misc]  # flask-smorest has no types
    """flask-smorest's Api without its error handlers: they would also catch errors of pages."""

    ERROR_SCHEMA = ProblemAnswer

    @cached_property
    def documentation(self) -> docs.Documentation:
        """The forms of the specification."""
        return docs.Documentation(self.spec)

    def _register_error_handlers(self) -> None:
        return


def register(app: Flask) -> None:
    """Add the API and its documentation to the app."""
    app.config.update(
        API_TITLE="Kingdomino",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
    )
    api = KingdominoApi(app, spec_kwargs={"info": {"description": docs.DESCRIPTION}})
    api.spec.components.security_scheme(BEARER, {"type": "http", "scheme": "bearer"})
    cookie = {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": OVER_HTTPS}
    api.spec.components.security_scheme(COOKIE, cookie)
    docs.add_moves(api)
    docs.add_acts(api)
    docs.say_how_many(api)
    errors.add_responses(api.spec)
    for module in PARTS:
        api.register_blueprint(module.blueprint, url_prefix=PREFIX)
    app.add_url_rule(f"{PREFIX}/games/<game>.<form>", endpoint="picture", view_func=pictures.other, weight=1)
    log_files.register(app)
    documented = api.documentation
    app.add_url_rule(f"{PREFIX}/openapi.json", endpoint="openapi", view_func=documented.json, weight=10)
    app.add_url_rule(f"{PREFIX}/docs", endpoint="page", view_func=documented.page, weight=9)
