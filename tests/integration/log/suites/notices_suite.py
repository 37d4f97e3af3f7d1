"""The contract of every `Inboxes`: one suite, run on each implementation."""

from abc import ABC, abstractmethod
from dataclasses import replace

import pytest

from harness.store.records import GAME, games
from replays.encoding.identity import GameId
from replays.log.listing import GAMES
from service.application.account_keys import AccountErased
from service.application.notices.inboxes.inboxes import MOST, InboxChange, InboxEntry, Inboxes, UnknownNotice
from service.application.notices.notice import Notice

OTHER: GameId = games(2)[1]
SCORED = Notice("game_scored", GAME, GAMES, 9, 1000)
TURN = Notice("turn", GAME, GAMES, 5, 900, mark="5")
COMMENT = Notice("comment", GAME, GAMES, 9, 2000, by="somebody", mark="one")
COUNT = iter(range(1, 10**6))


def entry(*notices: Notice, partition: int = 7, number: int | None = None, **others: object) -> InboxChange:
    """A change of the next entry of a feed, or of a numbered one."""
    at = next(COUNT) if number is None else number
    return replace(InboxChange(partition, f"{at}-0", GAME, make=notices), **others)  # type: ignore[arg-type]


class NoticesSuite(ABC):
    """The suite; a subclass defines the inboxes and their owners."""

    @pytest.fixture
    @abstractmethod
    def inboxes(self) -> Inboxes:
        """Give empty inboxes."""

    @pytest.fixture
    @abstractmethod
    def ann(self, inboxes: Inboxes) -> str:
        """Give a player with an account."""

    @pytest.fixture
    @abstractmethod
    def erased(self, inboxes: Inboxes) -> str:
        """Give a player whose account is erased."""

    def test_notices_are_kept_the_newest_first(self, inboxes: Inboxes, ann: str) -> None:
        """Notices are stored unchanged and unread, at positions from 1 on, and read newest first."""
        assert inboxes.write(ann, [entry(TURN), entry(SCORED, COMMENT)]) == 3
        kept, following = inboxes.page(ann, None, 10)
        assert kept == [
            InboxEntry(n, notice, unread=True) for n, notice in ((3, COMMENT), (2, SCORED), (1, TURN))
        ]
        assert following is None
        assert list(inboxes.every(ann)) == kept
        assert inboxes.after(ann, 1) == [kept[1], kept[0]]
        assert inboxes.after(ann, 3) == []
        assert inboxes.unread(ann) == 3

    @abstractmethod
    def block(self, inboxes: Inboxes, player: str, other: str) -> None:
        """Let a player block another one."""

    def test_who_is_blocked_sends_nothing(self, inboxes: Inboxes, ann: str) -> None:
        """A blocked player's invitations, rematches and comments give no notice; other notices are stored."""
        self.block(inboxes, ann, "somebody")
        sent = [replace(COMMENT, kind=kind) for kind in ("invited", "rematch_offered", "comment")]
        joined = replace(COMMENT, kind="player_joined")
        assert inboxes.write(ann, [entry(*sent)]) is None
        assert inboxes.write(ann, [entry(joined), entry(replace(COMMENT, by="another"))]) == 2
        assert {each.notice.by for each in inboxes.every(ann)} == {"somebody", "another"}

    @abstractmethod
    def mute(self, inboxes: Inboxes, player: str, other: str) -> None:
        """Let a player mute another one, or the talk of a game."""

    @pytest.mark.parametrize("muted", ["somebody", COMMENT.table])
    def test_muted_talk_is_not_told(self, inboxes: Inboxes, ann: str, muted: str) -> None:
        """Talk of a muted player or in a muted game gives no notice; other notices of both are stored."""
        self.mute(inboxes, ann, muted)
        assert inboxes.write(ann, [entry(replace(COMMENT, kind="talk"))]) is None
        assert inboxes.write(ann, [entry(COMMENT)]) == 1
        assert inboxes.write(ann, [entry(replace(COMMENT, kind="talk", table=OTHER, by="another"))]) == 2

    def test_a_newer_message_takes_the_place_of_the_older(self, inboxes: Inboxes, ann: str) -> None:
        """A newer message replaces the older one's notice, per game; repeats and the game's end do not."""
        first = replace(COMMENT, kind="talk", mark="1")
        inboxes.write(ann, [entry(first), entry(replace(first, table=OTHER))])
        assert inboxes.write(ann, [entry(replace(first, mark="2")), entry(replace(first, mark="2"))]) == 2
        assert inboxes.write(ann, [replace(entry(), table=first.table, over=True)]) is None
        assert [each.notice.mark for each in inboxes.every(ann)] == ["2", "1"]

    def test_unread_messages_wait_since_the_first_of_them(self, inboxes: Inboxes, ann: str) -> None:
        """A notice of unread messages keeps the first position; once it is read, the next one starts anew."""

        def newest(*marks: str) -> tuple[int, int]:
            inboxes.write(ann, [entry(replace(COMMENT, kind="talk", mark=mark)) for mark in marks])
            kept = inboxes.after(ann, 0)[-1]
            return kept.position, kept.first

        assert [newest("1"), newest("2"), newest("3", "4")] == [(1, 1), (2, 1), (4, 1)]
        inboxes.see(ann, None)
        assert inboxes.after(ann, 0)[-1].since is None
        assert [newest("5"), newest("6")] == [(5, 5), (6, 5)]
        inboxes.see(ann, None, COMMENT.table)
        assert inboxes.unread(ann) == 0

    def test_an_entry_is_taken_once(self, inboxes: Inboxes, ann: str) -> None:
        """An entry is processed once, also together with others; partitions are independent."""
        first, second = entry(SCORED), entry(replace(SCORED, table=OTHER))
        assert inboxes.write(ann, [first, second]) == 2
        assert inboxes.write(ann, [first]) == 2
        assert inboxes.write(ann, [first, second, entry(COMMENT)]) == 3
        elsewhere = replace(first, partition=8, make=(replace(SCORED, version=99),))
        assert inboxes.write(ann, [elsewhere]) == 4
        assert [each.position for each in inboxes.every(ann)] == [4, 3, 2, 1]

    def test_entries_are_compared_by_number(self, inboxes: Inboxes, ann: str) -> None:
        """Entry ids are compared as numbers: 10-0 comes after 9-0, and 9-10 after 9-9."""
        for at in ("9-0", "9-9", "9-10", "10-0"):
            inboxes.write(ann, [replace(entry(SCORED), entry=at, partition=9)])
        assert inboxes.unread(ann) == 4
        assert inboxes.write(ann, [replace(entry(SCORED), entry="9-11", partition=9)]) == 4

    def test_of_some_kinds_only_the_latest_is_kept(self, inboxes: Inboxes, ann: str) -> None:
        """For some kinds a newer notice replaces the older one of its table, unless the mark is the same."""
        other = replace(TURN, table=OTHER)
        inboxes.write(ann, [entry(TURN, other), entry(replace(TURN, version=8, mark="8"))])
        assert [(each.position, each.notice.table) for each in inboxes.every(ann)] == [(3, GAME), (2, OTHER)]
        assert inboxes.write(ann, [entry(replace(TURN, version=9, mark="8"))]) is None
        assert inboxes.unread(ann) == 2

    def test_the_end_of_a_game_ends_what_is_about_its_state(self, inboxes: Inboxes, ann: str) -> None:
        """The end of a game deletes notices of its state, such as turns, of this table; results stay."""
        other = replace(TURN, table=OTHER)
        inboxes.write(ann, [entry(TURN, other, COMMENT)])
        assert inboxes.write(ann, [entry(SCORED, over=True)]) == 3
        assert [each.notice for each in inboxes.every(ann)] == [SCORED, COMMENT, other]

    def test_what_holds_no_longer_is_read(self, inboxes: Inboxes, ann: str) -> None:
        """A notice that is no longer true counts as read, and stays in the list; others stay unread."""
        inboxes.write(ann, [entry(TURN, replace(TURN, table=OTHER), COMMENT)])
        assert inboxes.write(ann, [entry(close=("turn",))]) == 2
        assert [each.unread for each in inboxes.every(ann)] == [True, True, False]

    def test_what_changes_nothing_is_told_to_nobody(self, inboxes: Inboxes, ann: str) -> None:
        """An entry without effect reports nothing, unless repeated: the first report may have been lost."""
        inboxes.write(ann, [entry(SCORED)])
        nothing = entry(seen=True, over=True, close=("turn",))
        assert inboxes.write(ann, [nothing]) == 0
        nothing = entry(seen=True, over=True, close=("turn",))
        assert inboxes.write(ann, [nothing]) is None
        assert inboxes.write(ann, [nothing]) == 0

    def test_a_table_is_forgotten(self, inboxes: Inboxes, ann: str) -> None:
        """A forgotten table has no notices, and can get new ones."""
        inboxes.write(ann, [entry(TURN, COMMENT, replace(SCORED, table=OTHER))])
        assert inboxes.write(ann, [entry(forget=True)]) == 1
        assert [each.notice.table for each in inboxes.every(ann)] == [OTHER]
        assert inboxes.write(ann, [entry(TURN)]) == 2

    def test_the_same_comment_is_told_once(self, inboxes: Inboxes, ann: str) -> None:
        """The same comment, by its mark, gives one notice; another comment gives another."""
        inboxes.write(ann, [entry(COMMENT), entry(COMMENT)])
        assert inboxes.write(ann, [entry(replace(COMMENT, mark="two"))]) == 2

    def test_notices_are_marked_as_read(self, inboxes: Inboxes, ann: str) -> None:
        """Notices up to a position, or of a table, are marked as read; a future position is refused."""
        other = replace(SCORED, table=OTHER)
        inboxes.write(ann, [entry(SCORED, other), entry(COMMENT, other)])
        assert inboxes.see(ann, 4, OTHER) == 2
        assert [each.unread for each in inboxes.every(ann)] == [False, True, False, True]
        assert inboxes.see(ann, 2) == 1
        with pytest.raises(UnknownNotice) as unknown:
            inboxes.see(ann, 5)
        assert unknown.value.newest == 4
        assert inboxes.see(ann, 4) == 0

    def test_an_inbox_is_bounded(self, inboxes: Inboxes, ann: str) -> None:
        """An inbox stores the newest notices, also in its unread count; pages cover all of them."""
        for _ in range(MOST // 100 + 1):
            inboxes.write(ann, [entry(*([SCORED] * 100))])
        assert inboxes.unread(ann) == MOST
        pages, before = [], None
        while True:
            page, before = inboxes.page(ann, before, 150)
            pages.append([each.position for each in page])
            if before is None:
                break
        assert list(map(len, pages)) == [150, 150, 150, 50]
        newest = MOST + 100
        assert [position for page in pages for position in page] == list(range(newest, 100, -1))
        assert [each.position for each in inboxes.every(ann)] == list(range(newest, 100, -1))

    def test_nobody_else_is_told(self, inboxes: Inboxes, ann: str, erased: str) -> None:
        """An inbox belongs to its owner; an erased account has none, and gets none."""
        inboxes.write(ann, [entry(SCORED)])
        assert inboxes.write(erased, [entry(SCORED)]) is None
        assert inboxes.unread(erased) == 0
        assert inboxes.page(erased, None, 10) == ([], None)
        with pytest.raises(AccountErased):
            inboxes.see(erased, 0)
