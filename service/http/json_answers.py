"""JSON answers, written by orjson."""

from typing import Any

import orjson
from flask import Response
from flask.json.provider import DefaultJSONProvider


class JsonAnswers(DefaultJSONProvider):
    """Flask's own JSON, but for answers: they are written by orjson, each a line of its own in a terminal."""

    def response(self, *args: Any, **kwargs: Any) -> Response:
        """The value as an answer."""
        value = self._prepare_response_obj(args, kwargs)
        return Response(orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE), mimetype=self.mimetype)
