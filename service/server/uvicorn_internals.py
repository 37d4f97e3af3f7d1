"""The internals of uvicorn that `connection` and `inbox` extend or use.

uvicorn does not document them, so another version may have others. Then an override would never be called,
and deadlines and limits would be gone without an error. So the web process checks them before it starts.
"""

import dis
from collections.abc import Iterator, Mapping
from importlib import import_module, metadata
from inspect import isfunction, signature
from types import MappingProxyType

from replays.runtime.settings.errors import ConfigurationError

PROTOCOL = "uvicorn.protocols.http.httptools_impl:HttpToolsProtocol"
CYCLE = "uvicorn.protocols.http.httptools_impl:RequestResponseCycle"
FLOW = "uvicorn.protocols.http.flow_control:FlowControl"

NEEDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        PROTOCOL: (
            "_start_asgi_task(cycle, app)",
            "_unset_keepalive_if_required()",
            "connection_lost(exc)",
            "connection_made(transport)",
            "data_received(data)",
            "eof_received()",
            "on_body(body)",
            "on_header(name, value)",
            "on_headers_complete()",
            "on_message_begin()",
            "on_message_complete()",
            "on_response_complete()",
            "on_url(url)",
            "pause_writing()",
            "resume_writing()",
            "timeout_keep_alive_handler()",
            "client",
            "cycle",
            "expect_100_continue",
            "flow",
            "headers",
            "logger",
            "loop",
            "parser",
            "scope",
            "server_state",
            "transport",
            "url",
        ),
        CYCLE: (
            "chunked_encoding",
            "disconnected",
            "expected_content_length",
            "keep_alive",
            "message_event",
            "response_complete",
            "response_started",
            "scope",
            "waiting_for_100_continue",
        ),
        FLOW: ("__init__(transport)", "resume_reading()", "_transport", "read_paused", "write_paused"),
    }
)
"""By `<module>:<class>`: methods with the names of their parameters, and attributes of its objects.

It does not grow: whatever else the server needs, it does without uvicorn's internals.
"""


def check() -> None:
    """Raise `ConfigurationError` if the installed uvicorn lacks any of `NEEDS`."""
    if lacking := [each for place in NEEDS for each in _lacking(place)]:
        raise ConfigurationError(
            f"uvicorn {metadata.version('uvicorn')} is not a version that this service was made for: it "
            f"has no {', '.join(lacking)}; install the version that requirements.txt names"
        )


def _lacking(place: str) -> Iterator[str]:
    """What this class lacks; the class itself if there is none."""
    module, _, name = place.partition(":")
    try:
        cls: type = getattr(import_module(module), name)
    except (ImportError, AttributeError):
        yield f"{module}.{name}"
        return
    attributes = _attributes(cls)
    for need in NEEDS[place]:
        if need not in attributes and need != _method(cls, need.partition("(")[0]):
            yield f"{name}.{need}"


def _attributes(cls: type) -> set[str]:
    """The attributes that methods of the class set."""
    methods = [each for base in cls.__mro__ for each in vars(base).values() if isfunction(each)]
    return {
        each.argval
        for method in methods
        for each in dis.get_instructions(method)
        if each.opname == "STORE_ATTR"
    }


def _method(cls: type, name: str) -> str:
    """The method in the form of `NEEDS`; empty if there is none."""
    method = getattr(cls, name, None)
    if not isfunction(method):
        return ""
    _, *parameters = signature(method).parameters
    return f"{name}({', '.join(parameters)})"
