"""Games that were written down."""
