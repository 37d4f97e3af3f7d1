"""What the pages of a game show of it beside the board: points, the result, its dynasty, a preview."""
