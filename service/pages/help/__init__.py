"""The pages that teach the base game and Origins."""
