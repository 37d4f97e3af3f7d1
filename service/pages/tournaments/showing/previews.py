"""The preview of links to a tournament, which is always public: its result picture."""

from replays.tournament.aggregate import Tournament
from service.application.i18n.speaking import present
from service.application.pictures.layout import CARD
from service.application.tournaments.result_picture import progress_of
from service.http import hosts
from service.pages.shared.link_previews import LinkPreview


def preview_of(tournament: Tournament) -> LinkPreview:
    """The preview, whose picture is that of the version shown."""
    version = tournament.head.version
    return LinkPreview(
        f"Kingdomino: {tournament.created.name}",
        progress_of(tournament),
        hosts.shared_url("tournament", tournament=tournament.id),
        hosts.shared_url(
            "tournament_pictures.card", tournament=tournament.id, version=version, lang=present().tag
        ),
        CARD,
    )
