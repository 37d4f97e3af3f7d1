"""How documented answers on what is shown of games come about."""
