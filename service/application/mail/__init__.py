"""The e-mail outbox, the texts of e-mails, and sessions with the mail server."""

from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
"""The folder with the texts of all e-mails."""
