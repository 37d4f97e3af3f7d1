"""The seed store: encrypts a game's seed until it is revealed, so that a reader of the store learns nothing.

A sealed seed is one version byte (1), a nonce of 12 random bytes and the ciphertext of AES-256-GCM with its
tag of 16 bytes; the game id's 16 bytes are associated data, so that a seed opens for its own game only.
"""

import os
import stat
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from replays.encoding.identity import GameId, game_id_bytes
from replays.runtime import disk
from replays.runtime.settings.errors import Unusable
from replays.runtime.settings.kinds import KEY_BYTES, key_of_file

_FORM = b"\x01"
_NONCE_BYTES = 12


class SeedStoreError(Exception):
    """A sealed seed or a key file that cannot be used; the message never contains a secret."""

    code = "vault/refused"


class SeedStore:
    """Seals and opens seeds with one server key of 32 bytes."""

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            msg = f"the seed store's key has {len(key)} bytes, not {KEY_BYTES}"
            raise SeedStoreError(msg)
        self._cipher = AESGCM(key)

    def seal(self, game: GameId, seed: bytes) -> bytes:
        """Return the seed encrypted for this game; the result differs each time."""
        nonce = os.urandom(_NONCE_BYTES)
        return _FORM + nonce + self._cipher.encrypt(nonce, seed, game_id_bytes(game))

    def open(self, game: GameId, sealed: bytes) -> bytes:
        """Return the seed; raises SeedStoreError if `sealed` was changed or has another key or game."""
        if sealed[:1] != _FORM:
            msg = "a sealed seed of an unknown form"
            raise SeedStoreError(msg)
        nonce, text = sealed[1 : 1 + _NONCE_BYTES], sealed[1 + _NONCE_BYTES :]
        try:
            return self._cipher.decrypt(nonce, text, game_id_bytes(game))
        except (InvalidTag, ValueError) as error:  # ValueError: cut short
            msg = "a sealed seed that was changed, or is of another key or game"
            raise SeedStoreError(msg) from error


def load_or_create_key(path: Path) -> bytes:
    """Return the key in this file; if there is no file, it is created with mode 0600 and 32 random bytes.

    The file may also have the key in hexadecimal, as the setting has it. Concurrent processes all get the key
    of the first one. Raises SeedStoreError for a file that other users may read or that has no such key.
    """
    if not path.exists():
        disk.create(path, os.urandom(KEY_BYTES))
    with path.open("rb") as file:
        if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
            msg = f"{path} is open to others: chmod 600 {path}"
            raise SeedStoreError(msg)
        content = file.read()
    try:
        return key_of_file(content)
    except Unusable as unusable:
        msg = f"{path} is {unusable.shown}, not a key of {KEY_BYTES} bytes, binary or in hexadecimal"
        raise SeedStoreError(msg) from None
