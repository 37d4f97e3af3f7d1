#!/usr/bin/env bash
# Pillow 13.0.0: an animated GIF has the palette once more for each frame, even if all frames have the same one.
#
# - Frames in mode "P" with one shared palette are written with a local table of colours each, from the second on: up to
#   768 bytes a frame.
# - With `palette=` in `save`, as bytes of that palette, the table is written once, and the frames are the same pixels.
#
# Where it would hurt: animations of small changes, where the tables are a large part of the file.
#
# Installs Pillow in a temporary folder and runs it without the service. Fails if the behaviour is another one.
set -euo pipefail
exec </dev/null

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/pip" install --quiet --disable-pip-version-check pillow==13.0.0
"$place/venv/bin/python" - <<'PYTHON'
from io import BytesIO

from PIL import Image, ImageSequence

PALETTE = [part for index in range(256) for part in (index, 255 - index, index // 2)]


def frame(number):
    """A frame that differs from the others in one small square."""
    image = Image.new("P", (64, 64), 7)
    image.putpalette(PALETTE)
    image.paste(number, (8 * (number % 8), 8 * (number // 8), 8 * (number % 8) + 8, 8 * (number // 8) + 8))
    return image


def saved(**options):
    """The GIF of twenty frames."""
    frames, gif = [frame(number) for number in range(10, 30)], BytesIO()
    frames[0].save(gif, "GIF", save_all=True, append_images=frames[1:], duration=100, optimize=False, **options)
    return gif.getvalue()


def local_tables(gif):
    """The number of frames, and of those with their own table of colours (GIF89a, 17 to 24)."""
    at, frames, tables = 13 + 3 * 2 ** ((gif[10] & 7) + 1) * (gif[10] >> 7), 0, 0
    while gif[at] != 0x3B:
        is_image = gif[at] == 0x2C
        flags = gif[at + 9] if is_image else 0
        frames, tables = frames + is_image, tables + (flags >> 7)
        at += 11 + 3 * 2 ** ((flags & 7) + 1) * (flags >> 7) if is_image else 2
        while gif[at]:
            at += 1 + gif[at]
        at += 1
    return frames, tables


def pixels(gif):
    return [each.convert("RGB").tobytes() for each in ImageSequence.Iterator(Image.open(BytesIO(gif)))]


plain, with_palette = saved(), saved(palette=bytes(PALETTE))
for name, gif in (("plain", plain), ("palette=", with_palette)):
    frames, tables = local_tables(gif)
    print(f"{name}: {len(gif)} bytes, {frames} frames, {tables} with their own table")
assert pixels(plain) == pixels(with_palette)
assert local_tables(plain) == (20, 19), "Pillow shares the palette by itself"
assert local_tables(with_palette) == (20, 0), "palette= does not help any more"
PYTHON
echo "As described: Pillow writes the palette for each frame unless save() has it."
