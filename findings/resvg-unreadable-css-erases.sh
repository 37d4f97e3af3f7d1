#!/usr/bin/env bash
# resvg-py 0.5.0: a CSS value that resvg cannot read erases the valid one before it, and the shape is black.
#
# - CSS says that an invalid declaration is dropped, so `fill: #0f0; fill: oklch(50% 0.2 30)` is green in a program that
#   does not know oklch (CSS Syntax, 9). resvg lets the last declaration win first, and then falls back to the initial value.
# - It also hides inherited values: within a magenta group the shape is black, neither green nor magenta.
# - Common values are among them: `rebeccapurple`, `rgb(1 2 3 / 50%)`, `unset`. There is no error and no exception.
#
# Where it would hurt: a style sheet with fallbacks for older programs, as it is written for browsers, is drawn black.
#
# Installs resvg-py in a temporary folder and runs it without the service. Fails if the behaviour is another one.
set -euo pipefail
exec </dev/null

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check resvg-py==0.5.0 pillow==13.0.0
"$place/venv/bin/python" - <<'PYTHON'
from io import BytesIO

import resvg_py
from PIL import Image

BLACK, GREEN, MAGENTA = (0, 0, 0, 255), (0, 255, 0, 255), (255, 0, 255, 255)


def colour(declarations):
    """The colour of a square with these declarations in a magenta group."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
        f"<style>g{{fill:#f0f}} .shape{{{declarations}}}</style>"
        '<g><rect class="shape" width="9" height="9"/></g></svg>'
    )
    return Image.open(BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))).convert("RGBA").getpixel((4, 4))


assert colour("") == MAGENTA
assert colour("fill:#0f0") == GREEN
for value in ("oklch(50% 0.2 30)", "rebeccapurple", "rgb(1 2 3 / 50%)", "unset"):
    found = colour(f"fill:#0f0;fill:{value}")
    print(f"fill: #0f0; fill: {value} -> {found}")
    assert found == BLACK, "resvg reads the value, or keeps the one before it"
PYTHON
echo "As described: a value that resvg cannot read erases the one before it."
