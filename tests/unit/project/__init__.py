"""The repository: its documents, examples, folders and names."""
