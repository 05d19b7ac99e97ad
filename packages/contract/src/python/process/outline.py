# Parses Python sources that arrive on standard input and answers with their outline as JSON on standard output.
# It knows no rule of the contract and runs nothing of what it parses: it only says what is written and where.
#
# Frames, both ways: 4 bytes of length (big endian), then UTF-8. First of all it says which Python it is. An answer is
#   ["module", generation, [[id, statement], ...]]
#   ["syntax", message, line, column, endLine, endColumn, stage]   stage "parse": columns count characters, else bytes
#   ["too-complex", what]
#   ["failed", what]
# A node is [kind, line, column, endLine, endColumn, ...]: lines from 1, columns from 0 in UTF-8 bytes, as `ast` has them.
# A statement that was told before and stands where it stood is null: its id says which it was. A new generation forgets
# all ids. Function bodies are only sketched: what they yield, call, bind, import, and which decorated definitions they hold.

import sys

# Deeper expressions than this are no types, defaults or options; they become ["TooLarge", ...].
DEEPEST = 150
# So do displays with more elements than this.
LONGEST = 20_000
# Quoted annotations longer than this, or beyond this many, stay plain text.
LONGEST_QUOTED = 4_000
MOST_QUOTED = 10_000
# Sources that are remembered together, in characters.
MOST_REMEMBERED = 8_000_000
EXACT = 2**53
ONLY_AST = 0x400  # ast.PyCF_ONLY_AST, without the cost of importing ast


def place(node):
    return (node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)


