"""What other moves would bring: the points of each move on offer, and a kingdom with other placements.

It goes by the rules alone and without bots: the worth of a decision, by playouts, belongs in `review`. Start
with `gains.py`.
"""
