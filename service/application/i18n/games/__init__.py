"""The words of games: for the entries of the registries of rules, clocks, bots and events."""
