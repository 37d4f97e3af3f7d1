"""Accepted passwords, and how they are stored."""

import unicodedata
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from argon2 import PasswordHasher, extract_parameters
from hypothesis import given
from hypothesis import strategies as st

from harness.waiting import eventually
from service.application.accounts.credentials import passwords
from service.application.accounts.credentials.common_passwords import COMMON
from service.application.accounts.credentials.passwords import (
    LONGEST,
    MOST_WAITING,
    NOBODYS,
    SHORTEST,
    Passwords,
    TooBusy,
    WeakPassword,
    checked,
)
from tests.sampling import examples

GOOD = "eleven purple swamps"


@pytest.mark.parametrize(
    "password",
    [
        "short",
        "x" * 9,
        "abcdefghi1" * 21,
        "password123",
        "PassWord123",
        "1234567890",
        "aaaaaaaaaaaa",
        "1212121212",
        "I am Annabel 77",
        "my mail is queen.ann@example.org",
        "queen.ann rules",
    ],
)
def test_a_weak_password_is_refused(password: str) -> None:
    """A password is weak if its length is wrong, it is common or a pattern, or contains name or e-mail."""
    with pytest.raises(WeakPassword) as refused:
        checked(password, "annabel", "queen.ann@example.org", "queen.ann")
    assert password not in str(refused.value)


def test_a_short_name_may_stand_in_a_password() -> None:
    """Three letters occur in many passwords by chance."""
    assert checked("candy mountain 9", "And") == "candy mountain 9"


def test_characters_are_counted_and_not_bytes() -> None:
    """Characters of any script count, composed or not."""
    assert checked("ὕδωρ γῆ πῦρ ἀήρ")
    assert len(checked("e\u0301" + "abcdefghi")) == SHORTEST
    with pytest.raises(WeakPassword):
        checked("e\u0301" + "abcdefgh")
    assert checked("kingdoms" * 24 + "12345678") == "kingdoms" * 24 + "12345678"
    assert len("kingdoms" * 24 + "12345678") == LONGEST


@examples(50)
@given(st.text(min_size=SHORTEST, max_size=30))
def test_spellings_of_one_text_are_one_password(text: str) -> None:
    """Keyboards write é differently; the hashed text is the same."""
    spellings = {unicodedata.normalize(form, text) for form in ("NFC", "NFD")}
    taken: set[str | None] = set()
    for spelling in spellings:
        try:
            taken.add(checked(spelling))
        except WeakPassword:
            taken.add(None)
    assert len(taken) == 1


def test_the_common_ones_could_be_taken_otherwise() -> None:
    """The list has no word that would be refused for its length anyway or could not match."""
    assert all(len(word) >= SHORTEST and word == word.casefold() for word in COMMON)
    assert len(COMMON) > 100


@pytest.mark.slow
def test_a_password_is_kept_as_argon2id_and_never_the_same() -> None:
    """The cost is at least OWASP's minimum; another Unicode form matches, another password does not."""
    keeper = Passwords()
    kept = keeper.hashed("café au lait 12")
    assert kept.startswith("$argon2id$")
    assert kept != keeper.hashed("café au lait 12")
    cost = extract_parameters(kept)
    assert (cost.memory_cost >= 19 * 1024, cost.time_cost >= 2, cost.parallelism) == (True, True, 1)
    assert keeper.matches(kept, "cafe\u0301 au lait 12")
    assert not keeper.matches(kept, "Café au lait 12")


@pytest.mark.slow
def test_nobodys_password_costs_as_much_and_never_matches() -> None:
    """For unknown accounts a hash of the same cost is verified."""
    hasher = PasswordHasher(
        time_cost=passwords.PASSES, memory_cost=passwords.MEMORY_KIB, parallelism=passwords.LANES
    )
    assert not hasher.check_needs_rehash(NOBODYS)
    assert not Passwords().matches(None, GOOD)


def test_few_threads_hash_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads hash and some wait; a request beyond that is refused and holds no thread."""
    keeper, open_, busy = Passwords(), Event(), []

    class Slow:
        def verify(self, *_: Any) -> bool:
            busy.append(1)
            return open_.wait(10)

    monkeypatch.setattr(keeper, "_hasher", Slow())
    with ThreadPoolExecutor(MOST_WAITING) as pool:
        waiting = [pool.submit(keeper.matches, NOBODYS, GOOD) for _ in range(MOST_WAITING)]
        eventually(lambda: not keeper._waiting._value)  # a look takes no place from the last to arrive
        with pytest.raises(TooBusy):
            keeper.matches(NOBODYS, GOOD)
        assert len(busy) <= passwords.AT_ONCE
        open_.set()
        assert all(future.result(10) for future in waiting)
    assert len(busy) == MOST_WAITING
