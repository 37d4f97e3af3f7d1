"""Lists of games, for the API and the pages."""
