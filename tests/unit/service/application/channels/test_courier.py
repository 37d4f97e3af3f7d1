"""The courier: what is sent, when, and how often; with an in-memory store and a recording channel."""

from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from fakeredis import FakeRedis, FakeServer

from harness.play.correspondence import HOUR, MINUTE, START, Correspondence
from harness.play.telling.deliveries import MOST, Deliveries, Listener
from kingdomino.rules import Rules
from replays.clocks.spec import ClockSpec, TimeControl
from replays.encoding.identity import derived_game_id
from replays.events.game_events import Options
from replays.log.occasions import TALK_WRITTEN, TalkDetail
from service.application.account_keys import PARTS
from service.application.channels.channel import Gone, Later, NoticeMessage, Outcome, Sent, Skipped, Stopped
from service.application.channels.delivering.courier import FIRST_PAUSE_MS, LASTS_MS, LONGEST_PAUSE_MS
from service.application.channels.preferences import DEFAULTS, MOST_MUTED, Digest, Preferences, Quiet, Wishes
from service.application.channels.target import EMAIL, Target
from service.application.channels.targets import Known, Targets, TooManyTargets
from service.application.games.talk.rooms import Room
from service.application.notices.inboxes.inboxes import InboxEntry
from service.application.notices.inboxes.stored import StoredInboxes

ANN, BEN = "ann", "ben"
IDS = {name: str(derived_game_id(name)) for name in (ANN, BEN)}
AT_ONCE = Preferences(channels={**DEFAULTS, EMAIL: Wishes()})
DAILY = Preferences(channels={**DEFAULTS, EMAIL: Wishes(digest=Digest.DAILY, hour=8)})
YOUR_TURN = "It is your turn"


class Scene:
    """A correspondence game of two whose notices go to a listener."""

    def __init__(self) -> None:
        clock = ClockSpec(TimeControl.PER_TURN, 240 * 3600, 240 * 3600, 240 * 3600)
        self.table = Correspondence(1, Rules(), 2, Options(clock=clock), list(IDS.values()).__getitem__)
        self.store = FakeRedis(server=FakeServer())
        self.listener = Listener()
        self.deliveries = Deliveries(self.table, self.store, self.listener, IDS.values())
        self.targets = self.deliveries.targets

    def begin(self) -> None:
        """Take the last seat and discard the notices about it."""
        self.table.fill(None)
        self.deliveries.deliver()
        self.listener.messages.clear()

    @property
    def mover(self) -> str:
        """Return the player to act."""
        assert self.table.match.mover is not None
        return self.table.player(self.table.match.mover)

    def turn(self) -> str:
        """Move until the other player is to act; return that player."""
        before = self.mover
        while self.mover == before:
            self.table.now += MINUTE
            self.table.move()
        return self.mover

    def said(self, ms: int = 0) -> list[list[str]]:
        """Return the texts sent by this much later."""
        self.table.now += ms
        self.deliveries.deliver()
        return self.listener.texts()


@pytest.fixture
def scene() -> Scene:
    """Give a table with one free seat."""
    return Scene()


def both(scene: Scene, preferences: Preferences) -> None:
    """Set both players' preferences and start the game."""
    for player in IDS.values():
        scene.deliveries.tell(player, preferences)
    scene.begin()


def test_a_turn_is_told_at_once_and_once(scene: Scene) -> None:
    """The message goes to the player to act only, and is not repeated."""
    both(scene, AT_ONCE)
    mover = scene.turn()
    scene.deliveries.deliver()
    [(player, message)] = scene.listener.messages
    assert player == mover
    assert [each.notice.kind for each in message.notices] == ["turn"]
    assert message.notices[0].text.startswith(YOUR_TURN)
    scene.listener.messages.clear()
    assert scene.said(HOUR) == []


@pytest.mark.slow
def test_a_job_begins_nothing_more_when_its_time_is_over(scene: Scene) -> None:
    """Sending is slow and new notices arrive meanwhile: the next job sends those."""
    both(scene, AT_ONCE)
    target = Target(EMAIL, scene.turn())

    class Slow(Listener):
        """A listener that takes minutes."""

        def send(self, known: Known, message: NoticeMessage) -> Outcome:
            """Accept a message; by then the next turn has begun."""
            answer = super().send(known, message)
            scene.turn()
            scene.turn()
            scene.deliveries.look()
            return answer

    slow = Slow()
    courier = replace(scene.deliveries.courier, channel=slow)
    scene.deliveries.look()
    for number in (1, 2):
        assert target in scene.deliveries.due.claim(EMAIL, scene.table.now, 9)
        courier.deliver(target)
        assert len(slow.messages) == number


