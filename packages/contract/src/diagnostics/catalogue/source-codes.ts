// HAFT1xx: the source as a whole, and the names of its tools.

import { type CatalogueEntry, python, typescript } from "./entry.ts";

/** A list in a list in a list. */
function nested(depth: number): string {
  return `${"list[".repeat(depth)}int${"]".repeat(depth)}`;
}

function summing(type: string): string {
  return `
@tool
def total(numbers: ${type}) -> int:
    """Add up numbers.

    Use when a total is wanted.

    Args:
        numbers: What to add.
    """
    return 0`;
}

const GREET = `
@tool
def greet(name: str) -> str:
    """Greet somebody.

    Use when somebody arrives.

    Args:
        name: Whom.
    """
    return "hello " + name`;

/** Entries of the codes that begin with 1. */
export const SOURCE_CODES: readonly CatalogueEntry[] = [
  {
    code: "HAFT101",
    title: "The source does not parse",
    explanation:
      "Nothing of a module can be read while its syntax is wrong. Each syntax error that the parser gives is reported where the parser saw it, which may be just behind the mistake. Python is parsed by the interpreter that will run it, so that newer syntax depends on its version.",
    wrong: python(GREET.replace("(name: str)", "(name: str")),
    right: python(GREET),
  },
  {
    code: "HAFT102",
    title: "The source is too large or too complex to be read",
    explanation:
      "Reading has limits, so that a source cannot hold up whoever reads it: 2 seconds of a warm reader, 512 MiB of memory, 1 MiB of source, types nested 60 deep, schemas of 256 KiB. Give the parts of a type names, move data out of the source, or take the deepest part as text.",
    wrong: python(summing(nested(61))),
    right: python(summing(nested(2))),
  },
  {
    code: "HAFT103",
    title: "A tool that is not at module level",
    explanation:
      "Tools are found without running the module, so that a decorated function inside a class, a function or a condition cannot be reached. Move it to the module's own level.",
    wrong: python(`
class Door:
    @tool
    def greet(self, name: str) -> str:
        """Greet somebody.

        Use when somebody arrives.

        Args:
            name: Whom.
        """
        return "hello " + name`),
    right: python(GREET),
  },
  {
    code: "HAFT104",
    title: "Two tools with one name",
    explanation:
      "A model calls a tool by its name, which must be the only one in the file. Rename one of the functions, or give one another name with the option `name`.",
    wrong: python(`${GREET}\n\n${GREET.replace("def greet", "def welcome").replace("@tool", '@tool(name="greet")')}`),
    right: python(`${GREET}\n\n${GREET.replace("def greet", "def welcome")}`),
  },
  {
    code: "HAFT105",
    title: "A reserved name",
    explanation:
      "Some names belong to Haft's own tools: `list_files`, `read_file`, `write_file`, `edit_file`, `search`, `execute`, `load_skill`, `ask_user`, `create_toolset`, `update_toolset_source`, `check_toolset`, `list_toolsets`, `haft_check_call`. Call the tool something else.",
    wrong: python(GREET.replace("def greet", "def search")),
    right: python(GREET.replace("def greet", "def search_people")),
  },
  {
    code: "HAFT106",
    title: "A name that models do not take",
    explanation:
      "A tool's name is a letter and up to 63 letters, digits and underscores; a name given by the option `name` may also hold dashes. An anonymous default export has no name at all.",
    wrong: typescript(`
/**
 * Greet somebody.
 *
 * Use when somebody arrives.
 */
export default function (): string {
  return "hello";
}`),
    right: typescript(`
/**
 * Greet somebody.
 *
 * Use when somebody arrives.
 */
export default function greet(): string {
  return "hello";
}`),
  },
  {
    code: "HAFT107",
    title: "No interpreter for the language",
    explanation:
      "Python sources are parsed by a Python interpreter, 3.10 or newer. The message lists which were looked for. Install one, name one with `--python`, or set `HAFT_PYTHON`.",
    wrong: {
      ...python(GREET),
      command: "haft check --python /opt/no/python3",
      settings: { python: "/opt/no/python3" },
    },
    right: { ...python(GREET), command: "haft check" },
  },
];
