"""The registry of work beside requests: who does it, and what its items are."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Activity(NamedTuple):
    """A background activity of workers: what it does, and what its items are if they can step back."""

    does: str
    items: str = ""


ACT, SCORE, ADVANCE, CONDUCT = "act", "score", "advance", "conduct"
NOTICES, RECORDS, RATINGS, FINISHED = "notices", "records", "ratings", "finished"
ARCHIVE, EXPIRE, MAIL, MODERATION, LISTS = "archive", "expire", "mail", "moderation", "lists"
PUBLIC_LOG = "public_log"

PROJECTIONS: Mapping[str, Activity] = MappingProxyType(
    {
        NOTICES: Activity("making notices", "notices of games or players"),
        RECORDS: Activity("counting results", "results of games in records"),
        RATINGS: Activity("rating", "results of games in ratings"),
        FINISHED: Activity("indexing finished games", "finished games in the search"),
    }
)
"""The projections that one of the workers always runs, by the names of their groups."""
CHORES: Mapping[str, Activity] = MappingProxyType(
    {
        ARCHIVE: Activity("archiving", "streams to archive"),
        EXPIRE: Activity("calling off old tables", "tables to call off"),
        MAIL: Activity("sending e-mails", "players with e-mails"),
        MODERATION: Activity("carrying out moderators' decisions", "moderators' decisions"),
        "outages": Activity("giving the time of outages back"),
        LISTS: Activity("mending what an older version listed"),
        PUBLIC_LOG: Activity("putting heads into the public log"),
    }
)
"""The other background activities of workers, some of which the settings switch off."""
ACTIVITIES: Mapping[str, Activity] = MappingProxyType({**PROJECTIONS, **CHORES})
"""All background activities of workers that report how they fare."""
WORKS: dict[str, str] = {
    ACT: "bots, plans and clocks of games",
    SCORE: "scores of games",
    ADVANCE: "steps of dynasties",
    CONDUCT: "steps of tournaments",
    **{name: activity.items for name, activity in ACTIVITIES.items() if activity.items},
}
"""All kinds of work that step back (`Setbacks`), by name, with what their items are."""
