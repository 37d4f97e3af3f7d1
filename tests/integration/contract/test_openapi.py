"""The API conforms to its documentation: the document is valid, and every response matches it."""

import re
from collections.abc import Callable, Sequence
from html.parser import HTMLParser
from typing import Any, NamedTuple

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

from harness.games import STUDY, seeded
from harness.play.dynasty_play import founded, play
from harness.play.playing import Game, random_game
from harness.play.signing_in import World
from harness.service import API, Account, Service, ok
from harness.wire.http import Answer
from service.http.costs.weights import Weight
from service.http.endpoints import declared
from tests.integration.contract import attendance_cases, company_cases, offer_cases, tournament_cases
from tests.integration.contract.account import me_cases, passkey_cases, session_cases, webhook_cases
from tests.integration.contract.conversation import comment_cases, moderation_cases, talk_cases
from tests.integration.contract.history import picture_cases, proof_cases, review_cases, variation_cases
from tests.integration.contract.people import collection_cases, people_cases, rating_cases

NOWHERE = "00000000-0000-4000-8000-000000000000"
PLACE = {"type": "place", "domino": 1, "x": 1, "y": 0, "direction": "east"}

CELL = {"x", "y", "terrain", "domino", "fires", "token", "craters", "resource", "caveman"}
"""The members of a covered square of Origins."""

STUDIES = (("get", "/studies"), ("delete", "/studies/{study}"))
OWN = (
    *me_cases.OWN,
    *passkey_cases.OWN,
    *attendance_cases.OWN,
    *comment_cases.OWN,
    *company_cases.OWN,
    *moderation_cases.OWN,
    *people_cases.OWN,
    *talk_cases.OWN,
    *collection_cases.OWN,
    *webhook_cases.OWN,
    *tournament_cases.OWN,
    *STUDIES,
)
"""Every operation that needs a token and is not a POST on a game."""

CAPPED = {
    *(("post", "/games", 409), ("post", "/dynasties", 409), ("post", "/seeks", 409)),
    ("put", "/games/{game}/notes", 409),
    *(
        ("put", "/games/{game}/seen", 409),
        ("put", "/games/{game}/talk/muted", 409),
        ("put", "/games/{game}/comments/{comment}", 409),
    ),
}
"""Responses under limits only: see `test_places.py` and `test_quotas.py` in `tests/unit/service`."""

Document = dict[str, Any]


