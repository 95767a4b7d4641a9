"""The package's version is that of the headers: for scikit-build-core."""
import os
import re

HERE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def dynamic_metadata(field, settings=None):
    if field != "version" or settings:
        raise ValueError("only the version comes from here")
    for root in (os.path.join(HERE, "library"), os.path.dirname(os.path.dirname(HERE))):
        path = os.path.join(root, "include", "throng", "context.h")
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            return ".".join(re.search(r"THRONG_VERSION_%s (\d+)" % part, text).group(1)
                            for part in ("MAJOR", "MINOR", "PATCH"))
    raise FileNotFoundError("include/throng/context.h is neither in the repository nor in library")
