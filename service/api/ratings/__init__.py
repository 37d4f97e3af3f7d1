"""Ratings: leaderboards, a player's ratings, what a game changed."""
