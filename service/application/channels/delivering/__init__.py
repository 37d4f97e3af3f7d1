"""Delivery to targets: finds the targets that are due and sends each notice once."""
