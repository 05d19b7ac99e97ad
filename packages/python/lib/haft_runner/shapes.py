"""What the shapes of a plan need: the modules of their classes, and the author's classes by name."""

from __future__ import annotations

import sys

# Where the classes that stand for text live. Imported before the author's folder comes first on the path.
_MODULES = {
    "datetime": "datetime",
    "date": "datetime",
    "time": "datetime",
    "timedelta": "datetime",
    "uuid": "uuid",
    "decimal": "decimal",
    "path": "pathlib",
    "bytes": "base64",
    "ipv4": "ipaddress",
    "ipv6": "ipaddress",
}


def every_shape(plan):
    """Every shape of a plan, nested ones too; `ref` is not followed, its target is an own root."""
    roots = [p["shape"] for p in plan["parameters"] if "shape" in p]
    roots += [plan["result"], *plan["definitions"].values()]
    if plan.get("resume"):
        roots.append(plan["resume"]["result"])
    while roots:
        shape = roots.pop()
        yield shape
        roots += inner_shapes(shape)


def inner_shapes(shape):
    """The shapes directly inside one."""
    kind = shape["kind"]
    if kind in ("list", "set"):
        return [shape["items"]]
    if kind == "tuple":
        return [*shape["items"], *([shape["rest"]] if shape.get("rest") else [])]
    if kind == "map":
        return [shape["values"]]
    if kind == "record":
        return [field["shape"] for field in shape["fields"]]
    if kind == "union":
        return list(shape["members"])
    return []


def preload(plans):
    """Imports what conversions will need, once, in the parent."""
    for plan in plans:
        for shape in every_shape(plan):
            if shape["kind"] == "text-class" and shape["as"] in _MODULES:
                __import__(_MODULES[shape["as"]])


def find_class(module, name):
    """A class of the author's by its module (None: the tool's own) and dotted name; None if there is none."""
    home = module
    if name.get("module"):
        home = sys.modules.get(name["module"])
    for part in name["name"].split("."):
        home = getattr(home, part, None)
    return home if isinstance(home, type) else None