@pytest.fixture(scope="module")
def document(service: Service) -> Document:
    """Give the OpenAPI document as served."""
    answer = service.http().get(f"{API}/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    loaded: Document = ok(answer)
    return loaded


@pytest.fixture(scope="module")
def over(service: Service) -> Game:
    """Give a scored game."""
    return random_game(service, 2, seeded(5))


@pytest.fixture(scope="module")
def decided(service: Service) -> str:
    """Give the id of a decided dynasty."""
    players = service.accounts(2)
    dynasty = founded(players)
    play(players, dynasty, seeded(6))
    return dynasty


@pytest.fixture(scope="module")
def study(service: Service) -> str:
    """Give the id of a study."""
    return str(ok(service.account().post("/studies", STUDY), 201)["id"])


def operations(document: Document) -> dict[tuple[str, str], Any]:
    """Every operation by method and path."""
    return {
        (method, path): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if method in {"get", "post", "put", "patch", "delete"}
    }


def test_the_document_is_valid(document: Document) -> None:
    """The document is valid OpenAPI 3.1, and has the title of the service."""
    assert document["openapi"].startswith("3.1.")
    OpenAPIV31SpecValidator(document).validate()
    assert document["info"]["title"] == "Kingdomino"


def test_every_operation_has_a_name_of_its_own(document: Document) -> None:
    """Every operation has a unique, stable name, by which generated clients call it."""
    names = [
        operation.get("operationId")
        for methods in document["paths"].values()
        for method, operation in methods.items()
        if method in {"get", "put", "post", "patch", "delete"}
    ]
    assert None not in names
    assert len(set(names)) == len(names)
    assert {"games_create", "games_join", "moves_create", "players_register"} <= set(names)
    assert all(re.fullmatch("[a-z]+(_[a-z]+)+", name) for name in names)


def test_operations_say_what_they_weigh(document: Document) -> None:
    """The document has the weights of all operations that count as more than one request."""
    weights = {
        operation["operationId"]: operation["x-rate-limit-weight"]
        for operation in operations(document).values()
        if "x-rate-limit-weight" in operation
    }
    declares = declared(World().app).items()
    heavier = {re.sub("[ .]", "_", name): _least(each.weight) for name, each in declares if each.weight != 1}
    known = {operation["operationId"] for operation in operations(document).values()}
    assert weights == {name: heavier[name] for name in heavier.keys() & known}
    assert len(weights) > 50


def _least(weight: int | Weight) -> int:
    return weight if isinstance(weight, int) else weight.least


def test_it_has_the_whole_contract(document: Document) -> None:
    """The document has every operation of the contract."""
    game, dynasty = f"{API}/games/{{game}}", f"{API}/dynasties/{{dynasty}}"
    study = f"{API}/studies/{{study}}"
    assert operations(document).keys() >= {
        ("post", f"{API}/players"),
        ("post", f"{API}/games"),
        ("get", f"{API}/games"),
        ("get", game),
        ("post", f"{game}/seats"),
        ("get", f"{game}/moves"),
        ("post", f"{game}/moves"),
        ("get", f"{game}/offers"),
        ("get", f"{game}/variation"),
        ("get", f"{game}/events"),
        ("get", f"{API}/events"),
        ("get", f"{game}/replay"),
        ("get", f"{game}/audit"),
        ("post", f"{API}/dynasties"),
        ("get", f"{API}/dynasties"),
        ("get", dynasty),
        ("post", f"{dynasty}/seats"),
        ("post", f"{dynasty}/bots"),
        ("get", f"{dynasty}/events"),
        ("get", f"{dynasty}/replay"),
        ("get", f"{dynasty}/audit"),
        ("get", f"{API}/keys"),
        *((method, API + path) for method, path in (*OWN, *session_cases.OPEN, *passkey_cases.OPEN)),
        *(("post", f"{game}/{name}") for name in attendance_cases.CHANGES),
        *(("post", f"{API}/{name}") for name in ("reports", "decisions")),
        ("get", f"{game}/clock"),
        ("post", f"{game}/rematch"),
        ("get", f"{game}/comments"),
        ("post", f"{game}/comments"),
        ("get", f"{game}/talk"),
        ("post", f"{game}/talk"),
        ("post", f"{API}/studies"),
        ("get", f"{API}/studies"),
        ("get", study),
        ("delete", study),
        ("get", f"{study}/replay"),
        *((method, f"{path}/review") for method in ("get", "post") for path in (game, study)),
        *((method, API + path) for method, path, _ in tournament_cases.CASES),
    }


@pytest.mark.long
def test_every_documented_path_exists(
    service: Service, document: Document, over: Game, decided: str, study: str
) -> None:
    """The service knows every documented path and method."""
    http = service.http()
    collection = collection_cases.collection(over.seats[0])
    tournament = ok(over.seats[0].post("/tournaments", tournament_cases.CUP), 201)["id"]
    for method, path in operations(document):
        where = path.replace("{player}", over.seats[0].id).replace("{other}", over.seats[0].id)
        where = where.replace("{game}", over.id).replace("{dynasty}", decided).replace("{study}", study)
        where = where.replace("{collection}", collection).replace("{number}", "1")
        where = where.replace("{tournament}", tournament)
        answer = http.ask(method.upper(), where, b"{")
        assert answer.status not in {404, 405, 500}, (method, path)


def test_requests_are_closed(document: Document) -> None:
    """Unknown members of a request are refused, and the document says so."""
    schemas = document["components"]["schemas"]
    bodies = [
        content["schema"]["$ref"].rpartition("/")[2]
        for operation in operations(document).values()
        for kind, content in operation.get("requestBody", {}).get("content", {}).items()
        if kind == "application/json"
    ]
    assert {"PlayerRequest", "GameRequest", "SeatRequest", "Move"} <= set(bodies)
    moves = [option["$ref"].rpartition("/")[2] for option in schemas["Move"]["oneOf"]]
    acts = [option["$ref"].rpartition("/")[2] for option in schemas["Act"]["oneOf"]]
    for name in {*bodies, *moves, *acts} - {"Move", "Act"}:
        assert schemas[name]["additionalProperties"] is False, name
        for member in schemas[name].get("properties", {}).values():
            if "$ref" in str(member):
                inner = re.findall(r"#/components/schemas/(\w+)", str(member))
                assert all(schemas[part]["additionalProperties"] is False for part in inner)


def test_headers_are_documented(document: Document) -> None:
    """The document has Idempotency-Key at every POST, If-Match at a move, and the operations with tokens."""
    for (method, path), operation in operations(document).items():
        headers = {p["name"] for p in operation.get("parameters", []) if p["in"] == "header"}
        operation_of = (method, path.removeprefix(API))
        keyed = method == "post" and operation_of not in {*session_cases.NO_KEY, *passkey_cases.NO_KEY}
        assert ("Idempotency-Key" in headers) == keyed, path
        assert ("If-Match" in headers) == (method == "post" and path.endswith("/moves")), path
        posted = method == "post" and operation_of not in {
            ("post", "/players"),
            *session_cases.OPEN,
            *passkey_cases.OPEN,
        }
        assert ("security" in operation) == (posted or operation_of in OWN), (method, path)
    assert document["components"]["securitySchemes"]["bearer"] == {"type": "http", "scheme": "bearer"}


def test_errors_are_documented(document: Document) -> None:
    """Every operation has errors of one form, and a move has all its known statuses."""
    found = operations(document)
    for operation in found.values():
        for status, response in operation["responses"].items():
            if status == "default" or int(status) >= 400:
                while "$ref" in response:
                    response = document["components"]["responses"][response["$ref"].rpartition("/")[2]]  # noqa: PLW2901
                schema = response["content"]["application/problem+json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/ProblemAnswer"}
        assert "default" in operation["responses"]
    move = found["post", f"{API}/games/{{game}}/moves"]["responses"]
    assert move.keys() >= {"201", "401", "403", "404", "409", "412", "422", "428", "503"}


class Site(NamedTuple):
    """An account without a seat, a finished game, and the ids of a table with free seats and a study.

    And the ids of a decided dynasty and of one with free seats.
    """

    service: Service
    stranger: Account
    over: Game
    waiting: str
    decided: str
    founded: str
    study: str

    def make_a_move(self) -> Answer:
        """The response to a legal move in a new game."""
        players = self.service.accounts(2)
        game = self.service.table(players)
        offered = players[0].moves(game)
        mover: Account = players[offered["seat"]]
        return mover.move(game, offered["moves"][0], offered["version"])

    def last_place(self) -> str:
        """The last place in the finished game's log, as in a stream's ids."""
        state = self.over.seats[0].state(self.over.id)
        return f"{state['version']}.{state['hash'][:8]}"

    def keep_too_many(self) -> Answer:
        """The response to a new study of an account that has the maximum number of studies."""
        full = self.service.account()
        self.service.store.zadd(f"studies:{full.id}", {str(number): number for number in range(1000)})
        return full.post("/studies", STUDY)

    def delete(self, account: Account, study: str) -> Answer:
        """The response to the deletion of a study by the account."""
        token = {"Authorization": f"Bearer {account.token}"}
        return account.http.ask("DELETE", f"{API}/studies/{study}", headers=token)

    def delete_own(self) -> Answer:
        """The response to the deletion of the stranger's own study."""
        study = ok(self.stranger.post("/studies", STUDY), 201)["id"]
        return self.delete(self.stranger, study)


Asks = Callable[[Site], Answer]

CASES: dict[tuple[str, str, int], Asks] = {
    ("post", "/players", 201): lambda s: s.stranger.post("/players", {"name": "Ann"}),
    ("post", "/players", 400): lambda s: s.stranger.post("/players", b"{"),
    ("post", "/players", 413): lambda s: s.stranger.post("/players", b" " * 140_000),
    ("post", "/players", 422): lambda s: s.stranger.post(
        "/players", {"name": "Ann"}, Idempotency_Key="short"
    ),
    ("post", "/games", 201): lambda s: s.stranger.post("/games", {"players": 4}),
    ("post", "/games", 401): lambda s: s.stranger.http.post(f"{API}/games", {"players": 4}),
    ("post", "/games", 422): lambda s: s.stranger.post("/games", {"players": 7, "more": 1}),
    ("get", "/games", 200): lambda s: s.stranger.get("/games?limit=3"),
    ("get", "/games", 422): lambda s: s.stranger.get("/games?limit=x"),
    ("post", "/games/{game}/seats", 401): lambda s: s.stranger.http.post(
        f"{API}/games/{s.waiting}/seats", {}
    ),
    ("post", "/games/{game}/seats", 404): lambda s: s.stranger.post(f"/games/{NOWHERE}/seats", {}),
    ("post", "/games/{game}/seats", 409): lambda s: s.stranger.post(f"/games/{s.over.id}/seats", {}),
    ("post", "/games/{game}/seats", 422): lambda s: s.stranger.post(f"/games/{s.waiting}/seats", {"seat": 1}),
    ("post", "/games/{game}/seats", 201): lambda s: s.stranger.post(f"/games/{s.waiting}/seats", {}),
    ("get", "/games/{game}", 200): lambda s: s.stranger.get(f"/games/{s.over.id}?version=40"),
    ("get", "/games/{game}", 404): lambda s: s.stranger.get(f"/games/{s.over.id}?version=4000"),
    ("get", "/games/{game}", 409): lambda s: s.stranger.get(
        f"/games/{ok(s.stranger.post('/games', {'players': 2}), 201)['id']}", Accept="text/plain"
    ),
    ("get", "/games/{game}", 422): lambda s: s.stranger.get(f"/games/{s.over.id}?version=0"),
    ("get", "/games/{game}/moves", 200): lambda s: s.stranger.get(f"/games/{s.over.id}/moves"),
    ("get", "/games/{game}/moves", 404): lambda s: s.stranger.get(f"/games/{NOWHERE}/moves"),
    **offer_cases.CASES,
    **people_cases.CASES,
    **collection_cases.CASES,
    **moderation_cases.CASES,
    **webhook_cases.CASES,
    **passkey_cases.CASES,
    ("post", "/games/{game}/moves", 201): lambda s: s.make_a_move(),
    ("post", "/games/{game}/moves", 401): lambda s: s.stranger.http.post(
        f"{API}/games/{s.over.id}/moves", PLACE
    ),
    ("post", "/games/{game}/moves", 403): lambda s: s.stranger.move(s.over.id, PLACE, 1),
    ("post", "/games/{game}/moves", 404): lambda s: s.stranger.move(NOWHERE, PLACE, 1),
    ("post", "/games/{game}/moves", 409): lambda s: s.over.seats[0].move(
        s.over.id, PLACE, s.over.seats[0].state(s.over.id)["version"]
    ),
    ("post", "/games/{game}/moves", 412): lambda s: s.over.seats[0].move(s.over.id, PLACE, 1),
    ("post", "/games/{game}/moves", 422): lambda s: s.stranger.move(s.over.id, {}, 1),
    ("post", "/games/{game}/moves", 428): lambda s: s.over.seats[0].post(f"/games/{s.over.id}/moves", PLACE),
    ("get", "/games/{game}/events", 200): lambda s: s.stranger.get(f"/games/{s.over.id}/events"),
    ("get", "/games/{game}/events", 204): lambda s: s.stranger.get(
        f"/games/{s.over.id}/events?after={s.last_place()}", Accept="text/event-stream"
    ),
    ("get", "/games/{game}/events", 410): lambda s: s.stranger.get(f"/games/{s.over.id}/events?after=999"),
    ("get", "/games/{game}/events", 404): lambda s: s.stranger.get(f"/games/{NOWHERE}/events"),
    ("get", "/games/{game}/events", 422): lambda s: s.stranger.get(f"/games/{s.over.id}/events?after=x"),
    ("get", "/events", 200): lambda s: me_cases.live(s, f"game={s.over.id}&game={s.waiting}"),
    ("get", "/events", 204): lambda s: me_cases.live(s, f"game={s.over.id}", s.last_place()),
    ("get", "/events", 401): lambda s: me_cases.live(s, f"game={s.over.id}&mine=true"),
    ("get", "/events", 404): lambda s: me_cases.live(s, f"game={s.over.id}&game={NOWHERE}"),
    ("get", "/events", 422): lambda s: me_cases.live(s, ""),
    ("get", "/games/{game}/replay", 200): lambda s: s.stranger.get(f"/games/{s.over.id}/replay"),
    ("get", "/games/{game}/replay", 404): lambda s: s.stranger.get(f"/games/{NOWHERE}/replay"),
    ("get", "/games/{game}/replay", 422): lambda s: s.stranger.get(f"/games/{s.over.id}/replay?form=x"),
    ("post", "/dynasties", 201): lambda s: s.stranger.post("/dynasties", {"players": 4}),
    ("post", "/dynasties", 401): lambda s: s.stranger.http.post(f"{API}/dynasties", {"players": 4}),
    ("post", "/dynasties", 422): lambda s: s.stranger.post("/dynasties", {"players": 7, "more": 1}),
    ("get", "/dynasties", 200): lambda s: s.stranger.get("/dynasties?limit=3"),
    ("get", "/dynasties", 422): lambda s: s.stranger.get("/dynasties?limit=x"),
    ("get", "/dynasties/{dynasty}", 200): lambda s: s.stranger.get(f"/dynasties/{s.decided}"),
    ("get", "/dynasties/{dynasty}", 404): lambda s: s.stranger.get(f"/dynasties/{NOWHERE}"),
    ("post", "/dynasties/{dynasty}/seats", 401): lambda s: s.stranger.http.post(
        f"{API}/dynasties/{s.founded}/seats", {}
    ),
    ("post", "/dynasties/{dynasty}/seats", 404): lambda s: s.stranger.post(f"/dynasties/{NOWHERE}/seats", {}),
    ("post", "/dynasties/{dynasty}/seats", 409): lambda s: s.stranger.post(
        f"/dynasties/{s.decided}/seats", {}
    ),
    ("post", "/dynasties/{dynasty}/seats", 422): lambda s: s.stranger.post(
        f"/dynasties/{s.founded}/seats", {"seat": 1}
    ),
    ("post", "/dynasties/{dynasty}/seats", 201): lambda s: s.stranger.post(
        f"/dynasties/{s.founded}/seats", {}
    ),
    ("get", "/dynasties/{dynasty}/events", 200): lambda s: s.stranger.get(f"/dynasties/{s.decided}/events"),
    ("get", "/dynasties/{dynasty}/events", 204): lambda s: s.stranger.get(
        f"/dynasties/{s.decided}/events?after={ok(s.stranger.get(f'/dynasties/{s.decided}'))['version']}",
        Accept="text/event-stream",
    ),
    ("get", "/dynasties/{dynasty}/events", 410): lambda s: s.stranger.get(
        f"/dynasties/{s.decided}/events?after=999"
    ),
    ("get", "/dynasties/{dynasty}/events", 404): lambda s: s.stranger.get(f"/dynasties/{NOWHERE}/events"),
    ("get", "/dynasties/{dynasty}/events", 422): lambda s: s.stranger.get(
        f"/dynasties/{s.decided}/events?after=x"
    ),
    ("get", "/dynasties/{dynasty}/replay", 200): lambda s: s.stranger.get(f"/dynasties/{s.decided}/replay"),
    ("get", "/dynasties/{dynasty}/replay", 404): lambda s: s.stranger.get(f"/dynasties/{NOWHERE}/replay"),
    ("get", "/games/{game}/audit", 200): lambda s: s.stranger.get(f"/games/{s.over.id}/audit"),
    ("get", "/games/{game}/audit", 404): lambda s: s.stranger.get(f"/games/{NOWHERE}/audit"),
    ("get", "/games/{game}/audit", 422): lambda s: s.stranger.get(f"/games/{s.over.id}/audit?version=3"),
    ("get", "/dynasties/{dynasty}/audit", 200): lambda s: s.stranger.get(f"/dynasties/{s.decided}/audit"),
    ("get", "/dynasties/{dynasty}/audit", 404): lambda s: s.stranger.get(f"/dynasties/{NOWHERE}/audit"),
    ("get", "/dynasties/{dynasty}/audit", 422): lambda s: s.stranger.get(
        f"/dynasties/{s.decided}/audit?version=3"
    ),
    ("get", "/keys", 200): lambda s: s.stranger.get("/keys"),
    **me_cases.CASES,
    **attendance_cases.CASES,
    **company_cases.CASES,
    **comment_cases.CASES,
    **talk_cases.CASES,
    **tournament_cases.CASES,
    **picture_cases.CASES,
    **proof_cases.CASES,
    **rating_cases.CASES,
    **review_cases.CASES,
    **variation_cases.CASES,
    ("post", "/studies", 201): lambda s: s.stranger.post("/studies", STUDY),
    ("post", "/studies", 401): lambda s: s.stranger.http.post(f"{API}/studies", STUDY),
    ("post", "/studies", 409): lambda s: s.keep_too_many(),
    ("post", "/studies", 422): lambda s: s.stranger.post("/studies", STUDY.replace(b"kings 0\n", b"")),
    ("get", "/studies", 200): lambda s: s.stranger.get(
        "/studies", Authorization=f"Bearer {s.stranger.token}"
    ),
    ("get", "/studies", 401): lambda s: s.stranger.get("/studies"),
    ("get", "/studies/{study}", 200): lambda s: s.stranger.get(f"/studies/{s.study}?version=2"),
    ("get", "/studies/{study}", 404): lambda s: s.stranger.get(f"/studies/{s.study}?version=4"),
    ("get", "/studies/{study}", 422): lambda s: s.stranger.get(f"/studies/{s.study}?version=0"),
    ("delete", "/studies/{study}", 204): lambda s: s.delete_own(),
    ("delete", "/studies/{study}", 401): lambda s: s.stranger.http.ask("DELETE", f"{API}/studies/{s.study}"),
    ("delete", "/studies/{study}", 403): lambda s: s.delete(s.stranger, s.study),
    ("delete", "/studies/{study}", 404): lambda s: s.delete(s.stranger, NOWHERE),
    ("get", "/studies/{study}/replay", 200): lambda s: s.stranger.get(f"/studies/{s.study}/replay"),
    ("get", "/studies/{study}/replay", 404): lambda s: s.stranger.get(f"/studies/{NOWHERE}/replay"),
    ("get", "/studies/{study}/replay", 422): lambda s: s.stranger.get(f"/studies/{s.study}/replay?form=x"),
}


@pytest.fixture(scope="module")
def site(service: Service, over: Game, decided: str, study: str) -> Site:
    """Give the inputs of all cases."""
    owner, stranger = service.accounts(2)
    waiting = ok(owner.post("/games", {"players": 3}), 201)["id"]
    free = ok(owner.post("/dynasties", {"players": 3}), 201)["id"]
    return Site(service, stranger, over, waiting, decided, free, study)


@pytest.mark.sampled(16)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]} {case[1]} {case[2]}")
def test_answers_keep_to_the_document(document: Document, site: Site, case: tuple[str, str, int]) -> None:
    """Status, media type and body of a response are as documented."""
    method, path, status = case
    answer = CASES[case](site)
    assert answer.status == status, answer.body
    check(document, answer, method, path)
    if status == 413:
        site.stranger.http.close()  # the server does not read the rest, so it closes the connection


