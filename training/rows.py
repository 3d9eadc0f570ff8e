"""Files with a JSON value a line, packed or not."""

import json
import lzma


def read(path):
    opened = lzma.open if path.suffix == ".xz" else open
    with opened(path, "rt", encoding="utf8") as source:
        return [json.loads(line) for line in source]
