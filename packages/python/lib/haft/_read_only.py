"""Settings that cannot be changed, and are otherwise ordinary dicts and lists, so that everything takes them."""

from __future__ import annotations


def _refuse(self, *args, **kwargs):
    raise TypeError("ctx.config is read-only; copy it first: dict(ctx.config)")


class ReadOnlyDict(dict):
    """A dict that refuses changes."""

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self):
        return (dict, (dict(self),))


class ReadOnlyList(list):
    """A list that refuses changes."""

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = clear = extend = insert = pop = remove = reverse = sort = _refuse

    def __reduce__(self):
        return (list, (list(self),))


def read_only(value):
    """The same JSON value, read-only all the way down."""
    if isinstance(value, dict):
        return ReadOnlyDict({name: read_only(inner) for name, inner in value.items()})
    if isinstance(value, list):
        return ReadOnlyList([read_only(inner) for inner in value])
    return value
