"""A store URL names one server, a master behind Sentinels, or a cluster."""

import pytest

from replays.runtime.settings.errors import SettingError
from replays.runtime.settings.settings import Settings
from replays.runtime.settings.store_url import FORMS, Arrangement, read_store_url

GOOD = {
    "redis://store": (Arrangement.ONE, (("store", 6379),), "", "redis://store"),
    "rediss://:pw@store:1/2": (Arrangement.ONE, (("store", 1),), "", "rediss://:pw@store:1/2"),
    "unix:///srv/store.sock?db=1": (Arrangement.ONE, (), "", "unix:///srv/store.sock"),
    "redis+sentinel://one,two:5/games": (
        Arrangement.SENTINEL,
        (("one", 26379), ("two", 5)),
        "games",
        "redis://one",
    ),
    "rediss+sentinel://u:p@[::1]:7/g%20s/3?ssl_cert_reqs=none": (
        Arrangement.SENTINEL,
        (("::1", 7),),
        "g s",
        "rediss://u:p@[::1]:7/3",
    ),
    "redis+cluster://u:p@one:7001,two:7002": (
        Arrangement.CLUSTER,
        (("one", 7001), ("two", 7002)),
        "",
        "redis://u:p@one:7001",
    ),
    "redis+cluster://one/0": (Arrangement.CLUSTER, (("one", 6379),), "", "redis://one/0"),
}
BAD = [
    "http://store",
    "store:6379",
    "redis://",
    "redis://one,two",
    "unix://",
    "unix+cluster:///srv/store.sock",
    "redis+other://one",
    "redis+sentinel://one",
    "redis+sentinel://one,/games",
    "redis+cluster://one,",
    "redis+cluster://one/1",
    "redis://one/first",
    "redis://one/1/2",
    "redis+sentinel://one/games/first",
]


@pytest.mark.parametrize("url", GOOD)
def test_a_url_is_read(url: str) -> None:
    """The URL gives hosts with default ports, the master's name, and the URL for a single server."""
    read = read_store_url(url)
    assert read is not None
    assert (read.arrangement, read.hosts, read.master, read.plain) == GOOD[url]


@pytest.mark.parametrize("url", BAD)
def test_another_form_is_refused(url: str) -> None:
    """The error lists the allowed forms."""
    assert read_store_url(url) is None
    with pytest.raises(SettingError, match="REDIS_URL is '") as refused:
        Settings.from_environ({"REDIS_URL": url})
    assert FORMS in str(refused.value)


def test_no_url_shows_its_password() -> None:
    """The error for an invalid port or form does not show the password."""
    for url in ("redis+cluster://u:secret@one:x,two", "redis+sentinel://u:secret@one:1"):
        with pytest.raises(SettingError, match="REDIS_URL") as refused:
            Settings.from_environ({"REDIS_URL": url})
        assert "secret" not in str(refused.value)


def test_jobs_have_no_cluster() -> None:
    """RQ does not run on a cluster, but its server may be behind Sentinels."""
    fine = "redis+sentinel://one/jobs/1"
    assert Settings.from_environ({"RQ_REDIS_URL": fine}).jobs_url() == fine
    with pytest.raises(SettingError, match="RQ does not run on a cluster"):
        Settings.from_environ({"RQ_REDIS_URL": "redis+cluster://one:7001"})
