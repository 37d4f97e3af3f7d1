"""The bundle: all evidence about a game or a dynasty in one file."""
