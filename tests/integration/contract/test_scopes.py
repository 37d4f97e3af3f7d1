"""Scopes of tokens: each operation declares its scopes, enforces them, and is in the documentation."""

import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from harness.service import API, Account, Service, ok
from replays.bootstrap import now_ms
from service.application.accounts.access.scopes import Scope
from service.application.people.moderation.docket import Docket

PAGE = Path(__file__).parents[3] / "docs" / "play" / "scopes.md"
NOWHERE = "00000000-0000-4000-8000-000000000000"
OPEN = {
    "players_register",
    *("session_guest", "session_sign_in", "session_verify", "session_ask_reset", "session_reset"),
    *("passkeys_ask_to_sign_in", "passkeys_sign_in"),
}
"""Changing operations that need no token: registering, signing in, and links of e-mails."""
ANY_TOKEN = {"session_sign_out"}
"""Changing operations that accept any token: each token may end itself."""


class Operation(NamedTuple):
    """An operation, and the scopes that suffice for it; none if it needs no token."""

    name: str
    method: str
    path: str
    scopes: tuple[str, ...]


@pytest.fixture(scope="module")
def operations(service: Service) -> list[Operation]:
    """Give every operation of the OpenAPI document as served."""
    document = ok(service.http().get(f"{API}/openapi.json"))
    return [
        Operation(told["operationId"], method.upper(), path, _scopes(told))
        for path, methods in document["paths"].items()
        for method, told in methods.items()
        if method in {"get", "post", "put", "patch", "delete"}
    ]


def _scopes(told: Any) -> tuple[str, ...]:
    return tuple(scope for way in told.get("security", []) for scope in way.get("bearer", []))


@pytest.fixture(scope="module")
def owner(service: Service) -> Account:
    """Give a moderator with a token of all scopes, who may call all operations."""
    account = service.account()
    Docket(service.store, now_ms).name_moderator(account.id, "")
    return account


def limited(service: Service, owner: Account, *scopes: str) -> Account:
    """The account with a token of these scopes."""
    made = ok(owner.post("/me/tokens", {"name": "-".join(scopes), "scopes": list(scopes)}), 201)
    assert made["scopes"] == [scope.value for scope in Scope if scope.value in scopes]
    return Account(service.http(), owner.id, owner.name, made["token"])


def test_every_operation_declares_its_scopes(operations: list[Operation]) -> None:
    """Changing operations need more than `read`; operations without a token are listed here."""
    known = {scope.value for scope in Scope}
    for operation in operations:
        assert set(operation.scopes) <= known
        if operation.method == "GET":
            continue
        if operation.name in OPEN:
            assert operation.scopes == ()
        else:
            assert operation.scopes, operation
            assert ("read" in operation.scopes) == (operation.name in ANY_TOKEN), operation


def test_what_manages_the_account_takes_its_scope(operations: list[Operation]) -> None:
    """Tokens, password, name, erasure, export and webhooks need the scope `account`."""
    parts = ("tokens", "password", "export", "webhooks", "page", "language")
    prefixes = tuple(f"{API}/me/{part}" for part in parts)
    managing = [
        operation
        for operation in operations
        if operation.path.startswith(prefixes)
        or (operation.path == f"{API}/me" and operation.method != "GET")
    ]
    assert len(managing) > 14
    assert {operation.scopes for operation in managing} == {("account",)}


def test_every_operation_keeps_to_its_scopes(
    service: Service, owner: Account, operations: list[Operation]
) -> None:
    """A token without a needed scope gets 403 `auth/scope` with the needed ones, before a body is read."""
    lacking = {
        scopes: limited(service, owner, *({scope.value for scope in Scope} - set(scopes)))
        for scopes in {operation.scopes for operation in operations}
        if scopes and "read" not in scopes
    }
    for operation in operations:
        if operation.scopes in lacking:
            path = re.sub(r"\{\w+\}", NOWHERE, operation.path).removeprefix(API)
            answer = lacking[operation.scopes].mine(operation.method, path, b"{")
            assert answer.status == 403, operation
            assert answer.json["code"] == "auth/scope"
            assert answer.json["needed"] == list(operation.scopes)
    ok(owner.mine("GET", "/me"))


def test_every_scope_includes_reading(service: Service, owner: Account, operations: list[Operation]) -> None:
    """A token of any scope may read what needs `read`, and what needs its own scope."""
    for scope in Scope:
        token = limited(service, owner, scope.value)
        for operation in operations:
            streams = operation.path.endswith("/events")
            if {"read", scope.value} & set(operation.scopes) and operation.method == "GET" and not streams:
                path = re.sub(r"\{\w+\}", NOWHERE, operation.path).removeprefix(API)
                assert token.mine("GET", path).status in {200, 404}, operation


def test_the_documents_have_every_operation(operations: list[Operation]) -> None:
    """The table of `docs/play/scopes.md` matches the declared scopes."""
    rows = sorted(
        (
            operation.path.removeprefix(API),
            operation.method,
            " or ".join(f"`{scope}`" for scope in operation.scopes),
        )
        for operation in operations
        if operation.scopes
    )
    written = [line for line in PAGE.read_text("utf-8").splitlines() if re.match(r"\| `[A-Z]+ /", line)]
    assert written == [f"| `{method} {path}` | {scopes} |" for path, method, scopes in rows]
