"""The web process names the internals of uvicorn that it needs, and does not start without them."""

import ast
import sys
from inspect import getsource
from types import ModuleType

import pytest
from uvicorn.protocols.http import httptools_impl
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from replays.runtime.settings.errors import ConfigurationError
from service.cli.commands.web import web
from service.server import connection, inbox
from service.server.uvicorn_internals import CYCLE, FLOW, NEEDS, PROTOCOL, _attributes, check

ELSEWHERE = {"__init__", "write_paused"}
"""What the inbox's own code does not show: the call of its base class, and what the connection reads."""


def used(module: ModuleType, *objects: str) -> set[str]:
    """The attributes of these objects, as expressions, that the module uses or sets."""
    tree = ast.parse(getsource(module))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    return {node.attr for node in found if ast.unparse(node.value) in objects}


def names(place: str) -> set[str]:
    """The names in `NEEDS`, without parameters."""
    return {need.partition("(")[0] for need in NEEDS[place]}


def test_the_installed_version_has_them() -> None:
    """The web process starts."""
    check()


@pytest.mark.parametrize(
    ("place", "base", "cls", "module"),
    [
        (PROTOCOL, HttpToolsProtocol, connection.Connection, connection),
        (FLOW, FlowControl, inbox.Inbox, inbox),
    ],
    ids=["connection", "inbox"],
)
def test_what_is_used_of_a_base_is_named(place: str, base: type, cls: type, module: ModuleType) -> None:
    """Every overridden method, and every attribute that the base has."""
    has = {*dir(base), *_attributes(base)} - {*dir(type("Plain", (), {}))}
    assert (vars(cls).keys() | used(module, "self", "super()")) & has == names(place) - ELSEWHERE


def test_what_is_used_of_requests_and_of_flow_control_is_named() -> None:
    """The attributes of the objects that uvicorn makes."""
    assert used(connection, "cycle", "self.cycle") == names(CYCLE)
    assert used(connection, "self.flow") == {"write_paused"} <= names(FLOW)


def test_there_are_no_more_than_there_were() -> None:
    """Each is a place where another version can break the server."""
    assert {place: len(needs) for place, needs in NEEDS.items()} == {PROTOCOL: 28, CYCLE: 9, FLOW: 5}


def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """`kingdomino web` ends before it connects, and names everything that is not there."""

    class Renamed(HttpToolsProtocol):
        def _start_asgi_task(self, app: object) -> None:  # type: ignore[override]
            raise AssertionError(app)

    Renamed.__name__ = HttpToolsProtocol.__name__
    monkeypatch.setattr(httptools_impl, "HttpToolsProtocol", Renamed)
    monkeypatch.delattr(HttpToolsProtocol, "on_url")
    monkeypatch.delattr(RequestResponseCycle, "__init__")
    monkeypatch.setitem(sys.modules, "uvicorn.protocols.http.flow_control", None)
    assert web.callback is not None
    with pytest.raises(ConfigurationError) as refused:
        web.callback(unsafe_store=False)
    text = str(refused.value)
    assert text.startswith("uvicorn 0.")
    assert "HttpToolsProtocol._start_asgi_task(cycle, app), HttpToolsProtocol.on_url(url), " in text
    assert "RequestResponseCycle.message_event, " in text
    assert (
        "uvicorn.protocols.http.flow_control.FlowControl; install the version that requirements.txt" in text
    )
