"""Access that ends at one web process, and what another one makes of it that knows the token."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from harness.processes import free_port
from harness.service import Account, Service, environment, ok, processes, running_service
from harness.waiting import eventually
from harness.wire.http import Http
from replays.bootstrap import now_ms
from service.application.accounts.access.suspension import Reaching, Suspension

ON = {"KINGDOMINO_LIMITS": "on"}
PATIENCE = 10.0


class Site(NamedTuple):
    """A service with limits, and a client of its second web process."""

    service: Service
    second: Http

    def there(self, account: Account) -> Account:
        """The same account as a client of the second process."""
        return Account(self.second, account.id, account.name, account.token)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    """Give two web processes on one store."""
    with running_service(["web"], **ON) as service, tempfile.TemporaryDirectory(prefix="second-") as data:
        port = free_port()
        settings = environment(service.store_url, Path(data)) | ON
        with processes(settings, port, ["web"]), Http(service.host, port) as second:
            yield Site(service, second)


class Lost(NamedTuple):
    """An account, and a program that uses the second process with the token of this id."""

    owner: Account
    program: Account
    token: str


def lost(site: Site) -> Lost:
    """Ann has a program whose token the second process knows.

    A read without a script of its own runs none then; a list of games has one.
    """
    ann = site.service.account("Ann")
    made = ok(ann.post("/me/tokens", {"name": "program"}), 201)
    program = site.there(Account(ann.http, ann.id, "Ann", made["token"]))
    eventually(lambda: not asks(site, lambda: ok(program.mine("GET", "/keys"))), PATIENCE)
    return Lost(ann, program, made["id"])


def asks(site: Site, act: Callable[[], object]) -> bool:
    """True if the store runs a script meanwhile, such as that of admission."""
    store = site.service.store

    def scripts() -> int:
        return int(store.info("commandstats")["cmdstat_evalsha"]["calls"])

    before = scripts()
    act()
    return scripts() > before


def suspend(site: Site, it: Lost) -> None:
    """A moderator, at any process, suspends the account."""
    Reaching(site.service.store).suspend(it.owner.id, 1, Suspension(now_ms() + 3_600_000, "spam"))


def revoke(_: Site, it: Lost) -> None:
    """The owner revokes the token at the first process."""
    assert it.owner.mine("DELETE", f"/me/tokens/{it.token}").status == 204


def erase(_: Site, it: Lost) -> None:
    """The owner erases the account at the first process."""
    assert it.owner.mine("DELETE", "/me", {"confirm": "Ann"}).status == 204


@pytest.mark.parametrize(("end", "status"), [(revoke, 401), (erase, 401), (suspend, 403)])
def test_it_ends_at_the_other_process(site: Site, end: Callable[[Site, Lost], None], status: int) -> None:
    """Soon after the response of the first, without any other request to the second."""
    it = lost(site)
    end(site, it)
    eventually(lambda: it.program.post("/games", {"players": 2}).status == status, PATIENCE)


def test_a_lost_connection_is_made_up_for(site: Site) -> None:
    """What ends while a process has no connection to the stream ends there, too."""
    it, store = lost(site), site.service.store
    for each in store.client_list():
        if each["cmd"] == "xread":
            store.client_kill_filter(_id=each["id"])
    revoke(site, it)
    eventually(lambda: it.program.mine("GET", "/me").status == 401, PATIENCE)


def test_it_ends_at_its_own_process_with_the_response(site: Site) -> None:
    """The next request, whatever it is, is refused: nobody waits for the stream."""
    for _ in range(5):
        it = lost(site)
        owner = site.there(it.owner)
        assert owner.mine("DELETE", f"/me/tokens/{it.token}").status == 204
        assert it.program.mine("GET", "/me").status == 401
