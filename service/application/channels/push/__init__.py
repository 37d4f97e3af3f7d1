"""Web Push: notices in a player's browser, also while no page is open.

A target is one browser that its player has subscribed. A subscription belongs to one account, and ends with
the session or token that created it. The scripts of the browser are in `static/push/`. Start with
`channel.py`.
"""
