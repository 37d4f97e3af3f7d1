"""Keeps rendered parts of pages in memory: `{% call kept("name", KEY, …) %}…{% endcall %}` in a template.

The name is that of the part, and the keys are all that it depends on besides the language: the hash of a
stream's head, the names that are shown, the viewer's seat. They must cover whatever may differ between two
readers or change later. A part has no nonce and no absolute URL, and does not decide what a viewer may see:
while it is kept, it is not rendered again.
"""

from collections.abc import Callable, Hashable

from flask import Flask
from markupsafe import Markup

from service.application.caches.fragments import Fragment
from service.application.i18n.speaking import present
from service.services import services


def register(app: Flask) -> None:
    """Register the template function `kept()`."""
    app.add_template_global(kept)


def kept(name: str, *key: Hashable, caller: Callable[[], Markup]) -> Markup:
    """The part of this name kept under this key in the current language; on a miss, `caller` renders it."""
    whole = (name, present().catalogue, present().tag, key)
    return services().fragments.get(whole, lambda: Fragment(caller())).text
