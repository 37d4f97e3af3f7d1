"""`kingdomino convict`: whether two signed statements of one operator can both be true."""

import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

import click

from service.cli.commands.audit import AuditCommand, Misused
from service.cli.transparency.keys import LogKeysParameter

if TYPE_CHECKING:
    from replays.transparency.checkpoints import SignedCheckpoint
    from replays.transparency.contradictions import Contradiction, Statement
    from replays.transparency.notes import NoteKey
    from replays.transparency.proofs import LogProof
    from service.application.i18n.speaking import Text

CONVICTED = 1
"""The exit code for two statements that cannot both be true."""


@click.command(cls=AuditCommand)
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option(
    "--key",
    "keys",
    type=LogKeysParameter(),
    multiple=True,
    help="The log's key, or a file of keys or a policy; repeatable. Receipts have their own key.",
)
@click.option("--log", "place", metavar="URL|FOLDER", help="The log, for two checkpoints of different sizes.")
@click.option(
    "--proof",
    "target",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write the proof that was made with --log, so that others need no log.",
)
def convict(
    one: str, other: str, keys: tuple[list["NoteKey"], ...], place: str | None, target: Path | None
) -> None:
    """Say whether two statements can both be true, and if not, why, so that a stranger can check it.

    A and B are files: a log's checkpoint, a proof (.tlog-proof), receipts, one on each line, or a bundle,
    which has a signed head and may have a proof. A log only grows, and a game has one history; whoever signed
    two is convicted by these two files and the key.

    Two checkpoints of different sizes show nothing by themselves. With --log the larger tree is read where it
    is served, or from a copy of it, and compared with the smaller checkpoint.

    The exit code is 0 if both can be true, 1 if they cannot, 128 if a file is no valid statement.
    """
    from service.application.i18n.commands import log as words
    from service.application.i18n.commands.errors import in_words
    from service.cli.client import ClientError
    from service.cli.transparency.statements import StatementError, statements

    known = [key for each in keys for key in each]
    try:
        pairs = list(product(statements(one, known), statements(other, known)))
        found = _first(pairs) or _by_log(pairs, place, target)
    except (StatementError, ClientError, ValueError) as error:
        raise Misused(in_words(error, _refused(error))) from error
    if found is None:
        click.echo(words.BOTH_TRUE)
        return
    text = words.contradiction_text(found.code, found.text)
    click.echo(words.NOT_BOTH.said(code=found.code, text=text))
    click.echo(_whose(pairs))
    sys.exit(CONVICTED)


def _refused(error: Exception) -> "Text":
    """The sentence of an error for readers of other languages."""
    from replays.transparency.contradictions import NotComparable
    from service.application.i18n.commands import log as words
    from service.cli.transparency.statements import StatementError

    if isinstance(error, NotComparable):
        return words.NOT_COMPARABLE
    return words.NO_STATEMENTS if isinstance(error, StatementError) else words.UNREAD_LOG


def _first(pairs: Sequence[tuple["Statement", "Statement"]]) -> "Contradiction | None":
    """The first contradiction; raises `NotComparable` if no two statements are of one thing."""
    from replays.transparency.contradictions import NotComparable, contradiction

    refused: list[NotComparable] = []
    for one, other in pairs:
        try:
            if found := contradiction(one, other):
                return found
        except NotComparable as error:
            refused.append(error)
    if len(refused) == len(pairs):
        raise refused[0]
    return None


def _by_log(
    pairs: Sequence[tuple["Statement", "Statement"]], place: str | None, target: Path | None
) -> "Contradiction | None":
    """The contradiction of two trees that the log itself shows."""
    from replays.transparency.checkpoints import SignedCheckpoint
    from replays.transparency.contradictions import contradiction, tree_of
    from service.application.i18n.commands.log import UNEQUAL_SIZES

    trees = [tree for tree in map(tree_of, pairs[0]) if tree]
    small, *larger = sorted(trees, key=lambda each: each.checkpoint.size) if trees else (None,)
    if small is None or not larger or small.checkpoint.size in {0, larger[0].checkpoint.size}:
        return None
    if place is None and all(isinstance(each, SignedCheckpoint) for each in pairs[0]):
        sizes = {"small": str(small.checkpoint.size), "large": str(larger[0].checkpoint.size)}
        raise Misused(UNEQUAL_SIZES.said(**sizes))
    if place is None:
        return None
    proof = _proof(place, small.checkpoint.size - 1, larger[0])
    if target:
        target.write_bytes(proof.serialized())
    return contradiction(small, proof)


def _proof(place: str, index: int, signed: "SignedCheckpoint") -> "LogProof":
    from replays.transparency.merkle import ProofError
    from service.application.i18n.commands.errors import in_words
    from service.application.i18n.commands.log import UNREAD_LOG
    from service.cli.transparency.reading import LogReader

    with LogReader(place) as reader:
        proof = reader.proof(index, signed)
    try:
        proof.check_inclusion()
    except ProofError as error:
        size = signed.checkpoint.size
        text = f"the tree at {place} is not that of the checkpoint of {size} leaves: {error}"
        raise Misused(in_words(text, UNREAD_LOG)) from error
    return proof


def _whose(pairs: Sequence[tuple["Statement", "Statement"]]) -> str:
    """A sentence on who is convicted, and what a stranger needs."""
    from replays.encoding.signing import Receipt
    from service.application.i18n.commands.log import CONVICTS_LOG, CONVICTS_SERVICE

    signed_alone = any(isinstance(each, Receipt) for pair in pairs for each in pair)
    return str(CONVICTS_SERVICE if signed_alone else CONVICTS_LOG)
