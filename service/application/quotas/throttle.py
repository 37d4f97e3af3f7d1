"""Throttles: limits on attempts of one kind. Requests in general are counted at their admission."""

from collections.abc import Mapping
from enum import Enum

from redis import Redis

from service.application.problem import Problem
from service.application.quotas.counters import Counters, Limit


class Attempt(Enum):
    """The kinds of attempts that are counted, and by what."""

    SIGN_IN_BY = "sign-in-by"
    """Guesses at one account's password from a device that signed in to it before."""
    SIGN_IN_PAIR = "sign-in-pair"
    """Guesses at the password of one e-mail address from one network address."""
    SIGN_IN_FROM = "sign-in-from"
    """Guesses from one network address, for any e-mail address."""
    SIGN_IN_TO = "sign-in-to"
    """Guesses at the password of one e-mail address from all network addresses together."""
    PASSKEY_FROM = "passkey-from"
    """Sign-ins with a passkey from one network address."""
    CONFIRM_OF = "confirm-of"
    """Passwords entered to confirm the e-mail address that one account has proposed."""
    PASSWORD_OF = "password-of"  # noqa: S105 - a name
    """Guesses at the current password of one account, and new passwords for it."""
    MAIL_TO = "mail-to"
    """E-mails to one e-mail address."""
    MAIL_FROM = "mail-from"
    """E-mails requested from one network address."""
    TABLE_FOR_OTHERS = "table-for-others"
    """Games and series that one account opens without sitting down."""
    BOT_FROM = "bot-from"
    """Seats that one network address gives to bots: at a table, or by resigning."""
    ENTRY_BY = "entry-by"
    """Players whom one account puts into tournaments that it directs: entries, substitutes and deputies."""
    SEARCH_FROM = "search-from"
    """Searches for players from one network address."""
    CALENDAR_BY = "calendar-by"
    """Requests for one account's calendar."""
    REVIEW_BY = "review-by"
    """Reviews requested by one account."""
    REVIEW_FROM = "review-from"
    """Reviews requested from one network address."""
    EXAMINED_BY = "examined-by"
    """Games whose review one director requests for a report on a tournament."""
    STUDY_FROM = "study-from"
    """Texts of games that one network address imports as studies."""
    REPORT_BY = "report-by"
    """Reports by one account."""
    REPORT_FALSE = "report-false"
    """Reports by one account whose last reports were all unfounded."""
    REPORT_FROM = "report-from"
    """Reports from one network address."""
    TALK_BY = "talk-by"
    """Messages at tables by one account."""
    TALK_FROM = "talk-from"
    """Messages at tables from one network address."""


LIMITS = {
    Attempt.SIGN_IN_BY: Limit(10, 15 * 60),
    Attempt.SIGN_IN_PAIR: Limit(10, 15 * 60),
    Attempt.SIGN_IN_FROM: Limit(50, 15 * 60),
    Attempt.SIGN_IN_TO: Limit(200, 60 * 60),
    Attempt.PASSKEY_FROM: Limit(50, 15 * 60),
    Attempt.CONFIRM_OF: Limit(10, 15 * 60),
    Attempt.PASSWORD_OF: Limit(10, 15 * 60),
    Attempt.MAIL_TO: Limit(5, 60 * 60),
    Attempt.MAIL_FROM: Limit(30, 60 * 60),
    Attempt.TABLE_FOR_OTHERS: Limit(50, 24 * 60 * 60),
    Attempt.BOT_FROM: Limit(600, 60 * 60),
    Attempt.ENTRY_BY: Limit(3_000, 24 * 60 * 60),
    Attempt.SEARCH_FROM: Limit(300, 10 * 60),
    Attempt.CALENDAR_BY: Limit(120, 60 * 60),
    Attempt.REVIEW_BY: Limit(20, 60 * 60),
    Attempt.REVIEW_FROM: Limit(60, 60 * 60),
    Attempt.EXAMINED_BY: Limit(400, 24 * 60 * 60),
    Attempt.STUDY_FROM: Limit(200, 60 * 60),
    Attempt.REPORT_BY: Limit(20, 24 * 60 * 60),
    Attempt.REPORT_FALSE: Limit(2, 24 * 60 * 60),
    Attempt.REPORT_FROM: Limit(60, 24 * 60 * 60),
    Attempt.TALK_BY: Limit(30, 5 * 60),
    Attempt.TALK_FROM: Limit(150, 5 * 60),
}
NO_LIMITS: Mapping[Attempt, Limit] = {}


class TooOften(Exception):  # noqa: N818 - an expected outcome, not a fault
    """Too many attempts; `seconds` is the time until the next window."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


def too_often(error: TooOften) -> Problem:
    """429: too many attempts; `Retry-After` has the seconds until the next one is allowed."""
    return Problem(
        429,
        "limit/reached",
        f"too many attempts: try again in {error.seconds} seconds",
        headers={"Retry-After": str(error.seconds)},
    )


class Throttle:
    """Counts attempts; kinds without a limit are not counted. Methods raise `StoreAway`."""

    def __init__(self, store: Redis, limits: Mapping[Attempt, Limit]) -> None:
        self._counters = Counters(store)
        self._limits = limits

    def count(self, what: Attempt, who: str, times: int = 1) -> None:
        """Count `times` more attempts; raises `TooOften` above the limit, even for a correct attempt."""
        limit = self._limits.get(what)
        if limit is None:
            return
        counted = self._counters.count(_key(what, who), limit.seconds, times)
        if counted.number > limit.most:
            raise TooOften(counted.left)

    def forget(self, what: Attempt, who: str) -> None:
        """Reset the count after a correct attempt."""
        if what in self._limits:
            self._counters.forget(_key(what, who))


def _key(what: Attempt, who: str) -> str:
    return f"attempts:{what.value}:{who}"
