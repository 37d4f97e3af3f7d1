"""Which stores an operator's command uses: those of the settings, else the embedded store."""

from dataclasses import replace

from replays.runtime.settings.settings import Settings
from service.ops.embedded import embedded_store


def with_embedded_store(settings: Settings) -> Settings:
    """Add the embedded store's URLs where the settings name none and the data folder has a store."""
    if settings.redis_url or settings.rq_redis_url or not embedded_store.is_there(settings.data):
        return settings
    where = embedded_store.place(settings.data)
    return replace(settings, redis_url=where.url(), rq_redis_url=where.url(embedded_store.QUEUE_DATABASE))
