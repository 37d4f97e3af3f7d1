"""The language of a response that people look at, such as a picture."""

from marshmallow import fields, validate

from service.application.i18n.languages import LONGEST_TAG
from service.shared.fields import Strict


class LanguageQuery(Strict):
    """The language of a picture's words."""

    lang = fields.String(
        validate=validate.Length(max=LONGEST_TAG),
        metadata={
            "description": "Language of the words, such as fa; by default the first available one of "
            "Accept-Language."
        },
    )
