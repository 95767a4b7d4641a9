"""Arguments of calls: keywords into structs, arrays as the library reads them, structs into named tuples."""
import difflib
import inspect
import keyword
import operator
from enum import IntFlag
from typing import Any, Callable, Dict, Tuple, TypeVar

import numpy as np

from . import _texts, dtypes, enums, records
from ._foreign import ffi
from ._library import lib

Method = TypeVar("Method")
ADDRESS = ffi.typeof("uintptr_t")
POINTERS: Dict[str, Any] = {}  # types by their names: reading a name takes longer than the cast
INTEGERS = "iub"
NUMBERS = "iubf"


def word(kind, value, name):
    """A value of an enum from its name ("goal"), names ("vision|hearing"), or number."""
    if isinstance(value, str):
        parts = [p.strip() for p in value.split("|")] if issubclass(kind, IntFlag) else [value]
        total = 0
        for part in parts:
            key = part.upper().replace("-", "_")
            if key not in kind.__members__:
                raise ValueError("%s: %r is none of %s" % (
                    name, part, ", ".join(member.lower() for member in kind.__members__)))
            total |= int(kind[key])
        return total
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError("%s must be a name or a number, not %s" % (name, type(value).__name__)) from None


def integer(value, name):
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError("%s must be an integer, not %s" % (name, type(value).__name__)) from None


def real(value, name):
    if isinstance(value, (str, bytes)):
        raise TypeError("%s must be a number, not %s" % (name, type(value).__name__))
    try:
        return float(value)
    except (TypeError, ValueError):
        raise TypeError("%s must be a number, not %s" % (name, type(value).__name__)) from None


def unknown(owner, name, allowed):
    """The exception for a keyword that is not there."""
    near = difflib.get_close_matches(name, allowed, 1)
    hint = "; did you mean %s?" % near[0] if near else ""
    return TypeError("%s has no argument %r%s" % (owner, name, hint))


# ---------------------------------------------------------------- definitions ------------------------------

HIDDEN = {"cookie", "user", "allocator", "assertion", "parallel"}


def python_name(name):
    """The keyword of a member: lambda is lambda_."""
    return name + "_" if keyword.iskeyword(name) else name


def members(struct):
    """Keywords for a struct's members that a caller may set, with their types."""
    return {python_name(name): field.type for name, field in ffi.typeof(struct).fields if name not in HIDDEN}


