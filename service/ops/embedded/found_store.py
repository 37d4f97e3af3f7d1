"""Chooses the stores of an operator's command: those of the settings, else the embedded store."""

from dataclasses import replace

from replays.runtime.settings.settings import Settings
from service.ops.embedded import embedded_store


def with_embedded_store(settings: Settings) -> Settings:
    """Add the embedded store's URLs if the settings name no store and the data folder has one."""
    if settings.redis_url or settings.rq_redis_url or not embedded_store.is_there(settings.data):
        return settings
    where = embedded_store.place(settings.data)
    return replace(settings, redis_url=where.url(), rq_redis_url=where.url(embedded_store.QUEUE_DATABASE))
