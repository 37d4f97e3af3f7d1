"""Schemathesis cases from the served OpenAPI document, sent with real ids and every security scheme."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import BaseSchema, Case
from schemathesis.checks import CHECKS
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.schemas import APIOperation

from harness.games import STUDY
from harness.play.signing_in import API
from service.http.authentication import COOKIE

Operation = APIOperation[Any, Any, Any, Any]

Sent = tuple[Case[Any], GenerationMode, dict[str, Any]]
"""A case, whether it conforms to the document, and the arguments with the token."""

Ask = Callable[[str, Any, str | None], Any]
"""A function that posts a body to a path of the API with a token, and returns the JSON of its 201."""

ENDLESS = {f"{API}/me/events", f"{API}/events"}
"""Streams without an end; `test_me` and `test_live` check their form."""

MEANING = {
    "about",
    "channels",
    "checkpoint",
    "clock",
    "cursor",
    "entropy",
    "id",
    "invited",
    "language",
    "name",
    *("max_days", "max_points", "max_turns", "until"),
    "on_timeout",
    "opponent",
    "play",
    "quiet",
    "reason",
    "seat",
    "seen",
    "stand_in",
    "status",
    "text",
    "time_zone",
    "title",
    "_schema",
}
"""Members whose values JSON Schema cannot describe.

Only the service knows its cursors and languages, who can sit down, the seats of a game, the start of a range,
and which values fit together.
"""

WHOLE = "Not a whole number."
"""JSON Schema accepts 2.0 as an integer; the service does not."""

ACCEPTANCE = "positive_data_acceptance"
"""Replaced by `check_refusal`, which also knows the members for which well-formed values may be refused."""
REJECTION = "negative_data_rejection"
"""This check does not know that an invalid request may also be too long (414)."""
WITHOUT_TOKEN = "ignored_auth"  # noqa: S105 - a check's name
"""Not run with a cookie, which Schemathesis takes for one of its own; it is run with a token."""


@dataclass(frozen=True, slots=True)
class World:
    """A player with a waiting, an active and a finished game, a comment, a dynasty, a study and a token."""

    token: str
    ids: list[Mapping[str, str]]


def world(ask: Ask) -> World:
    """Create a new world of real ids; its player may be erased by a request."""
    tokens = [ask("/players", {"name": name}, None)["token"] for name in ("Ann", "Bob")]
    ann, bob = tokens
    waiting, active, over = (ask("/games", {"players": players}, ann)["id"] for players in (3, 2, 2))
    for game in (active, over):
        ask(f"/games/{game}/seats", {}, bob)
    ask(f"/games/{over}/abort", {}, ann)
    others = {
        "dynasty": ask("/dynasties", {"players": 2}, ann)["id"],
        "comment": ask(f"/games/{over}/comments", {"version": 1, "text": "Well met!"}, ann)["id"],
        "study": ask("/studies", STUDY, ann)["id"],
        "token": ask("/me/tokens", {"name": "phone"}, ann)["id"],
    }
    return World(ann, [{"game": game, **others} for game in (waiting, active, over)])


def operations(schema: BaseSchema) -> Iterator[Operation]:
    """Every operation whose response ends."""
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        if operation.path not in ENDLESS:
            yield operation


def fuzz(operation: Operation, there: World, examples: int) -> None:
    """Send `examples` cases that conform to the document and as many that do not; every response conforms."""
    _send(_cases(operation, there, GenerationMode.POSITIVE), examples)
    with suppress(Unsatisfiable):  # an operation without parameters has no invalid requests
        _send(_cases(operation, there, GenerationMode.NEGATIVE), examples)


def _send(cases: st.SearchStrategy[Sent], examples: int) -> None:
    @settings(
        max_examples=examples,
        database=None,
        derandomize=True,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def send(sent: Sent) -> None:
        case, mode, token = sent
        answer = case.call(**token)
        out = {ACCEPTANCE, WITHOUT_TOKEN} if "cookies" in token else {ACCEPTANCE}
        if answer.status_code == HTTPStatus.REQUEST_URI_TOO_LONG:
            out.add(REJECTION)
        excluded: list[Any] = [check for check in CHECKS.get_all() if check.__name__ in out]
        case.validate_response(
            answer, excluded_checks=excluded, headers=token.get("headers"), transport_kwargs=token
        )
        if mode is GenerationMode.POSITIVE and answer.status_code == 422:
            check_refusal(answer.json())

    send()


def check_refusal(problem: Mapping[str, Any]) -> None:
    """Assert that well-formed values are refused by a code of their own, or for a member in `MEANING`."""
    if problem["code"] == "request/invalid":
        errors = problem.get("errors", {"query": {"cursor": []}})
        members = {member: told for place in errors.values() for member, told in place.items()}
        other = {
            member: told
            for member, told in members.items()
            if member not in MEANING and WHOLE not in str(told)
        }
        assert not other, f"a well-formed value was refused: {other}"


def _cases(operation: Operation, there: World, mode: GenerationMode) -> st.SearchStrategy[Sent]:
    """The operation's cases for each real id, with a token in the header or in the cookie of our own page."""
    wanted = {parameter.name for parameter in operation.path_parameters}
    plain = {"Accept-Encoding": "identity"}  # the client for WSGI applications does not decompress
    bearer = {"headers": {**plain, "Authorization": f"Bearer {there.token}"}}
    cookie = {"headers": {**plain, "Sec-Fetch-Site": "same-origin"}, "cookies": {COOKIE: there.token}}
    cases = [
        operation.as_strategy(mode, path_parameters={name: ids[name] for name in wanted & ids.keys()} or None)
        for ids in there.ids
    ]
    return st.tuples(st.one_of(cases), st.just(mode), st.sampled_from([bearer, cookie]))
