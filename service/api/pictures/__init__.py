"""Pictures of games.

A viewer who may see a game may see its pictures. `service/application/pictures` draws; a worker draws
animations. Start with `pictures.py`.
"""
