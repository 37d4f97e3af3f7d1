"""Code that several pages need: boards, forms, scripts and styles, and the signed-in player."""
