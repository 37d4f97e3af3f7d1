"""The registry of what the store has of an account outside its slot, and how erasing removes it."""

from collections.abc import Callable
from dataclasses import dataclass

from service.application.account_data.stores import AccountStores
from service.application.quotas.storage_ledger import PLAN, STUDY, OtherSlot


@dataclass(frozen=True, slots=True)
class OtherKeys:
    """Keys outside the slot of an account whose names or values may have its id.

    In `keys` a `*` stands for any text, and `<id>` for the id. `counted` or `bounded`, and `exported` or
    `unexported`, say the same as for an `AccountPart`. `forget` removes what is there, at a time in ms UTC,
    before the account is erased; it raises `StoreAway`, and `UnknownOutcome`, after which a retry is safe.
    `stays` says why the id may be there afterwards, and how long.
    """

    keys: tuple[str, ...]
    exported: tuple[str, ...] = ()
    unexported: str = ""
    counted: OtherSlot | None = None
    bounded: str = ""
    forget: Callable[[AccountStores, str, int], object] | None = None
    stays: str = ""


ELSEWHERE = (
    OtherKeys(
        ("email:*",),
        exported=("email",),
        bounded="one address",
        forget=lambda of, player, _: of.sessions.forget(player),
    ),
    OtherKeys(
        ("push:browser:*",),
        exported=("notice_targets",),
        bounded="10 browsers",
        forget=lambda of, player, _: of.browsers.forget(player),
    ),
    OtherKeys(
        ("comments:*",),
        exported=("comments",),
        bounded="the places count with their texts",
        forget=lambda of, player, _: of.comments.forget(player),
    ),
    OtherKeys(
        ("talk:{*}:*",),
        exported=("talk",),
        bounded="the places count with their texts",
        forget=lambda of, player, _: of.talk.forget(player),
    ),
    OtherKeys(
        ("studies:<id>", "study:*"),
        exported=("studies",),
        counted=STUDY,
        forget=lambda of, player, _: of.studies.forget_all(player),
    ),
    OtherKeys(
        ("storage:*",),
        unexported="a guest's sum at an address",
        bounded="one number",
        forget=lambda of, player, _: of.storage.leave(player),
    ),
    OtherKeys(
        ("{ratings}:*",),
        exported=("ratings",),
        bounded="one entry for each rated game, one rating for each pool",
        forget=lambda of, player, now: of.rated_games.leave(player, now),
        stays="ids are in the record of rated games; the projector removes the ratings",
    ),
    OtherKeys(
        ("{moderation}:*",),
        exported=("reports", "decisions", "views"),
        bounded="reports are throttled",
        forget=lambda of, player, _: of.moderation.docket.remove_moderator(player, "the account was erased"),
        stays="ids are in the record of reports and decisions, without texts and names",
    ),
    OtherKeys(("players:names",), exported=("name",), bounded="one name"),
    OtherKeys(
        ("{*}:plans:*",),
        exported=("plans",),
        counted=PLAN,
        stays="a plan is carried out for its seat, or deleted at the end of the game",
    ),
    OtherKeys(
        ("{*}:game:*", "{*}:commands:*", "{*}:feed", "{*}:games:player:<id>", "{*}:dynasties:player:<id>"),
        exported=("games", "dynasties", "receipts"),
        bounded="an account can only open so many tables at once",
        stays="records of games have ids and no names; nothing links the id to anybody any more",
    ),
    OtherKeys(
        ("mail", "{deliveries}:*"),
        unexported="the time at which something is due",
        bounded="one for each target",
        stays="until that time, when the worker finds nothing to send",
    ),
    OtherKeys(
        ("attempts:*:<id>",),
        unexported="counters",
        bounded="one of each kind",
        stays="they expire within a day",
    ),
    OtherKeys(
        ("reviews:wanted", "{reviews:wanted}:*", "review:*:asked", "pictures:wanted", "{pictures:wanted}:*"),
        unexported="requests that wait for a worker",
        bounded="100 of all accounts",
        stays="until they are served, a day at most",
    ),
    OtherKeys(
        ("{player:*}:*",),
        unexported="what other accounts have of the player is in their exports",
        bounded="it counts for them",
        stays="with the other account, which is shown no name",
    ),
)
"""Everything outside the slot of an account, in the order in which erasing forgets it."""
