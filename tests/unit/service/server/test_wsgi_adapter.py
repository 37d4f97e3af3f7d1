"""The WSGI application behind ASGI: requests, threads and responses."""

import asyncio
import threading
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import Any, cast

import pytest
from flask import Flask, Response, request

from harness.loops import run
from harness.wire.asgi import Exchange
from service.application.live.follower import Follower
from service.application.live.stream import LiveStream
from service.server.bulkhead import Bulkhead, Bulkheads
from service.server.wsgi_adapter import PIECE_BYTES, WsgiAdapter

MOST_BODY = 1000
PIECES = 10
WHERE: ContextVar[str] = ContextVar("where", default="nowhere")


class Body:
    """A response in pieces that counts them and records its closing."""

    def __init__(self) -> None:
        self.made = 0
        self.is_closed = threading.Event()

    def __iter__(self) -> Iterator[bytes]:
        WHERE.set("in the body")
        for _ in range(PIECES):
            self.made += 1
            yield b"x" * PIECE_BYTES
        yield WHERE.get().encode()

    def close(self) -> None:
        """Record the closing."""
        self.is_closed.set()


def adapter_of(app: Any, bulkhead: Bulkhead | None = None) -> WsgiAdapter:
    """The adapter of the application, with two threads."""
    bulkheads = None if bulkhead is None else Bulkheads(("/healthz", "/static/"), bulkhead)
    return WsgiAdapter(app, 2, MOST_BODY, 0, bulkheads)


