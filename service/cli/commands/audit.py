"""`kingdomino audit`: verify that games are unchanged, complete, legal, fair and correctly scored."""

import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from os import SEEK_END
from typing import TYPE_CHECKING, Any

import click

from service.cli.parameters.options import url_option
from service.cli.parameters.spoken import SpokenCommand, WrongValue
from service.cli.transparency.keys import LogKeysParameter

if TYPE_CHECKING:
    from replays.audit.evidence import Evidence
    from replays.audit.verdicts import Report, Requirement
    from replays.transparency.notes import NoteKey
    from service.cli.auditing.sources import BundleSource

NOT_AUDITED = 128
"""The bit of the exit code for a bundle that could not be audited, or for wrong options or arguments."""

ALL = "all"


class Misused(click.UsageError):
    """Wrong options or arguments; the exit code differs from every verdict's."""

    exit_code = NOT_AUDITED


class AuditCommand(SpokenCommand):
    """A command that exits with `NOT_AUDITED` for wrong options or arguments."""

    def parsed(self, *arguments: Any, **more: Any) -> click.Context:
        """Read the options and arguments; the exit code for wrong ones is `NOT_AUDITED`."""
        try:
            return super().parsed(*arguments, **more)
        except click.UsageError as error:
            raise Misused(error.format_message(), error.ctx) from error


def _required(
    _context: click.Context, _option: click.Parameter, value: str | None
) -> tuple["Requirement", ...]:
    from replays.audit.kinds import own_aspects
    from replays.audit.verdicts import Aspect, Condition
    from service.application.i18n.commands import errors

    verdicts = {aspect.value: aspect for aspect in Aspect}
    known: dict[str, Requirement] = {each.value: each for each in (*Aspect, *own_aspects(), *Condition)}
    given = value.split(",") if value else []
    names = [name for one in given for name in (verdicts if one == ALL else [one])]
    unknown = [name for name in names if name not in known]
    if unknown:
        raise WrongValue(errors.NO_NAME.said(names=", ".join([*known, ALL]), name=repr(unknown[0])))
    return tuple(known[name] for name in names)


@click.command(cls=AuditCommand)
@click.argument("sources", metavar="BUNDLE|ID|URL...", nargs=-1, required=True)
@click.option("--against", metavar="HEAD", multiple=True, help="A head that you saved earlier; repeatable.")
@click.option(
    "--key",
    "keys",
    metavar="KEY",
    multiple=True,
    help="The service's public key, or a file of keys; repeatable.",
)
@click.option(
    "--log-key",
    "log_keys",
    type=LogKeysParameter(),
    multiple=True,
    help="The public log's key, or a file of keys or a policy, for proofs; repeatable.",
)
@click.option(
    "--require",
    "required",
    metavar="NAMES",
    callback=_required,
    help="Verdicts that must pass, separated by commas, or all; also the conditions key, entropy and dates.",
)
@click.option(
    "--bots",
    "bot_seconds",
    metavar="SECONDS",
    type=click.FloatRange(min=0),
    help="Time limit in seconds for repeating bots' choices; beyond it, fairness is not shown.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON for each game.")
