// Modules of a given length in both languages, as a person would write them: a record, an enum, and many tools.

const python = (index: number): string => `
@tool(read_only=True)
def find_${index}(query: str, limit: int = 20, kind: Kind = Kind.OPEN, near: Place | None = None) -> list[str]:
    """Find things of sort ${index}.

    Use when somebody looks for things of sort ${index}.

    Args:
        query: Words to look for.
        limit: How many at most.
        kind: Which ones.
        near: Only around here.

    Examples:
        {"query": "red", "limit": 5}
    """
    found = [query] * limit
    for entry in range(limit):
        found.append(f"{entry} {kind.value}")
    return found

`;

const typescript = (index: number): string => `
/**
 * Find things of sort ${index}.
 *
 * Use when somebody looks for things of sort ${index}.
 *
 * @param query - Words to look for.
 * @param limit - How many at most. @integer
 * @param kind - Which ones.
 * @param near - Only around here.
 * @example
 * { "query": "red", "limit": 5 }
 */
export function find${index}(query: string, limit = 20, kind: Kind = "open", near: Place | null = null): string[] {
  const found: string[] = [];
  for (let entry = 0; entry < limit; entry++) {
    found.push(\`\${entry} \${kind} \${query}\`);
  }
  return found;
}

`;

const heads = {
  python: `from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    OPEN = "open"
    CLOSED = "closed"


@dataclass
class Place:
    """Where it is."""

    latitude: float
    longitude: float

`,
  typescript: `type Kind = "open" | "closed";

/** Where it is. */
interface Place {
  latitude: number;
  longitude: number;
}

`,
};

/** A module of about `lines` lines. */
export function moduleText(language: "python" | "typescript", lines: number): string {
  const each = language === "python" ? python : typescript;
  const perTool = each(0).split("\n").length - 1;
  const tools = Math.max(1, Math.round((lines - heads[language].split("\n").length) / perTool));
  return heads[language] + Array.from({ length: tools }, (_, index) => each(index)).join("");
}

/** The same module after a one-line edit in the middle; `edit` makes each edit another. */
export function edited(text: string, edit: number): string {
  const lines = text.split("\n");
  const middle = Math.floor(lines.length / 2);
  const at = lines.findIndex((line, index) => index >= middle && /found(\.append|\.push)/.test(line));
  lines[at] =
    `${lines[at]?.replace(/\s*(#|\/\/) edit.*/, "")}${text.includes("def find_0") ? "  #" : " //"} edit ${edit}`;
  return lines.join("\n");
}
