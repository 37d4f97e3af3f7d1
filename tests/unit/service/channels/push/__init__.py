"""service/channels/push: Web Push."""
