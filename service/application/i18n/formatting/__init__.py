"""How a language writes numbers and dates, reads digits, and sorts names."""
