"""The registry of bots: the policies of each name, in all versions.

A bot whose play changes gets a further version, and the earlier ones stay: old games are replayed and audited
with the policy that played them.
"""

from dataclasses import dataclass

from kingdomino.kernel import state
from kingdomino.policies.farsighted import FARSIGHTED
from kingdomino.policies.literature import FULL_GREEDY, GREEDY_PLACEMENT
from kingdomino.policies.policy import Policy
from kingdomino.policies.simple import GREEDY, RANDOM
from kingdomino.policies.steady import STEADY
from kingdomino.policies.strong import STRONG


@dataclass(frozen=True, slots=True)
class Bot:
    """A bot that can be chosen: its name, of a to z and hyphens, and its policies from version 1 on.

    `is_slow` is true if a decision takes about a tenth of a second and needs the compiled kernel.
    """

    name: str
    versions: tuple[Policy, ...]
    is_slow: bool = False

    @property
    def is_offered(self) -> bool:
        """True if the bot can play in this process."""
        return state().runs or not self.is_slow

    @property
    def policy(self) -> Policy:
        """The bot's newest policy."""
        return self.versions[-1]

    @property
    def stored(self) -> dict[str, Policy]:
        """The bot's policies by their names in a log, the oldest first."""
        return {f"{self.name}-{number}": policy for number, policy in enumerate(self.versions, 1)}

    @property
    def stored_name(self) -> str:
        """The name of the newest policy in a log.

        >>> BOTS["greedy"].stored_name
        'greedy-1'
        """
        return list(self.stored)[-1]


_ALL = (
    Bot("random", (RANDOM,)),
    Bot("greedy-placement", (GREEDY_PLACEMENT,)),
    Bot("greedy", (GREEDY,)),
    Bot("full-greedy", (FULL_GREEDY,)),
    Bot("steady", (STEADY,)),
    Bot("strong", (STRONG, FARSIGHTED), is_slow=True),
)

BOTS = {bot.name: bot for bot in _ALL}
"""Every bot by name, the weakest first."""


def quick() -> list[str]:
    """The names of the bots that need no kernel and decide at once, the weakest first."""
    return [name for name, bot in BOTS.items() if not bot.is_slow]


def plain_name(stored: str) -> str:
    """The name of the bot with this stored name.

    >>> plain_name("full-greedy-1")
    'full-greedy'
    """
    return stored.rpartition("-")[0] or stored


def policy_named(stored: str) -> Policy | None:
    """The policy with this stored name, of any version; None if there is none."""
    bot = BOTS.get(plain_name(stored))
    return bot.stored.get(stored) if bot else None


def is_slow(stored: str) -> bool:
    """True if the bot with this stored name needs long for a decision; False if there is none."""
    bot = BOTS.get(plain_name(stored))
    return bot is not None and bot.is_slow


def stored_names() -> list[str]:
    """The stored names of all versions of all bots."""
    return [stored for bot in BOTS.values() for stored in bot.stored]
