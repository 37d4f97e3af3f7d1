"""The mail server in the settings."""

import pytest

from replays.runtime.settings.errors import SettingError
from replays.runtime.settings.mail_server import MailServer
from replays.runtime.settings.settings import Settings

URL = "KINGDOMINO_SMTP_URL"
OTHERS = {"KINGDOMINO_MAIL_FROM": "game@example.org", "KINGDOMINO_PUBLIC_URL": "https://game.example.org/"}


def read(url: str, **others: str) -> MailServer | None:
    """The mail server with this URL."""
    return Settings.from_environ({URL: url, **OTHERS, **others}).mail


def test_none_is_named() -> None:
    """Without a URL there is no mail server and no error, whatever else is set."""
    assert Settings.from_environ({}).mail is None
    assert Settings.from_environ(OTHERS).mail is None


@pytest.mark.parametrize(
    ("url", "place"),
    [
        ("smtp://localhost", ("localhost", 25, False, False, None, None)),
        ("smtp://mail:2525", ("mail", 2525, False, False, None, None)),
        ("smtp://me:p%40ss@mail?starttls=1", ("mail", 587, False, True, "me", "p@ss")),
        ("smtp://me:pass@mail:26?starttls=1", ("mail", 26, False, True, "me", "pass")),
        ("smtps://me:pass@mail", ("mail", 465, True, False, "me", "pass")),
    ],
)
def test_the_url_of_a_mail_server_gives_all_its_parts(url: str, place: tuple[object, ...]) -> None:
    """The URL gives host, port, encryption and login; links begin with the public URL."""
    server = read(url)
    assert server is not None
    smtp = server.smtp
    found = (smtp.host, smtp.port, smtp.tls, smtp.starttls, smtp.user, smtp.password)
    assert found == place
    assert (server.sender, server.public_url) == ("game@example.org", "https://game.example.org")
    assert "pass" not in repr(server)


@pytest.mark.parametrize(
    "url",
    [
        "mail.example.org",
        "http://mail",
        "smtp://",
        "smtp://mail:port",
        "smtp://me:hunter2@mail",
        "smtps://me:hunter2@mail?starttls=1",
        "smtp://me:hunter2@mail?tls=1",
        "smtp://mail?starttls=yes",
        "smtp://mail?starttls=",
    ],
)
def test_a_url_that_cannot_be_used(url: str) -> None:
    """The error does not show the password; a URL that would send it unencrypted is refused, too."""
    with pytest.raises(SettingError, match=rf"^{URL} is ") as refused:
        read(url)
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KINGDOMINO_MAIL_FROM", ""),
        ("KINGDOMINO_MAIL_FROM", "nobody"),
        ("KINGDOMINO_MAIL_FROM", "a@b\nBcc: c@d"),
        ("KINGDOMINO_PUBLIC_URL", ""),
        ("KINGDOMINO_PUBLIC_URL", "game.example.org"),
        ("KINGDOMINO_PUBLIC_URL", "https://game.example.org/?x=1"),
    ],
)
def test_what_a_mail_server_needs_besides(name: str, value: str) -> None:
    """A mail server needs a sender and a public URL for links."""
    with pytest.raises(SettingError, match=f"^{name} is "):
        read("smtp://localhost", **{name: value})
