"""`kingdomino web`: serves the API and the pages from one process."""

import os

import click


@click.command
@click.option("--unsafe-store", is_flag=True, help="Start even if the store may lose moves.")
def web(*, unsafe_store: bool) -> None:
    """Serve the API and the pages."""
    from service.server import uvicorn_internals

    uvicorn_internals.check()  # before modules are imported that extend them

    from dataclasses import replace

    from replays.bootstrap import check_key, now_ms, open_signer
    from replays.runtime import logs, open_files
    from replays.runtime.settings.settings import Settings
    from replays.runtime.stop_signals import StopSignal
    from replays.store import checks, clients
    from replays.store.outages import OutageLog
    from service.application.transparency.keys import ServiceKeys
    from service.server.web_server import serve

    settings = Settings.from_environ(os.environ)
    logs.configure("web", settings.log_level)
    open_files.raise_limit()
    settings = replace(settings, unsafe_store=unsafe_store or settings.unsafe_store)
    stop = StopSignal()
    stop.on_signals()
    say = logs.say(__name__)
    client = clients.writer(settings.log_url())

    def admission() -> None:
        checks.admit(client, unsafe=settings.unsafe_store, say=say)
        checks.admit_replicas(client, settings.replicas)
        check_key(client, settings)
        ServiceKeys(client).register(open_signer(settings).public_key, now_ms())

    if checks.admit_when_up(client, stop, OutageLog(say), admission):
        client.close()
        serve(settings)
