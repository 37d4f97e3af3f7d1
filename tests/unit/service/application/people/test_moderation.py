"""Reports and decisions, in an in-memory store."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.games import ADDRESS
from harness.store.storing import HOME, moderation_on, storage_on
from replays.encoding.identity import GameId, Version, derived_game_id
from replays.log.event_log import StoreAway, UnknownOutcome
from service.application.account_keys import profile_key, reported_key, reports_key
from service.application.accounts.access.invitations import ENDED
from service.application.accounts.access.suspension import Suspension
from service.application.accounts.players import Players, neutral_name
from service.application.accounts.tokens import Tokens
from service.application.games.texts.comments import CommentId, CommentPosition, Comments
from service.application.moderating.finding import FINDERS
from service.application.notices.inboxes.stored import StoredInboxes
from service.application.people.moderation.case import UNFOUNDED, Case
from service.application.people.moderation.docket import (
    VIEW_MS,
    DecidedAlready,
    NotAModerator,
    NotForThis,
    OwnCase,
)
from service.application.people.moderation.entries import (
    BadModerationEntry,
    Viewed,
    ViewedText,
    read,
    written,
)
from service.application.people.moderation.ledger import LOG, ConcurrentAppend
from service.application.people.moderation.subjects import (
    KINDS,
    ModerationVerdict,
    ReportSubject,
    Why,
    subject_of,
)
from service.application.people.moderation.texts import MOST_EXCERPTS

GAME = GameId("00000000-0000-4000-8000-000000000001")


def unchecked(_case: Case) -> None:
    """Find no conflict in any case."""


class Site:
    """A store with four accounts; Mo is a moderator."""

    def __init__(self) -> None:
        self.store = FakeRedis(server=FakeServer())
        numbers = count(1)
        self.players = Players(self.store, bytes(32), bytes, lambda: 0.0)
        self.tokens = Tokens(self.store, bytes(32), lambda size: next(numbers).to_bytes(size))
        registered = [
            self.players.register(name, name * 16, ADDRESS, 1) for name in ("Ann", "Bob", "Mo", "Cleo")
        ]
        self.token = registered[0].token
        self.ann, self.bob, self.mo, self.cleo = (each.id for each in registered)
        self.now = 1_000
        self.moderation = moderation_on(self.store, self.players, lambda: self.now)
        self.docket = self.moderation.docket
        self.docket.name_moderator(self.mo, "")
        self.comments = Comments(self.store, storage_on(self.store))
        self.inboxes = StoredInboxes(self.store)

    def comment(self, name: str = "first", text: str = "You fool") -> CommentPosition:
        """Write and return a comment of Ann's."""
        id_ = CommentId(derived_game_id("suite", name))
        place = CommentPosition(Version(3), 5, id_, GAME, self.ann, "")
        self.comments.write(place, text, HOME)
        return place

    def decide(
        self, subject: ReportSubject, verdict: ModerationVerdict, until: int | None = None, by: str = ""
    ) -> Any:
        """Decide as Mo on a text of Ann's, and carry the decision out."""
        self.docket.decide(
            subject,
            self.ann,
            by=by or self.mo,
            verdict=verdict,
            reason="Not here",
            until=until,
            check=unchecked,
        )
        self.moderation.enforcer.go_on()

    def told(self, player: str) -> list[tuple[str, str]]:
        """Return the kinds and marks of a player's notices, oldest first."""
        return [(each.notice.kind, each.notice.mark) for each in self.inboxes.every(player)][::-1]


@pytest.fixture
def site() -> Site:
    """Give the store."""
    return Site()


def test_every_kind_has_what_finds_it() -> None:
    """Every reportable kind has a finder; each subject has one text form."""
    assert FINDERS.keys() == KINDS.keys()
    for kind in KINDS.values():
        subject = ReportSubject(kind.name, GAME, **({kind.within: GAME} if kind.within else {}))
        assert subject_of(subject.key) == subject
    for wrong in (
        "comment/x",
        f"comment/{GAME}",
        f"name/{GAME}/{GAME}",
        f"collection/{GAME}",
        f"rumour/{GAME}",
        "",
    ):
        with pytest.raises(ValueError, match="no subject"):
            subject_of(wrong)


