"""Reports texts to the moderators."""

from dataclasses import dataclass

from service.application.games.lists.collecting.shown import ShownCollections
from service.application.games.shown_tables import ShownTables
from service.application.games.sight import Sight
from service.application.moderating.finding import SHOWN, SubjectState, TextFinder, unknown
from service.application.people.moderation.entries import Reported
from service.application.people.moderation.moderation import Moderation
from service.application.people.moderation.subjects import KINDS, ReportSubject, Why
from service.application.problem import Problem
from service.application.quotas.throttle import Attempt, Throttle

LONGEST = 1_000
"""The maximum length of a report's comment and of a moderator's reason, in characters."""


@dataclass(frozen=True, slots=True)
class Reporting:
    """Reports texts that their reporters may see."""

    moderation: Moderation
    finder: TextFinder
    tables: ShownTables
    collections: ShownCollections
    throttle: Throttle

    def seen(self, subject: ReportSubject, sight: Sight) -> SubjectState:
        """The text of a subject, hidden or not; 404 if it is gone or the viewer may not see its place."""
        match = self.tables.match(subject.game, sight) if subject.game else None
        if subject.player:
            self.collections.find(subject.player, subject.id, None, sight)
        found = self.finder.find(subject)
        if found is None or (match and found.room and found.room not in sight.rooms_for(match)):
            raise unknown()
        return found

    def reportable(self, subject: ReportSubject, player: str, sight: Sight) -> SubjectState:
        """The text of a subject that the player may report.

        404 as in `seen`; 409 `report/yourself` and `report/hidden`.
        """
        found = self.seen(subject, sight)
        if found.author == player:
            raise Problem(409, "report/yourself", "this text is your own: change or delete it instead")
        if any(self.moderation.hidden([subject])):
            raise Problem(409, "report/hidden", "a moderator has already hidden this text")
        return found

    def report(  # noqa: PLR0913 - a report, and who sends it from where and when
        self,
        player: str,
        subject: ReportSubject,
        why: Why,
        text: str,
        *,
        sight: Sight,
        address: str,
        now: int,
    ) -> Reported:
        """Report a text to the moderators; a repeated report has no effect until they decide.

        Raises what `reportable` raises, 429 `limit/reached`, and `StorageFull` if the comment exceeds the
        quota.
        """
        found = self.reportable(subject, player, sight)
        docket, texts = self.moderation.docket, self.moderation.texts
        self.throttle.count(Attempt.REPORT_FROM, address)
        self.throttle.count(Attempt.REPORT_BY, player)
        if docket.reporter(player).is_false:
            self.throttle.count(Attempt.REPORT_FALSE, player)
        if KINDS[subject.kind].excerpt:
            texts.keep_excerpt(found.author, subject, found.text[:SHOWN], now)
        if text:
            texts.say(player, subject, text, address)
        return docket.report(subject, found.author, player, why)
