"""service/application/channels/push: Web Push."""
