"""Code that several pages need: boards, forms, scripts and styles, and the signed-in player.

Code for one subject alone belongs in the folder of that subject. It may import `service/shared/` and the
layers below, never a page. Start with `boards.py`.
"""
