"""Loads the shared library."""
import ctypes.util
import glob
import os
import sys
from typing import Any

from . import enums
from ._foreign import ffi

HERE = os.path.dirname(os.path.abspath(__file__))
NAMES = {"win32": "*throng*.dll", "darwin": "libthrong*.dylib"}


def _candidates():
    """Where the library may be: as the environment says, beside this file, or where the system finds it."""
    named = os.environ.get("THRONG_LIBRARY")
    if named:
        return [named]
    beside = sorted(glob.glob(os.path.join(HERE, NAMES.get(sys.platform, "libthrong.so*"))), key=len)
    system = ctypes.util.find_library("throng")
    return beside[:1] or ([system] if system else [])


def _load() -> Any:
    paths = _candidates()
    if not paths:
        raise ImportError("throng's shared library is not in the package. Install the package anew, or name the "
                          "library in THRONG_LIBRARY")
    try:
        found = ffi.dlopen(paths[0])
    except OSError as error:
        raise ImportError("throng's shared library does not load: %s" % error) from error
    version = ffi.string(found.throng_version()).decode()
    # While the major version is 0, another minor version may have other structs.
    if version.split(".")[:2] != [str(enums.VERSION_MAJOR), str(enums.VERSION_MINOR)]:
        raise ImportError("%s is version %s; this package is made for %d.%d" % (
            paths[0], version, enums.VERSION_MAJOR, enums.VERSION_MINOR))
    return found


lib: Any = _load()
version = ffi.string(lib.throng_version()).decode()
