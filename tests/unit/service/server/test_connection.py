"""How many connections there may be."""

from service.server.connection import Occupancy


def test_one_address_has_its_share() -> None:
    """Who leaves makes room, and of whoever is not there nothing is kept."""
    occupancy = Occupancy(most=10, of_address=2)
    assert [occupancy.enter("a") for _ in range(3)] == [True, True, False]
    assert occupancy.enter("b")
    occupancy.leave("a")
    assert occupancy.enter("a")


def test_all_together_have_their_limit() -> None:
    """However many addresses they come from."""
    occupancy = Occupancy(most=3, of_address=2)
    assert [occupancy.enter(str(number)) for number in range(5)] == [True, True, True, False, False]
    occupancy.leave("1")
    assert occupancy.enter("5")
