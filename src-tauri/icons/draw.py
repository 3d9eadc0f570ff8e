#!/usr/bin/env python3
"""Draw the application's icons: lines of a document, one of them marked and ticked.

Python's standard library only, so the icons can be redrawn anywhere:

    python3 src-tauri/icons/draw.py

Shapes live on a 32 x 32 grid and are sampled 4 x 4 per pixel for smooth edges.
"""

import struct
import zlib
from pathlib import Path

SAMPLES = 4
GROUND = (31, 78, 121)
PAPER = (247, 249, 251)
INK = (158, 172, 186)
MARK = (245, 197, 66)
TICK = (22, 101, 52)


def inside_round_box(x, y, left, top, right, bottom, radius):
    if not (left <= x <= right and top <= y <= bottom):
        return False
    near_x = min(max(x, left + radius), right - radius)
    near_y = min(max(y, top + radius), bottom - radius)
    return (x - near_x) ** 2 + (y - near_y) ** 2 <= radius**2


def near_stroke(x, y, points, width):
    for (ax, ay), (bx, by) in zip(points, points[1:]):
        dx, dy = bx - ax, by - ay
        t = max(0, min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
        if (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2 <= (width / 2) ** 2:
            return True
    return False


def colour_at(x, y):
    """The colour at a point of the 32 x 32 grid; None is transparent."""
    if not inside_round_box(x, y, 0.5, 0.5, 31.5, 31.5, 6):
        return None
    if near_stroke(x, y, [(16.5, 23.5), (20, 27), (27.5, 18.5)], 3):
        return TICK
    if near_stroke(x, y, [(16.5, 23.5), (20, 27), (27.5, 18.5)], 5.5):
        return PAPER
    if inside_round_box(x, y, 7, 5, 25, 27, 2):
        if inside_round_box(x, y, 9, 12.5, 23, 16.5, 1):
            return MARK
        for top, right in ((8, 21), (18.5, 23), (22.5, 15)):
            if inside_round_box(x, y, 10, top, right, top + 2, 1):
                return INK
        return PAPER
    return GROUND


def pixel(px, py, scale):
    red = green = blue = covered = 0
    for sy in range(SAMPLES):
        for sx in range(SAMPLES):
            colour = colour_at((px + (sx + 0.5) / SAMPLES) * scale, (py + (sy + 0.5) / SAMPLES) * scale)
            if colour is not None:
                red, green, blue, covered = red + colour[0], green + colour[1], blue + colour[2], covered + 1
    if covered == 0:
        return bytes(4)
    return bytes((red // covered, green // covered, blue // covered, covered * 255 // SAMPLES**2))


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def write_png(path, size):
    scale = 32 / size
    rows = b"".join(b"\0" + b"".join(pixel(x, y, scale) for x in range(size)) for y in range(size))
    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + body)


if __name__ == "__main__":
    for size in (32, 128, 256):
        write_png(Path(__file__).parent / f"{size}x{size}.png", size)
