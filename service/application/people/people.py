"""Players as a viewer may see them."""

from dataclasses import dataclass

from service.application.account_keys import is_player
from service.application.accounts.players import Players, Profile
from service.application.cursors import Cursors, refusing_wrong_cursor
from service.application.people.contacts import ContactList, Contacts
from service.application.people.records import Meeting, PoolRecord, Records
from service.application.people.search import find
from service.application.problem import Problem
from service.application.quotas.throttle import Attempt, Throttle


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


@dataclass(frozen=True, slots=True)
class People:
    """The players. A `viewer` is the id of the signed-in player, or None."""

    players: Players
    records: Records
    contacts: Contacts
    throttle: Throttle
    cursors: Cursors

    def profile(self, player: str) -> Profile:
        """The profile of the player with this id; 404 if there is none."""
        profile = self.players.profiles([player])[player] if is_player(player) else None
        if profile is None:
            raise unknown_player()
        return profile

    def person(self, player: str, viewer: str | None) -> Person:
        """The player with this id; 404 if there is none."""
        profile = self.profile(player)
        is_shown = profile.page.includes(viewer, player)
        other = None if viewer == player else viewer
        return Person(
            profile,
            is_shown,
            self.records.of(player) if is_shown else [],
            self.records.meeting(other, player) if other and is_shown else None,
            self.contacts.has(ContactList.FOLLOWING, other, player) if other else None,
            self.contacts.has(ContactList.BLOCKED, other, player) if other else None,
        )

    def shows_games(self, player: str, viewer: str | None) -> bool:
        """True if the viewer may list the player's games; true for erased accounts, which have no page."""
        profile = self.players.profiles([player])[player]
        return profile is None or profile.page.includes(viewer, player)

    def find(
        self, name: str, cursor: str | None, limit: int, viewer: str | None, address: str
    ) -> tuple[list[Profile], str | None]:
        """Players whose name begins with this text and who are visible, and the next sealed cursor.

        422 `search/too-short` and `request/invalid`, 429 `limit/reached`.
        """
        self.throttle.count(Attempt.SEARCH_FROM, address)
        with refusing_wrong_cursor():
            found, following = find(self.players, name, viewer, self.cursors.open(cursor), limit)
        return found, self.cursors.seal(following)

    def add_contact(self, of: ContactList, player: str, other: str, address: str, now: int) -> None:
        """Add another player to a contact list; blocking also stops following.

        404 `player/unknown`, 409 `contact/yourself` and `contact/too-many`; `StorageFull` beyond the storage
        quota.
        """
        self.profile(other)
        if other == player:
            raise Problem(409, "contact/yourself", "this is your own account: name another player")
        self.contacts.add(of, player, other, address, now)
        if of is ContactList.BLOCKED:
            self.contacts.remove(ContactList.FOLLOWING, player, other)