def test_a_target_that_changes_while_it_is_sent_to(scene: Scene) -> None:
    """For example, a browser gets new keys: they are kept, and each notice is sent once."""
    both(scene, AT_ONCE)
    target = Target(EMAIL, scene.turn())

    class Renewing(Listener):
        """A listener that changes the target."""

        def send(self, known: Known, message: NoticeMessage) -> Outcome:
            """Change the target and accept a message."""
            now = scene.targets.get(target)[1]
            assert now
            assert scene.targets.save(now, data={**now.data, "keys": "new"})
            return super().send(known, message)

    renewing = Renewing()
    courier = replace(scene.deliveries.courier, channel=renewing)
    scene.deliveries.look()
    courier.deliver(target)
    assert len(renewing.messages) == 1
    known = scene.targets.get(target)[1]
    assert known
    assert known.data["keys"] == "new"
    scene.deliveries.announcer.announce([target.player])
    courier.deliver(target)
    assert len(renewing.messages) == 1


def test_what_was_told_before_somebody_asked_is_not_told(scene: Scene) -> None:
    """A new target gets later notices only."""
    scene.table.fill(None)
    mover = scene.mover
    scene.deliveries.tell(mover, AT_ONCE)
    assert scene.said() == []
    while scene.turn() != mover:
        pass
    [[text]] = scene.said()
    assert text.startswith(YOUR_TURN)


def test_what_is_over_is_not_told(scene: Scene) -> None:
    """A turn moved or read before the digest is not in it."""
    both(scene, DAILY)
    mover = scene.turn()
    assert scene.said() == []
    scene.deliveries.inboxes.see(mover, None)
    assert scene.said(24 * HOUR) == []
    scene.turn()
    scene.deliveries.deliver()
    scene.turn()
    [[text]] = scene.said(24 * HOUR)
    assert text.startswith(YOUR_TURN)


