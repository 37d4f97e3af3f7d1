"""marshmallow fields of lists that are read page by page."""

from typing import Any

from marshmallow import fields, validate

from service.shared.fields import Numeral


class Cursor(fields.String):
    """The start of a page, in a query."""

    def __init__(self, **kwargs: Any) -> None:
        told = {"description": "`next` of the previous page; by default the first page."}
        super().__init__(load_default=None, metadata=told, **kwargs)


class PageLimit(Numeral):
    """The maximum length of a page, in a query."""

    def __init__(self, usual: int = 50, most: int = 200) -> None:
        told = {"description": "Maximum number of entries on the page."}
        super().__init__(load_default=usual, validate=validate.Range(1, most), metadata=told)


class NextCursor(fields.String):
    """The start of the next page, in a response."""

    def __init__(self) -> None:
        told = {"description": "`cursor` of the next page; null on the last page."}
        super().__init__(required=True, allow_none=True, metadata=told)
