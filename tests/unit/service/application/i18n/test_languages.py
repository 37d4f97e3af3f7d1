"""The registry of languages: a folder with a catalogue is a language, and tags of BCP 47 name it."""

from collections.abc import Iterator

import pytest

from harness.play.pseudo import armenian, shipping
from service.application.i18n.languages import Shipped, first_wanted, language, shipped, wanted


@pytest.fixture(autouse=True, scope="module")
def _languages() -> Iterator[None]:
    """Let Persian and Hungarian be the languages beside English."""
    with shipping("fa", "hu"):
        yield


def test_a_catalogue_is_a_language() -> None:
    """With its own name and direction; English needs none, and comes first."""
    assert [*shipped().values()] == [
        Shipped("en", "English", "ltr"),
        Shipped("fa", "فارسی", "rtl"),
        Shipped("hu", "Magyar", "ltr"),
    ]
    assert language("hu").gettext("Play now", "button") == armenian("Play now")
    with pytest.raises(KeyError):
        language("tr")


@pytest.mark.parametrize(
    ("tag", "regions", "found"),
    [
        ("fa", (), "fa"),
        ("FA-ir", (), "fa-IR"),
        ("fa-Arab-AF", (), "fa-AF"),
        ("fa", ("de-AT", "fa-AF", "fa-IR"), "fa-AF"),
        ("hu-XX", (), "hu"),
        ("fa-u-ca-gregory", (), "fa-u-ca-gregory"),
        ("fa-IR-u-ca-gregory", (), "fa-IR-u-ca-gregory"),
        ("fa-u-ca-persian", (), "fa"),
        ("fa-u-ca-buddhist", (), "fa"),
        ("en-u-ca-gregory", (), "en"),
        ("en", ("en-GB",), "en-GB"),
        ("pt-BR", (), None),
        ("", (), None),
        ("../fa", (), None),
        ("fa\u0000", (), None),
        ("fa-" + "x" * 60, (), None),
    ],
)
def test_a_tag_names_a_language_and_its_region(tag: str, regions: tuple[str, ...], found: str | None) -> None:
    """By its base language, in whatever case; what is not shipped or no tag names none."""
    spoken = wanted(tag, regions)
    assert (spoken and spoken.tag) == found


@pytest.mark.parametrize(
    ("tags", "found"),
    [
        (("pt-BR", "hu", "fa"), "hu"),
        (("fa", "fa-AF"), "fa-AF"),
        (("ja", "ko"), None),
        (("en-GB", "fa"), "en-GB"),
        ((), None),
    ],
)
def test_the_first_shipped_language_is_spoken(tags: tuple[str, ...], found: str | None) -> None:
    """In the order in which the reader wants them."""
    spoken = first_wanted(tags)
    assert (spoken and spoken.tag) == found
