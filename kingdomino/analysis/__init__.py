"""What other moves would bring: the points of each move on offer, and a kingdom with other placements."""
