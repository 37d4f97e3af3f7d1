"""Limits on connections, and their end."""

import socket
from typing import cast
from unittest.mock import Mock

import uvicorn
from uvicorn.server import ServerState

from harness.loops import run
from service.server.connection import Connection
from service.server.intake import Intake
from service.server.occupancy import Occupancy


def test_one_address_has_its_share() -> None:
    """Leaving makes room, and absent addresses have no entry."""
    occupancy = Occupancy(most=10, of_address=2)
    assert [occupancy.enter("a") for _ in range(3)] == [True, True, False]
    assert occupancy.enter("b")
    occupancy.leave("a")
    assert occupancy.enter("a")


def test_all_together_have_their_limit() -> None:
    """The total is limited over all addresses."""
    occupancy = Occupancy(most=3, of_address=2)
    assert [occupancy.enter(str(number)) for number in range(5)] == [True, True, True, False, False]
    occupancy.leave("1")
    assert occupancy.enter("5")


def connected(end: socket.socket) -> Connection:
    """A connection through this socket."""
    transport = Mock()
    transport.get_extra_info.side_effect = {"socket": end}.get
    config = uvicorn.Config(Mock(), log_config=None)
    occupancy, intake = Occupancy(most=1, of_address=1), Intake(is_limited=True)
    connection = Connection(config, ServerState(), {}, occupancy=occupancy, intake=intake)
    connection.connection_made(transport)
    return connection


def test_a_connection_that_is_closed_already_can_be_given_up() -> None:
    """Its socket may be closed shortly before the loop notices."""

    async def give_up() -> Mock:
        with socket.socket() as end:
            connection = connected(end)
        connection._give_up()
        return cast("Mock", connection.transport)

    run(give_up()).abort.assert_called_once_with()


def test_a_connection_that_is_lost_waits_for_nothing() -> None:
    """Its timers are cancelled, even if the client has reset it."""
    waits = Mock()

    async def lose() -> None:
        with socket.socket() as end:
            connection = connected(end)
        connection.timeout_keep_alive_task = waits
        connection.connection_lost(ConnectionResetError())

    run(lose())
    waits.cancel.assert_called_once_with()
