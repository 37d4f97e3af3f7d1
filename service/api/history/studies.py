"""Studies: games imported as text, in the notation of whole games, to be replayed here."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from flask import Response, jsonify, request, url_for
from werkzeug.exceptions import BadRequest

from kingdomino.transcript.errors import IllegalTurn, TranscriptError
from replays.bootstrap import now_ms
from replays.log.event_log import CommandId
from replays.projections.studies import StudyId, decoded, study_of
from service.api.games.schemas.states import StateQuery
from service.api.history.events import FRAME_LINES, NDJSON, send_recording
from service.api.history.replay_schemas import ReplayQuery
from service.api.history.study_schemas import (
    StudiesAnswer,
    StudyAnswer,
    StudyReplayAnswer,
    StudyReplayChangesAnswer,
    StudyRequest,
)
from service.api.shared.answers import JSON, NOTATION, TEXT, send_text
from service.api.shared.blueprints import ApiBlueprint, short
from service.api.shared.commands import new_id
from service.api.shared.errors import errors
from service.api.shared.guards import signed_in
from service.api.shared.parsing import RequestParser, read_json
from service.application.accounts.access.scopes import Scope
from service.application.caches.rendered import RenderedEvents
from service.application.games.recordings import render, study_id, study_key
from service.application.games.texts.studies import MOST_BYTES
from service.application.problem import Problem, unknown_study
from service.application.quotas.throttle import Attempt
from service.http.client_address import address
from service.http.endpoints import ALWAYS, NORMALLY
from service.services import services
from service.shared.conditions import unless_known


class StudyParser(RequestParser):
    """Reads the body of an import: a JSON object, or the text itself, which never begins with a brace."""

    def load_json(self, req: Any, schema: Any) -> Any:  # noqa: ARG002 - webargs' signature
        """The value of the body. A body that begins with a brace but is not JSON is refused as a text."""
        content = request.get_data()
        if content.startswith(b"{"):
            with suppress(BadRequest):
                return read_json(content)
        with _refusing():
            return {"text": decoded(content)}


class StudiesBlueprint(ApiBlueprint):
    """The blueprint of studies."""

    ARGUMENTS_PARSER = StudyParser()


blueprint = StudiesBlueprint("studies", __name__, description="Games that were imported as text.")

TEXT_BODY = {"content": {TEXT: {"schema": NOTATION}}}
"""The OpenAPI description of an import's body as text, besides JSON."""


@blueprint.route("/studies", methods=["POST"], weight=10, works=NORMALLY)
@signed_in(Scope.PLAY)
@short(MOST_BYTES, "the text of a game")
@blueprint.commanding
@blueprint.arguments(StudyRequest)
@blueprint.written(201, StudyAnswer)
@blueprint.doc(requestBody=TEXT_BODY, responses=errors(401, 409, 422, 429, 503))
def create(body: dict[str, Any], player: str, command: CommandId | None) -> Response:
    """Import a game as a study; the body is its text, in the notation of whole games, or JSON with the text.

    The text is checked move by move. A text that cannot be parsed is `study/syntax`, with its `line` and
    `column`; a game that breaks the rules is `study/illegal`, with `line`, `column`, `turn` and, as `rule`,
    the code of the violated rule. A study is never rated, and never audited as a played game.
    """
    study = StudyId(new_id(command, "study"))
    text = body["text"]
    with _refusing():
        read = study_of(study, text)
    services().throttle.count(Attempt.STUDY_FROM, address())
    services().studies.keep(study, player, text, now_ms(), address())
    response = jsonify(read.state(read.frames[-1].match))
    response.status_code = 201
    response.location = url_for("studies.show", study=study)
    return response


@contextmanager
def _refusing() -> Iterator[None]:
    """Turns the errors of a text into 422."""
    try:
        yield
    except TranscriptError as error:
        raise Problem(422, "study/syntax", str(error), _place(error)) from error
    except IllegalTurn as error:
        more = {**_place(error), "turn": error.turn, "rule": error.code}
        raise Problem(422, "study/illegal", str(error), more) from error


def _place(error: TranscriptError | IllegalTurn) -> dict[str, Any]:
    return {"line": error.line, "column": error.column}


@blueprint.route("/studies", methods=["GET"], weight=1)
@signed_in(Scope.READ)
@blueprint.response(200, StudiesAnswer)
@blueprint.doc(responses=errors(401, 503))
def index(player: str) -> dict[str, Any]:
    """Your own studies, the newest first."""
    found = services().studies.of(player)
    return {"studies": [{"id": study, "created_at": at} for study, at in found.items()]}


@blueprint.route("/studies/<study>", methods=["GET"], weight=10)
@blueprint.arguments(StateQuery, location="query")
@blueprint.accepts(JSON, TEXT)
@blueprint.written(200, StudyAnswer)
@blueprint.alt_response(200, schema=NOTATION, content_type=TEXT)
@blueprint.doc(responses=errors(404, 410, 422, 503))
def show(query: dict[str, Any], study: str, form: str) -> Response:
    """The state of a study at its end or at a version; as `text/plain` the whole text as imported."""
    reader = services().recording_reader
    text = reader.study_text(study)
    response = send_text(text) if form == TEXT else _state(reader.study(study, text), query["version"])
    response.vary.add("Accept")
    return unless_known(response)


def _state(read: RenderedEvents, version: int | None) -> Response:
    last = len(read.matches)
    if version is not None and version > last:
        raise Problem(404, "version/unknown", f"the study has the versions 1 to {last}, not {version}")
    return Response(read.state((version or last) - 1) + b"\n", content_type=JSON)


@blueprint.route("/studies/<study>", methods=["DELETE"], weight=1, works=ALWAYS)
@signed_in(Scope.PLAY)
@blueprint.response(204)
@blueprint.doc(responses=errors(401, 403, 404, 503))
def delete(study: str, player: str) -> Response:
    """Delete one of your studies."""
    known = study_id(study)
    owner = services().studies.owner(known)
    if owner is None:
        raise unknown_study()
    if owner != player:
        raise Problem(403, "study/not-yours", "only the player who imported a study can delete it")
    services().studies.forget(known, owner)
    return Response(status=204)


@blueprint.route("/studies/<study>/replay", methods=["GET"], weight=25)
@blueprint.arguments(ReplayQuery, location="query")
@blueprint.accepts(JSON, NDJSON)
@blueprint.written(200, {"anyOf": [StudyReplayAnswer, StudyReplayChangesAnswer]})
@blueprint.alt_response(200, schema=FRAME_LINES, content_type=NDJSON)
@blueprint.doc(responses=errors(404, 410, 422, 503))
def replay(query: dict[str, Any], study: str, form: str) -> Response:
    """The whole study: every event and the state after it; as `application/x-ndjson` one frame a line.

    With `form=changes` the first state and then the changes, like the replay of a game.
    """
    text = services().recording_reader.study_text(study)
    return send_recording(query, form, study_key(study, text), lambda: render(study, text))
