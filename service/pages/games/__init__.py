"""The pages of tables and games: opening, joining, playing, replaying and auditing."""