def check(document: Document, answer: Answer, method: str, path: str) -> None:
    """Check a response against the document of its operation."""
    responses = operations(document)[method, API + path]["responses"]
    response = responses.get(str(answer.status), responses["default"])
    while "$ref" in response:
        response = document["components"]["responses"][response["$ref"].rpartition("/")[2]]
    if "content" not in response:
        assert answer.body == b""
        return
    kind = answer.headers["content-type"]
    schema = response["content"][kind]["schema"]
    if schema != {"contentMediaType": kind}:  # JSON
        validate(document, answer.json, schema)
    for name in response.get("headers", {}):
        assert name.lower() in answer.headers


def validate(document: Document, value: Any, schema: Any) -> None:
    """Check a value against a schema, which may refer to the document."""
    validator(document, schema).validate(value)


def validator(document: Document, schema: Any) -> Draft202012Validator:
    """The validator of a schema, which may refer to the document."""
    return Draft202012Validator({**schema, "components": document["components"]})


def test_text_is_documented(document: Document, site: Site) -> None:
    """Games and studies are available as text, too, and a study is imported as text or as JSON."""
    for path, where in [
        ("/games/{game}", f"/games/{site.over.id}"),
        ("/studies/{study}", f"/studies/{site.study}"),
    ]:
        content = operations(document)["get", API + path]["responses"]["200"]["content"]
        assert content.keys() == {"application/json", "text/plain"}
        assert content["text/plain"]["schema"]["type"] == "string"
        answer = site.stranger.get(where, Accept="text/plain")
        assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    body = operations(document)["post", f"{API}/studies"]["requestBody"]
    assert body["required"]
    assert body["content"].keys() == {"text/plain", "application/json"}