class Outline:
    """One source being told. `quoted` says whether text stands where it may be an annotation in quotes."""

    def __init__(self):
        self.quoted_left = MOST_QUOTED

    # Expressions

    def expression(self, node, quoted=False, depth=0):
        if node is None:
            return None
        kind = type(node).__name__
        tell = EXPRESSIONS.get(kind)
        if tell is None:
            return ("Other", *place(node), kind)
        if kind in ("Name", "Constant"):
            return (kind, *place(node), *tell(self, node, quoted, depth))
        if depth > DEEPEST or len(getattr(node, "elts", getattr(node, "keys", ()))) > LONGEST:
            return ("TooLarge", *place(node))
        return (kind, *place(node), *tell(self, node, quoted, depth + 1))

    def many(self, nodes, quoted, depth):
        return [self.expression(node, quoted, depth) for node in nodes]

    def name(self, node, quoted, depth):
        return (node.id,)

    def attribute(self, node, quoted, depth):
        return (self.expression(node.value, quoted, depth), node.attr)

    def subscript(self, node, quoted, depth):
        return (self.expression(node.value, quoted, depth), self.expression(node.slice, True, depth))

    def constant(self, node, quoted, depth):
        value = node.value
        kind = type(value)
        if kind is str:
            return ("str", value, self.quotation(value, depth)) if quoted else ("str", value)
        if kind is bool:
            return ("bool", value)
        if kind is int:
            return ("int", value) if -EXACT <= value <= EXACT else ("big", value > 0)
        if kind is float:
            return ("float", value) if -1e308 * 10 < value < 1e308 * 10 else ("big", value > 0)
        if value is None:
            return ("none", None)
        return (kind.__name__, None)

    def quotation(self, text, depth):
        """The expression that a quoted annotation holds, or None."""
        if self.quoted_left <= 0 or len(text) > LONGEST_QUOTED or depth > DEEPEST:
            return None
        self.quoted_left -= 1
        try:
            tree = compile(text.strip(), "<annotation>", "eval", ONLY_AST, True)
        except (SyntaxError, ValueError, RecursionError, UnicodeError):
            return None
        return self.expression(tree.body, True, depth + 10)

    def display(self, node, quoted, depth):
        return (self.many(node.elts, quoted, depth),)

    def dictionary(self, node, quoted, depth):
        return (self.many(node.keys, False, depth), self.many(node.values, quoted, depth))

    def binary(self, node, quoted, depth):
        """`a + b + c` is one node with three operands, however long it is."""
        operator = type(node.op)
        operands = [node.right]
        while type(node.left) is type(node) and type(node.left.op) is operator:
            node = node.left
            operands.append(node.right)
        operands.append(node.left)
        return (operator.__name__, self.many(reversed(operands), quoted, depth))

    def unary(self, node, quoted, depth):
        return (type(node.op).__name__, self.expression(node.operand, quoted, depth))

    def call(self, node, quoted, depth):
        return (
            self.expression(node.func, False, depth),
            self.many(node.args, quoted, depth),
            [(k.arg, *place(k), self.expression(k.value, quoted, depth)) for k in node.keywords],
        )

    def starred(self, node, quoted, depth):
        return (self.expression(node.value, quoted, depth),)

    # Statements

    def statements(self, nodes):
        told = []
        for node in nodes:
            tell = STATEMENTS.get(type(node).__name__)
            statement = tell and tell(self, node)
            if statement is not None:
                told.append(statement)
        return told

    def function(self, node):
        kind = type(node).__name__
        decorators = self.many(node.decorator_list, False, 0)
        parameters = self.parameters(node.args)
        returns = self.expression(node.returns, True)
        sketch = Sketch(self, node)
        doc = self.text_of(node.body[0])
        return (
            *(kind, *place(node), node.name, decorators, parameters, returns, doc),
            *(sketch.told(), self.type_parameters(node)),
        )

    def parameters(self, args):
        told = []
        places = args.posonlyargs + args.args
        defaults = [None] * (len(places) - len(args.defaults)) + args.defaults
        for index, (arg, default) in enumerate(zip(places, defaults)):
            told.append(self.parameter("only-place" if index < len(args.posonlyargs) else "any", arg, default))
        if args.vararg:
            told.append(self.parameter("rest", args.vararg, None))
        for arg, default in zip(args.kwonlyargs, args.kw_defaults):
            told.append(self.parameter("only-name", arg, default))
        if args.kwarg:
            told.append(self.parameter("rest-names", args.kwarg, None))
        return told

    def parameter(self, passing, arg, default):
        return (passing, arg.arg, *place(arg), self.expression(arg.annotation, True), self.expression(default))

    def type_parameters(self, node):
        return [
            (type(one).__name__, one.name, self.expression(getattr(one, "bound", None), True))
            for one in getattr(node, "type_params", ())
        ]

    def text_of(self, statement):
        """The statement's text, if it is nothing but a text."""
        value = statement.value if type(statement).__name__ == "Expr" else None
        if type(value).__name__ != "Constant" or type(value.value) is not str:
            return None
        return ("Constant", *place(value), "str", value.value)

    def class_(self, node):
        keywords = [(k.arg, *place(k), self.expression(k.value)) for k in node.keywords]
        return (
            *("ClassDef", *place(node), node.name, self.many(node.bases, True, 0), keywords),
            *(self.many(node.decorator_list, False, 0), self.statements(node.body), self.type_parameters(node)),
        )

    def assign(self, node):
        value = self.expression(node.value, type(node.value).__name__ in MAY_HOLD_TYPES)
        return ("Assign", *place(node), self.many(node.targets, False, 0), value)

    def annotated(self, node):
        annotation = self.expression(node.annotation, True)
        return ("AnnAssign", *place(node), self.expression(node.target), annotation, self.expression(node.value, True))

    def alias(self, node):
        value = self.expression(node.value, True)
        return ("TypeAlias", *place(node), node.name.id, value, self.type_parameters(node))

    def rebinding(self, node):
        targets = getattr(node, "targets", None) or [node.target]
        return ("Rebind", *place(node), sorted(bound_names(targets)))

    def import_(self, node):
        return ("Import", *place(node), [(one.name, one.asname) for one in node.names])

    def import_from(self, node):
        names = [(one.name, one.asname) for one in node.names]
        return ("ImportFrom", *place(node), node.module, node.level, names)

    def text(self, node):
        text = self.text_of(node)
        return text and ("Text", *place(node), text)

    def block(self, node):
        """A compound statement: what it binds itself, and the statements of all its branches (of `elif`s too)."""
        names, inner, branches = set(), [], [node]
        while branches:
            branch = branches.pop(0)
            for attribute in ("target", "optional_vars", "name", "pattern"):
                names |= bound_names([getattr(branch, attribute, None)])
            for attribute in ("items", "handlers", "cases"):
                branches.extend(getattr(branch, attribute, ()))
            for attribute in ("body", "orelse", "finalbody"):
                found = getattr(branch, attribute, ())
                if attribute == "orelse" and len(found) == 1 and type(found[0]).__name__ == "If":
                    branches.append(found[0])
                else:
                    inner.extend(found)
        return ("Block", *place(node), sorted(names), self.statements(inner))