@url_option
def audit(  # noqa: PLR0913 - one for each option
    sources: tuple[str, ...],
    against: tuple[str, ...],
    keys: tuple[str, ...],
    log_keys: tuple[list["NoteKey"], ...],
    required: tuple["Requirement", ...],
    *,
    bot_seconds: float | None,
    as_json: bool,
    url: str,
) -> None:
    """Verify games: unchanged, complete, legal, fair, in time and correctly scored.

    BUNDLE is a file from a game's page or from /api/v1/games/ID/audit, or a folder of such files ("-" is
    standard input). ID is a game or a dynasty at a running service, URL the address of its page; the bundle
    that the service sends must be of it. The audit computes everything again from the events and trusts no
    other part of the bundle.

    HEAD is VERSION:HASH if there is one bundle, or a file of receipts of any games, one on each line, as in
    the header Kingdomino-Receipt, or a proof from the public log (.tlog-proof), which needs the log's key;
    the games must contain these events. A line may begin with the time at
    which the receipt was received, such as 2026-11-28T02:17:09Z, which bounds the dates in the record. KEY
    is 64 hexadecimal digits, or a file with such lines or with the response of /api/v1/keys. Without a key
    the signature proves nothing ("signer unknown").

    "all" stands for the six verdicts. Besides them "key" requires that the bundle is signed by a key that you
    gave, and "entropy" that every player sent entropy for the event 1 whose head you give, which you must
    have kept before it was sent: then no operator who tries seeds could choose the draws. "dates" requires
    a receipt that came within a day of its event's date.

    The exit code is 0 if nothing failed, else the sum of: 1 integrity, 2 completeness, 4 legality,
    8 fairness, 16 time, 32 result; 64 if a required verdict is not shown; 128 if something could not be
    audited, or the options are wrong.
    """
    from replays.audit.verdicts import exit_code
    from replays.audit.versions import with_downgrades
    from service.application.i18n.commands.errors import error_text
    from service.cli.auditing.held import HeldError, kept
    from service.cli.auditing.sources import SourceError, bundles_of

    try:
        brought = kept(against, keys, [key for each in log_keys for key in each], time.time_ns() // 10**6)
        bundles = [source for argument in sources for source in bundles_of(argument, url)]
    except (HeldError, SourceError) as error:
        raise Misused(str(error)) from error
    held, failures = brought.evidence, list(brought.faults)
    _check_heads(held, bundles)
    audited = list(_audited(bundles, held, failures, bot_seconds))
    reports = with_downgrades([report for _, report in audited], held.keys)
    _tell([(name, report) for (name, _), report in zip(audited, reports, strict=True)], as_json=as_json)
    for text in (*failures, *_unused(held, reports)):
        click.echo(error_text(text), err=True)
        failures.append(text)
    sys.exit(exit_code(reports, required) | (NOT_AUDITED if failures else 0))


def _check_heads(held: "Evidence", bundles: Sequence["BundleSource"]) -> None:
    """Check that there is only one bundle if a head does not name its game."""
    from service.application.i18n.commands.errors import GAME_UNSAID

    if len(bundles) > 1 and not all(head.names_game for head in held.heads):
        raise Misused(GAME_UNSAID.said(count=str(len(bundles))))


def _audited(
    bundles: Sequence["BundleSource"], held: "Evidence", failures: list[str], bot_seconds: float | None
) -> Iterator[tuple[str, "Report"]]:
    """Yield the report on each bundle; a bundle that cannot be audited is added to `failures` instead."""
    from replays.audit.following.repetition import Repetition
    from replays.audit.verifier import audit
    from service.application.i18n.commands.errors import EMPTY_BUNDLE
    from service.cli.auditing.sources import SourceError

    repetition = Repetition() if bot_seconds is None else Repetition(bot_seconds)
    for source in _with_progress(bundles):
        try:
            content, requested = source.read()
            with content:
                if not content.seek(0, SEEK_END):
                    raise SourceError(str(EMPTY_BUNDLE))
                report = audit(content, held, repetition, requested)
            yield source.name, report
        except SourceError as error:
            failures.append(f"{source.name}: {error}")


def _with_progress(bundles: Sequence["BundleSource"]) -> Iterable["BundleSource"]:
    """The bundles, with a progress bar on standard error if there are several and it is a terminal."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    hidden = len(bundles) < 2 or not console.is_terminal
    return track(bundles, "Auditing", console=console, disable=hidden, transient=True)


def _tell(audited: Sequence[tuple[str, "Report"]], *, as_json: bool) -> None:
    """Print all reports as JSON; or as text the only one, or of several the failed ones and a summary."""
    import json

    from replays.audit.verdicts import Verdict
    from service.cli.auditing.telling import document, summed_up, told

    if as_json:
        for name, report in audited:
            click.echo(json.dumps(document(name, report), ensure_ascii=False))
        return
    for name, report in audited:
        if len(audited) == 1 or Verdict.FAIL in report.verdicts.values():
            click.echo("\n".join(told(name, report)))
    if len(audited) > 1:
        click.echo("\n".join(summed_up([report for _, report in audited])))


def _unused(held: "Evidence", reports: Sequence["Report"]) -> Iterator[str]:
    """Errors for given heads whose games were not audited: the user must not take them for compared."""
    from replays.transparency.leaves import digest_of
    from service.application.i18n.commands.errors import OTHER_PROOF, OTHER_RECEIPT

    audited = {part.game for report in reports for part in report.whole()}
    for game in dict.fromkeys(head.game for head in held.heads):
        if game is not None and game not in audited:
            yield OTHER_RECEIPT.said(game=game)
    digests = {digest_of(game) for game in audited if game}
    for digest in dict.fromkeys(head.digest for head in held.heads):
        if digest is not None and digest not in digests:
            yield OTHER_PROOF.said(digest=digest)
