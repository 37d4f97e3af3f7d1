"""The kinds of notices: the source and the sentence of each."""
