"""The pages that list games."""
