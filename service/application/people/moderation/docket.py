"""The docket: reports, views, decisions and moderators; decides which entries the stream accepts."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TypeVar, cast

from redis import Redis

from replays.encoding.forms import numeral
from replays.log.event_log import StoreAway
from replays.store.scripts import asking
from service.application.people.moderation.case import Case, Reporter, judged
from service.application.people.moderation.entries import (
    Decided,
    Entry,
    ModeratorNamed,
    ModeratorRemoved,
    Reported,
    Viewed,
    ViewedText,
)
from service.application.people.moderation.ledger import (
    DECIDED,
    MODERATORS,
    OPEN,
    ConcurrentAppend,
    ModerationLedger,
    Numbered,
    viewed,
)
from service.application.people.moderation.subjects import (
    KINDS,
    OF_ACCOUNTS,
    ModerationVerdict,
    ReportSubject,
    Why,
    subject_of,
)
from service.application.problem import Problem

MOST_ENTRIES = 200
"""The number of entries of a text or an account that are read, the newest."""
TRIES = 20
"""The number of attempts to append an entry against concurrent appends."""
VIEW_MS = 60 * 60 * 1000
"""Views of the same case by the same moderator within this time after the first one count as one."""

E = TypeVar("E", bound=Entry)
M = TypeVar("M", bound=Entry | None)


class NotForThis(Problem):
    """422: the verdict is not possible for this kind of text."""

    def __init__(self, kind: str, verdict: ModerationVerdict, possible: Iterable[ModerationVerdict]) -> None:
        names = ", ".join(each.value for each in possible)
        detail = f'"verdict" on a {kind} must be one of {names}, not {verdict.value}'
        super().__init__(422, "moderation/verdict", detail)


class DecidedAlready(Problem):
    """409: the newest decision, `decided`, says the same, and nobody has reported the text since."""

    def __init__(self, decided: Decided) -> None:
        self.decided = decided
        super().__init__(
            409,
            "moderation/decided",
            f'you decided "{decided.verdict.value}" with this reason already, at {decided.at} (ms UTC), and '
            "nobody has reported it since: nothing has changed; with another reason it is a new decision",
        )


class OwnCase(Problem):
    """403: moderators may not decide on their own text or report, nor suspend a moderator."""

    def __init__(self) -> None:
        super().__init__(
            403,
            "moderation/own-case",
            "you may not decide on your own text or report, or to suspend a moderator: ask another moderator",
        )


class NotAModerator(Problem):
    """403: the account is not a moderator, or no longer one."""

    def __init__(self) -> None:
        detail = "only moderators may do this: the operator names them"
        super().__init__(403, "moderation/not-a-moderator", detail)


class Docket:
    """Reports and decisions. `clock` returns ms UTC.

    Methods raise `StoreAway`; those that change something may also raise `UnknownOutcome` and are safe to
    repeat: a repeated report returns the stored one, a repeated decision raises `DecidedAlready`.
    """

    def __init__(self, store: Redis, clock: Callable[[], int]) -> None:
        self._store = store
        self._clock = clock
        self.ledger = ModerationLedger(store)

    def report(self, subject: ReportSubject, author: str, by: str, why: Why) -> Reported:
        """Report a text; returns the account's open report on it if there is one already."""

        def entry(at: int) -> Reported:
            found = [each for each in self.case(subject).open if each.by == by]
            return found[0] if found else Reported(subject, author, by, why, at)

        return self._appended(entry)

    def decide(  # noqa: PLR0913 - the fields of a decision
        self,
        subject: ReportSubject,
        author: str,
        *,
        by: str,
        verdict: ModerationVerdict,
        reason: str,
        until: int | None,
        check: Callable[[Case], None],
    ) -> Decided:
        """Decide on a text or its author; the decision answers all open reports on the text.

        `check` is called with the case that is decided, and may raise to refuse the decision. It runs again
        if another entry comes first, so nothing but the append follows it.

        Raises `NotForThis`, `NotAModerator` and `OwnCase`, and `DecidedAlready` if there is no open report
        and the newest decision has the same moderator, verdict, reason and end.
        """
        verdicts = KINDS[subject.kind].verdicts | OF_ACCOUNTS
        if verdict not in verdicts:
            possible = sorted(verdicts, key=list(ModerationVerdict).index)
            raise NotForThis(subject.kind, verdict, possible)

        def entry(at: int) -> Decided:
            self.require_moderator(by)
            case = self.case(subject).by_author(author)
            if case.has_party(by) or (verdict is ModerationVerdict.SUSPEND and self.is_moderator(author)):
                raise OwnCase
            check(case)
            others = [each.by for each in case.open]
            new = Decided(subject, author, by, verdict, reason, at, until, tuple(others))
            last = case.decisions[-1] if case.decisions else None
            if last and not others and _says(last) == _says(new):
                raise DecidedAlready(last)
            return new

        return self._appended(entry)

    def view(self, by: str, cases: Sequence[Case]) -> None:
        """Record that a moderator is going to see these cases; call this before any of their texts is shown.

        Records nothing for a case that the moderator has seen in the last `VIEW_MS`. Raises `NotAModerator`.
        """

        def entry(at: int) -> Viewed | None:
            self.require_moderator(by)
            before = self.ledger.newest([viewed(by, case.subject) for case in cases], 1)
            texts = tuple(
                ViewedText(case.subject, case.author, case.exists)
                for case, last in zip(cases, before, strict=True)
                if not last or last[-1].entry.at <= at - VIEW_MS
            )
            return Viewed(by, at, texts) if texts else None

        self._appended(entry)

    def views_without_case(self, player: str, limit: int) -> list[tuple[ViewedText, int]]:
        """The newest views of a player's texts that had no case, the newest first, each with its time."""
        entries = self._of_accounts("unasked", [player])[player]
        found = (
            (text, each.at)
            for each in _of(Viewed, reversed(entries))
            for text in each.texts
            if text.author == player and not text.had_case
        )
        return list(islice(found, limit))

    def name_moderator(self, player: str, reason: str) -> bool:
        """Make an account a moderator; False if it is one already."""
        return self._staff(player, is_one=True, entry=lambda at: ModeratorNamed(player, at, reason))

    def remove_moderator(self, player: str, reason: str) -> bool:
        """Remove an account from the moderators; False if it is not one."""
        return self._staff(player, is_one=False, entry=lambda at: ModeratorRemoved(player, at, reason))

    def is_moderator(self, player: str) -> bool:
        """True if the account is a moderator."""
        with asking():
            return bool(self._store.hexists(MODERATORS, player))

    def moderators(self) -> dict[str, int]:
        """The moderators, each with the time of the appointment in ms UTC."""
        with asking():
            found = cast("dict[bytes, bytes]", self._store.hgetall(MODERATORS))
        return {player.decode(): int(at) for player, at in found.items()}

    def case(self, subject: ReportSubject) -> Case:
        """The case of one text."""
        return self.cases([subject])[0]

    def cases(self, subjects: Sequence[ReportSubject]) -> list[Case]:
        """The case of each text, in two round trips."""
        found = self.ledger.newest([subject.key for subject in subjects], MOST_ENTRIES + 1)
        return [_case(subject, entries) for subject, entries in zip(subjects, found, strict=True)]

    def waiting(self, reader: str, after: str | None, limit: int) -> tuple[list[Case], str | None]:
        """Cases with open reports, the oldest report first, and the next page's cursor or None.

        Nobody reads who reported them: cases on the reader's own texts are left out, and no page or cursor
        depends on them. Raises ValueError for an invalid cursor.
        """
        return self._page(reader, OPEN, after, limit)

    def decided(self, reader: str, after: str | None, limit: int) -> tuple[list[Case], str | None]:
        """Cases that were decided, the newest decision first; the rest is as in `waiting`."""
        return self._page(reader, DECIDED, after, limit)

    def decisions_about(self, player: str, limit: int) -> list[Decided]:
        """The newest decisions on an account and its texts, the newest first."""
        return self.decisions_on([player], limit)[player]

    def decisions_on(self, players: Iterable[str], limit: int) -> dict[str, list[Decided]]:
        """The newest decisions on each account and its texts, the newest first, in two round trips."""
        found = self._of_accounts("about", players)
        return {
            player: list(islice(_of(Decided, reversed(entries)), limit)) for player, entries in found.items()
        }

    def reports_by(self, player: str, limit: int) -> list[tuple[Reported, Decided | None]]:
        """The newest reports of an account, the newest first, each with the decision that answers it."""
        return _answered(self._of_accounts("by", [player])[player])[:limit]

    def reporter(self, player: str) -> Reporter:
        """The reporter record of an account, from its newest reports."""
        return self.reporters([player])[player]

    def reporters(self, players: Iterable[str]) -> dict[str, Reporter]:
        """The reporter record of each account, in two round trips."""
        found = self._of_accounts("by", players)
        return {player: judged(_answered(entries)) for player, entries in found.items()}

    def _staff(self, player: str, *, is_one: bool, entry: Callable[[int], Entry]) -> bool:
        changed = self._appended(lambda at: None if self.is_moderator(player) is is_one else entry(at))
        return changed is not None

    def _appended(self, entry: Callable[[int], M]) -> M:
        """Append the entry that `entry` returns for the current state, unless it is None or already stored.

        No two entries have the same time, so lists can be sorted by time.
        """
        for _ in range(TRIES):
            head = self.ledger.head()
            at = max(self._clock(), head.at + 1)
            made = entry(at)
            if made is None or made.at != at:
                return made
            try:
                self.ledger.append(made, head)
            except ConcurrentAppend:
                continue
            return made
        raise StoreAway("others append to the stream of moderation all the time")

    def _of_accounts(self, index: str, players: Iterable[str]) -> dict[str, list[Numbered]]:
        """The newest entries `about` or `by` each of these accounts, the oldest first."""
        every = list(dict.fromkeys(players))
        found = self.ledger.newest([f"{index}:{player}" for player in every], MOST_ENTRIES)
        return dict(zip(every, found, strict=True))

    def _page(self, reader: str, key: str, after: str | None, limit: int) -> tuple[list[Case], str | None]:
        found: list[tuple[Case, int]] = []
        while len(found) <= limit:
            texts = self._texts(key, after, limit + 1)
            cases = self.cases([subject for subject, _ in texts])
            times = (at for _, at in texts)
            found += [each for each in zip(cases, times, strict=True) if each[0].author != reader]
            if len(texts) <= limit:
                break
            after = str(texts[-1][1])
        following = str(found[limit - 1][1]) if len(found) > limit else None
        return [case for case, _ in found[:limit]], following

    def _texts(self, key: str, after: str | None, limit: int) -> list[tuple[ReportSubject, int]]:
        """The next texts of a list, each with its time."""
        newest = key == DECIDED
        begin, end = ("+inf", "-inf") if newest else ("-inf", "+inf")
        if after is not None:
            begin = f"({numeral(after)}"
        with asking():
            read = self._store.zrevrangebyscore if newest else self._store.zrangebyscore
            found = cast(
                "list[tuple[bytes, float]]", read(key, begin, end, start=0, num=limit, withscores=True)
            )
        return [(subject_of(member.decode()), int(at)) for member, at in found]

    def require_moderator(self, player: str) -> None:
        """Raise `NotAModerator` for an account that is not a moderator."""
        if not self.is_moderator(player):
            raise NotAModerator


def _case(subject: ReportSubject, entries: Sequence[Numbered]) -> Case:
    newest = entries[-MOST_ENTRIES:]
    older = len(entries) > len(newest)
    return Case(subject, tuple(_of(Reported, newest)), tuple(_of(Decided, newest)), has_older=older)


def _answered(entries: Sequence[Numbered]) -> list[tuple[Reported, Decided | None]]:
    """The reports among these entries, the newest first, each with the decision that answers it."""
    answers: dict[ReportSubject, Decided] = {}
    found: list[tuple[Reported, Decided | None]] = []
    for _, entry in reversed(entries):
        if isinstance(entry, Decided):
            answers[entry.subject] = entry
        elif isinstance(entry, Reported):
            found.append((entry, answers.pop(entry.subject, None)))
    return found


def _of(kind: type[E], entries: Iterable[Numbered]) -> Iterable[E]:
    return (entry for _, entry in entries if isinstance(entry, kind))


def _says(decided: Decided) -> tuple[str, ModerationVerdict, str, int | None]:
    return decided.by, decided.verdict, decided.reason, decided.until
