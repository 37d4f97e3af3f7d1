"""A kingdom's parts: dominoes on squares, and their text notation."""