class Definition:
    """A struct of settings: the library's defaults, changed by keywords."""

    def __init__(self, struct, default, owner, skip=()):
        self.struct, self.default, self.owner = struct, default, owner
        self.members = {n: t for n, t in members(struct).items() if n not in skip}

    def make(self, keywords, known=None):
        """The struct, and what has to stay while it is used. `known` has members that are set already."""
        made = ffi.new(self.struct + " *", self.default())
        keep = [made]
        for name, value in (known or {}).items():
            setattr(made, name, value)
        for name in keywords:
            if name not in self.members:
                raise unknown(self.owner, name, self.members)
        # objects last: a number of the caller's own type may close one
        for name, value in sorted(keywords.items(), key=lambda item: hasattr(item[1], "_record")):
            self.put(made, name, self.members[name], value, keep)
        return made, keep

    def make_parts(self, keywords, parts, own):
        """A struct for each part of a world, and what has to stay. Keywords in `own` may have a list, with an entry for
        each part."""
        made, keep = ffi.new(self.struct + "[]", parts), []
        for name, value in keywords.items():
            if name in own and isinstance(value, (list, tuple)) and len(value) != parts:
                raise ValueError("%s has %d entries for %d parts" % (name, len(value), parts))
        for i in range(parts):
            part, kept = self.make({n: v[i] if n in own and isinstance(v, (list, tuple)) else v
                                    for n, v in keywords.items()})
            made[i] = part[0]
            keep += kept
        return made, keep

    def put(self, made, name, kind, value, keep):
        enum = dtypes.ENUMS.get((self.struct, name))
        if enum:
            value = word(getattr(enums, enum), value, name)
        elif kind.kind == "pointer" and kind.item.kind == "struct":
            value = self.object(name, kind.item.cname.removeprefix("struct "), value, keep)
        elif kind.cname == "char const *" or kind.cname == "char *":
            value = self.text(name, value, keep)
        elif kind.kind == "array" or kind.kind == "pointer":
            value = self.numbers(name, kind, value, keep)
        elif kind.cname in ("float", "double"):
            value = real(value, name)
        else:
            value = integer(value, name)
        if value is None:
            return
        try:
            setattr(made, name.rstrip("_"), value)
        except OverflowError:
            raise ValueError("%s: %s is too large or below 0" % (name, value)) from None

    def object(self, name, struct, value, keep):
        if value is None:
            return ffi.NULL
        record = getattr(value, "_record", None)
        if record is None or value._struct != struct:
            kind = "".join(part.capitalize() for part in struct.split("_")[1:])
            raise TypeError("%s must be a %s, not %s" % (name, kind, type(value).__name__))
        if not record.pointer:
            from .errors import ClosedError
            raise ClosedError("%s: the %s is closed" % (name, value._name), 1)
        keep.append(value)
        return record.pointer

    @staticmethod
    def text(name, value, keep):
        if value is None:
            return ffi.NULL
        if not hasattr(value, "encode") and not hasattr(value, "__fspath__"):
            raise TypeError("%s must be a string, not %s" % (name, type(value).__name__))
        text = value.__fspath__() if hasattr(value, "__fspath__") else value
        if "\0" in text:
            raise ValueError("%s has a character 0" % name)
        keep.append(ffi.new("char[]", text.encode()))
        return keep[-1]

    @staticmethod
    def numbers(name, kind, value, keep):
        if value is None:
            return ffi.NULL if kind.kind == "pointer" else None
        array = np.require(floats(value, name), requirements=("C", "A"))
        if array.ndim != 1:
            raise ValueError("%s must have one dimension, not %d" % (name, array.ndim))
        if kind.kind == "array":
            if array.size > kind.length:
                raise ValueError("%s has %d values; at most %d are allowed" % (name, array.size, kind.length))
            return list(map(float, array)) + [0.0] * (kind.length - array.size)
        keep.append(array)
        return ffi.cast("float const *", ffi.from_buffer(array))

    def signature(self, leading=()):
        """For help() and editors: the keywords with the library's defaults."""
        values = self.default()
        parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in leading]
        for name, kind in self.members.items():
            default = getattr(values, name.rstrip("_"))
            enum = dtypes.ENUMS.get((self.struct, name))
            if enum and default in getattr(enums, enum).__members__.values():
                default = getattr(enums, enum)(default).name.lower()
            elif kind.kind in ("pointer", "struct"):
                default = None
            elif kind.kind == "array":
                default = ()
            parameters.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default))
        return inspect.Signature(parameters)

    def describe(self, kind: Any, *leading: str) -> None:
        """Gives a class the signature, and the members' comments as a part of its docstring."""
        kind.__signature__ = self.signature(leading)
        kind.__doc__ += "\n\n" + self.text_of_members()

    def text_of_members(self):
        texts = _texts.STRUCTS[self.struct]
        return "Keyword arguments:\n" + "".join(
            "\n%s\n%s\n" % (name, "".join("    %s\n" % line for line in texts[name.rstrip("_")].split("\n")))
            for name in self.members)


# ---------------------------------------------------------------- arrays -----------------------------------

def floats(value, name, dtype: Any = np.float32):
    """Numbers as floats of a dtype, without a copy where they are already."""
    array = np.asarray(value)
    if array.dtype.kind not in NUMBERS and array.size:
        raise TypeError("%s must be numbers, not %s" % (name, array.dtype))
    with np.errstate(over="ignore"):  # the library refuses what is too large
        return array.astype(dtype, copy=False)


def exact(value, array, name):
    """Python's own integers, where numpy has no type for all of them: it makes floats of numbers on both sides of 2^63.
    `array` is what it made of the value."""
    try:
        if isinstance(value, np.ndarray) and value.dtype.kind != "O":
            raise TypeError
        given = np.asarray(value, object)
        made = np.empty(given.shape, object)
        made.flat = [operator.index(each) for each in given.flat]
        return made
    except TypeError:
        raise TypeError("%s must be integers, not %s" % (name, array.dtype)) from None


