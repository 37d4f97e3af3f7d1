"""People: what players show of themselves, whom they follow and block, and their results."""
