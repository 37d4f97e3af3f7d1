"""The pages of tables and games: to open one, to sit down, to play, and to read it afterwards."""