def test_forms_are_documented(document: Document) -> None:
    """Events and replays have other media types besides JSON, selected by Accept."""
    found, lines, stream = operations(document), "application/x-ndjson", "text/event-stream"
    for kind in ("games/{game}", "dynasties/{dynasty}", "studies/{study}"):
        content = found["get", f"{API}/{kind}/replay"]["responses"]["200"]["content"]
        assert content.keys() == {"application/json", lines}
    for kind in ("games/{game}", "dynasties/{dynasty}"):
        content = found["get", f"{API}/{kind}/events"]["responses"]["200"]["content"]
        assert content.keys() == {"application/json", lines, stream}


def test_generators_understand_moves(document: Document) -> None:
    """Each type of move has its own schema without alternatives, and lists of moves refer to `Move`."""
    schemas, move = document["components"]["schemas"], {"$ref": "#/components/schemas/Move"}
    mapping = schemas["Move"]["discriminator"]["mapping"]
    assert [{"$ref": place} for place in mapping.values()] == schemas["Move"]["oneOf"]
    for kind, place in mapping.items():
        schema = schemas[place.rpartition("/")[2]]
        assert schema["properties"]["type"]["enum"] == [kind]
        assert not schema.keys() & {"oneOf", "anyOf", "allOf"}
    for name in ("MovesAnswer", "VariationAnswer"):
        assert schemas[name]["properties"]["moves"]["items"] == move
    choose = validator(document, schemas["ChooseMove"])
    right: list[dict[str, Any]] = [{"domino": 1}, {"dominoes": [1, 2]}]
    for members in (*right, {}, right[0] | right[1]):
        assert choose.is_valid({"type": "choose", **members}) == (members in right)


