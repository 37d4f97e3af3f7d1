"""Valid e-mail addresses, and which of them are equal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.application.accounts.credentials.email_addresses import NoEmail, fingerprint, normalised

KEY = bytes(range(32))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("ann@example.org", "ann@example.org"),
        ("  ann@example.org\n", "ann@example.org"),
        ("Ann.Lee+games@EXAMPLE.Org", "Ann.Lee+games@example.org"),
        ("ann@bücher.example", "ann@xn--bcher-kva.example"),
        ("ann@localhost", "ann@localhost"),
    ],
)
def test_an_address_as_letters_go_to_it(text: str, address: str) -> None:
    """The domain is in ASCII and lower case, the rest unchanged."""
    assert normalised(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ann",
        "@example.org",
        "ann@",
        "ann@example..org",
        "ann@-example.org",
        "a nn@example.org",
        "ann@example.org\nBcc: bob@example.org",
        "ann@example.org\r\nX: y",
        "Ann <ann@example.org>",
        "ann@example.org,bob@example.org",
        "änn@example.org",
        "a@b@example.org",
        "x" * 65 + "@example.org",
        "ann@" + "x." * 130 + "org",
        "ann\x00@example.org",
    ],
)
def test_what_is_no_address(text: str) -> None:
    """An address is refused if it could inject a header, name two receivers, or be rejected by a server."""
    with pytest.raises(NoEmail):
        normalised(text)


@given(st.text())
def test_every_text_is_an_address_or_none(text: str) -> None:
    """A normalised address is unchanged by normalising, and one printable ASCII word."""
    try:
        address = normalised(text)
    except NoEmail:
        return
    assert normalised(address) == address
    assert address.isascii()
    assert address.isprintable()
    assert " " not in address


def test_case_makes_no_other_account() -> None:
    """The fingerprint ignores case, depends on the key, and does not contain the address."""
    assert fingerprint(KEY, "Ann@example.org") == fingerprint(KEY, "ann@example.org")
    assert fingerprint(KEY, "ann@example.org") != fingerprint(KEY, "anne@example.org")
    assert fingerprint(KEY, "ann@example.org") != fingerprint(bytes(32), "ann@example.org")
