"""The pictures of docs/start/game.md with few colours: scripts/pictures game."""
import os
import sys

from common import ROOT
from PIL import Image

for path in sys.argv[1:]:
    name = os.path.join(ROOT, "docs", "images", os.path.basename(path))
    Image.open(path).convert("RGB").quantize(128, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(name, optimize=True)
    size = os.path.getsize(name)
    print(f"docs/images/{os.path.basename(path)}: {size} bytes")
    if size > 60 * 1024:
        sys.exit(f"{name} is larger than 60 KB")
