"""Clients and servers that expose every detail.

Start with `http.py`.

- Clients: `http.py` (one persistent connection, all bytes), `sse.py` (server-sent events), `asgi.py` (an
  application without a server), `outside.local_client` (outgoing calls to this machine)
- Servers: `mail.py`, `s3.py`, `fake_service.py` (scripted responses), `outside.py` (webhooks),
  `push_service.py`; `certificates.py` for TLS
"""
