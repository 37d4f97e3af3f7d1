"""Fields of responses: words of an enumeration, and parts that are already serialized."""

from enum import Enum
from typing import Any

import pytest
from marshmallow import Schema, ValidationError, fields

from service.shared.fields import Word, Written


class Colour(Enum):
    """An enumeration to serialize."""

    RED = "red"


class Part(Schema):
    """A part of a response."""

    number = fields.Integer(required=True)


class Painted(Schema):
    """A response."""

    colour = Word(Colour, allow_none=True)
    part = Written(Part)


@pytest.mark.parametrize(("colour", "told"), [(Colour.RED, "red"), ("red", "red"), (None, None)])
def test_a_word_is_dumped_from_the_member_and_from_its_value(colour: Any, told: str | None) -> None:
    """Projections have the value, objects of the rules the member."""
    assert Painted().dump({"colour": colour}) == {"colour": told}


def test_a_word_that_there_is_not_is_a_fault() -> None:
    """In a response this is an error of the service, in a request one of the client."""
    with pytest.raises(ValueError, match="blue"):
        Painted().dump({"colour": "blue"})
    with pytest.raises(ValidationError):
        Painted().load({"colour": "blue"})
    assert Painted().load({"colour": "red"}) == {"colour": Colour.RED}


def test_what_is_written_goes_out_as_it_is() -> None:
    """Serialized parts are output unchanged; members that are not in the schema are omitted."""
    text = b'{"number":1}'
    assert Painted().dump({"part": text, "more": 1}) == {"part": text}
