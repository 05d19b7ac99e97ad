// Types that have a name of their own outside the folder and take no arguments, and those that are not data.

import type { TypeNode } from "../../model/type.ts";
import { PLAIN_INSTEAD } from "./type-faults.ts";

const TEXT: TypeNode = Object.freeze({ kind: "text" });
const INTEGER: TypeNode = Object.freeze({ kind: "integer" });
const NUMBER: TypeNode = Object.freeze({ kind: "number" });
/** A type that says nothing. */
export const ANYTHING: TypeNode = Object.freeze({ kind: "anything" });
/** `None`. */
export const NULL: TypeNode = Object.freeze({ kind: "null" });

type ShapedText = Extract<TypeNode, { kind: "shaped-text" }>;

function shaped(format: string, as?: ShapedText["as"]): TypeNode {
  return Object.freeze({ kind: "shaped-text", format, ...(as === undefined ? {} : { as }) });
}

const DATE_TIME = shaped("date-time", "datetime");
const DATE = shaped("date", "date");
const UUID = shaped("uuid", "uuid");
const URI = shaped("uri");
const PATH: TypeNode = Object.freeze({ kind: "shaped-text", as: "path" });
const BYTES: TypeNode = Object.freeze({ kind: "shaped-text", contentEncoding: "base64", as: "bytes" });

const NAMES: ReadonlyMap<string, TypeNode> = new Map<string, TypeNode>([
  ["builtins.str", TEXT],
  ["typing.Text", TEXT],
  ["typing.LiteralString", TEXT],
  ["typing.AnyStr", TEXT],
  ["builtins.bool", Object.freeze({ kind: "boolean" })],
  ["builtins.int", INTEGER],
  ["builtins.float", NUMBER],
  ["builtins.None", NULL],
  ["types.NoneType", NULL],
  ["typing.Any", ANYTHING],
  ["builtins.object", ANYTHING],
  ["builtins.bytes", BYTES],
  ["datetime.datetime", DATE_TIME],
  ["datetime.date", DATE],
  ["datetime.time", shaped("time", "time")],
  ["datetime.timedelta", shaped("duration", "timedelta")],
  ["uuid.UUID", UUID],
  ["decimal.Decimal", Object.freeze({ kind: "shaped-text", pattern: "^-?[0-9]+(\\.[0-9]+)?$", as: "decimal" })],
  ["pathlib.Path", PATH],
  ["pathlib.PurePath", PATH],
  ["pathlib.PosixPath", PATH],
  ["pathlib.PurePosixPath", PATH],
  ["ipaddress.IPv4Address", shaped("ipv4", "ipv4")],
  ["ipaddress.IPv6Address", shaped("ipv6", "ipv6")],
  ...pydantic("AnyUrl", URI),
  ...pydantic("AnyHttpUrl", URI),
  ...pydantic("HttpUrl", URI),
  ...pydantic("FileUrl", URI),
  ...pydantic("FtpUrl", URI),
  ...pydantic("WebsocketUrl", URI),
  ...pydantic("AnyWebsocketUrl", URI),
  ...pydantic("EmailStr", shaped("email")),
  ...pydantic("StrictStr", TEXT),
  ...pydantic("StrictInt", INTEGER),
  ...pydantic("StrictFloat", NUMBER),
  ...pydantic("StrictBool", Object.freeze({ kind: "boolean" })),
  ...pydantic("StrictBytes", BYTES),
  ...pydantic("FiniteFloat", NUMBER),
  ...["FilePath", "DirectoryPath", "NewPath"].flatMap((name) => pydantic(name, PATH)),
  ...["UUID1", "UUID3", "UUID4", "UUID5", "UUID6", "UUID7", "UUID8"].flatMap((name) => pydantic(name, UUID)),
  ...["PastDate", "FutureDate"].flatMap((name) => pydantic(name, DATE)),
  ...["AwareDatetime", "NaiveDatetime", "PastDatetime", "FutureDatetime"].flatMap((name) => pydantic(name, DATE_TIME)),
  ...pydantic("JsonValue", ANYTHING),
  ...numbers("PositiveInt", INTEGER, "exclusiveMinimum"),
  ...numbers("NegativeInt", INTEGER, "exclusiveMaximum"),
  ...numbers("NonNegativeInt", INTEGER, "minimum"),
  ...numbers("NonPositiveInt", INTEGER, "maximum"),
  ...numbers("PositiveFloat", NUMBER, "exclusiveMinimum"),
  ...numbers("NegativeFloat", NUMBER, "exclusiveMaximum"),
  ...numbers("NonNegativeFloat", NUMBER, "minimum"),
  ...numbers("NonPositiveFloat", NUMBER, "maximum"),
]);

