"""Notices in the viewer's language, for the API and the pages."""

from service.application.notices.inboxes.reading import Spoken
from service.application.problem import wrong_cursor
from service.services import services
from service.shared.visibility import sight


def shown(player: str, cursor: str | None, limit: int) -> tuple[list[Spoken], str | None]:
    """A page of the player's notices, newest first, and the cursor of the next page or None.

    Notices about tables that the player may no longer see, or that cannot be read, are left out, so a page
    may be shorter than `limit`. 422 `request/invalid` for an invalid cursor.
    """
    kept, following = services().inboxes.page(player, _position(cursor), limit)
    page = services().notice_reader.spoken(player, kept, sight().may_see)
    return page, None if following is None else str(following)


def _position(cursor: str | None) -> int | None:
    if cursor is None:
        return None
    if not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 15):
        raise wrong_cursor()
    return int(cursor)