def test_a_report_is_open_until_a_decision_answers_it(site: Site) -> None:
    """Further reports of the same account are the same report; other accounts' belong to the same case."""
    subject = site.comment().subject
    first = site.docket.report(subject, site.ann, site.bob, Why.INSULT)
    assert site.docket.report(subject, site.ann, site.bob, Why.SPAM) == first
    site.docket.report(subject, site.ann, site.cleo, Why.HATE)
    assert _pages(site, site.docket.waiting) == [subject]
    assert [each.by for each in site.docket.case(subject).open] == [site.bob, site.cleo]
    site.decide(subject, ModerationVerdict.HIDE)
    assert _pages(site, site.docket.waiting) == []
    assert _pages(site, site.docket.decided) == [subject]
    assert site.docket.case(subject).open == ()
    assert site.told(site.ann) == [("text_hidden", "4/comment")]
    assert site.told(site.bob) == site.told(site.cleo) == [("report_answered", "4/hide")]
    again = site.docket.report(subject, site.ann, site.bob, Why.INSULT)
    assert site.docket.case(subject).open == (again,)


def test_lists_go_by_pages(site: Site) -> None:
    """Each text comes once, by its first report or newest decision, even with equal times."""
    subjects = [site.comment(str(number)).subject for number in range(5)]
    for subject in subjects:
        site.docket.report(subject, site.ann, site.bob, Why.SPAM)
    assert _pages(site, site.docket.waiting) == subjects
    for subject in subjects:
        site.decide(subject, ModerationVerdict.KEEP)
    assert _pages(site, site.docket.decided) == subjects[::-1]
    for wrong in ("x", "1_0", "\N{FULLWIDTH DIGIT ONE}"):
        with pytest.raises(ValueError, match="invalid"):
            site.docket.waiting(site.mo, wrong, 2)


def _pages(
    site: Site, read: Callable[[str, str | None, int], tuple[list[Case], str | None]], reader: str = ""
) -> list[ReportSubject]:
    found, cursor = read(reader or site.mo, None, 2)
    while cursor:
        page, cursor = read(reader or site.mo, cursor, 2)
        assert page
        found += page
    return [case.subject for case in found]


def test_what_is_hidden_is_read_by_nobody(site: Site) -> None:
    """Others read the reason, even after an edit; the author keeps the text, and it can be shown again."""
    place = site.comment()
    site.decide(place.subject, ModerationVerdict.HIDE)
    (page,) = site.comments.page(GAME, None, None, 10)[0]
    assert page.shown == "hidden by a moderator: Not here"
    edited = site.comments.edit(place, "You are a fool", 9, HOME)
    assert edited is not None
    assert edited.shown == "hidden by a moderator: Not here"
    (own,) = site.comments.of(site.ann)
    assert (own.text, own.hidden) == ("You are a fool", page.hidden)
    site.decide(place.subject, ModerationVerdict.KEEP)
    assert [each.shown for each in site.comments.page(GAME, None, None, 10)[0]] == ["You are a fool"]


def test_a_name_is_taken_away_for_good(site: Site) -> None:
    """The player gets a neutral name and cannot take back the old name or a look-alike."""
    site.decide(ReportSubject("name", site.ann), ModerationVerdict.RENAME)
    assert site.players.names([site.ann]) == {site.ann: neutral_name(site.ann)}
    assert site.players.refuses(site.ann, "Аnn")  # noqa: RUF001 - a Cyrillic capital
    assert not site.players.refuses(site.ann, "Anna")
    assert not site.players.refuses(site.bob, "Ann")
    assert [each.player for each in site.players.index.find("ann", None, 9)] == []
    assert site.told(site.ann) == [("text_hidden", "2/name")]


def test_every_name_that_was_taken_away_stays_so(site: Site) -> None:
    """All refused names stay refused, through repeated decisions and renames in between."""
    about = ReportSubject("name", site.ann)
    for reported in (None, None, "Rude"):
        site.docket.report(about, site.ann, site.bob, Why.INSULT)
        if reported:
            site.players.rename(site.ann, "Quick")
            site.moderation.texts.keep_excerpt(site.ann, about, reported, 1)
        site.decide(about, ModerationVerdict.RENAME)
        assert site.players.refuses(site.ann, "Ann")
    assert all(site.players.refuses(site.ann, name) for name in ("Rude", "Quick"))
    assert not site.players.refuses(site.ann, neutral_name(site.ann))


