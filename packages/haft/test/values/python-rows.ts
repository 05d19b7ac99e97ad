// Every row of the type table in Python: an annotation, what is sent, what the function sees, and what comes back.

import type { Json } from "@haft/sdk/wire";

/** One annotation and one value. */
export interface PythonRow {
  readonly type: string;
  readonly sent: Json;
  /** Type name and `repr` of what the function received. */
  readonly seen: string;
  /** What comes back when the function returns what it received; default: what was sent. */
  readonly back?: Json;
}

/** What the rows' annotations name. */
export const DECLARATIONS = `
import collections.abc
import datetime as dt
import enum
import ipaddress
import typing as t
import uuid
from dataclasses import KW_ONLY, InitVar, dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import (Annotated, Any, ClassVar, Dict, FrozenSet, List, Literal, Mapping, NamedTuple, NewType,
                    Optional, Sequence, Set, Tuple, TypedDict, TypeVar, Union)
from uuid import UUID


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Mode(str, enum.Enum):
    FAST = "fast"
    SLOW = "slow"


class Step(enum.Enum):
    FIRST = enum.auto()
    SECOND = enum.auto()


class Mixed(enum.Enum):
    ONE = 1
    NAME = "name"
    NO = False


class Address(TypedDict):
    street: str
    since: date


class Loose(TypedDict, total=False):
    name: str
    when: date


Call = TypedDict("Call", {"in": int, "as-of": date})


@dataclass
class Point:
    x: int
    y: float = 0.0


@dataclass(order=True)
class Named(Point):
    name: str = "?"
    kind: ClassVar[str] = "n"


@dataclass
class Late:
    start: date
    _: KW_ONLY
    end: Optional[date] = None
    tags: List[str] = field(default_factory=list)
    size: int = field(init=False, default=0)
    scale: InitVar[int] = 2

    def __post_init__(self, scale):
        self.size = len(self.tags) * scale


class Pair(NamedTuple):
    left: date
    right: int = 7


@dataclass
class Tree:
    value: int
    children: "list[Tree]" = field(default_factory=list)


class Linked(TypedDict):
    at: date
    next: "Linked | None"


@dataclass
class Circle:
    kind: Literal["circle"]
    radius: float


@dataclass
class Square:
    kind: Literal["square"]
    side: float


@dataclass
class Outer:
    point: Point
    points: dict[str, Point]
    colour: Colour
    maybe: Point | None = None


class Outside:
    @dataclass
    class Inner:
        when: date


UserId = NewType("UserId", int)
Label = NewType("Label", str)
Json2 = Union[str, int, List["Json2"]]
T = TypeVar("T", bound=date)
Alias = list[date]


def _seen(value):
    if isinstance(value, (set, frozenset)):
        return f"{type(value).__name__} {sorted(map(repr, value))}"
    return f"{type(value).__name__} {value!r}"
`;