def test_every_documented_answer_is_held_to_the_document(document: Document) -> None:
    """The cases above cover every status of every operation, except limits and an unavailable store."""
    documented = {
        (method, path.removeprefix(API), int(status))
        for (method, path), operation in operations(document).items()
        for status in operation["responses"]
        if status not in {"default", "429", "503"}
    }
    assert documented - CAPPED <= CASES.keys()


def test_every_state_of_a_game_keeps_to_the_document(document: Document, over: Game) -> None:
    """Every state of a game, from the open table to the score, matches the document."""
    schema = document["paths"][f"{API}/games/{{game}}/replay"]["get"]["responses"]["200"]["content"]
    replay = ok(over.seats[0].get(f"/games/{over.id}/replay"))
    validate(document, replay, schema["application/json"]["schema"])
    assert {frame["state"]["status"] for frame in replay["frames"]} >= {
        "open",
        "active",
        "finished",
        "scored",
    }


def test_replays_as_changes_keep_to_the_document(document: Document, over: Game, study: str) -> None:
    """Replays as changes match their schema, for a game and a study; replays as states match another."""
    for path in ("/games/{game}/replay", "/studies/{study}/replay"):
        content = document["paths"][API + path]["get"]["responses"]["200"]["content"]
        whole, steps = content["application/json"]["schema"]["anyOf"]
        asked = path.format(game=over.id, study=study)
        replay = ok(over.seats[0].get(f"{asked}?form=changes"))
        validate(document, replay, steps)
        assert not validator(document, whole).is_valid(replay)
        validate(document, ok(over.seats[0].get(f"{asked}?form=states")), whole)


