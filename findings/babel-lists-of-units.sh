#!/usr/bin/env bash
# Babel 2.19.0: format_list with a documented style is a KeyError in 85 of 331 languages, German and Spanish among them.
#
# A style that a locale lacks falls back to others, down to "standard". A style of which the locale has a part only, such
# as the pattern for two items (it inherits the rest in CLDR), counts as present: three items need "start", which is
# missing. German has "unit-short" for two items and no "unit", so two items succeed and three do not.
#
# Where it would hurt: durations such as "2 d, 5 h, 3 min", written with style="unit" and tried in English only.
#
# Installs Babel in a temporary folder and runs it without the service. Fails if the behaviour is another one.
set -euo pipefail
exec </dev/null

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check babel==2.19.0
"$place/venv/bin/python" - <<'PYTHON'
import sys

from babel import Locale
from babel.lists import format_list
from babel.localedata import locale_identifiers


def shown(locale, *items, style="unit"):
    try:
        return format_list(items, style=style, locale=locale)
    except KeyError as error:
        return f"KeyError: {error}"


LANGUAGES = [locale for locale in locale_identifiers() if "_" not in locale]
failing = [language for language in LANGUAGES if shown(language, "a", "b", "c").startswith("KeyError")]
found = {
    "en": shown("en", "2 d", "5 h", "3 min"),
    "de, of two": shown("de", "5 h", "3 min"),
    "de": shown("de", "2 d", "5 h", "3 min"),
    "de, standard": shown("de", "2 d", "5 h", "3 min", style="standard"),
    "parts in de": sorted(Locale("de").list_patterns["unit-short"]),
    "languages": f"{len(failing)} of {len(LANGUAGES)}",
}
for what, seen in found.items():
    print(f"{what}: {seen}")
expected = {
    "en": "2 d, 5 h, 3 min",
    "de, of two": "5 h, 3 min",
    "de": "KeyError: 'start'",
    "de, standard": "2 d, 5 h und 3 min",
    "parts in de": ["2"],
    "languages": "85 of 331",
}
sys.exit(found != expected)
PYTHON
