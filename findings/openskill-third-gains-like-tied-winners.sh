#!/usr/bin/env bash
# openskill 6.2.0, PlackettLuce: the player behind two tied winners gains as much as they do, and sometimes more.
#
# - Four newcomers on the places 1, 1, 3, 4: the third has the same new mu as the winners, only the last loses. On the
#   places 1, 2, 3, 4 the second alone gains more than each of the tied winners.
# - Beside players with other ratings, the third gains more than a tied winner who was equal: 2.90 and 1.55.
# - A game of four lowers the sigma of its winner less than a game of two.
# - BradleyTerryFull and BradleyTerryPart order 1, 1, 3, 4 as one would expect.
#
# Where it would hurt: a leaderboard of a game with shared places. A player may rather come third behind a tie.
#
# Installs openskill in a temporary folder and runs it without the service. Fails if the behaviour is another one.
set -euo pipefail
exec </dev/null

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check openskill==6.2.0
"$place/venv/bin/python" - <<'PYTHON'
from openskill.models import BradleyTerryFull, BradleyTerryPart, PlackettLuce

NEWCOMER = (25.0, 25.0 / 3)


def gains(model, skills, places):
    """The change of each mu by a game with these places."""
    teams = [[model().rating(*skill)] for skill in skills]
    rated = model().rate(teams, ranks=[float(place) for place in places])
    return [team[0].mu - skill[0] for team, skill in zip(rated, skills)]


def sigma_of_winner(players):
    """The winner's sigma after a game of this number of newcomers."""
    return PlackettLuce().rate([[PlackettLuce().rating(*NEWCOMER)] for _ in range(players)])[0][0].sigma


for model in (PlackettLuce, BradleyTerryFull, BradleyTerryPart):
    for places in ((1, 1, 3, 4), (1, 2, 3, 4)):
        print(model.__name__, places, [round(gain, 2) for gain in gains(model, [NEWCOMER] * 4, places)])
    first, also_first, third, last = gains(model, [NEWCOMER] * 4, (1, 1, 3, 4))
    assert abs(first - also_first) < 1e-9 and last < third
    assert (abs(first - third) < 1e-9) == (model is PlackettLuce), "the third gains otherwise"
tied = gains(PlackettLuce, [NEWCOMER] * 4, (1, 1, 3, 4))[0]
assert gains(PlackettLuce, [NEWCOMER] * 4, (1, 2, 3, 4))[1] > tied, "a tied winner gains more than a second"

equal, weak, strong = (20.0, 8.0), (10.0, 2.0), (40.0, 2.0)
winner, _, third, _ = gains(PlackettLuce, [equal, weak, equal, strong], (1, 1, 3, 4))
print(f"beside others: a tied winner gains {winner:.2f}, an equal third {third:.2f}")
assert third > winner + 1, "the third gains less than an equal winner"

two, four = sigma_of_winner(2), sigma_of_winner(4)
print(f"sigma of a winner: {two:.3f} after a game of two, {four:.3f} after a game of four")
assert two < four, "a game of four tells more about its winner"
PYTHON
echo "As described: the third gains like two tied winners."
