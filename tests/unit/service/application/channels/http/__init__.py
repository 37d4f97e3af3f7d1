"""service/application/channels/http: calls to URLs that players choose."""
