"""A store's URL may name a login, a database and certificates; the service decides everything else."""

from pathlib import Path

import pytest

from replays.runtime.settings.errors import SettingError
from replays.runtime.settings.settings import Settings
from replays.runtime.settings.store_url import read_store_url

FORMS = {
    "plain": "redis://host/0",
    "TLS": "rediss://host",
    "socket": "unix:///srv/store.sock",
    "sentinel": "redis+sentinel://one,two/games",
    "sentinel with TLS": "rediss+sentinel://one,two/games/0",
    "cluster": "redis+cluster://one,two",
    "cluster with TLS": "rediss+cluster://one,two",
}
"""A URL of each form, without options."""
DECIDED = [
    "protocol=3",
    "protocol=2",
    "legacy_responses=False",
    "decode_responses=False",
    "decode_responses=True",
    "retry=3",
    "retry_on_timeout=yes",
    "retry_on_error=x",
    "socket_timeout=0.1",
    "socket_connect_timeout=60",
    "timeout=1",
    "max_connections=1",
    "health_check_interval=1",
    "encoding=latin-1",
    "foo=1",
    "DB=1",
]
"""Options of redis-py that change shapes, time-outs or retries, and names that it does not know."""


@pytest.mark.parametrize("url", FORMS.values(), ids=list(FORMS))
@pytest.mark.parametrize("option", DECIDED)
def test_an_option_that_the_service_decides_is_refused_by_name(url: str, option: str) -> None:
    """In every form of a URL; the error names the option and what is allowed."""
    name, value = option.split("=")
    with pytest.raises(SettingError, match=f"^REDIS_URL is a URL with the option '{name}'") as refused:
        Settings.from_environ({"REDIS_URL": f"{url}?{option}"})
    assert "a URL may have db, username, password" in str(refused.value)
    assert f"={value}" not in str(refused.value)
    if "cluster" not in url:
        with pytest.raises(SettingError, match=f"^RQ_REDIS_URL is a URL with the option '{name}'"):
            Settings.from_environ({"RQ_REDIS_URL": f"{url}?client_name=ours&{option}"})


def test_options_have_their_types(tmp_path: Path) -> None:
    """Every allowed option is read as redis-py takes it, with percent-encoding undone."""
    (tmp_path / "ca.pem").touch()
    (tmp_path / "own.pem").touch()
    query = (
        f"client_name=a%20b&username=u&password=p%26q&ssl_ca_certs={tmp_path}/ca.pem&ssl_ca_path={tmp_path}"
        f"&ssl_certfile={tmp_path}/own.pem&ssl_keyfile={tmp_path}/own.pem&ssl_password=x&ssl_ca_data=y"
        "&ssl_cert_reqs=none&ssl_check_hostname=false&db=3"
    )
    read = read_store_url(f"rediss://host?{query}")
    assert read is not None
    assert read.plain == "rediss://host"
    assert read.options == {
        "client_name": "a b",
        "username": "u",
        "password": "p&q",
        "ssl_ca_certs": f"{tmp_path}/ca.pem",
        "ssl_ca_path": str(tmp_path),
        "ssl_certfile": f"{tmp_path}/own.pem",
        "ssl_keyfile": f"{tmp_path}/own.pem",
        "ssl_password": "x",
        "ssl_ca_data": "y",
        "ssl_cert_reqs": "none",
        "ssl_check_hostname": False,
        "db": 3,
    }


@pytest.mark.parametrize(
    ("url", "named"),
    [
        ("redis://host?db=one", "'db'"),
        ("redis://host?db=-1", "'db'"),
        ("redis://host?db=1&db=2", "'db'"),
        ("redis://host/1?db=1", "'db'"),
        ("redis+sentinel://one/games/1?db=1", "'db'"),
        ("redis+cluster://one?db=1", "'db'"),
        ("redis://:secret@host?password=secret", "'password'"),
        ("unix:///srv/store.sock?password=", "'password'"),
        ("rediss://host?ssl_cert_reqs=maybe", "'ssl_cert_reqs'"),
        ("rediss://host?ssl_check_hostname=perhaps", "'ssl_check_hostname'"),
        ("rediss://host?ssl_ca_certs=/nowhere/ca.pem", "'ssl_ca_certs'"),
        ("rediss://host?ssl_ca_path=/nowhere", "'ssl_ca_path'"),
        ("rediss+cluster://host?ssl_min_version=771", "'ssl_min_version'"),
        ("redis://host?ssl_ca_certs=/etc/passwd", "without TLS"),
        ("unix:///srv/store.sock?ssl_cert_reqs=none", "without TLS"),
        ("redis://host?db", "cannot be read"),
        ("redis://host?client_name=%ff", "cannot be read"),
    ],
)
def test_a_value_that_cannot_work_is_refused(url: str, named: str) -> None:
    """A wrong, repeated or useless option is refused; its value, which may be a secret, is not shown."""
    with pytest.raises(SettingError, match=f"REDIS_URL is .*{named}") as refused:
        Settings.from_environ({"REDIS_URL": url})
    assert "secret" not in str(refused.value)


def test_no_message_shows_a_password_among_the_options() -> None:
    """A URL that is refused for its form is shown without the values of its options."""
    with pytest.raises(SettingError, match="REDIS_URL is '") as refused:
        Settings.from_environ({"REDIS_URL": "unix://?password=secret"})
    assert "secret" not in str(refused.value)
