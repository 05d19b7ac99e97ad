"""From JSON to what the author's annotation says: each shape becomes one function, made once when the module is loaded."""

from __future__ import annotations

from . import shapes
from .texts import FROM_TEXT


class Mismatch(Exception):
    """An argument that does not fit. `path` is where, from the argument: `.when[2]`."""

    def __init__(self, message, path=""):
        super().__init__(message)
        self.message = message
        self.path = path


def _same(value):
    return value


def same_json(left, right):
    """Equality of JSON values: `1` is `1.0`, but true is not `1`."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return left == right


def _expect(test, said):
    def decode(value):
        if not test(value):
            raise Mismatch(f"{said} is needed, not {_said(value)}")
        return value

    return decode


def _said(value):
    names = {str: "text", bool: "true or false", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return "null" if value is None else names.get(type(value), type(value).__name__)


def _integer(value):
    if type(value) is int:
        return value
    if type(value) is float and value.is_integer():
        return int(value)
    raise Mismatch(f"a whole number is needed, not {_said(value) if type(value) is not float else value}")


def _number(value):
    if type(value) in (int, float):
        return float(value)
    raise Mismatch(f"a number is needed, not {_said(value)}")


_PLAIN = {
    "any": lambda: _same,
    "null": lambda: _expect(lambda v: v is None, "null"),
    "boolean": lambda: _expect(lambda v: type(v) is bool, "true or false"),
    "integer": lambda: _integer,
    "number": lambda: _number,
    "text": lambda: _expect(lambda v: type(v) is str, "text"),
}


class Decoders:
    """Makes the decoders of one plan."""

    def __init__(self, module, definitions):
        self._module = module
        self._definitions = definitions
        self._made = {}

    def make(self, shape):
        """A function from a JSON value to the value inside. It raises Mismatch."""
        kind = shape["kind"]
        if kind in _PLAIN:
            return _PLAIN[kind]()
        return getattr(self, "_" + kind.replace("-", "_"))(shape)

    def _ref(self, shape):
        name = shape["name"]
        if name not in self._made:
            self._made[name] = None  # a recursive type refers to itself while it is being made
            self._made[name] = self.make(self._definitions[name])
        return lambda value: self._made[name](value)

    def _text_class(self, shape):
        parse = FROM_TEXT.get(shape["as"], _same)

        def decode(value):
            if type(value) is not str:
                raise Mismatch(f"text is needed, not {_said(value)}")
            try:
                return parse(value)
            except (ValueError, OverflowError) as fault:
                raise Mismatch(str(fault)) from None

        return decode

    def _literal(self, shape):
        values = shape["values"]

        def decode(value):
            for known in values:
                if same_json(known, value):
                    return known
            raise Mismatch(f"one of {', '.join(map(repr, values))} is needed, not {value!r}")

        return decode

    def _enum(self, shape):
        found = shapes.find_class(self._module, shape["class"])
        if found is None:
            return self._literal(shape)

        def decode(value):
            for member in found:
                if same_json(member.value, value):
                    return member
            raise Mismatch(f"one of {', '.join(map(repr, shape['values']))} is needed, not {value!r}")

        return decode

    def _list(self, shape):
        item = self.make(shape["items"])
        return lambda value: _items(value, lambda _: item)

    def _set(self, shape):
        item = self.make(shape["items"])
        collect = frozenset if shape["frozen"] else set

        def decode(value):
            try:
                return collect(_items(value, lambda _: item))
            except TypeError as fault:
                raise Mismatch(f"an item cannot be in a set: {fault}") from None

        return decode

    def _tuple(self, shape):
        fixed = [self.make(inner) for inner in shape["items"]]
        rest = self.make(shape["rest"]) if shape.get("rest") else None

        def at(index):
            if index < len(fixed):
                return fixed[index]
            if rest is None:
                raise Mismatch(f"at most {len(fixed)} items are needed")
            return rest

        def decode(value):
            found = tuple(_items(value, at))
            if len(found) < shape["minItems"]:
                raise Mismatch(f"at least {shape['minItems']} items are needed, not {len(found)}")
            return found

        return decode

    def _map(self, shape):
        inner = self.make(shape["values"])
        whole = shape["keys"] == "integer"

        def decode(value):
            if type(value) is not dict:
                raise Mismatch(f"an object is needed, not {_said(value)}")
            found = {}
            for name, item in value.items():
                try:
                    found[int(name) if whole else name] = inner(item)
                except Mismatch as fault:
                    raise Mismatch(fault.message, f".{name}{fault.path}") from None
                except ValueError:
                    raise Mismatch(f"the key {name!r} is not a whole number") from None
            return found

        return decode

    def _record(self, shape):
        fields = {field["name"]: (field.get("attribute") or field["name"], self.make(field["shape"])) for field in shape["fields"]}
        required = [field["name"] for field in shape["fields"] if field["required"]]
        build = self._builder(shape)
        raw = shape["as"] == "pydantic" and build is not _namespace

        def decode(value):
            if type(value) is not dict:
                raise Mismatch(f"an object is needed, not {_said(value)}")
            for name in required:
                if name not in value:
                    raise Mismatch(f"the property {name!r} is missing")
            found = {}
            for name, item in value.items():
                if name not in fields:
                    raise Mismatch(f"the property {name!r} is not known")
                attribute, inner = fields[name]
                try:
                    found[attribute] = inner(item)
                except Mismatch as fault:
                    raise Mismatch(fault.message, f".{name}{fault.path}") from None
            return _built(build, value if raw else found)

        return decode

    def _builder(self, shape):
        """What makes the instance, from a dict of attributes (pydantic: from the JSON object, which it converts itself)."""
        if shape["as"] == "object":
            return _same
        found = shapes.find_class(self._module, shape["class"]) if shape.get("class") else None
        if found is None:
            return _namespace
        if shape["as"] == "pydantic":
            return getattr(found, "model_validate", None) or getattr(found, "parse_obj", None) or _namespace
        return lambda attributes: found(**attributes)

    def _union(self, shape):
        members = [self.make(inner) for inner in shape["members"]]

        def decode(value):
            faults = []
            for member in members:
                try:
                    return member(value)
                except Mismatch as fault:
                    faults.append(fault)
            deepest = max(faults, key=lambda fault: len(fault.path))
            raise Mismatch(deepest.message, deepest.path)

        return decode


def _namespace(attributes):
    import types

    return types.SimpleNamespace(**attributes)


def _built(build, attributes):
    try:
        return build(attributes)
    except Exception as fault:  # the author's own checks (`__post_init__`, a validator) may raise anything
        raise Mismatch(str(fault) or type(fault).__name__) from fault


def _items(value, at):
    if type(value) is not list:
        raise Mismatch(f"a list is needed, not {_said(value)}")
    found = []
    for index, item in enumerate(value):
        try:
            found.append(at(index)(item))
        except Mismatch as fault:
            raise Mismatch(fault.message, f"[{index}]{fault.path}") from None
    return found