def test_a_digest_is_one_message(scene: Scene) -> None:
    """It has all notices since the last one, oldest first, at the hour of the day."""
    both(scene, DAILY)
    scene.turn()
    resigned = scene.mover
    scene.table.attendance.resign(scene.table.match, resigned)
    scene.table.work()
    assert scene.said() == []
    until = (8 - START // HOUR % 24) % 24 * HOUR - scene.table.now % HOUR
    assert scene.said(until - 1) == []
    [[left, turn]] = scene.said(1)
    assert left.endswith("has left your game.")
    assert turn.startswith(YOUR_TURN)


def prefer(scene: Scene, player: str, preferences: Preferences) -> None:
    """Set the player's preferences."""
    scene.targets.prefer(player, lambda _: preferences)


@pytest.mark.slow
def test_nothing_is_told_that_is_not_wanted(scene: Scene) -> None:
    """An excluded kind, a channel that is off and a muted table are not sent."""
    both(scene, AT_ONCE)
    off = {
        "kind": Preferences(channels={**DEFAULTS, EMAIL: Wishes(without=frozenset({"turn"}))}),
        "channel": Preferences(channels={**DEFAULTS, EMAIL: Wishes(on=False)}),
        "table": AT_ONCE.mute(scene.table.game, frozenset({EMAIL})),
    }
    for preferences in off.values():
        for player in IDS.values():
            prefer(scene, player, preferences)
        scene.turn()
        assert scene.said() == []
    for player in IDS.values():
        prefer(scene, player, off["table"].mute(scene.table.game, frozenset()))
    scene.turn()
    assert len(scene.said()) == 1


@pytest.mark.long
def test_a_message_that_is_not_taken_is_sent_again_as_the_same(scene: Scene) -> None:
    """Retries begin after ten seconds and slow down to one per hour; other notices wait meanwhile."""
    both(scene, AT_ONCE)
    scene.listener.outcome = Later("away")
    scene.turn()
    scene.deliveries.deliver()
    [(_, first)] = scene.listener.messages
    pauses, now = [], scene.table.now
    for step in (1000, *11 * [FIRST_PAUSE_MS]):  # all later pauses are multiples of the first
        while len(scene.listener.messages) == 1:
            scene.table.now += step
            scene.deliveries.deliver()
        [_, (_, again)] = scene.listener.messages
        assert (again.id, again.since) == (first.id, first.since)
        pauses.append(scene.table.now - now)
        now = scene.table.now
        scene.listener.messages.pop()
    assert pauses[0] == FIRST_PAUSE_MS
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE_MS
    scene.listener.outcome = Sent()
    assert len(scene.said(LONGEST_PAUSE_MS)) == 2


def test_what_is_over_when_the_other_side_is_back_is_not_told(scene: Scene) -> None:
    """The player moved while the other side was unavailable for a day."""
    both(scene, AT_ONCE)
    scene.listener.outcome = Later("away")
    before = scene.turn()
    scene.deliveries.deliver()
    scene.table.now += 24 * HOUR
    after = scene.turn()
    scene.listener.outcome = Sent()
    scene.listener.messages.clear()
    scene.deliveries.deliver()
    assert before != after
    assert [player for player, _ in scene.listener.messages] == [after]


def test_the_inbox_is_read_once_for_each_message(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more read checks that nothing else is due."""
    both(scene, AT_ONCE)
    target, read = Target(EMAIL, scene.turn()), StoredInboxes.after
    scene.deliveries.look()
    asked: list[str] = []

    def counted(inboxes: StoredInboxes, player: str, position: int) -> list[InboxEntry]:
        asked.append(player)
        return read(inboxes, player, position)

    monkeypatch.setattr(StoredInboxes, "after", counted)
    scene.deliveries.courier.deliver(target)
    assert [player for player, _ in scene.listener.messages] == [target.player]
    assert asked == [target.player] * 2


def test_what_is_over_when_it_is_about_to_be_sent_is_not_told(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The player moves while the message is being stored."""
    both(scene, AT_ONCE)
    target, save = Target(EMAIL, scene.turn()), Targets.save
    scene.deliveries.look()

    def moved(targets: Targets, known: Known, **changed: Any) -> Known | None:
        if scene.mover == target.player:
            scene.turn()
        return save(targets, known, **changed)

    monkeypatch.setattr(Targets, "save", moved)
    scene.deliveries.courier.deliver(target)
    assert scene.mover != target.player
    assert scene.listener.messages == []


@pytest.mark.slow
def test_of_unread_talk_one_message_is_told(scene: Scene) -> None:
    """Each table sends one message until the player has read it, however many more are written."""
    both(scene, AT_ONCE)
    talk = count(1)

    def said() -> list[list[str]]:
        log, match = scene.table.log, scene.table.match
        detail = TalkDetail(scene.table.now, next(talk), IDS[BEN], Room.PLAYERS.value)
        log.report(match.id, match.head.version, TALK_WRITTEN, detail.stored())
        return scene.said(MINUTE)

    told = [[f"{IDS[BEN].capitalize()} wrote at your table."]]
    assert [said(), said(), said()] == [told, [], []]
    [newest] = [each for each in scene.deliveries.inboxes.every(IDS[ANN]) if each.notice.kind == "talk"]
    assert (newest.notice.mark, newest.unread) == ("3", True)
    scene.deliveries.inboxes.see(IDS[ANN], None)
    assert [said(), said()] == [told, []]


def test_talk_that_waited_is_told(scene: Scene) -> None:
    """A newer message replaced the one that waited for the digest, and is sent once."""
    both(scene, DAILY)
    log, match = scene.table.log, scene.table.match
    for number in (1, 2):
        detail = TalkDetail(scene.table.now, number, IDS[BEN], Room.PLAYERS.value)
        log.report(match.id, match.head.version, TALK_WRITTEN, detail.stored())
        assert "wrote at your table" not in str(scene.said(MINUTE))
    assert str(scene.said(24 * HOUR)).count("wrote at your table") == 1


def test_a_skipped_message_holds_up_no_other(scene: Scene) -> None:
    """It is not sent again; the target goes on, and its notices stay in the inbox."""
    both(scene, AT_ONCE)
    scene.listener.outcome = Skipped()
    mover = scene.turn()
    scene.deliveries.deliver()
    scene.listener.outcome = Sent()
    scene.listener.messages.clear()
    assert scene.said(LONGEST_PAUSE_MS) == []
    assert scene.deliveries.inboxes.unread(mover)
    while not scene.listener.messages:
        scene.turn()
        scene.deliveries.deliver()
    _, known = scene.targets.get(Target(EMAIL, mover))
    assert known
    assert known.stopped == ""


def test_a_message_is_given_up_in_the_end(scene: Scene) -> None:
    """The notices stay in the inbox, and later ones are sent."""
    both(scene, AT_ONCE)
    scene.listener.outcome = Later("away")
    mover = scene.turn()
    scene.deliveries.deliver()
    scene.table.now += LASTS_MS - 1
    scene.deliveries.deliver()
    scene.table.now += LONGEST_PAUSE_MS
    scene.deliveries.deliver()
    scene.listener.messages.clear()
    scene.listener.outcome = Sent()
    assert scene.said(LONGEST_PAUSE_MS) == []
    assert scene.deliveries.inboxes.unread(mover)


@pytest.mark.parametrize("outcome", [Stopped("mail/refused"), Gone()])
def test_a_target_may_end(scene: Scene, outcome: Stopped | Gone) -> None:
    """Nothing more is sent to it; a stopped target has the reason."""
    both(scene, AT_ONCE)
    scene.listener.outcome = outcome
    first, second = scene.turn(), scene.turn()
    scene.deliveries.deliver()
    stopped = [player for player, _ in scene.listener.messages]
    assert stopped == [second]
    scene.listener.outcome = Sent()
    scene.listener.messages.clear()
    while len(scene.listener.messages) == 0:
        scene.turn()
        scene.deliveries.deliver()
    assert [player for player, _ in scene.listener.messages] == [first]
    _, known = scene.targets.get(Target(EMAIL, second))
    assert (known.stopped if known else None) == (outcome.why if isinstance(outcome, Stopped) else None)


def test_what_the_player_may_not_see_is_not_told(scene: Scene) -> None:
    """A notice about a table that the player may not see is not sent."""
    both(scene, AT_ONCE)
    scene.turn()
    blind = replace(scene.deliveries.courier, may_see=lambda _table, _player: False)
    scene.deliveries.deliver(blind.deliver)
    assert scene.listener.messages == []


def test_quiet_hours_hold_for_what_is_sent_again(scene: Scene) -> None:
    """A retry that falls into quiet hours waits for their end."""
    minute = START // MINUTE % 1440
    quiet = Quiet((minute + 10) % 1440, (minute + 70) % 1440)
    both(scene, replace(AT_ONCE, quiet=quiet))
    scene.listener.outcome = Later("away")
    scene.turn()
    assert len(scene.said()) == 1
    scene.listener.outcome = Sent()
    scene.table.now = START + 11 * MINUTE
    assert scene.said() == []
    scene.table.now = START + 70 * MINUTE
    assert len(scene.said()) == 1


def test_targets_are_few(scene: Scene) -> None:
    """A channel has a maximum of targets; adding the same one again is no error."""
    player = IDS[ANN]
    each = [Target("push", player, str(derived_game_id(str(number)))) for number in range(MOST + 1)]
    assert [scene.targets.add(target, {}, MOST) for target in (*each[:MOST], each[0])] == [True] * MOST + [
        False
    ]
    with pytest.raises(TooManyTargets):
        scene.targets.add(each[MOST], {}, MOST)
    assert scene.targets.add(Target(EMAIL, player), {"a": '"newest" %1'}, MOST)
    assert scene.targets.remove(each[3])
    assert not scene.targets.remove(each[3])
    assert set(scene.targets.of([player, IDS[BEN]])) == {*each[:3], *each[4:MOST], Target(EMAIL, player)}
    _, known = scene.targets.get(Target(EMAIL, player))
    assert known is not None
    assert known.data == {"a": '"newest" %1'}


def test_a_target_is_changed_by_one_at_a_time(scene: Scene) -> None:
    """Saving a target that has changed since it was read does nothing."""
    target = scene.deliveries.tell(IDS[ANN], AT_ONCE)
    _, known = scene.targets.get(target)
    assert known is not None
    changed = scene.targets.save(known, data={"b": 1})
    assert changed is not None
    assert scene.targets.save(known, data={"b": 2}) is None
    assert scene.targets.get(target)[1] == changed


def test_an_erased_account_is_told_nothing(scene: Scene) -> None:
    """Its targets are deleted with it, and due work ends without an error."""
    both(scene, AT_ONCE)
    mover = scene.turn()
    scene.deliveries.look()
    scene.store.delete(*(key(mover) for key in PARTS))
    assert scene.said() == []
    assert scene.deliveries.due.claim(EMAIL, scene.table.now + LONGEST_PAUSE_MS, 9) == []


def test_preferences_are_read_as_they_were_kept() -> None:
    """Unnamed members get defaults; of muted tables the newest are stored."""
    one = Preferences(
        "Asia/Kolkata",
        Quiet(1320, 420),
        {EMAIL: Wishes(on=False, digest=Digest.DAILY, hour=7, without=frozenset({"turn"}))},
    )
    assert Preferences.read(one.stored()) == replace(one, channels={**DEFAULTS, **one.channels})
    many = one
    for number in range(MOST_MUTED + 2):
        many = many.mute(str(number), frozenset({EMAIL}))
    assert (len(many.muted), "1" in many.muted, "2" in many.muted) == (MOST_MUTED, False, True)
    assert Preferences.read(many.stored()).muted == many.muted
    assert many.mute("of no mute", frozenset()).muted == many.muted
