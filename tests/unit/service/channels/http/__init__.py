"""service/channels/http: calls to addresses that players name."""