def test_listed_moves_keep_to_the_document(service: Service, document: Document) -> None:
    """Listed moves match the document, and can be sent as they are."""
    players = service.accounts(2)
    game = service.table(players)
    assert checked_moves(document, players, game, 8) == {"choose", "place"}


def checked_moves(document: Document, players: Sequence[Account], game: str, turns: int) -> set[str]:
    """The types of the moves listed in `turns` turns, each checked against the document."""
    move, random = validator(document, {"$ref": "#/components/schemas/Move"}), seeded(turns)
    types: set[str] = set()
    for _ in range(turns):
        offered = players[0].moves(game)
        if not offered["moves"]:
            break
        kinds = {listed["type"] for listed in offered["moves"]}
        for listed in (next(m for m in offered["moves"] if m["type"] == kind) for kind in sorted(kinds)):
            move.validate(listed)
        move.validate(offered["moves"][-1])
        types |= kinds
        made = random.choice(offered["moves"])
        ok(players[offered["seat"]].move(game, made, offered["version"]), 201)
    return types


@pytest.mark.long
@pytest.mark.parametrize(
    ("mode", "types"),
    [
        ("discovery", {"choose", "place", "fire"}),
        ("totem", {"choose", "place", "fire"}),
        ("tribe", {"choose", "place", "fire", "recruit", "pass", "take", "put"}),
    ],
)
def test_games_of_origins_keep_to_the_document(
    service: Service, document: Document, mode: str, types: set[str]
) -> None:
    """Every state, event and listed move of a whole game of Origins matches the document."""
    players = service.accounts(2)
    game = service.table(players, game="origins", mode=mode, harmony=True)
    assert checked_moves(document, players, game, 400) - {"discard", "totem"} == types
    schema = document["paths"][f"{API}/games/{{game}}/replay"]["get"]["responses"]["200"]["content"]
    replay = ok(players[0].get(f"/games/{game}/replay"))
    validate(document, replay, schema["application/json"]["schema"])
    cells = [cell for kingdom in replay["frames"][-1]["state"]["kingdoms"] for cell in kingdom["cells"]]
    assert all(cell.keys() == CELL for cell in cells)


