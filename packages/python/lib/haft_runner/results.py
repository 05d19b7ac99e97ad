"""From what a tool returned to JSON, by the class of each value; what cannot be is named with its place."""

from __future__ import annotations

import math
import sys

from . import shapes

# Deeper values would be refused on arrival.
DEEPEST = 250
LARGEST_EXACT = 2**53
# Longer places are told by their first and last parts, and each part by its beginning.
LONGEST_PATH = 100
LONGEST_PART = 30


class NotSerialisable(Exception):
    """A value that is not data."""


class Records:
    """Which attributes the reader found in the author's records, so that a result has the properties its schema says."""

    def __init__(self):
        self._fields = {}

    def add(self, module, plan):
        """Every record of a plan."""
        for shape in shapes.every_shape(plan):
            if shape["kind"] == "record" and shape.get("class"):
                found = shapes.find_class(module, shape["class"])
                if found is not None:
                    kept = [f for f in shape["fields"] if not f.get("argumentOnly")]
                    self._fields[found] = [(f["name"], f.get("attribute") or f["name"]) for f in kept]

    def of(self, value):
        """Pairs of property and attribute; None if the value is no record."""
        kind = type(value)
        known = self._fields.get(kind)
        if known is not None:
            return known
        if hasattr(kind, "__dataclass_fields__"):
            return [(name, name) for name, f in kind.__dataclass_fields__.items() if f._field_type.name == "_FIELD"]
        if isinstance(value, tuple) and hasattr(kind, "_fields"):
            return [(name, name) for name in kind._fields]
        models = getattr(kind, "model_fields", None) or getattr(kind, "__fields__", None)
        if isinstance(models, dict):
            return [(getattr(f, "alias", None) or name, name) for name, f in models.items()]
        return None


class ToJson:
    """Turns one result back. `rounded` is the place of a whole number that JSON readers elsewhere cannot hold exactly."""

    def __init__(self, records):
        self._records = records
        self.rounded = None

    def convert(self, value, path="", depth=0):
        """One frame a level: a result may be nested deep."""
        kind = type(value)
        if kind is str or value is None or kind is bool:
            return value
        if kind is int:
            return self._whole(value, path)
        if kind is float:
            return _finite(value, path)
        if depth > DEEPEST:
            raise NotSerialisable(f"{_place(path)} is nested deeper than {DEEPEST} levels, or contains itself")
        if kind is list or kind is tuple:
            found = []
            for index, item in enumerate(value):
                found.append(self.convert(item, f"{path}[{index}]", depth + 1))
            return found
        if kind is dict:
            found = {}
            for name, item in value.items():
                key = name if type(name) is str else _key(name, path)
                found[key] = self.convert(item, f"{path}.{key}", depth + 1)
            return found
        return self.convert(self._simpler(value, path), path, depth + 1)

    def _whole(self, value, path):
        if not -LARGEST_EXACT <= value <= LARGEST_EXACT:
            if abs(value) > sys.float_info.max:
                raise NotSerialisable(f"{_place(path)} is a whole number of {value.bit_length()} bits; return it as text")
            self.rounded = self.rounded or _place(path)
        return value

    def _simpler(self, value, path):
        """The same value one step nearer to JSON."""
        import enum

        if isinstance(value, enum.Enum):
            return value.value
        fields = self._records.of(value)
        if fields is not None:
            return {name: getattr(value, attribute) for name, attribute in fields if hasattr(value, attribute)}
        for base, convert in _BASES:
            if isinstance(value, base):
                return convert(value)
        return _by_module(value, path)


def _place(path):
    shown = path if len(path) <= LONGEST_PATH else _shortened(path)
    return f"the result at {shown}" if path else "the result"


def _shortened(path):
    # Without `re`: a child that fails should not have to load it.
    parts = path.replace("[", "\0[").replace(".", "\0.").split("\0")
    parts = [part if len(part) <= LONGEST_PART else f"{part[:LONGEST_PART]}…" for part in parts if part]
    return "".join(parts) if len(parts) <= 5 else f"{''.join(parts[:3])}…{''.join(parts[-2:])}"


def _finite(value, path):
    if not math.isfinite(value):
        said = "NaN" if math.isnan(value) else "an infinity"
        raise NotSerialisable(f"{_place(path)} is {said}, which JSON has no number for")
    return value


def _key(name, path):
    import enum

    if isinstance(name, enum.Enum):
        name = name.value
    if isinstance(name, str):
        return str(name)
    if type(name) is int:
        return str(name)
    raise NotSerialisable(f"{_place(path)} has a key of type {type(name).__name__}; keys are text or whole numbers")


def _ordered(values):
    try:
        return sorted(values)
    except TypeError:
        return list(values)


def _base64(value):
    import base64

    return base64.b64encode(bytes(value)).decode("ascii")


def _bases():
    from collections import abc

    return (
        # Of a subclass, whatever its own `__str__` says.
        (str, str.__str__),
        (int, int.__int__),
        (float, float.__float__),
        ((bytes, bytearray, memoryview), _base64),
        (abc.Mapping, dict),
        (abc.Set, _ordered),
        ((list, tuple, abc.Sequence), list),
    )


_BASES = _bases()


def _decimal(value):
    if not value.is_finite():
        raise NotSerialisable(f"the result holds Decimal({str(value)!r}), which JSON has no number for")
    return format(value, "f")


def _by_module(value, path):
    """Classes of the standard library (and arrays): only looked at where their module has been loaded."""
    from .texts import duration

    loaded = sys.modules.get
    for module, names, convert in (
        ("datetime", ("datetime", "date", "time"), lambda v: v.isoformat()),
        ("datetime", ("timedelta",), duration),
        ("uuid", ("UUID",), str),
        ("decimal", ("Decimal",), _decimal),
        ("pathlib", ("PurePath",), str),
        ("ipaddress", ("_BaseAddress", "_BaseNetwork"), str),
        ("numpy", ("ndarray", "generic"), lambda v: v.tolist()),
    ):
        home = loaded(module)
        if home is not None and isinstance(value, tuple(getattr(home, name) for name in names if hasattr(home, name))):
            return convert(value)
    kind = type(value)
    name = kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    raise NotSerialisable(f"{_place(path)} is of type {name}, which is not data{_advice(value)}")


def _advice(value):
    if hasattr(value, "read"):
        return "; return what it reads, or write an artifact"
    if hasattr(value, "__next__"):
        return "; return list(…) of it"
    if callable(value):
        return "; return what it gives"
    return "; return a dict, a dataclass or text made from it"
