"""The subjects of verdicts that only tournaments have."""

from replays.audit.verdicts import Aspect, OwnAspect

PAIRING = OwnAspect(
    "pairing",
    Aspect.FAIRNESS,
    "every round, paired again from the record and its lots",
    "no round is paired, or one could not be paired again",
)
STANDINGS = OwnAspect(
    "standings",
    Aspect.RESULT,
    "what each game counts, and the places of every round",
    "no round is signed off, or a game's record cannot be compared",
)
ACTS = OwnAspect(
    "acts",
    Aspect.LEGALITY,
    "each by somebody entitled, with a reason, when it was possible",
    "the record could not be followed to its end",
)
OWN = (PAIRING, STANDINGS, ACTS)