class Loads(HTMLParser):
    """The URLs that a page makes a browser load."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the URLs that the element loads; links, also to other languages, load nothing."""
        for name, value in attrs:
            if ("rel", "alternate") in attrs:
                return
            if value and (
                name in {"src", "srcset", "poster", "data", "style"} or (name == "href" and tag == "link")
            ):
                self.found.append(value)


SVG_NAMESPACE = b"http://www.w3.org/2000/svg"


@pytest.mark.parametrize("path", [f"{API}/docs", "/", "/nothing"])
def test_pages_load_nothing_from_outside(service: Service, path: str) -> None:
    """Pages load only existing resources of the service, whose styles and scripts load nothing else."""
    http = service.http()
    page = http.get(path)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    loads = Loads()
    loads.feed(page.body.decode())
    assert loads.found
    for url in loads.found:
        assert url.startswith(("/assets/", "data:", "/manifest.webmanifest")), url
        if url.startswith("/"):
            text = http.get(url)
            assert text.status == 200
            named = text.body.replace(SVG_NAMESPACE, b"")  # a name, which nothing loads
            assert not re.search(rb"(https?:)?//[a-z]|@import|url\(", named), url


def test_the_docs_page_shows_every_operation(service: Service, document: Document) -> None:
    """The page shows each operation and each schema by its name."""
    text = service.http().get(f"{API}/docs").body.decode()
    for method, path in operations(document):
        assert f"{method.upper()} {path}" in text
    for name in document["components"]["schemas"]:
        assert f'id="{name}"' in text