/** The rows. */
export const PYTHON_ROWS: readonly PythonRow[] = [
  // text, truth, numbers
  { type: "str", sent: "Zoë \u0000 🦊", seen: "str 'Zoë \\x00 🦊'" },
  { type: "bool", sent: true, seen: "bool True" },
  { type: "int", sent: 3, seen: "int 3" },
  { type: "int", sent: 3.0, seen: "int 3", back: 3 },
  { type: "float", sent: 3, seen: "float 3.0", back: 3 },
  { type: "float", sent: 2.5, seen: "float 2.5" },
  // absent
  { type: "None", sent: null, seen: "NoneType None" },
  { type: "Optional[int]", sent: null, seen: "NoneType None" },
  { type: "int | None", sent: 4, seen: "int 4" },
  { type: "date | None", sent: "2026-03-01", seen: "date datetime.date(2026, 3, 1)" },
  // lists
  { type: "list", sent: [1, "a", null], seen: "list [1, 'a', None]" },
  { type: "list[int]", sent: [1, 2], seen: "list [1, 2]" },
  { type: "List[date]", sent: ["2026-03-01"], seen: "list [datetime.date(2026, 3, 1)]" },
  { type: "Sequence[str]", sent: ["a"], seen: "list ['a']" },
  { type: "t.Iterable[str]", sent: ["a"], seen: "list ['a']" },
  { type: "collections.abc.Collection[float]", sent: [1], seen: "list [1.0]", back: [1] },
  { type: "Alias", sent: ["2026-03-01"], seen: "list [datetime.date(2026, 3, 1)]" },
  // sets
  { type: "set[int]", sent: [2, 1], seen: "set ['1', '2']", back: [1, 2] },
  { type: "FrozenSet[str]", sent: ["b", "a"], seen: "frozenset [\"'a'\", \"'b'\"]", back: ["a", "b"] },
  { type: "frozenset[date]", sent: ["2026-03-01"], seen: "frozenset ['datetime.date(2026, 3, 1)']" },
  { type: "Set[Colour]", sent: ["red"], seen: "set [\"<Colour.RED: 'red'>\"]" },
  { type: "collections.abc.Set[int]", sent: [1], seen: "set ['1']" },
  // tuples
  { type: "tuple[int, str]", sent: [1, "a"], seen: "tuple (1, 'a')" },
  { type: "tuple[date, ...]", sent: ["2026-03-01"], seen: "tuple (datetime.date(2026, 3, 1),)" },
  { type: "Tuple[int, float]", sent: [1, 2], seen: "tuple (1, 2.0)", back: [1, 2] },
  { type: "tuple", sent: [1, "a"], seen: "tuple (1, 'a')" },
  // maps
  { type: "dict", sent: { a: [1] }, seen: "dict {'a': [1]}" },
  { type: "dict[str, date]", sent: { a: "2026-03-01" }, seen: "dict {'a': datetime.date(2026, 3, 1)}" },
  { type: "Dict[int, str]", sent: { "3": "c", "-1": "b" }, seen: "dict {3: 'c', -1: 'b'}" },
  { type: "Mapping[str, int]", sent: { __proto__x: 1 }, seen: "dict {'__proto__x': 1}" },
  { type: "dict[Literal['a', 'b'], int]", sent: { b: 1 }, seen: "dict {'b': 1}" },
  // choices
  { type: "Literal['a', 'b']", sent: "b", seen: "str 'b'" },
  { type: "Literal[1, 'one', True, None]", sent: true, seen: "bool True" },
  { type: "Literal[1, 'one', True, None]", sent: 1, seen: "int 1" },
  { type: "Literal[1, 'one', True, None]", sent: null, seen: "NoneType None" },
  { type: "Colour", sent: "blue", seen: "Colour <Colour.BLUE: 'blue'>" },
  { type: "Level", sent: 2, seen: "Level <Level.HIGH: 2>" },
  { type: "Mode", sent: "fast", seen: "Mode <Mode.FAST: 'fast'>" },
  { type: "Step", sent: 2, seen: "Step <Step.SECOND: 2>" },
  { type: "Mixed", sent: 1, seen: "Mixed <Mixed.ONE: 1>" },
  { type: "Mixed", sent: false, seen: "Mixed <Mixed.NO: False>" },
  { type: "list[Colour | None]", sent: ["red", null], seen: "list [<Colour.RED: 'red'>, None]" },
  // unions
  { type: "int | str", sent: "5", seen: "str '5'" },
  { type: "int | str", sent: 5, seen: "int 5" },
  { type: "Union[int, float]", sent: 1.5, seen: "float 1.5" },
  { type: "int | date", sent: "2026-03-01", seen: "date datetime.date(2026, 3, 1)" },
  { type: "list[int] | dict[str, int]", sent: { a: 1 }, seen: "dict {'a': 1}" },
  { type: "Circle | Square", sent: { kind: "square", side: 2 }, seen: "Square Square(kind='square', side=2.0)" },
  { type: "Circle | Square | None", sent: null, seen: "NoneType None" },
  {
    type: "Point | Address",
    sent: { street: "s", since: "2026-03-01" },
    seen: "dict {'street': 's', 'since': datetime.date(2026, 3, 1)}",
  },
  { type: "Json2", sent: ["a", [1, ["b"]]], seen: "list ['a', [1, ['b']]]" },
  // records
  {
    type: "Address",
    sent: { street: "s", since: "2026-03-01" },
    seen: "dict {'street': 's', 'since': datetime.date(2026, 3, 1)}",
  },
  { type: "Loose", sent: { when: "2026-03-01" }, seen: "dict {'when': datetime.date(2026, 3, 1)}" },
  { type: "Loose", sent: {}, seen: "dict {}" },
  { type: "Call", sent: { in: 1, "as-of": "2026-03-01" }, seen: "dict {'in': 1, 'as-of': datetime.date(2026, 3, 1)}" },
  { type: "Point", sent: { x: 1 }, seen: "Point Point(x=1, y=0.0)", back: { x: 1, y: 0 } },
  { type: "Point", sent: { x: 1, y: 2 }, seen: "Point Point(x=1, y=2.0)" },
  { type: "Named", sent: { x: 1, y: 2, name: "n" }, seen: "Named Named(x=1, y=2.0, name='n')" },
  {
    type: "Late",
    sent: { start: "2026-03-01", end: "2026-03-02", tags: ["a"], scale: 3 },
    seen: "Late Late(start=datetime.date(2026, 3, 1), end=datetime.date(2026, 3, 2), tags=['a'], size=3)",
    back: { start: "2026-03-01", end: "2026-03-02", tags: ["a"] },
  },
  { type: "Pair", sent: { left: "2026-03-01", right: 1 }, seen: "Pair Pair(left=datetime.date(2026, 3, 1), right=1)" },
  {
    type: "Pair",
    sent: { left: "2026-03-01" },
    seen: "Pair Pair(left=datetime.date(2026, 3, 1), right=7)",
    back: { left: "2026-03-01", right: 7 },
  },
  {
    type: "Tree",
    sent: { value: 1, children: [{ value: 2, children: [] }] },
    seen: "Tree Tree(value=1, children=[Tree(value=2, children=[])])",
  },
  {
    type: "Linked",
    sent: { at: "2026-03-01", next: { at: "2026-03-02", next: null } },
    seen: "dict {'at': datetime.date(2026, 3, 1), 'next': {'at': datetime.date(2026, 3, 2), 'next': None}}",
  },
  {
    type: "Outer",
    sent: { point: { x: 1, y: 0 }, points: { p: { x: 2, y: 0 } }, colour: "red", maybe: null },
    seen: "Outer Outer(point=Point(x=1, y=0.0), points={'p': Point(x=2, y=0.0)}, colour=<Colour.RED: 'red'>, maybe=None)",
  },
  { type: "Outside.Inner", sent: { when: "2026-03-01" }, seen: "Inner Outside.Inner(when=datetime.date(2026, 3, 1))" },
  // text with a shape
  {
    type: "datetime",
    sent: "2026-03-01T10:00:00Z",
    seen: "datetime datetime.datetime(2026, 3, 1, 10, 0, tzinfo=datetime.timezone.utc)",
    back: "2026-03-01T10:00:00+00:00",
  },
  { type: "dt.datetime", sent: "2026-03-01T10:00:00", seen: "datetime datetime.datetime(2026, 3, 1, 10, 0)" },
  { type: "date", sent: "2026-03-01", seen: "date datetime.date(2026, 3, 1)" },
  { type: "time", sent: "10:00:30", seen: "time datetime.time(10, 0, 30)" },
  { type: "timedelta", sent: "PT90S", seen: "timedelta datetime.timedelta(seconds=90)", back: "PT1M30S" },
  {
    type: "UUID",
    sent: "12345678-1234-5678-1234-567812345678",
    seen: "UUID UUID('12345678-1234-5678-1234-567812345678')",
  },
  {
    type: "uuid.UUID",
    sent: "12345678-1234-5678-1234-567812345678",
    seen: "UUID UUID('12345678-1234-5678-1234-567812345678')",
  },
  { type: "Decimal", sent: "10.50", seen: "Decimal Decimal('10.50')" },
  { type: "Path", sent: "a/b.txt", seen: "PosixPath PosixPath('a/b.txt')" },
  { type: "bytes", sent: "AAEC", seen: "bytes b'\\x00\\x01\\x02'" },
  { type: "ipaddress.IPv4Address", sent: "10.0.0.1", seen: "IPv4Address IPv4Address('10.0.0.1')" },
  { type: "ipaddress.IPv6Address", sent: "::1", seen: "IPv6Address IPv6Address('::1')" },
  // anything
  { type: "Any", sent: { a: [1, null, 2.5] }, seen: "dict {'a': [1, None, 2.5]}" },
  { type: "object", sent: "x", seen: "str 'x'" },
  // names
  { type: "UserId", sent: 7, seen: "int 7" },
  { type: "list[Label]", sent: ["a"], seen: "list ['a']" },
  { type: "T", sent: "2026-03-01", seen: "date datetime.date(2026, 3, 1)" },
  { type: '"list[Point]"', sent: [{ x: 1, y: 1 }], seen: "list [Point(x=1, y=1.0)]" },
  { type: 'Annotated[date, "a day"]', sent: "2026-03-01", seen: "date datetime.date(2026, 3, 1)" },
];
