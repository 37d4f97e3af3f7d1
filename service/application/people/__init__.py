"""People: players' contacts, results, ratings, search by name, and moderation."""
