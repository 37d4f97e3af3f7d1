"""Opens the store that an installation moves from or to: that of the settings, else the embedded one."""

from collections.abc import Iterator
from contextlib import contextmanager

from redis import Redis
from redis.exceptions import RedisError

from replays.runtime.settings.settings import Settings
from replays.store import clients
from service.ops.embedded import embedded_store
from service.ops.moving.portable import MovingError


@contextmanager
def open_store(settings: Settings, *, is_new: bool) -> Iterator[Redis]:
    """A client of the store; an embedded store, which `is_new` creates, runs for the block only.

    Raises `MovingError` for a store that is not there, in use, or away, also if it fails inside the block.
    """
    try:
        if settings.redis_url:
            with clients.writer(settings.redis_url) as store:
                yield store
            return
        if not is_new and not embedded_store.is_there(settings.data):
            raise MovingError(
                f"there is no store in {settings.data}: name the folder of the installation as "
                "KINGDOMINO_DATA, or its store as REDIS_URL"
            )
        embedded_store.make_folder(settings.data)
        with embedded_store.running(settings.data) as where, clients.writer(where.url()) as store:
            yield store
    except embedded_store.StoreInUseError as error:
        raise MovingError(f"{error}: stop the service first") from error
    except embedded_store.StoreFailedError as error:
        raise MovingError(str(error)) from error
    except RedisError as error:
        raise MovingError(f"the store does not answer as it should ({error})") from error
