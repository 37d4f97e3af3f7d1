"""Limits on connections, and their end."""

import socket
from unittest.mock import Mock

import uvicorn
from uvicorn.server import ServerState

from harness.loops import run
from service.server.connection import Connection
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


def test_a_connection_that_is_closed_already_can_be_given_up() -> None:
    """Its socket may be closed shortly before the loop notices."""
    closed = socket.socket()
    closed.close()
    transport = Mock()
    transport.get_extra_info.return_value = closed

    async def give_up() -> None:
        config = uvicorn.Config(Mock(), log_config=None)
        connection = Connection(config, ServerState(), {}, occupancy=Occupancy(most=1, of_address=1))
        connection.transport = transport
        connection._give_up()

    run(give_up())
    transport.abort.assert_called_once_with()


def test_a_connection_that_is_lost_waits_for_nothing() -> None:
    """Its timers are cancelled, even if the client has reset it."""
    waits = Mock()

    async def lose() -> None:
        config = uvicorn.Config(Mock(), log_config=None)
        connection = Connection(config, ServerState(), {}, occupancy=Occupancy(most=1, of_address=1))
        connection.timeout_keep_alive_task = waits
        connection.connection_lost(ConnectionResetError())

    run(lose())
    waits.cancel.assert_called_once_with()