def whole(value, dtype, name):
    """Integers of a dtype; floats and numbers out of its range are refused."""
    array = np.asarray(value)
    if array.dtype == dtype:
        return array
    if array.size == 0:
        return array.astype(dtype)
    if array.dtype.kind not in INTEGERS:
        array = exact(value, array, name)
    limits = np.iinfo(dtype)
    if array.dtype.kind != "b" and (int(array.min()) < limits.min or int(array.max()) > limits.max):
        raise ValueError("%s must be within %d and %d" % (name, limits.min, limits.max))
    return array.astype(dtype)


def words(kind, value, name):
    """Numbers of an enum, where names stand for some; what has no names, as it is."""
    array = np.asarray(value)
    if array.dtype.kind not in "UO":
        return value
    made = np.empty(array.shape, object)
    made.flat = [word(kind, each, name) for each in array.ravel().tolist()]
    return made


def keys(ids, name="ids"):
    """Ids or indices of 64 bits, packed."""
    array = np.require(whole(ids, np.dtype(np.uint64), name), requirements=("C", "A"))
    if array.ndim > 1:
        raise ValueError("%s must have one dimension, not %d" % (name, array.ndim))
    return array.reshape(-1)


def as_many(array, count, name, of):
    """An array with one entry for each of `count` others."""
    if array.shape[0] != count:
        raise ValueError("there are %d %s for %d %s" % (array.shape[0], name, count, of))
    return array


def column(struct, name, dtype, value):
    """One member of many structs."""
    enum = dtypes.ENUMS.get((struct, name))
    if enum:
        value = words(getattr(enums, enum), value, name)
    array = np.asarray(value)
    if dtype.names is not None:  # handles
        return array.astype(dtype).reshape(()) if array.ndim == 0 and array.dtype.names == dtype.names else \
            packed(array, dtype, name)
    if dtype.kind == "f":
        array = floats(array, name, dtype)
    else:
        array = whole(array if array.dtype.kind in INTEGERS else value, dtype, name)
    if array.ndim > 1:
        raise ValueError("%s must have one dimension, not %d" % (name, array.ndim))
    return array


class Table:
    """Arrays of a struct: from keywords, each a number or an array, or from a structured array."""

    def __init__(self, struct, dtype, default=None, owner="", values=None):
        self.struct, self.dtype, self.owner = struct, dtype, owner
        self.names = {python_name(n): n for n in dtype.names if n not in ("cookie", "reserved")}
        self.default, self.values = default, values or {}

    def first(self):
        """The default struct."""
        made = np.zeros(1, self.dtype)
        if self.default:
            # a struct by value; its bytes are what the array holds
            value = ffi.new(self.struct + " *", self.default())
            made.view(np.uint8)[:] = np.frombuffer(ffi.buffer(value), np.uint8)
        for name, number in self.values.items():
            made[name] = number
        return made

    def filled(self, count) -> Any:
        """Defaults, `count` times."""
        return np.repeat(self.first(), count)

    def make(self, array, columns):
        """An array of structs that the library may read by its stride."""
        for name in columns:
            if name not in self.names:
                raise unknown(self.owner, name, self.names)
        if array is not None:
            array = packed(array, self.dtype, self.owner)
            if not columns:
                return array
        parts = {self.names[n]: column(self.struct, self.names[n], self.dtype[self.names[n]], v)
                 for n, v in columns.items()}
        shapes = [p.shape for p in parts.values()] + ([] if array is None else [array.shape])
        try:
            shape = np.broadcast_shapes(*shapes) if shapes else (0,)
        except ValueError:
            raise ValueError("%s: the arguments differ in length: %s" % (self.owner, ", ".join(
                "%s has %d" % (n, p.size) for n, p in parts.items() if p.ndim))) from None
        count = shape[0] if shape else 1
        made = self.filled(count) if array is None else np.array(np.broadcast_to(array, (count,)))
        for name, part in parts.items():
            made[name] = part
        return made


