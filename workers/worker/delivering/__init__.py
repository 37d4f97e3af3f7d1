"""Sending to players: the e-mails of accounts, and notices over their channels.

Each channel has its own threads, because other servers may be slow. The content of notices and e-mails is in
`service/application/channels` and `service/application/mail`. Start with `deliveries.py`.
"""
