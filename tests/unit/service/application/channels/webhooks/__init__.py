"""service/application/channels/webhooks: notices sent to players' programs."""
