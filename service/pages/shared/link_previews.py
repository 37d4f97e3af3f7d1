"""The preview of a link to a page (Open Graph): a title, a sentence and a picture; `shared/preview.html`.

Only what everybody may see has one, because the site that shows the preview shows it to everybody.
"""

from typing import NamedTuple


class LinkPreview(NamedTuple):
    """The texts, the URLs of the page and of its picture, and the picture's size in pixels."""

    title: str
    text: str
    page: str
    card: str
    size: tuple[int, int]
