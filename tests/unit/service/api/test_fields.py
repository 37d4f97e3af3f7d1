"""Fields of answers: words of an enumeration, and parts that are written already."""

from enum import Enum
from typing import Any

import pytest
from marshmallow import Schema, ValidationError, fields

from service.shared.fields import Word, Written


class Colour(Enum):
    """Something to name."""

    RED = "red"


class Part(Schema):
    """A part of an answer."""

    number = fields.Integer(required=True)


class Painted(Schema):
    """An answer."""

    colour = Word(Colour, allow_none=True)
    part = Written(Part)


@pytest.mark.parametrize(("colour", "told"), [(Colour.RED, "red"), ("red", "red"), (None, None)])
def test_a_word_is_dumped_from_the_member_and_from_its_value(colour: Any, told: str | None) -> None:
    """Projections have the value, the rules' own objects the member."""
    assert Painted().dump({"colour": colour}) == {"colour": told}


def test_a_word_that_there_is_not_is_a_fault() -> None:
    """In an answer it is ours, in a request the client's."""
    with pytest.raises(ValueError, match="blue"):
        Painted().dump({"colour": "blue"})
    with pytest.raises(ValidationError):
        Painted().load({"colour": "blue"})
    assert Painted().load({"colour": "red"}) == {"colour": Colour.RED}


def test_what_is_written_goes_out_as_it_is() -> None:
    """Whatever it is; what the schema does not name does not go out."""
    text = b'{"number":1}'
    assert Painted().dump({"part": text, "more": 1}) == {"part": text}
