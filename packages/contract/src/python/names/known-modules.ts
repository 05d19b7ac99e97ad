// What is known of modules outside the folder: which belong to Python, what `import *` of the usual ones binds, and
// which names are built in.

const STANDARD = new Set(
  words(`
abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect
builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall
concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm
decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl filecmp
fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip
hashlib heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword
lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt
multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib
pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd
py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy
sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd
sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau
symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit
tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types typing unicodedata
unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp
zipfile zipimport zlib zoneinfo
`),
);

const BUILTINS = new Set(
  words(`
ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception
ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError
ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError
KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None NotADirectoryError NotImplemented
NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError
RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration
SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError UnboundLocalError
UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError
Warning ZeroDivisionError abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr
classmethod compile complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr
globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min
next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod
str sum super tuple type vars zip
`),
);

const STARS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    typing: `
AbstractSet Annotated Any AnyStr AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable
BinaryIO ByteString Callable ChainMap ClassVar Collection Concatenate Container ContextManager Coroutine
Counter DefaultDict Deque Dict Final ForwardRef FrozenSet Generator Generic Hashable IO ItemsView Iterable
Iterator KeysView List Literal LiteralString Mapping MappingView Match MutableMapping MutableSequence
MutableSet NamedTuple Never NewType NoDefault NoReturn NotRequired Optional OrderedDict ParamSpec
ParamSpecArgs ParamSpecKwargs Pattern Protocol ReadOnly Required Reversible Self Sequence Set Sized
SupportsAbs SupportsBytes SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound TYPE_CHECKING
Text TextIO Tuple Type TypeAlias TypeAliasType TypeGuard TypeIs TypeVar TypeVarTuple TypedDict Union Unpack
ValuesView assert_never assert_type cast clear_overloads dataclass_transform final get_args get_origin
get_overloads get_protocol_members get_type_hints is_protocol is_typeddict no_type_check
no_type_check_decorator overload override reveal_type runtime_checkable
`,
    "collections.abc": `
AsyncGenerator AsyncIterable AsyncIterator Awaitable ByteString Callable Collection Container Coroutine
Generator Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence
MutableSet Reversible Sequence Set Sized ValuesView
`,
    datetime: `
MAXYEAR MINYEAR UTC date datetime time timedelta timezone tzinfo
`,
    decimal: `
Decimal Context ROUND_HALF_UP ROUND_DOWN ROUND_UP getcontext localcontext
`,
    enum: `
CONFORM CONTINUOUS EJECT Enum EnumCheck EnumMeta EnumType Flag FlagBoundary IntEnum IntFlag KEEP NAMED_FLAGS
ReprEnum STRICT StrEnum UNIQUE auto member nonmember property unique verify
`,
    dataclasses: `
Field FrozenInstanceError InitVar KW_ONLY MISSING asdict astuple dataclass field fields is_dataclass
make_dataclass replace
`,
    pathlib: `
Path PosixPath PurePath PurePosixPath PureWindowsPath WindowsPath
`,
    haft: `
Artifact Artifacts ToolContext Wait ask_user primer_tool resumes sleep_for sleep_until tool wait_for_signal watch_files
`,
    plnt: `
ToolContext tool
`,
    typing_extensions: `
AbstractSet Annotated Any AnyStr AsyncContextManager AsyncGenerator AsyncIterable AsyncIterator Awaitable
BinaryIO Buffer ByteString Callable ChainMap ClassVar Collection Concatenate Container ContextManager
Coroutine Counter DefaultDict Deque Dict Doc Final ForwardRef FrozenSet Generator Generic Hashable IO
ItemsView Iterable Iterator KeysView List Literal LiteralString Mapping MappingView Match MutableMapping
MutableSequence MutableSet NamedTuple Never NewType NoDefault NoReturn NotRequired Optional OrderedDict
ParamSpec ParamSpecArgs ParamSpecKwargs Pattern Protocol ReadOnly Required Reversible Self Sequence Set Sized
SupportsAbs SupportsBytes SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound TYPE_CHECKING
Text TextIO Tuple Type TypeAlias TypeAliasType TypeForm TypeGuard TypeIs TypeVar TypeVarTuple TypedDict Union
Unpack ValuesView assert_never assert_type cast clear_overloads dataclass_transform deprecated final get_args
get_origin get_overloads get_protocol_members get_type_hints is_protocol is_typeddict no_type_check
no_type_check_decorator overload override reveal_type runtime_checkable
`,
  }).map(([module, names]) => [module, new Set(words(names))]),
);

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Whether a module, or the module of a full name, belongs to Python. */
export function isStandardModule(name: string): boolean {
  return STANDARD.has(name.split(".")[0] ?? "") || name.startsWith("typing_extensions.");
}

/** Whether a name is built in. */
export function isBuiltin(name: string): boolean {
  return BUILTINS.has(name);
}

/** What `from module import *` binds, where that is known. */
export function starNames(module: string): ReadonlySet<string> | undefined {
  return STARS.get(module);
}

/** The built-in names, for hints. */
export function builtinNames(): readonly string[] {
  return [...BUILTINS];
}

/** One full name for what has several: `typing_extensions.Literal` is `typing.Literal`. */
export function normalised(name: string): string {
  return name
    .replace(/^typing_extensions\./, "typing.")
    .replace(/^pydantic\.v1\.(main|fields|types|networks)\./, "pydantic.v1.")
    .replace(/^pydantic\.(main|fields|types|networks)\./, "pydantic.")
    .replace(/^(uuid|ipaddress|pathlib)\._\w+\./, "$1.");
}
