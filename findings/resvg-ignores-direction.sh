#!/usr/bin/env bash
# resvg-py 0.5.0: the base direction of a text is always left to right; the attribute `direction` changes nothing.
#
# - `direction="rtl"` draws the same pixels as none. So a Hebrew or Arabic text that ends with "…" or "!" has the sign
#   at its right end, before its first letter.
# - Directional isolates and embeddings in the text (U+2067, U+202B) do work, and draw no glyph of their own even if the
#   font has none for them.
#
# Where it would hurt: a name that is cut with an ellipsis looks as if something were missing before it.
#
# Installs resvg-py, and matplotlib for its font, in a temporary folder and runs them without the service. Fails if the
# behaviour is another one.
set -euo pipefail
exec </dev/null

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check resvg-py==0.5.0 pillow==13.0.0
"$place/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps matplotlib==3.11.2
"$place/venv/bin/python" - <<'PYTHON'
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import resvg_py
from PIL import Image

FONT = Path(find_spec("matplotlib").origin).parent / "mpl-data" / "fonts" / "ttf" / "DejaVuSans.ttf"
CUT = "\u05e9\u05dc\u05d5\u05dd\u2026"  # four Hebrew letters and an ellipsis


def drawn(text, attributes=""):
    """The ink of a text that begins at column 10 with the baseline 40, in letters of 30 pixels."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60">'
        f'<text x="10" y="40" font-size="30" font-family="DejaVu Sans" {attributes}>{text}</text></svg>'
    )
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=[str(FONT)])
    return Image.open(BytesIO(bytes(png))).getchannel("A")


def begins_with_dots(picture):
    """True if the first ten columns of ink are an ellipsis's: low and at the baseline."""
    left = picture.getbbox()[0]
    return picture.crop((left, 0, left + 10, 60)).getbbox()[1] > 30


plain = drawn(CUT)
ways = {"none": plain, 'direction="rtl"': drawn(CUT, 'direction="rtl"')}
ways |= {"isolate": drawn(f"\u2067{CUT}\u2069"), "embedding": drawn(f"\u202b{CUT}\u202c")}
for name, picture in ways.items():
    print(f"{name}: the ellipsis is at the {'left' if begins_with_dots(picture) else 'right'}, box {picture.getbbox()}")
assert not begins_with_dots(plain), "the base direction is that of the first letter"
assert ways['direction="rtl"'].tobytes() == plain.tobytes(), "the attribute has an effect"
assert begins_with_dots(ways["isolate"]) and begins_with_dots(ways["embedding"]), "isolates have no effect"
PYTHON
echo "As described: resvg draws from left to right unless the text itself says otherwise."
