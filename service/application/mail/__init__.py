"""The e-mail outbox, the texts of e-mails, and sessions with the mail server.

`workers/worker/delivering/mailer.py` sends the messages of the outbox with at-least-once delivery;
`service/application/channels/email` sends notices. It imports `log`, `store`, `runtime`,
`account_keys` and `i18n`. Start with `outbox.py`.

The texts in `templates/` are rendered without a request: one for each kind that `kinds.py` declares, and
notices, whose HTML has inline styles only and loads nothing. Each paragraph is one message of the catalogue.
The worker puts the link in the place of `{link}`. Text that other people wrote, such as names, must pass the
filter `plain`.
"""

from pathlib import Path

TEMPLATES = Path(__file__).parent / "templates"
"""The folder with the texts of all e-mails."""
