"""The names of the relay's consumer group, of the job queues and of background activities in the stores."""

from collections.abc import Mapping
from types import MappingProxyType

RELAY = "relay"
"""The consumer group of the relays."""
QUEUE = "jobs"
"""The queue of jobs that games wait for."""
THINKING = "thinking"
"""The queue for games with a slow bot, so that they delay no other game."""
DELIVERIES = "deliveries-{}"
"""The queue of jobs that deliver notices over this channel."""
PICTURES = "pictures"
"""The queue of jobs that draw animations; these take seconds, and no game waits for them."""
REVIEWS = "reviews"
"""The queue of jobs that review games; these take long, and no game waits for them."""
OLD_QUEUE = "scoring"
"""The queue's name in the previous release; its jobs are still done (`workers.queue.job_queue`)."""

PROJECTIONS: Mapping[str, str] = MappingProxyType(
    {
        "notices": "making notices",
        "records": "counting results",
        "ratings": "rating",
        "finished": "indexing finished games",
    }
)
"""The projections that one of the workers always runs, by the names of their groups, with what they do."""
CHORES: Mapping[str, str] = MappingProxyType(
    {
        "archive": "archiving",
        "expire": "calling off old tables",
        "mail": "sending e-mails",
        "moderation": "carrying out moderators' decisions",
        "outages": "giving the time of outages back",
    }
)
"""The other background activities of workers, some of which the settings switch off."""
ACTIVITIES: Mapping[str, str] = MappingProxyType({**PROJECTIONS, **CHORES})
"""All background activities of workers that report how they fare."""
