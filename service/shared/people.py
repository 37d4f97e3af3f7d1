"""Players as the viewer may see them, for the API and the pages."""

from dataclasses import dataclass

from service.application.account_keys import is_player
from service.application.accounts.players import Profile
from service.application.people.contacts import MOST, ContactList, TooManyContacts
from service.application.people.records import Meeting, PoolRecord
from service.application.people.search import SHORTEST, TooShort, find
from service.application.problem import Problem, wrong_cursor
from service.application.quotas.throttle import Attempt
from service.http.client_address import address
from service.services import services
from service.shared.visibility import viewer


@dataclass(frozen=True, slots=True)
class Person:
    """A player as the viewer sees them.

    If the page is not visible to the viewer, only the name is filled in. `meeting` is the record of both
    players from the viewer's side. `meeting`, `follows` and `blocks` are None if nobody is signed in, and for
    the own page.
    """

    profile: Profile
    is_shown: bool
    record: list[PoolRecord]
    meeting: Meeting | None
    follows: bool | None
    blocks: bool | None


def unknown_player() -> Problem:
    """404: there is no player with this id."""
    return Problem(404, "player/unknown", "there is no player with this id")


def profile_of(player: str) -> Profile:
    """The profile of the player with this id; 404 if there is none."""
    profile = services().players.profiles([player])[player] if is_player(player) else None
    if profile is None:
        raise unknown_player()
    return profile


def person(player: str) -> Person:
    """The player with this id; 404 if there is none."""
    parts, profile, here = services(), profile_of(player), viewer().player
    is_shown = profile.page.includes(here, player)
    other = None if here == player else here
    return Person(
        profile,
        is_shown,
        parts.records.of(player) if is_shown else [],
        parts.records.meeting(other, player) if other and is_shown else None,
        parts.contacts.has(ContactList.FOLLOWING, other, player) if other else None,
        parts.contacts.has(ContactList.BLOCKED, other, player) if other else None,
    )


def shows_games(player: str) -> bool:
    """True if the viewer may list the player's games; true for erased accounts, which have no page."""
    profile = services().players.profiles([player])[player]
    return profile is None or profile.page.includes(viewer().player, player)


def found_players(name: str, cursor: str | None, limit: int) -> tuple[list[Profile], str | None]:
    """Players whose name begins with this text and who are visible to the viewer, and the next sealed cursor.

    422 `search/too-short` and `request/invalid`, 429 `limit/reached`.
    """
    parts = services()
    parts.throttle.count(Attempt.SEARCH_FROM, address())
    try:
        found, following = find(parts.players, name, viewer().player, parts.cursors.open(cursor), limit)
    except TooShort:
        raise Problem(
            422, "search/too-short", f"{name!r} is too short: give the first {SHORTEST} characters of a name"
        ) from None
    except ValueError:
        raise wrong_cursor() from None
    return found, parts.cursors.seal(following)


def add_contact(of: ContactList, player: str, other: str, now: int) -> None:
    """Add another player to a contact list; blocking also stops following.

    404 `player/unknown`, 409 `contact/yourself` and `contact/too-many`; `StorageFull` beyond the storage
    quota.
    """
    profile_of(other)
    if other == player:
        raise Problem(409, "contact/yourself", "this is your own account: name another player")
    try:
        services().contacts.add(of, player, other, address(), now)
        if of is ContactList.BLOCKED:
            services().contacts.remove(ContactList.FOLLOWING, player, other)
    except TooManyContacts:
        raise Problem(
            409, "contact/too-many", f"the list has {MOST} players, the maximum: remove one first"
        ) from None
