"""Settings are read from a mapping; the error for a wrong value names the variable."""

from ipaddress import ip_network
from pathlib import Path

import pytest

from replays.runtime.settings.errors import ConfigurationError, SettingError
from replays.runtime.settings.mail_server import SmtpServer
from replays.runtime.settings.settings import Settings

KEY, SIGNING_KEY = "0f" * 32, "1e" * 32


def test_an_empty_environment_gives_the_defaults() -> None:
    """The defaults are the embedded store, this machine only, and limits on."""
    settings = Settings.from_environ({})
    assert (settings.redis_url, settings.rq_redis_url, settings.key) == (None, None, None)
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.data == Path.cwd() / "data"
    assert settings.limits
    assert not settings.unsafe_store


def test_empty_values_count_as_absent() -> None:
    """Compose files pass empty strings for unset variables."""
    names = ["REDIS_URL", "RQ_REDIS_URL", "PORT", "HOST", "KINGDOMINO_DATA", "KINGDOMINO_KEY"]
    names += ["KINGDOMINO_SIGNING_KEY", "KINGDOMINO_LIMITS", "KINGDOMINO_UNSAFE_STORE", "KINGDOMINO_THREADS"]
    assert Settings.from_environ(dict.fromkeys(names, "")) == Settings.from_environ({})


def test_every_setting_is_read() -> None:
    """Each variable sets its field, in the field's type."""
    settings = Settings.from_environ(
        {
            "REDIS_URL": "redis://store:6379/0",
            "RQ_REDIS_URL": "unix:///run/store.sock?db=1",
            "PORT": "9000",
            "HOST": "::1",
            "KINGDOMINO_DATA": "/srv/games",
            "KINGDOMINO_KEY": KEY,
            "KINGDOMINO_SIGNING_KEY": SIGNING_KEY,
            "KINGDOMINO_LIMITS": "off",
            "KINGDOMINO_UNSAFE_STORE": "1",
            "KINGDOMINO_THREADS": "8",
            "KINGDOMINO_METRICS": "off",
            "KINGDOMINO_PINNED": "on",
            "KINGDOMINO_LOG_LEVEL": "warning",
            "KINGDOMINO_PROXIES": "2",
            "KINGDOMINO_ARCHIVE_URL": "file:///srv/archive",
            "KINGDOMINO_ARCHIVE_AFTER": "90",
            "KINGDOMINO_WEBHOOK_NETWORKS": "10.1.2.0/24, fd00::/8",
            "KINGDOMINO_SMTP_URL": "smtp://mail",
            "KINGDOMINO_MAIL_FROM": "game@example.org",
            "KINGDOMINO_PUBLIC_URL": "https://game.example.org",
        }
    )
    assert settings == Settings(
        redis_url="redis://store:6379/0",
        rq_redis_url="unix:///run/store.sock?db=1",
        port=9000,
        host="::1",
        data=Path("/srv/games"),
        key=bytes.fromhex(KEY),
        signing_key=bytes.fromhex(SIGNING_KEY),
        limits=False,
        unsafe_store=True,
        threads=8,
        proxies=2,
        archive="file:///srv/archive",
        archive_after=90,
        webhook_networks=(ip_network("10.1.2.0/24"), ip_network("fd00::/8")),
        metrics=False,
        pinned=True,
        log_level="warning",
        smtp=SmtpServer("mail", 25, tls=False, starttls=False),
        mail_from="game@example.org",
        public_url="https://game.example.org",
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "http"),
        ("PORT", "-1"),
        ("PORT", "٣"),
        ("PORT", "9" * 5000),
        ("HOST", "http://127.0.0.1"),
        ("KINGDOMINO_PUBLIC_URL", "game.example.org"),
        ("KINGDOMINO_LIMITS", "maybe"),
        ("KINGDOMINO_UNSAFE_STORE", "2"),
        ("KINGDOMINO_THREADS", "0"),
        ("KINGDOMINO_PROXIES", "-1"),
        ("KINGDOMINO_SMTP_URL", "mail"),
        ("KINGDOMINO_ARCHIVE_URL", "/srv/archive"),
        ("KINGDOMINO_ARCHIVE_URL", "file://srv/archive"),
        ("KINGDOMINO_ARCHIVE_URL", "s3:///games"),
        ("KINGDOMINO_ARCHIVE_URL", "s3://id:secret@games"),
        ("KINGDOMINO_ARCHIVE_URL", "s3://games?region=x"),
        ("KINGDOMINO_ARCHIVE_URL", "http://[games"),
        ("KINGDOMINO_ARCHIVE_AFTER", "6"),
        ("KINGDOMINO_ARCHIVE_ABOVE", "101"),
        ("KINGDOMINO_WEBHOOK_NETWORKS", "10.1.2.3/24"),
        ("KINGDOMINO_WEBHOOK_NETWORKS", "localhost"),
        ("KINGDOMINO_METRICS", "8000"),
        ("KINGDOMINO_PINNED", "0,1"),
        ("KINGDOMINO_LOG_LEVEL", "debug"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "http://localhost"),
        ("REDIS_URL", "redis://"),
        ("REDIS_URL", "redis://host:port"),
        ("RQ_REDIS_URL", "unix://"),
        ("KINGDOMINO_KEY", "zz" * 32),
        ("KINGDOMINO_KEY", "00" * 31),
        ("KINGDOMINO_SIGNING_KEY", "00" * 33),
        ("KINGDOMINO_DATA", __file__),
    ],
)
def test_a_wrong_value_is_refused_by_name(name: str, value: str) -> None:
    """The error names the variable and what is allowed."""
    with pytest.raises(SettingError, match=rf"^{name} is .*, but must be "):
        Settings.from_environ({name: value})


def test_no_secret_is_shown() -> None:
    """Neither an error nor a repr contains a key or a password."""
    with pytest.raises(SettingError) as bad_key:
        Settings.from_environ({"KINGDOMINO_KEY": "c0ffee"})
    with pytest.raises(SettingError) as bad_url:
        Settings.from_environ({"REDIS_URL": "http://me:hunter2@store"})
    keys = {"KINGDOMINO_KEY": KEY, "KINGDOMINO_SIGNING_KEY": SIGNING_KEY}
    good = Settings.from_environ({**keys, "REDIS_URL": "redis://me:hunter2@store"})
    with pytest.raises(SettingError) as bad_archive:
        Settings.from_environ({"KINGDOMINO_ARCHIVE_URL": "s3://me:hunter2@games"})
    shown = f"{bad_key.value} {bad_url.value} {bad_archive.value} {good!r}"
    hidden = [text for key in (KEY, SIGNING_KEY) for text in (key, repr(bytes.fromhex(key)))]
    assert not any(secret in shown for secret in ("c0ffee", "hunter2", *hidden))


def test_workers_read_what_they_share_and_demand_their_servers() -> None:
    """Workers have no embedded store: without a URL the error names the missing variable."""
    settings = Settings.from_environ({"REDIS_URL": "redis://store"})
    assert settings.log_url() == "redis://store"
    with pytest.raises(ConfigurationError, match=r"^RQ_REDIS_URL is not set"):
        settings.jobs_url()
