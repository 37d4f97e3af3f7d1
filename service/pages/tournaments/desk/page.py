"""The desk's page and its forms; after each act it says what happened, or why nothing did."""

import hashlib
import secrets
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flask import Flask, Response, request

from kingdomino.policies import BOTS
from replays.events.regulations import Code
from replays.log.event_log import CommandId
from replays.match.deciding.decisions import Refusal
from replays.tournament.aggregate import Tournament
from replays.tournament.deciding import opening
from replays.tournament.deciding.directing import MOST_REASON, Grounds, check_directs
from replays.tournament.fold import TOURNAMENTS
from replays.tournament.kind import TOURNAMENT
from service.application.i18n.games.bots import WORDS as BOT_WORDS
from service.application.i18n.problems import problem_words
from service.application.i18n.speaking import gettext
from service.application.i18n.tournaments import acts as act_words
from service.application.i18n.tournaments import desk as words
from service.application.problem import Problem
from service.application.quotas.throttle import Attempt
from service.application.tournaments.acts import ACTS
from service.application.tournaments.directing import Directing
from service.application.tournaments.entries import MOST_AT_ONCE, BadEntries, Line
from service.application.tournaments.lines import read_lines
from service.http.client_address import address
from service.http.costs.weights import UnseenWork
from service.http.endpoints import NORMALLY
from service.pages.shared.current_player import own_pages, signed_in
from service.pages.shared.forms import to_page
from service.pages.tournaments.desk import seen
from service.pages.tournaments.desk.reading import (
    WrongField,
    code_of,
    members_of,
    names_in,
    number,
    written_tables,
)
from service.pages.tournaments.desk.seen import SeenDesk, desk_of
from service.pages.tournaments.desk.telling import told
from service.pages.tournaments.overview import log_of
from service.pages.tournaments.shown import found, page
from service.services import services
from service.shared.visibility import series_of, sight

MOST_BOTS = 100
"""The most bots that one form enters."""
HEAVY = UnseenWork(100, "games that run are read, and the next round is paired")

blueprint = own_pages("tournament_desk", __name__)


class Wrong(NamedTuple):
    """Why a form did nothing: the form's name, a sentence, and more lines."""

    form: str
    text: str
    lines: tuple[str, ...] = ()


def register(app: Flask) -> None:
    """Add the page to the app."""
    app.register_blueprint(blueprint)


@blueprint.get("/tournaments/<tournament>/desk", weight=HEAVY)
@signed_in
def show(player: str, tournament: str) -> Response:
    """The desk, for the director and deputies; `done` in the query says what happened last."""
    return _page(player, tournament, None)


@blueprint.post("/tournaments/<tournament>/desk/acts", weight=HEAVY, works=NORMALLY)
@signed_in
def act(player: str, tournament: str) -> Response:
    """Carry out an act of the registry, with its code and reason."""
    name = request.form.get("type", "")
    kind = ACTS.get(name)

    def work(now: Tournament, command: CommandId | None) -> str:
        if kind is None:
            raise WrongField(gettext("Choose what to do."))
        why = Grounds(player, code_of(request.form.get("code", "")), request.form.get("reason", ""))
        members = members_of(kind, request.form.getlist)
        done = Directing(services().entries).act(now, kind, why, members, command)
        return str(done.after.head.version)

    return _done(player, tournament, name, work)


@blueprint.post("/tournaments/<tournament>/desk/entries", weight=HEAVY, works=NORMALLY)
@signed_in
def enter(player: str, tournament: str) -> Response:
    """Enter the players of a list, all or none, or bots."""
    bots = "policy" in request.form

    def work(now: Tournament, command: CommandId | None) -> str:
        before = len(now.field)
        if bots:
            policies = [request.form["policy"]] * _bots(request.form.get("number", ""))
            services().throttle.count(Attempt.BOT_FROM, address(), len(policies))
            after = services().entries.enter_bots(now, policies, player, command).after
        else:
            after = services().entries.enter_players(now, _listed(), player, command).after
        return f"entered-{len(after.field) - before}"

    return _done(player, tournament, "bots" if bots else "players", work)


