"""The words of games: what the registries of rules, clocks, bots and events declare."""