class Sketch:
    """What is told of a function's body, found without recursion, so that no nesting is too deep."""

    def __init__(self, outline, function):
        self.outline = outline
        self.generator = False
        self.calls, self.imports, self.inner = [], [], []
        self.bound, self.globals = set(), set()
        # Pairs of a node and how its value is used: "kept", "dropped"; `None` as the node's scope ends the own body.
        self.waiting = [(statement, False, True) for statement in reversed(function.body)]
        while self.waiting:
            self.visit(*self.waiting.pop())

    def told(self):
        return (self.generator, self.calls, self.imports, self.inner, sorted(self.bound), sorted(self.globals))

    def visit(self, node, dropped, own):
        kind = type(node).__name__
        if kind in ("Constant", "Pass", "Load", "Store"):
            return
        if kind in ("FunctionDef", "AsyncFunctionDef", "ClassDef"):
            self.definition(node, kind, own)
            return
        if kind == "Import":
            self.imports.append(self.outline.import_(node))
            return
        if kind == "ImportFrom":
            self.imports.append(self.outline.import_from(node))
            return
        if own:
            if kind == "Lambda":
                own = False
            else:
                self.note(node, kind, dropped)
        if kind == "Expr":
            self.waiting.append((node.value, True, own))
            return
        if dropped and kind in ("Await", "IfExp", "BoolOp"):
            self.passed_on(node, kind, own)
            return
        self.children(node, own)

    def children(self, node, own):
        waiting, start = self.waiting, len(self.waiting)
        for name in node._fields:
            value = getattr(node, name, None)
            if type(value) is list:
                waiting.extend([(one, False, own) for one in value if hasattr(one, "_fields")])
            elif hasattr(value, "_fields"):
                waiting.append((value, False, own))
        waiting[start:] = waiting[start:][::-1]

    def passed_on(self, node, kind, own):
        """The parts of a dropped expression whose value is dropped with it."""
        if kind == "Await":
            self.waiting.append((node.value, True, own))
        elif kind == "IfExp":
            self.waiting += [(node.orelse, True, own), (node.body, True, own), (node.test, False, own)]
        else:
            self.waiting.append((node.values[-1], True, own))
            self.waiting += [(one, False, own) for one in reversed(node.values[:-1])]

    def definition(self, node, kind, own):
        if own:
            self.bound.add(node.name)
        if node.decorator_list:
            decorators = self.outline.many(node.decorator_list, False, 0)
            self.inner.append((kind, *place(node), node.name, decorators))
        self.waiting += [(one, False, False) for one in reversed(node.body)]

    def note(self, node, kind, dropped):
        if kind == "Call":
            text = dotted(node.func)
            if text is not None:
                self.calls.append((text, *place(node), dropped))
        elif kind in ("Yield", "YieldFrom"):
            self.generator = True
        elif kind == "Name":
            if type(node.ctx).__name__ != "Load":
                self.bound.add(node.id)
        elif kind in ("Global", "Nonlocal"):
            self.globals.update(node.names)
        elif kind in ("ExceptHandler", "MatchAs", "MatchStar") and node.name:
            self.bound.add(node.name)


def dotted(node):
    """`a.b.c` for a chain of names, else None."""
    parts = []
    while type(node).__name__ == "Attribute" and len(parts) < 4:
        parts.append(node.attr)
        node = node.value
    if type(node).__name__ != "Name":
        return None
    parts.append(node.id)
    return ".".join(reversed(parts))


def bound_names(targets):
    """The names that assigning to these targets binds."""
    names, waiting = set(), [one for one in targets if one is not None]
    while waiting:
        target = waiting.pop()
        if type(target) is str:
            names.add(target)
        elif type(target).__name__ == "Name":
            names.add(target.id)
        else:
            for name in ("elts", "value", "patterns", "pattern", "name", "rest", "kwd_patterns"):
                found = getattr(target, name, None)
                if type(target).__name__ in ("Attribute", "Subscript") or found is None:
                    continue
                waiting.extend(found if type(found) is list else [found])
    return names


# Values in which text may be a quoted type: `Union["A", int]`, `TypedDict("A", {…})`, `"A" | None`.
MAY_HOLD_TYPES = ("Subscript", "Call", "BinOp")

