"""Checks that this machine reaches the web process and the mail server."""

import http.client
import json
from collections.abc import Iterator
from contextlib import closing

from replays.runtime.settings.mail_server import SmtpServer
from replays.runtime.settings.settings import Settings
from service.application.mail.smtp import session
from service.ops.doctor.results import CheckResult, fail, ok, warn
from service.ops.probe import near, url

ANSWER_SECONDS = 5.0


def web(settings: Settings) -> Iterator[CheckResult]:
    """The web process: it responds and is ready."""
    where = url(settings.host, settings.port)
    try:
        status, said = _readyz(settings.host, settings.port)
    except (OSError, http.client.HTTPException, ValueError) as error:
        way_out = "start `kingdomino web`, or name its address as HOST and PORT"
        yield fail("web", f"nothing that we know answers at {where} ({error}): {way_out}")
        return
    if status != http.client.OK:
        yield fail("web", f"{where}/readyz says {status} {said.get('code')}: {said.get('detail')}")
    elif said.get("degraded"):
        yield warn("web", f"{where} answers, but misses {said['degraded']}: see what is said of those")
    else:
        yield ok("web", f"{where} answers")


def mail(server: SmtpServer | None) -> Iterator[CheckResult]:
    """The mail server: it accepts the connection and the password."""
    if server is None:
        yield ok("mail", "no mail server is named, so nobody signs in by e-mail")
        return
    where = f"{server.host}:{server.port}"
    try:
        with session(server, ANSWER_SECONDS) as connection:
            connection.noop()
    except OSError as error:
        yield fail("mail", f"{where} refuses us ({type(error).__name__}): correct KINGDOMINO_SMTP_URL")
    else:
        yield ok("mail", f"{where} answers")


def _readyz(host: str, port: int) -> tuple[int, dict[str, object]]:
    """The status and the JSON object of `/readyz`."""
    with closing(http.client.HTTPConnection(near(host), port, timeout=ANSWER_SECONDS)) as connection:
        connection.request("GET", "/readyz")
        answer = connection.getresponse()
        said = json.loads(answer.read())
    if not isinstance(said, dict):
        raise ValueError("no object")
    return answer.status, said
