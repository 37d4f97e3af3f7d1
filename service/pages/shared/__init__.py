"""What several pages need: boards, forms, scripts and styles, and who is here."""