def test_a_suspension_comes_with_the_token(site: Site) -> None:
    """Looking up the token gives the end and the reason; a later decision ends the suspension."""
    name = ReportSubject("name", site.ann)
    site.decide(name, ModerationVerdict.SUSPEND, until=5_000)
    access = site.tokens.authenticate(site.token)
    assert access is not None
    assert access.suspension == Suspension(5_000, "Not here")
    assert (access.suspension.holds(4_999), access.suspension.holds(5_000)) == (True, False)
    site.decide(name, ModerationVerdict.REINSTATE)
    access = site.tokens.authenticate(site.token)
    assert access is not None
    assert access.suspension is None
    assert site.told(site.ann) == [("suspended", "2/5000"), ("suspended", "3/0")]


def test_who_may_not_decide(site: Site) -> None:
    """Own texts and reports, suspending moderators, and verdicts of other kinds are refused."""
    own = ReportSubject("name", site.mo)
    with pytest.raises(OwnCase):
        site.docket.decide(
            own,
            site.mo,
            by=site.mo,
            verdict=ModerationVerdict.KEEP,
            reason="Mine",
            until=None,
            check=unchecked,
        )
    site.docket.name_moderator(site.bob, "")
    with pytest.raises(OwnCase):
        site.docket.decide(
            own,
            site.mo,
            by=site.bob,
            verdict=ModerationVerdict.SUSPEND,
            reason="So",
            until=9,
            check=unchecked,
        )
    subject = site.comment().subject
    site.docket.report(subject, site.ann, site.bob, Why.SPAM)
    with pytest.raises(OwnCase):
        site.decide(subject, ModerationVerdict.HIDE, by=site.bob)
    with pytest.raises(NotForThis):
        site.decide(subject, ModerationVerdict.RENAME)
    with pytest.raises(NotForThis):
        site.decide(own, ModerationVerdict.HIDE)


def test_moderators_are_named_and_removed(site: Site) -> None:
    """Adding or removing a moderator twice has no effect."""
    assert site.docket.moderators() == {site.mo: 1_000}
    assert not site.docket.name_moderator(site.mo, "")
    assert site.docket.remove_moderator(site.mo, "left")
    assert not site.docket.remove_moderator(site.mo, "left")
    assert not site.docket.is_moderator(site.mo)


def test_a_decision_is_carried_out_once(site: Site) -> None:
    """After a crash or a concurrent run, no older decision overrides a later one."""
    name = ReportSubject("name", site.ann)
    for verdict, until in (
        (ModerationVerdict.SUSPEND, 5_000),
        (ModerationVerdict.REINSTATE, None),
        (ModerationVerdict.SUSPEND, 7_000),
    ):
        site.now += 1
        site.docket.decide(
            name, site.ann, by=site.mo, verdict=verdict, reason="Why", until=until, check=unchecked
        )
    while site.moderation.enforcer.go_on():
        pass
    site.store.delete("{moderation}:done")  # as if the progress had not been stored
    while site.moderation.enforcer.go_on():
        pass
    access = site.tokens.authenticate(site.token)
    assert access is not None
    assert access.suspension == Suspension(7_000, "Why")
    assert [kind for kind, _ in site.told(site.ann)] == ["suspended"] * 3


def test_a_repeated_decision_is_one(site: Site) -> None:
    """A lost response can be retried; after another report the same decision can be made again."""
    subject = site.comment().subject
    site.decide(subject, ModerationVerdict.HIDE)
    with pytest.raises(DecidedAlready) as already:
        site.decide(subject, ModerationVerdict.HIDE)
    assert site.docket.case(subject).decisions == (already.value.decided,)
    site.docket.report(subject, site.ann, site.bob, Why.SPAM)
    site.decide(subject, ModerationVerdict.HIDE)
    assert len(site.docket.case(subject).decisions) == 2


