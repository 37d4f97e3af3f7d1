"""The kinds of notices: what each is made of, and its words."""
