"""Talk at the table (`docs/play/talk.md`)."""
