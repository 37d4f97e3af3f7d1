"""Notices by e-mail, to the confirmed address of the account, over the mail server of the settings.

The templates of notices are in `service/application/mail/templates/`. `service/application/mail` connects to
the mail server and writes the common headers, for these e-mails and those of the account. Start with
`mailbox.py`.
"""
