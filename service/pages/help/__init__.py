"""The pages that teach both games."""
