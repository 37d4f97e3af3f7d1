"""JSON responses, serialized by orjson."""

from typing import Any

import orjson
from flask import Response
from flask.json.provider import DefaultJSONProvider


class JsonAnswers(DefaultJSONProvider):
    """Flask's JSON provider, except that orjson serializes responses; each ends with a newline."""

    def response(self, *args: Any, **kwargs: Any) -> Response:
        """The value as a JSON response."""
        value = self._prepare_response_obj(args, kwargs)
        return Response(orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE), mimetype=self.mimetype)
