"""The preview of a link to a game: its players, its progress, and its card; only public games have one."""

from collections.abc import Mapping, Sequence
from typing import Any

from replays.match.aggregate import Match
from service.application.games.visibility import ANYBODY
from service.application.i18n.speaking import present
from service.application.pictures.layout import CARD
from service.application.pictures.scene import Scene, called
from service.http import hosts
from service.pages.shared.link_previews import LinkPreview
from service.services import services


def preview_of(
    match: Match, state: Mapping[str, Any], players: Sequence[str], page: str, **more: Any
) -> LinkPreview | None:
    """The preview of a game in this state, for the page of this endpoint; None if the game is not public.

    `players` are names by seat, `more` are further values for the page's URL.
    """
    if not services().visibility.may_see(match, ANYBODY):
        return None
    scene = Scene(
        state, match.rules.limit(match.players), match.rules.origins, called(players, match.players)
    )
    return LinkPreview(
        f"Kingdomino: {present().listed(scene.names)}",
        scene.progress,
        hosts.shared_url(page, game=match.id, **more),
        hosts.shared_url("pictures.card", game=match.id, version=state["version"], lang=present().tag),
        CARD,
    )