def packed(value, dtype, name):
    """A structured array with one dimension whose entries the library can read in place, or a copy of that form."""
    array = np.asarray(value)
    if array.dtype is dtype and array.ndim == 1:
        return in_place(array)
    if array.dtype != dtype:
        if array.size == 0 and array.dtype.names is None:
            return np.zeros(0, dtype)
        if array.dtype.names != dtype.names:
            raise TypeError("%s: the array's dtype is %s; it must be throng.dtypes.%s" % (
                name, array.dtype, name_of(dtype)))
        array = array.astype(dtype)  # of another layout or byte order
    if array.ndim == 0:
        array = array.reshape(1)
    if array.ndim != 1:
        raise ValueError("%s must have one dimension, not %d" % (name, array.ndim))
    return in_place(array)


def name_of(dtype):
    return next((n for n, v in vars(dtypes).items() if v is dtype), "that dtype")


def alignment(dtype):
    """Bytes at whose multiples C wants a struct or a number."""
    if dtype.names:
        return max(alignment(dtype[name]) for name in dtype.names)
    return 1 if dtype.kind == "S" else dtype.base.itemsize


def in_place(array):
    """The array itself if its entries are aligned and lie one after the other; otherwise a copy."""
    stride = array.strides[0]
    if array.flags.c_contiguous and array.size and address(array) % 8 == 0:
        return array
    step = alignment(array.dtype)
    size = array.itemsize * (array.shape[1] if array.ndim == 2 else 1)
    inner = array.ndim == 1 or array.strides[1] == array.itemsize
    if array.size and (stride < size or stride % step or array.ctypes.data % step or not inner):
        return array.copy("C")
    return array if array.size else array.copy("C")


def pairs(value, name, dtype: Any = np.float32):
    """Positions or directions: an array of (n, 2) floats."""
    array = floats(value, name, dtype)
    if array.size == 0:
        array = array.reshape(0, 2)
    if array.ndim != 2 or array.shape[1] != 2:
        raise ValueError("%s must have the shape (n, 2), not %s" % (name, array.shape))
    return in_place(array)


def cells(value, dtype, name):
    """Cells, pairs of cells or regions: a structured array, or an array of (n, members) integers."""
    array = np.asarray(value)
    if array.dtype.names is not None:
        return packed(array, dtype, name)
    width = dtype.itemsize // 4
    if array.size == 0:
        return np.zeros(0, dtype)
    array = whole(array, np.dtype("<i4"), name)
    if array.ndim != 2 or array.shape[1] != width:
        raise ValueError("%s must have the shape (n, %d), not %s" % (name, width, array.shape))
    return np.require(array, requirements=("C", "A")).view(dtype).reshape(-1)


def address(array):
    """Where an array's first entry is."""
    if array.flags.c_contiguous and array.size:
        return int(ffi.cast(ADDRESS, ffi.from_buffer(array)))  # a fifth of the time of ctypes.data
    return array.ctypes.data


def pointer(array, kind="void *"):
    """The address of an array's first entry, for the library. The array has to stay alive."""
    return ffi.cast(POINTERS.get(kind) or POINTERS.setdefault(kind, ffi.typeof(kind)), address(array))


def stride_of(array):
    """The stride of a call, 0 for packed entries; that of a single entry may be anything."""
    if array.flags.c_contiguous:
        return 0
    return array.strides[0] if array.shape[0] > 1 else array.itemsize * int(np.prod(array.shape[1:]))


def region(value):
    """A region (column, row, width, height), or None for all cells."""
    if value is None:
        return ffi.NULL
    values = list(value)
    if len(values) != 4:
        raise ValueError("region must be (column, row, width, height), not %d values" % len(values))
    try:
        return ffi.new("throng_region *", [integer(v, "region") for v in values])
    except OverflowError:
        raise ValueError("region: %s is out of range" % (values,)) from None


