"""service/channels/webhooks: notices sent to the programs of players."""
