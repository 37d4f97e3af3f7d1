"""Encryption and identification of push messages, checked with the RFCs' examples."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from hypothesis import given
from hypothesis import strategies as st

from harness.games import KEY
from harness.wire.push_service import PushBrowser, check_vapid, decoded, encoded
from replays.encoding.base64url import from_base64, to_base64
from service.application.channels.push.encryption import (
    BODY_BYTES,
    OVERHEAD_BYTES,
    BadKeys,
    BrowserKeys,
    encrypt,
)
from service.application.channels.push.vapid import Vapid

MOST_BYTES = BODY_BYTES - OVERHEAD_BYTES
TEXT = b"When I grow up, I want to be a watermelon"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)
"""RFC 8291, section 5."""
RFC_8292 = (
    "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE"
    "0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpi"
    "UfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, "
    "k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"
)
"""RFC 8292, section 2.4."""


def private(text: str) -> ec.EllipticCurvePrivateKey:
    """The private key with this number."""
    return ec.derive_private_key(int.from_bytes(decoded(text)), ec.SECP256R1())


def test_the_example_of_rfc_8291() -> None:
    """The bytes equal the example's, and the test browser decrypts them."""
    keys = BrowserKeys.read(PUBLIC, AUTH)
    assert to_base64(encrypt(TEXT, keys, private(SENDER), decoded(SALT))) == BODY
    assert PushBrowser(private(RECEIVER), decoded(AUTH)).decrypt(decoded(BODY)) == TEXT


@given(st.binary(max_size=MOST_BYTES))
def test_only_the_browser_reads_it(text: bytes) -> None:
    """The same text gives another message each time, longer than the text by what encryption adds."""
    browser = PushBrowser()
    keys = BrowserKeys.read(**browser.keys)
    first, second = encrypt(text, keys), encrypt(text, keys)
    assert first != second
    assert browser.decrypt(first) == browser.decrypt(second) == text
    assert len(first) == len(text) + OVERHEAD_BYTES <= BODY_BYTES


def test_a_text_that_is_too_long() -> None:
    """Not every push service accepts it."""
    with pytest.raises(ValueError, match=f"{MOST_BYTES + 1} bytes, of at most {MOST_BYTES}"):
        encrypt(b"a" * (MOST_BYTES + 1), BrowserKeys.read(PUBLIC, AUTH))


@pytest.mark.parametrize(
    ("p256dh", "auth", "named"),
    [
        ("", AUTH, "p256dh"),
        ("%", AUTH, "p256dh"),
        (PUBLIC[:-4], AUTH, "p256dh"),
        (encoded(b"\x04" + b"\1" * 64), AUTH, "p256dh"),
        (encoded(b"\0"), AUTH, "p256dh"),
        ("ä" * 87, AUTH, "p256dh"),
        (PUBLIC, "", "auth"),
        (PUBLIC, AUTH + "AAAA", "auth"),
        (PUBLIC, "ä", "auth"),
    ],
)
def test_keys_that_are_none(p256dh: str, auth: str, named: str) -> None:
    """Keys off the curve, of wrong length, or not in base64url are refused."""
    with pytest.raises(BadKeys, match=named):
        BrowserKeys.read(p256dh, auth)


def test_padding_is_taken() -> None:
    """Some libraries write padding."""
    assert BrowserKeys.read(PUBLIC, f"{AUTH}==").auth == from_base64(AUTH)


def test_the_example_of_rfc_8292() -> None:
    """The test push service accepts the RFC's example, and rejects a changed one."""
    claims = check_vapid(RFC_8292, "https://push.example.net", 1453523768 - 60)
    assert claims["sub"] == "mailto:push@example.com"
    with pytest.raises(AssertionError, match="signature"):
        check_vapid(RFC_8292.replace("i3CY", "i3CZ"), "https://push.example.net", 1453523768 - 60)


def test_the_service_identifies_itself() -> None:
    """The token is for the push service's origin, valid for 12 hours, with the operator's URL."""
    vapid, now = Vapid(KEY, "https://game.example.org"), 1_700_000_000_123
    value = vapid.authorization("https://push.example.net:8443/a/b?c", now)
    claims = check_vapid(value, "https://push.example.net:8443", now / 1000)
    assert claims == {
        "aud": "https://push.example.net:8443",
        "exp": 1_700_000_000 + 12 * 3600,
        "sub": "https://game.example.org",
    }
    assert value.endswith(f"k={vapid.public}")
    assert "sub" not in check_vapid(Vapid(KEY, None).authorization("http://a", now), "http://a", now / 1000)


def test_all_processes_have_the_same_key() -> None:
    """The key is derived from the server's key, and changes with it."""
    assert Vapid(KEY, None).public == Vapid(KEY, "https://game.example.org").public
    assert Vapid(KEY, None).public != Vapid(b"x" * 32, None).public
    assert len(decoded(Vapid(KEY, None).public)) == 65
