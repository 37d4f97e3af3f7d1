"""service/channels/webhooks: notices sent to players' programs."""