def test_reports_at_the_same_moment_are_all_kept(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry that loses a race is appended after the others."""
    subject, ledger = site.comment().subject, site.docket.ledger
    append, others = ledger.append, iter([site.bob, site.cleo])

    def late(entry: Any, after: Any) -> Any:
        monkeypatch.setattr(ledger, "append", append)
        site.docket.report(subject, site.ann, next(others), Why.SPAM)
        return append(entry, after)

    monkeypatch.setattr(ledger, "append", late)
    site.docket.report(subject, site.ann, site.mo, Why.HATE)
    assert [each.by for each in site.docket.case(subject).reports] == [site.bob, site.mo]
    with pytest.raises(ConcurrentAppend):
        ledger.append(site.docket.case(subject).reports[0], ledger.head()._replace(number=1))


def test_who_is_never_first_is_told_to_try_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """If every append loses its race, the error is `StoreAway`."""

    def late(*_: object) -> None:
        raise ConcurrentAppend

    monkeypatch.setattr(site.docket.ledger, "append", late)
    with pytest.raises(StoreAway):
        site.docket.report(site.comment().subject, site.ann, site.bob, Why.SPAM)
    with pytest.raises(StoreAway):
        site.docket.remove_moderator(site.mo, "")
    assert site.docket.is_moderator(site.mo)


def test_the_stream_is_chained(site: Site) -> None:
    """A changed or missing entry is detected."""
    subject = site.comment().subject
    for by in (site.bob, site.cleo):
        site.docket.report(subject, site.ann, by, Why.SPAM)
    assert site.docket.ledger.check() == 3
    entries: Any = site.store.xrange(LOG)
    number, fields = entries[1]
    site.store.xdel(LOG, number)
    with pytest.raises(BadModerationEntry, match="entry 3 follows entry 1"):
        site.docket.ledger.check()
    site.store.delete(LOG)
    for each, kept in entries:
        changed = kept[b"e"].replace(b"spam", b"hate") if each == number else kept[b"e"]
        site.store.xadd(LOG, {"e": changed, "h": kept[b"h"]}, id=each)
    assert b"spam" in fields[b"e"]
    with pytest.raises(BadModerationEntry, match="entry 2 has not the hash"):
        site.docket.ledger.check()


@pytest.mark.slow
def test_false_reporters_are_known(site: Site) -> None:
    """The newest answered reports count; a single right one restores trust."""
    for number in range(UNFOUNDED):
        assert not site.docket.reporter(site.bob).is_false
        subject = site.comment(str(number)).subject
        site.docket.report(subject, site.ann, site.bob, Why.SPAM)
        site.decide(subject, ModerationVerdict.KEEP)
    assert site.docket.reporter(site.bob).is_false
    subject = site.comment("right").subject
    site.docket.report(subject, site.ann, site.bob, Why.SPAM)
    site.decide(subject, ModerationVerdict.HIDE)
    found = site.docket.reporter(site.bob)
    assert (found.upheld, found.unfounded, found.is_false) == (1, UNFOUNDED, False)


def test_texts_go_with_the_account_of_who_wrote_them(site: Site) -> None:
    """The reporter's words go with the reporter, the reported text with its author; ids stay."""
    subject, texts = site.comment().subject, site.moderation.texts
    texts.say(site.bob, subject, "He always does", HOME)
    texts.keep_excerpt(site.ann, subject, "You fool", 5)
    site.docket.report(subject, site.ann, site.bob, Why.INSULT)
    assert texts.said([(site.bob, subject)]) == {(site.bob, subject): "He always does"}
    assert texts.excerpt(site.ann, subject) == "You fool"
    for key in (reports_key(site.bob), reported_key(site.ann)):
        assert site.store.exists(key)
    site.players.erase(site.bob, "Bob")
    site.players.erase(site.ann, "Ann")
    assert texts.said([(site.bob, subject)]) == {}
    assert texts.excerpt(site.ann, subject) is None
    stream: Any = site.store.xrange(LOG)
    assert b"fool" not in b"".join(fields[b"e"] for _, fields in stream)
    site.decide(subject, ModerationVerdict.SUSPEND, until=9_000)  # the account is gone, so there is no effect
    assert set(site.store.hgetall(profile_key(site.ann))) == {b"erased", ENDED.encode()}


def test_reported_texts_are_few(site: Site) -> None:
    """The number is limited so that others cannot fill an account; an existing one can be replaced."""
    subjects = [
        ReportSubject("study", derived_game_id("suite", str(number))) for number in range(MOST_EXCERPTS + 1)
    ]
    for subject in subjects:
        site.moderation.texts.keep_excerpt(site.ann, subject, "old", 5)
    site.moderation.texts.keep_excerpt(site.ann, subjects[0], "new", 6)
    found = site.moderation.texts.excerpts(site.ann)
    assert found == {subject.key: "old" for subject in subjects[:-1]} | {subjects[0].key: "new"}


def test_what_a_report_says_is_counted(site: Site) -> None:
    """A report's text counts as storage of the reporter; replacing it counts the new length."""
    storage, texts, subject = storage_on(site.store), site.moderation.texts, site.comment().subject
    for text in ("four", "eight888"):
        texts.say(site.bob, subject, text, HOME)
        assert storage.usage(site.bob).used == 150 + len(text)


def test_a_view_counts_once_an_hour(site: Site) -> None:
    """The entry has the moderator, the texts and the time; each moderator has their own."""
    cases = [site.docket.case(site.comment(str(number)).subject).by_author(site.ann) for number in range(2)]
    site.docket.report(cases[1].subject, site.ann, site.bob, Why.SPAM)
    cases[1] = site.docket.case(cases[1].subject)
    site.docket.view(site.mo, cases[:1])
    site.docket.view(site.mo, cases)
    site.docket.view(site.mo, cases)
    site.docket.name_moderator(site.cleo, "")
    site.docket.view(site.cleo, cases[1:])
    found = [each.entry for each in site.docket.ledger.entries() if isinstance(each.entry, Viewed)]
    first, second = (
        ViewedText(case.subject, site.ann, had_case)
        for case, had_case in zip(cases, (False, True), strict=True)
    )
    assert [(each.by, each.texts) for each in found] == [
        (site.mo, (first,)),
        (site.mo, (second,)),
        (site.cleo, (second,)),
    ]
    assert site.docket.views_without_case(site.ann, 10) == [(first, found[0].at)]
    site.now = found[1].at + VIEW_MS
    site.docket.view(site.mo, cases)
    assert [text for text, _ in site.docket.views_without_case(site.ann, 10)] == [first, first]
    assert site.docket.ledger.check() == 7


def test_only_moderators_view_and_decide(site: Site) -> None:
    """Others are refused, and nothing is appended."""
    subject = site.comment().subject
    with pytest.raises(NotAModerator):
        site.docket.view(site.bob, [site.docket.case(subject)])
    with pytest.raises(NotAModerator):
        site.decide(subject, ModerationVerdict.HIDE, by=site.bob)
    assert site.docket.ledger.check() == 1


def test_a_list_has_nothing_of_the_readers_own_texts(site: Site) -> None:
    """No page, cursor or end of a list depends on reports of the reader's texts, wherever they are."""
    site.docket.name_moderator(site.ann, "")
    others = [ReportSubject("name", player) for player in (site.bob, site.cleo)]
    for subject in (
        *(site.comment(str(number)).subject for number in range(4)),
        others[0],
        *(site.comment(str(number)).subject for number in range(4, 8)),
        others[1],
        *(site.comment(str(number)).subject for number in range(8, 12)),
    ):
        author = subject.id if subject.kind == "name" else site.ann
        site.docket.report(subject, author, site.mo, Why.SPAM)
    assert _pages(site, site.docket.waiting, site.ann) == others
    assert len(_pages(site, site.docket.waiting, site.mo)) == 14
    page, cursor = site.docket.waiting(site.ann, None, 2)
    assert ([case.subject for case in page], cursor) == (others, None)


def test_entries_of_earlier_versions_are_read() -> None:
    """Stored forms do not change; all but the last were written before there were views."""
    decided_fields = '"type":"Decided","until":null,"verdict":"hide"}'
    for body in (
        f'{{"at":5,"author":"a","by":"b","subject":"name/{GAME}","type":"Reported","why":"spam"}}',
        f'{{"answers":[],"at":5,"author":"a","by":"m","reason":"","subject":"study/{GAME}",{decided_fields}',
        '{"at":5,"player":"m","reason":"","type":"ModeratorNamed"}',
        '{"at":5,"player":"m","reason":"","type":"ModeratorRemoved"}',
        f'{{"at":5,"by":"m","texts":[{{"author":"a","had_case":true,"subject":"name/{GAME}"}}],"type":"Viewed"}}',
    ):
        assert written(read(body.encode())) == body.encode()


def test_a_lost_answer_is_not_swallowed(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The moderator is told that the outcome is unknown, and may decide again."""
    subject = site.comment().subject

    def lost(*_: Any) -> Any:
        raise UnknownOutcome("the answer was lost")

    with monkeypatch.context() as broken:
        broken.setattr(site.docket.ledger, "append", lost)
        with pytest.raises(UnknownOutcome):
            site.decide(subject, ModerationVerdict.HIDE)
    site.decide(subject, ModerationVerdict.HIDE)
    assert len(site.docket.case(subject).decisions) == 1