EXPRESSIONS = {
    "Name": Outline.name,
    "Attribute": Outline.attribute,
    "Subscript": Outline.subscript,
    "Constant": Outline.constant,
    "Tuple": Outline.display,
    "List": Outline.display,
    "Set": Outline.display,
    "Dict": Outline.dictionary,
    "BinOp": Outline.binary,
    "UnaryOp": Outline.unary,
    "Call": Outline.call,
    "Starred": Outline.starred,
}
STATEMENTS = {
    "FunctionDef": Outline.function,
    "AsyncFunctionDef": Outline.function,
    "ClassDef": Outline.class_,
    "Assign": Outline.assign,
    "AnnAssign": Outline.annotated,
    "AugAssign": Outline.rebinding,
    "Delete": Outline.rebinding,
    "TypeAlias": Outline.alias,
    "Import": Outline.import_,
    "ImportFrom": Outline.import_from,
    "Expr": Outline.text,
    "If": Outline.block,
    "For": Outline.block,
    "AsyncFor": Outline.block,
    "While": Outline.block,
    "With": Outline.block,
    "AsyncWith": Outline.block,
    "Try": Outline.block,
    "TryStar": Outline.block,
    "Match": Outline.block,
}


def syntax_error(error, stage):
    line, column = error.lineno or 1, error.offset or 1
    end_line, end_column = getattr(error, "end_lineno", None), getattr(error, "end_offset", None)
    return ("syntax", error.msg, line, column, end_line or line, end_column or column, stage)


class Answers:
    """Remembers what has been told, so that of an edited module only the statements that changed are told again."""

    def __init__(self):
        self.generation = 0
        self.forget()

    def forget(self):
        self.generation += 1
        self.ids = {}
        self.told_size = 0

    def answer(self, text):
        stage = "parse"
        try:
            tree = compile(text, "<source>", "exec", ONLY_AST, True)
            keys = self.keys(text, tree.body)
            changed = [node for key, node in zip(keys, tree.body) if key not in self.ids]
            # What only loading would refuse (a `return` outside a function, two parameters of one name). Runs nothing.
            stage = "load"
            if len(changed) == len(keys) or "__future__" in text:
                compile(text, "<source>", "exec", 0, True)
            elif changed:
                tree.body = changed
                compile(tree, "<source>", "exec", 0, True)
                tree = None
            return ("module", self.generation, self.statements(keys, changed))
        except SyntaxError as error:
            return syntax_error(error, stage)
        except Exception as error:
            # Some statements may have their ids already, and will never have been told.
            self.forget()
            if isinstance(error, (RecursionError, MemoryError)):
                return ("too-complex", type(error).__name__)
            return ("failed", str(error)[:200])

    def keys(self, text, nodes):
        """What tells a statement from all others: its text, and where that stands."""
        self.told_size += len(text)
        if self.told_size > MOST_REMEMBERED:
            self.forget()
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        keys = []
        for node in nodes:
            first = min([node.lineno, *[one.lineno for one in getattr(node, "decorator_list", ())]])
            written = "\n".join(lines[first - 1 : node.end_lineno])
            keys.append((first, node.col_offset, node.end_col_offset, written))
        return keys

    def statements(self, keys, changed):
        outline, waiting, told = Outline(), iter(changed), []
        for key in keys:
            known = self.ids.get(key)
            if known is not None:
                told.append((known, None))
                continue
            statement = outline.statements([next(waiting)])
            self.ids[key] = len(self.ids)
            told.append((self.ids[key], statement[0] if statement else 0))
        return told


def limit(memory):
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        return lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > memory // 3 // 1024
    except Exception:  # no such limit here: the time limit has to do
        return lambda: False


def read_exactly(stream, size):
    data = stream.read(size)
    if len(data) < size:
        sys.exit(0)
    return data


def main(seconds, memory):
    import gc
    import json
    import signal
    import warnings

    has_grown = limit(memory)
    # The tree and its outline hold no cycles, and looking for some costs as much as parsing.
    gc.disable()
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(1_000)
    incoming, outgoing = sys.stdin.buffer, sys.stdout.buffer

    def send(value):
        data = json.dumps(value, separators=(",", ":"), check_circular=False).encode()
        outgoing.write(len(data).to_bytes(4, "big") + data)
        outgoing.flush()

    answers = Answers()
    send(["python", *sys.version_info[:3], sys.executable])
    while True:
        size = int.from_bytes(read_exactly(incoming, 4), "big")
        text = read_exactly(incoming, size).decode()
        # Should nobody be left to end this process, the clock does.
        signal.setitimer(signal.ITIMER_REAL, seconds)
        try:
            send(answers.answer(text))
        except (RecursionError, MemoryError):
            answers.forget()
            send(("too-complex", "nesting"))
        signal.setitimer(signal.ITIMER_REAL, 0)
        # Memory that one large source needed is given back by starting anew.
        if has_grown():
            sys.exit(0)


main(float(sys.argv[1]), int(sys.argv[2]))
