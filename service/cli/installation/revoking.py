"""`kingdomino revoke-key`: says that the signatures of a key are the service's no longer."""

import click


@click.command("revoke-key")
@click.argument("public_key", metavar="PUBLIC-KEY")
def revoke_key(public_key: str) -> None:
    """Mark PUBLIC-KEY as revoked from now on, in the list of keys and in the public log.

    Replace the key first (docs/operate/operation.md#the-signing-key). It uses the store of REDIS_URL, else
    the embedded one.
    """
    from replays.bootstrap import now_ms
    from service.application.transparency.keys import ServiceKeys
    from service.cli.parameters.accounts import log_store

    if not ServiceKeys(log_store()).revoke(public_key.lower(), now_ms()):
        raise click.ClickException(f"the service has never signed with {public_key!r}: see GET /api/v1/keys")
    click.echo(f"{public_key} is revoked; the public log has it within a minute")
