"""The registry of what the store has of an account outside its slot, and how erasing removes it."""

from collections.abc import Callable
from dataclasses import dataclass

from replays.kinds import KINDS
from service.application.account_data.stores import AccountStores
from service.application.account_data.tournaments import withdraw
from service.application.accounts.access.known import CHANGES
from service.application.quotas.storage_ledger import PLAN, STUDY, OtherSlot

LISTINGS = tuple(kind.listing for kind in KINDS)
LISTED = tuple(f"{{*}}:{listing}:{by}:<id>" for listing in LISTINGS for by in ("player", "statuses"))


@dataclass(frozen=True, slots=True)
class OtherKeys:
    """Keys outside the slot of an account whose names or values may have its id.

    In `keys`, `*` stands for any text and `<id>` for the id. `exported` is as in `AccountPart`. `counted` is
    the kind under which things count toward the storage quota, or a text that says what bounds them.
    `forget` removes what is there, at a time in ms UTC, before the account is erased; it raises `StoreAway`
    and `UnknownOutcome`, after which a retry is safe. `stays` says why the id may be there afterwards.
    """

    keys: tuple[str, ...]
    exported: tuple[str, ...] | str
    counted: OtherSlot | str
    forget: Callable[[AccountStores, str, int], object] | None = None
    stays: str = ""


ELSEWHERE = (
    OtherKeys(("email:*",), ("email",), "one address", lambda of, id_, _: of.sessions.forget(id_)),
    OtherKeys(
        ("push:browser:*",), ("notice_targets",), "10 browsers", lambda of, id_, _: of.browsers.forget(id_)
    ),
    OtherKeys(
        ("comments:*",),
        ("comments",),
        "they count with their texts",
        lambda of, id_, _: of.comments.forget(id_),
    ),
    OtherKeys(
        ("talk:{*}:*",), ("talk",), "they count with their texts", lambda of, id_, _: of.talk.forget(id_)
    ),
    OtherKeys(
        ("studies:<id>", "study:*"), ("studies",), STUDY, lambda of, id_, _: of.studies.forget_all(id_)
    ),
    OtherKeys(
        ("storage:*",), "a guest's sum at an address", "one number", lambda of, id_, _: of.storage.leave(id_)
    ),
    OtherKeys(
        ("{ratings}:*",),
        ("ratings",),
        "one entry for each rated game, one rating for each pool",
        lambda of, id_, now: of.rated_games.leave(id_, now),
        stays="ids are in the record of rated games; the projector removes the ratings",
    ),
    OtherKeys(
        ("{moderation}:*",),
        ("reports", "decisions", "views"),
        "reports are throttled",
        lambda of, id_, _: of.moderation.docket.remove_moderator(id_, "the account was erased"),
        stays="ids are in the record of reports and decisions, without texts and names",
    ),
    OtherKeys(("players:names",), ("name",), "one name"),
    OtherKeys(
        ("{*}:plans:*",),
        ("plans",),
        PLAN,
        stays="a plan is carried out for its seat, or deleted at the end of the game",
    ),
    OtherKeys(
        ("{*}:game:*", "{*}:commands:*", "{*}:feed", "{*}:work", "{*}:heads", *LISTED),
        (*LISTINGS, "receipts"),
        "an account can only open so many tables at once",
        lambda of, id_, _: withdraw(of, id_),
        stays="records of games have ids and no names; nothing links the id to anybody any more",
    ),
    OtherKeys(
        ("mail", "{deliveries}:*"),
        "the time at which something is due",
        "one for each target",
        stays="until that time, when the worker finds nothing to send",
    ),
    OtherKeys(
        (CHANGES,), "ids without what has changed", "1,000 of all accounts", stays="until others follow"
    ),
    OtherKeys(("attempts:*:<id>",), "counters", "one of each kind", stays="they expire within a day"),
    OtherKeys(
        ("reviews:wanted", "{reviews:wanted}:*", "review:*:asked", "pictures:wanted", "{pictures:wanted}:*"),
        "requests that wait for a worker",
        "100 of all accounts",
        stays="until they are served, a day at most",
    ),
    OtherKeys(
        ("{player:*}:*",),
        "what other accounts have of the player is in their exports",
        "it counts for them",
        stays="with the other account, which is shown no name",
    ),
)
"""Everything outside the slot of an account, in the order in which erasing forgets it."""
