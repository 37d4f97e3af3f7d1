"""What the crash tests share: games to interrupt, kills and cuts, and the audit afterwards.

Other tests of processes use them too. Start with `play.py`.
"""
