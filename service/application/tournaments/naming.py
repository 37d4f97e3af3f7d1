"""Finds players by what people write: an id, or the exact name."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from replays.encoding.identity import is_uuid
from replays.match.deciding.decisions import Refusal
from service.application.accounts.players import Players


class NotFound(Refusal):
    """No account has this id or name, or several have the name."""


@dataclass(frozen=True, slots=True)
class NamedPlayers:
    """Players by ids and exact names. Methods raise `StoreAway`."""

    players: Players

    def player(self, text: str) -> str:
        """The id of the player with this id or exact name; raises `NotFound`."""
        (found,) = self.find([text])
        if isinstance(found, NotFound):
            raise found
        return found

    def find(self, texts: Sequence[str]) -> list[str | NotFound]:
        """The id of each player, or why there is none; a few round trips for all.

        Codes: `tournament/unknown-player`, `tournament/ambiguous-name`.
        """
        known = self.players.names([text.lower() for text in texts if is_uuid(text.lower())])
        named = self.players.named([text for text in texts if not is_uuid(text.lower())])
        return [_found(text, known, named) for text in texts]


def _found(text: str, known: Mapping[str, str | None], named: Mapping[str, Sequence[str]]) -> str | NotFound:
    if is_uuid(text.lower()):
        if known[text.lower()] is None:
            return NotFound("tournament/unknown-player", "no account has this id, or it was deleted")
        return text.lower()
    players = named[text]
    if not players:
        return NotFound("tournament/unknown-player", "no player has exactly this name")
    if len(players) > 1:
        return NotFound("tournament/ambiguous-name", "several players have this name: give the id instead")
    return players[0]