def flask_app() -> Flask:
    """An application that echoes the request's body."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MOST_BODY

    @app.route("/", methods=["GET", "POST"])
    def echo() -> bytes:
        return request.get_data()

    return app


def exchanged(app: Any, **about: Any) -> Exchange:
    """The finished exchange."""

    async def exchange() -> Exchange:
        made = Exchange(adapter_of(app), **about)
        await asyncio.wait_for(made.task, 10)
        return made

    return run(exchange())


def test_a_request_is_read_whole_first() -> None:
    """The body may arrive in any number of parts."""
    assert exchanged(flask_app(), method="POST", body=(b"one ", b"two ", b"three")).body == b"one two three"


def test_a_body_that_is_too_large_is_refused() -> None:
    """The rest is not read, and the application responds with 413."""
    assert exchanged(flask_app(), method="POST", body=[b"x" * 400] * 1000).status == 413


def test_who_leaves_before_the_end_of_a_request_made_none() -> None:
    """The application is not called."""

    async def leave() -> None:
        made = Exchange(adapter_of(None), method="POST", body=())
        made.leave()
        await asyncio.wait_for(made.task, 10)
        assert made.answer == []

    run(leave())


def answering(body: Iterable[bytes]) -> Callable[..., Iterable[bytes]]:
    """An application with this response body."""

    def app(_: Any, start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [("Content-Type", "text/plain")])
        return body

    return app


def test_a_long_answer_is_made_in_pieces() -> None:
    """All pieces are made in one context, in any thread, and the response is closed."""
    body = Body()
    whole = exchanged(answering(body))
    assert whole.body == b"x" * PIECE_BYTES * PIECES + b"in the body"
    assert max(len(message.get("body", b"")) for message in whole.answer) == PIECE_BYTES
    assert not whole.answer[-1].get("more_body")
    assert body.is_closed.is_set()


def test_no_more_is_made_than_the_client_takes() -> None:
    """A client that reads nothing holds no thread; when it leaves, the response is closed."""
    body = Body()

    async def take_little() -> None:
        adapter = adapter_of(answering(body))
        stuck = [Exchange(adapter) for _ in range(8)]
        for each in stuck:
            each.takes_nothing()
        other = Exchange(adapter_of(flask_app()))
        await asyncio.wait_for(other.task, 10)
        for each in stuck:
            each.leave()
            await asyncio.wait_for(each.task, 10)

    run(take_little())
    assert 0 < body.made < 8 * PIECES
    assert body.is_closed.is_set()


def test_one_request_of_an_address_at_a_time() -> None:
    """Waiting requests hold no thread, too many get 429; health checks and static files do not wait."""
    inside, done = threading.Semaphore(0), threading.Event()

    def slow(environ: Any, start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/":
            inside.release()
            done.wait(10)
        start("200 OK", [])
        return [b"done"]

    async def crowd() -> list[int]:
        adapter = adapter_of(slow, Bulkhead(waiting=3))
        many = [Exchange(adapter) for _ in range(5)]
        await asyncio.get_running_loop().run_in_executor(None, inside.acquire)
        assert not inside.acquire(blocking=False)
        supervisor = Exchange(adapter, "/healthz")
        await asyncio.wait_for(supervisor.task, 10)
        assert supervisor.body == b"done"
        done.set()
        await asyncio.wait_for(asyncio.gather(*(each.task for each in many)), 10)
        refused = next(each for each in many if each.status == 429)
        assert b'"code":"limit/requests"' in refused.body
        assert (b"Retry-After", b"1") in refused.answer[0]["headers"]
        return sorted(each.status for each in many)

    assert run(crowd()) == [200, 200, 200, 200, 429]


def test_long_responses_to_an_address_take_turns() -> None:
    """Their pieces occupy one thread, however many an address reads at once; all come to their end."""
    inside, done = threading.Semaphore(0), threading.Event()

    def pieces() -> Iterator[bytes]:
        yield b"x" * PIECE_BYTES
        inside.release()
        done.wait(10)
        yield b"end"

    def long(environ: Any, start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [])
        return pieces() if environ["PATH_INFO"] == "/export" else [b"done"]

    async def crowd() -> None:
        adapter = adapter_of(long, Bulkhead())
        many = [Exchange(adapter, "/export") for _ in range(4)]
        await asyncio.get_running_loop().run_in_executor(None, inside.acquire)
        async with asyncio.timeout(5):
            while not all(each.body for each in many):
                await asyncio.sleep(0)
        other = Exchange(adapter, client="192.0.2.9")
        await asyncio.wait_for(other.task, 5)
        assert other.body == b"done"
        done.set()
        await asyncio.wait_for(asyncio.gather(*(each.task for each in many)), 10)
        assert all(each.body.endswith(b"end") for each in many)

    run(crowd())


def test_what_is_cheap_takes_turns_of_its_own() -> None:
    """All cheap requests of one address share one thread; other addresses do not wait for them."""
    inside, done = threading.Semaphore(0), threading.Event()

    def slow(environ: Any, start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"].startswith("/static/"):
            inside.release()
            done.wait(10)
        start("200 OK", [])
        return [b"done"]

    async def flood() -> None:
        adapter = adapter_of(slow, Bulkhead())
        many = [Exchange(adapter, "/static/nothing") for _ in range(100)]
        other = Exchange(adapter, "/", client="9.9.9.9")
        try:
            await asyncio.wait_for(other.task, 5)
        finally:
            done.set()
        await asyncio.wait_for(asyncio.gather(*(each.task for each in many)), 10)
        assert {each.status for each in many} == {200}

    run(flood())


class Quiet:
    """A follower without news."""

    seen: dict[str, int] = {"game": 1}  # noqa: RUF012 - a script
    player = None
    ended = False

    def __init__(self) -> None:
        self.on_news: Callable[[], None] = lambda: None
        self.closed = 0

    def take(self) -> list[Any]:
        """Return nothing."""
        return []

    def close(self) -> None:
        """Count the closing."""
        self.closed += 1


def test_a_live_stream_goes_on_until_its_client_leaves() -> None:
    """It holds no thread, sends its first message at once, and is closed at the end, also after HEAD."""
    quiet = Quiet()

    async def follow() -> None:
        app = Flask(__name__)
        stream = LiveStream(cast("Follower", quiet), lambda _: iter(()), {}, first=b": welcome\n\n")
        app.add_url_rule("/", view_func=lambda: Response(stream, direct_passthrough=True))
        made = Exchange(adapter_of(app))
        while not made.body:
            await asyncio.sleep(0.001)
        assert made.body == b": welcome\n\n"
        assert made.answer[-1]["more_body"]
        assert quiet.closed == 0
        made.leave()
        await asyncio.wait_for(made.task, 10)
        assert quiet.closed == 1
        head = Exchange(adapter_of(app), method="HEAD")
        await asyncio.wait_for(head.task, 10)
        assert (head.status, head.body) == (200, b"")
        assert quiet.closed == 2

    run(follow())


def failing(body: Iterable[bytes]) -> Callable[..., Iterable[bytes]]:
    """An application with an invalid header."""

    def app(_: Any, start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [("X-Bad", "a\nb")])
        return body

    return app


def test_an_answer_that_fails_is_closed() -> None:
    """The response is closed if its first piece or its head fails."""

    class Broken(Body):
        def __iter__(self) -> Iterator[bytes]:
            raise ZeroDivisionError

    async def fail() -> None:
        broken = Broken()
        with pytest.raises(ZeroDivisionError):
            await Exchange(adapter_of(answering(broken))).task
        assert broken.is_closed.is_set()
        unsent = Body()
        made = Exchange(adapter_of(failing(unsent)))
        with pytest.raises(ValueError, match="newline"):
            await made.task
        assert unsent.is_closed.is_set()

    run(fail())
