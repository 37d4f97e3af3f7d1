"""The web server, and the parent of all processes.

In the product, uvicorn and coroutines are used only here (ADR 13). It may import `app.py` and the layers
below; no redis, no rq. Start with `wsgi_adapter.py`.
"""
