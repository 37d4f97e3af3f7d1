"""The parts of an account's export: everything stored about it, for its owner."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from replays.encoding.identity import GameId
from replays.encoding.signing import Signer
from replays.log.event_log import EventLog
from replays.match.aggregate import Match, Status
from replays.match.deciding.plans import PLAN_FORM, read_laid
from replays.match.matches import Matches
from service.application.accounts.access.audit import Audit
from service.application.accounts.players import Players
from service.application.accounts.sessions import Sessions
from service.application.accounts.tokens import Tokens, shown_token
from service.application.games.lists.collecting.collection import Collection
from service.application.games.lists.collecting.collections import Collections
from service.application.games.lists.my_games import all_dynasties, all_games
from service.application.games.talk.messages import Message, Talk
from service.application.games.talk.mutes import TalkMutes
from service.application.games.texts.comments import Comment, Comments
from service.application.games.texts.notes import Notes
from service.application.games.texts.studies import Studies
from service.application.i18n.speaking import lazy_gettext as _l
from service.application.notices.inboxes.inboxes import InboxEntry, Inboxes
from service.application.people.contacts import Contact, ContactList, Contacts
from service.application.people.moderation.hidden import Hidden
from service.application.people.moderation.moderation import Moderation
from service.application.people.ratings.boards import Boards, Point
from service.application.people.ratings.fold import Standing
from service.application.people.ratings.pools import Pool
from service.application.people.records import PoolRecord, Records


class ExportPart(NamedTuple):
    """A list in an export: its name, a sentence that describes it, and its items as JSON values.

    If it is `by_line`, its file has one item on each line instead of an array.
    """

    name: str
    about: Any
    items: Iterable[Any]
    by_line: bool = False


@dataclass(frozen=True, slots=True)
class ExportReader:
    """Reads the parts of any account from their stores. Methods raise `StoreAway` and `AccountErased`.

    `channels` returns the fields that describe a player's notice channels. A process holds a few hundred
    kilobytes of a list at a time, however long the list is.
    """

    log: EventLog
    signer: Signer
    matches: Matches
    players: Players
    sessions: Sessions
    tokens: Tokens
    audit: Audit
    notes: Notes
    comments: Comments
    talk: Talk
    talk_mutes: TalkMutes
    studies: Studies
    collections: Collections
    inboxes: Inboxes
    contacts: Contacts
    records: Records
    moderation: Moderation
    ratings: Boards
    webhooks: Callable[[str], Iterable[Any]]
    channels: Callable[[str], Mapping[str, Any]]

    def account(self, player: str) -> dict[str, Any]:
        """The account itself, with its short parts, as JSON."""
        profile, credentials = self.players.profile(player), self.sessions.of(player)
        return {
            "id": profile.id,
            "name": profile.name,
            "created_at": profile.created_at,
            "page": profile.page.value,
            "email": credentials.email,
            "proposed_email": credentials.proposed,
            "tokens": [shown_token(token) for token in self.tokens.of(player)],
            **self.channels(player),
        }

    def lists(self, player: str) -> Iterator[ExportPart]:
        """The lists; each is read from the store while its items are consumed."""
        yield from self._of_account(player)
        yield from self._of_people(player)
        yield from self._texts(player)
        yield from self._of_games(player)

    def _of_account(self, player: str) -> Iterator[ExportPart]:
        yield ExportPart(
            "audit", _l("What was done to the account, the newest first."), self.audit.every(player)
        )
        yield ExportPart("notices", _l("Your newest notices."), map(_notice, self.inboxes.every(player)))
        yield ExportPart("webhooks", _l("Your webhooks, and what was sent to them."), self.webhooks(player))
        yield ExportPart(
            "reports",
            _l("What you have reported, and the moderators' verdicts."),
            self.moderation.kept_about(player),
        )
        yield ExportPart(
            "decisions",
            _l("What moderators have decided on your texts and your account."),
            self.moderation.decided_about(player),
        )
        yield ExportPart(
            "views",
            _l("When moderators looked at the case of a text of yours that nobody had reported."),
            self.moderation.viewed_about(player),
        )

    def _of_people(self, player: str) -> Iterator[ExportPart]:
        for name, about, kept in (
            ("following", _l("The players whom you follow."), ContactList.FOLLOWING),
            ("blocked", _l("The players whom you have blocked."), ContactList.BLOCKED),
            ("muted", _l("The players whose messages you do not read."), ContactList.MUTED),
        ):
            yield ExportPart(name, about, map(_contact, self.contacts.every(kept, player)))
        yield ExportPart(
            "muted_talk",
            _l("The games whose talk you have muted."),
            ({"game": game, "since": since} for game, since in self.talk_mutes.every(player)),
        )

    def _texts(self, player: str) -> Iterator[ExportPart]:
        yield ExportPart(
            "notes",
            _l("Your private notes on games."),
            ({"game": game, "text": text} for game, text in self.notes.notes(player)),
        )
        yield ExportPart("comments", _l("Your comments on games."), map(_comment, self.comments.of(player)))
        yield ExportPart("talk", _l("Your messages at tables."), map(_said, self.talk.of(player)))
        yield ExportPart(
            "collections",
            _l("Your collections of games, with your notes."),
            self._collections(player),
        )
        yield ExportPart(
            "studies", _l("Your studies, in notation."), map(_study, self.studies.texts_of(player))
        )

    def _of_games(self, player: str) -> Iterator[ExportPart]:
        yield ExportPart("plans", _l("Moves that you laid down for your next turns."), self._plans(player))
        yield ExportPart(
            "results", _l("Your results, summed by kind of game."), map(_result, self.records.of(player))
        )
        yield ExportPart(
            "ratings",
            _l("Your ratings by kind of game, and the newest rated games of each."),
            self._ratings(player),
        )
        yield ExportPart(
            "seen",
            _l("How far you have looked at each game."),
            ({"game": game, "version": version} for game, version in self.notes.all_seen(player)),
        )
        yield ExportPart("games", _l("The ids of your games, the newest first."), all_games(self.log, player))
        yield ExportPart(
            "dynasties", _l("The ids of your dynasties, the newest first."), all_dynasties(self.log, player)
        )
        yield ExportPart(
            "receipts",
            _l("The receipts of your games and dynasties as they are now, signed by the service."),
            self._receipts(player),
            by_line=True,
        )

    def _collections(self, player: str) -> Iterator[dict[str, Any]]:
        every = self.collections.of(player)
        hidden = self.moderation.hidden([each.subject(player) for each in every])
        yield from map(_collection, every, hidden)

    def _plans(self, player: str) -> Iterator[dict[str, Any]]:
        for match in self.matches.readable(all_games(self.log, player, Status.ACTIVE)):
            yield from self._plan(match, player)

    def _plan(self, match: Match, player: str) -> Iterator[dict[str, Any]]:
        seat = match.seat_of(player)
        text = None if seat is None else self.log.plan(match.id, seat)
        if text is not None:
            laid = read_laid(text)
            plan = PLAN_FORM.write(laid.plan)
            yield {"game": match.id, "plan": plan, "laid": laid.laid, "failed": laid.failed}

    def _receipts(self, player: str) -> Iterator[dict[str, Any]]:
        for game in chain(all_games(self.log, player), all_dynasties(self.log, player)):
            head = self.log.head(GameId(game))
            if head is not None and head.hash:
                yield self.signer.sign(GameId(game), head).document()

    def _ratings(self, player: str) -> Iterator[dict[str, Any]]:
        for pool, standing in self.ratings.of_player(player).items():
            yield _rating(pool, standing, self.ratings.curve(player, pool))


def _contact(contact: Contact) -> dict[str, Any]:
    return {"id": contact.player, "since": contact.since}


def _result(pool: PoolRecord) -> dict[str, Any]:
    best = pool.best._asdict() if pool.best else None
    return {
        "pool": pool.pool,
        "games": pool.games,
        "won": pool.won,
        "left": pool.left,
        "mean": pool.mean,
        "best": best,
    }


def _notice(kept: InboxEntry) -> dict[str, Any]:
    notice = kept.notice
    return {
        "id": str(kept.position),
        "kind": notice.kind,
        "game": notice.game,
        "dynasty": notice.dynasty,
        "at": notice.at,
        "read": not kept.unread,
    }


def _comment(comment: Comment) -> dict[str, Any]:
    place = comment.place
    return {
        "game": place.game,
        "version": place.version,
        "text": comment.text,
        "created_at": place.created_at,
        "edited_at": comment.edited_at,
        "hidden": _hidden(comment.hidden),
    }


def _said(message: Message) -> dict[str, Any]:
    place = message.place
    return {
        "game": place.game,
        "room": place.room.value,
        "text": message.text,
        "phrase": message.phrase,
        "created_at": message.at,
        "hidden": _hidden(message.hidden),
    }


def _hidden(why: Hidden | None) -> dict[str, Any] | None:
    return {"at": why.at, "reason": why.reason} if why else None


def _study(kept: tuple[str, int, str]) -> dict[str, Any]:
    study, created_at, text = kept
    return {"id": study, "created_at": created_at, "text": text}


def _rating(pool: Pool, standing: Standing, curve: list[Point]) -> dict[str, Any]:
    return {
        "pool": pool.value,
        **standing.skill._asdict(),
        "games": standing.games,
        "wins": standing.wins,
        "at": standing.at,
        "curve": [
            {"game": point.game, "at": point.changes.at, **point.changes.seats[point.seat].after._asdict()}
            for point in curve
        ],
    }


def _collection(collection: Collection, hidden: Hidden | None) -> dict[str, Any]:
    return {
        "id": collection.id,
        "title": collection.title,
        "shared": collection.shared.value,
        "created_at": collection.created_at,
        "hidden": _hidden(hidden),
        "games": [{"game": item.game, "note": item.note} for item in collection.items],
    }
