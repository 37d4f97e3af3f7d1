"""HTTP calls to URLs that players enter; they cannot reach private networks.

No call reaches a private network, unless the operator allows it (`KINGDOMINO_WEBHOOK_NETWORKS`). Web
processes check a URL when a player enters it. Workers check it again at each call and connect to the address
that they checked. Imports nothing else of `service`. Start with `client.py`.
"""