@blueprint.post("/tournaments/<tournament>/desk/start", weight=HEAVY, works=NORMALLY)
@signed_in
def start(player: str, tournament: str) -> Response:
    """Close the entries; a worker pairs the first round."""

    def work(now: Tournament, command: CommandId | None) -> str:
        _commands().change(now, lambda each, _: opening.start(each, player), command)
        return "started"

    return _done(player, tournament, "start", work)


@blueprint.post(
    "/tournaments/<tournament>/desk/rounds/<int:round_number>/close", weight=HEAVY, works=NORMALLY
)
@signed_in
def close(player: str, tournament: str, round_number: int) -> Response:
    """Sign a round off."""

    def work(now: Tournament, command: CommandId | None) -> str:
        _commands().close(now, round_number, player, command)
        return f"closed-{round_number}"

    return _done(player, tournament, "close", work)


def _done(
    player: str, tournament: str, form: str, work: Callable[[Tournament, CommandId | None], str]
) -> Response:
    """Do the work and lead back to the desk, which says what happened, or why nothing did."""
    now = series_of(TOURNAMENTS, tournament)
    try:
        check_directs(now, player)
        done = work(now, _command(player))
    except BadEntries as bad:
        lines = (
            gettext("Line %(line)s, %(name)s: %(why)s", line=each.line, name=each.player, why=each.text)
            for each in bad.lines
        )
        return _page(
            player,
            tournament,
            Wrong(form, gettext("Nobody was entered, because of these lines."), tuple(lines)),
        )
    except Problem as problem:
        if problem.status not in {409, 422}:
            raise
        return _page(player, tournament, Wrong(form, problem_words(409, problem.code, problem.detail)[1]))
    except Refusal as refused:
        return _page(player, tournament, Wrong(form, problem_words(409, refused.code, str(refused))[1]))
    return to_page("tournament_desk.show", tournament=now.id, done=done, invitation=sight().given_key(now))


def _command(player: str) -> CommandId | None:
    """The form as a command, so that one that is sent twice acts once; None without the page's key."""
    key = request.form.get("key", "")[:64]
    if not key:
        return None
    sent = repr((request.path, sorted(request.form.items(multi=True))))
    return CommandId(f"{player} {key}", hashlib.sha256(sent.encode()).hexdigest())


def _commands() -> Any:
    return services().streams.commands(TOURNAMENT)


def _listed() -> list[Line]:
    """The players of the file, or else of the text field."""
    file = request.files.get("file")
    text = file.read() if file else b""
    return read_lines(text) if text else names_in(request.form.get("players", ""))


def _bots(text: str) -> int:
    wanted = number(text, 1)
    if wanted > MOST_BOTS:
        raise WrongField(gettext("Enter at most %(most)s bots at once.", most=MOST_BOTS))
    return wanted


def _page(player: str, tournament: str, wrong: Wrong | None) -> Response:
    shown = found(tournament)
    check_directs(shown.tournament, player)
    game = request.args.get("game", "")
    asked = number(game, 1) if game else None
    desk = desk_of(shown, wants_preview="preview" in request.args, game=asked)
    text = page(
        "desk.html",
        shown,
        desk=desk,
        acts=log_of(shown),
        told=told(desk.shown, request.args.get("done", "")) if wrong is None else None,
        wrong=wrong,
        form=request.form,
        new_key=lambda: secrets.token_urlsafe(16),
        codes=[(each.value, act_words.CODES[each]) for each in Code],
        words=words,
        bots={name: str(BOT_WORDS[name].level or BOT_WORDS[name].choice) for name in BOTS},
        by_hand=_by_hand(desk),
        most_reason=MOST_REASON,
        most_at_once=MOST_AT_ONCE,
        most_bots=MOST_BOTS,
        most_listed=seen.MOST_PAIRED,
    )
    return Response(text, 409 if wrong else 200)


def _by_hand(desk: SeenDesk) -> Mapping[str, str]:
    """The fields of a pairing by hand, filled in with the preview."""
    preview = desk.preview
    if preview is None or preview.pairing is None:
        return {"tables": "", "byes": ""}
    chosen = preview.pairing
    return {
        "tables": "\n".join(written_tables(chosen.tables)),
        "byes": " ".join(str(each + 1) for each in chosen.byes),
    }