def shape_of(where, rows, columns):
    """Rows and columns of a region; of one that is off the map nothing is allocated."""
    if where == ffi.NULL:
        return rows, columns
    inside = 0 < where.width <= columns and 0 < where.height <= rows
    return (where.height, where.width) if inside else (0, 0)


def grid(value, dtype, shape, name):
    """A map whose rows the library can read in place, and its row stride."""
    array = np.asarray(value)
    if array.ndim == 3:
        array = array.reshape(-1, array.shape[2])
    if array.shape != shape:
        raise ValueError("%s must have the shape %s, not %s" % (name, shape, array.shape))
    if array.dtype != dtype:
        array = floats(array, name, dtype) if dtype.kind == "f" else array
    if array.strides[1] != dtype.itemsize or array.strides[0] < shape[1] * dtype.itemsize or \
            array.strides[0] % 4 and dtype.itemsize > 1 or array.ctypes.data % dtype.itemsize:
        array = array.copy("C")
    return array, array.strides[0] if shape[0] > 1 else 0


def flags(value, shape, name):
    """Cells that are free, 0, or blocked, any other integer: bytes that the library reads, and their row stride."""
    array = np.asarray(value)
    if array.dtype.kind not in "biu":
        raise TypeError("%s must be bool or integers, not %s" % (name, array.dtype))
    if array.dtype.itemsize != 1:
        array = array != 0
    return grid(array.view(np.uint8), np.dtype(np.uint8), shape, name)


def output(out, shape, dtype, name="out") -> Tuple[Any, int]:
    """A new array for results, or the caller's own, and its stride."""
    if out is None:
        return np.empty(shape, dtype), 0
    if not isinstance(out, np.ndarray):
        raise TypeError("%s must be an array, not %s" % (name, type(out).__name__))
    if out.dtype != dtype:
        raise TypeError("%s must be of %s, not %s" % (name, dtype, out.dtype))
    if out.shape != shape:
        raise ValueError("%s must have the shape %s, not %s" % (name, shape, out.shape))
    if not out.flags.writeable:
        raise ValueError("%s is read-only" % name)
    if out.flags.c_contiguous and out.size and address(out) % 8 == 0:
        return out, 0
    row = out.itemsize * int(np.prod(shape[1:]))
    step = alignment(dtype)
    many = shape[0] > 1
    if not out[:1].flags.c_contiguous or many and (out.strides[0] < row or out.strides[0] % step) or \
            out.ctypes.data % step:
        raise ValueError("%s: its rows must be packed, aligned and one after the other" % name)
    return out, out.strides[0] if many else 0


def layer_of(value):
    return enums.LAYER_COMBINED if value == "combined" else integer(value, "layer")


def bounded(value, name):
    """An integer that fits into an int32_t."""
    value = integer(value, name)
    if not -2 ** 31 <= value < 2 ** 31:
        raise ValueError("%s: %d does not fit into 32 bits" % (name, value))
    return value


# ---------------------------------------------------------------- results ----------------------------------

def report(struct):
    """A struct as the named tuple that records.py has for it."""
    name = ffi.typeof(struct).cname.removeprefix("struct ").rstrip(" *&")
    kind = records.RECORDS[name]
    values = []
    for field in kind._fields:
        value = getattr(struct, field.rstrip("_"))
        enum = dtypes.ENUMS.get((name, field))
        if enum:
            value = getattr(enums, enum)(value)
        elif isinstance(value, ffi.CData):
            item = ffi.typeof(value)
            if item.kind == "array" and item.item.cname == "char":
                value = ffi.string(value).decode("utf-8", "replace")
            else:
                value = tuple(report(each) if isinstance(each, ffi.CData) else each for each in value)
        values.append(value)
    return kind(*values)


def from_header(function: str) -> Callable[[Method], Method]:
    """Appends the comment of the C function to a method's docstring."""
    def decorate(method: Any) -> Any:
        target = method.__func__ if isinstance(method, (classmethod, staticmethod)) else method
        text = _texts.FUNCTIONS[function]
        target.__doc__ = (inspect.cleandoc(target.__doc__) + "\n\n" if target.__doc__ else "") + \
            "%s():\n%s" % (function, text)
        return method
    return decorate
