"""The policy of this log: its own key, and the witnesses that the operator names."""

from dataclasses import replace
from pathlib import Path

from replays.runtime.settings.errors import ConfigurationError
from replays.transparency.checkpoints import parse_signed_checkpoint
from replays.transparency.notes import NoteKey, NoteRefused, SignedNote
from replays.transparency.policies import KnownLog, TrustPolicy, parse_policy


def policy_of(path: Path | str | None, key: NoteKey, url: str | None = None) -> TrustPolicy:
    """The policy in a file, with this log as its only one; without a file, one that needs no witness.

    Raises `ConfigurationError` for a file that cannot be used.
    """
    mine = KnownLog(key, url)
    if path is None:
        return TrustPolicy((mine,))
    try:
        found = parse_policy(Path(path).read_bytes())
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"KINGDOMINO_LOG_POLICY: {path} cannot be used: {error}") from error
    return replace(found, logs=(mine,))


def is_cosigned(policy: TrustPolicy, note: SignedNote) -> bool:
    """True if a checkpoint meets the policy, with at least one cosignature."""
    try:
        signed = parse_signed_checkpoint(note.serialized())
        return bool(policy.check(signed))
    except NoteRefused:
        return False