function pydantic(name: string, type: TypeNode): [string, TypeNode][] {
  return [
    [`pydantic.${name}`, type],
    [`pydantic.v1.${name}`, type],
  ];
}

function numbers(name: string, type: TypeNode, keyword: string): [string, TypeNode][] {
  const span = Object.freeze({ line: 1, column: 1, endLine: 1, endColumn: 1 });
  const constraint = Object.freeze({ keyword, value: 0, text: name, span });
  return pydantic(name, Object.freeze({ kind: "constrained", type, constraints: Object.freeze([constraint]) }));
}

/** The type of a full name that takes no arguments. */
export function knownType(fullName: string): TypeNode | undefined {
  return NAMES.get(fullName);
}

const FUNCTION = "A function cannot be sent: take the name of what to do as `str` or a `Literal[…]`.";
const CLASS = "A class cannot be sent: take its name as `str` or a `Literal[…]`.";
const ONE_BY_ONE = "Values do not arrive one by one: use `list[…]`.";
const FILE = "A file cannot be sent: take its path (`Path`) or its content (`str`, `bytes`).";

const NOT_DATA: ReadonlyMap<string, string> = new Map([
  ...each(FUNCTION, "typing.Callable", "collections.abc.Callable"),
  ...each(FUNCTION, "typing.Awaitable", "typing.Coroutine", "collections.abc.Awaitable", "collections.abc.Coroutine"),
  ...each(CLASS, "typing.Type", "builtins.type", "types.ModuleType"),
  ...each("Use `str` or `Path`.", "os.PathLike"),
  ...each(ONE_BY_ONE, "typing.Iterator", "typing.Generator", "typing.AsyncIterator", "typing.AsyncGenerator"),
  ...each(ONE_BY_ONE, "typing.AsyncIterable", "collections.abc.Iterator", "collections.abc.Generator"),
  ...each(ONE_BY_ONE, "collections.abc.AsyncIterator", "collections.abc.AsyncGenerator"),
  ...each(ONE_BY_ONE, "collections.abc.AsyncIterable", "builtins.range", "builtins.slice"),
  ...each(FILE, "typing.IO", "typing.TextIO", "typing.BinaryIO", "io.IOBase", "io.StringIO", "io.BytesIO"),
  ...each(FILE, "io.TextIOWrapper", "io.BufferedReader", "io.RawIOBase", "io.TextIOBase"),
  ...each("Use `bytes`.", "builtins.bytearray", "builtins.memoryview", "typing.ByteString", "collections.abc.Buffer"),
  ...each("Use two numbers: `tuple[float, float]`.", "builtins.complex"),
  ...each("Use `list[…]`.", "collections.deque", "typing.Deque"),
  ...each("Use `dict[str, …]`.", "collections.OrderedDict", "collections.defaultdict", "collections.Counter"),
  ...each("Use `dict[str, …]`.", "typing.OrderedDict", "typing.DefaultDict", "typing.Counter", "typing.ChainMap"),
  ...each("Use `str` with the pattern's text.", "re.Pattern", "typing.Pattern", "re.Match", "typing.Match"),
  ...each("Use `str` or `float`.", "fractions.Fraction", "numbers.Number", "numbers.Real", "numbers.Rational"),
  ...each("Use `int`.", "numbers.Integral"),
  ...each("Use `str` with the zone's name.", "zoneinfo.ZoneInfo", "datetime.tzinfo", "datetime.timezone"),
  ...each("Name the parameter `ctx`.", "injected.ToolContext", "haft.ToolContext", "plnt.ToolContext"),
  ...each("A wait is what a tool returns; take what is waited for.", "haft.Wait"),
  ...each("Nothing fits it: give the parameter the type of what it takes.", "typing.Never", "typing.NoReturn"),
  ...each("Declare the fields that you need as a TypedDict.", "typing.NamedTuple", "typing.TypedDict"),
  ...each("Take it from `ctx.secret(…)` instead.", "pydantic.SecretStr", "pydantic.SecretBytes"),
  ...each("Name a class derived from it.", "pydantic.BaseModel", "enum.Enum", "enum.IntEnum", "enum.StrEnum"),
]);

function each(hint: string, ...names: string[]): [string, string][] {
  return names.map((name) => [name, hint]);
}

/** What to use instead of a full name that is known not to be data. */
export function insteadOf(fullName: string): string | undefined {
  const hint = NOT_DATA.get(fullName);
  if (hint !== undefined) return hint;
  return /^builtins\.\w*(Error|Exception|Warning|Exit)$/.test(fullName) ? PLAIN_INSTEAD : undefined;
}
