// Turns what the bundler complains about into diagnostics: at the author's own import, with the next thing to type.

import type { Location, Message } from "esbuild";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearest } from "../diagnostics/nearest.ts";
import type { Span } from "../model/place.ts";
import { importPlace } from "./import-places.ts";
import { OWN, SDK, SDK_NAMES } from "./module-kinds.ts";
import type { ModuleTrail } from "./module-trail.ts";
import { NestedTooDeeply } from "./nesting.ts";
import { isUnresolved, type Unresolved } from "./unresolved.ts";

/** The diagnostic for one message of the bundler's. */
export async function faultOfMessage(message: Message, trail: ModuleTrail): Promise<Diagnostic> {
  if (message.detail instanceof NestedTooDeeply)
    return gaveUpFault(message.detail.file, "its code is nested too deeply");
  const place = await placeOf(message.location, trail);
  const said = isUnresolved(message.detail)
    ? sayUnresolved(message.detail, place.file, trail)
    : (sayMissingName(message) ?? sayUnbundled(message, place));
  return { code: "HAFT606", severity: "error", ...said, ...place };
}

/** HAFT102: the bundler, or the check before it, gave up. */
export function gaveUpFault(file: string, why: string): Diagnostic {
  return {
    code: "HAFT102",
    severity: "error",
    message: `the bundler gave up on \`${file}\`: ${why}`,
    hint: "look for code that is nested very deeply, in the file or in what it imports, and split it",
    file,
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 1,
  };
}

interface Said {
  readonly message: string;
  readonly hint: string;
}

function sayUnresolved({ reason, specifier }: Unresolved, file: string, trail: ModuleTrail): Said {
  const name = packageOf(specifier);
  switch (reason) {
    case "sibling":
      return saySibling(specifier, file, trail);
    case "package":
      return { message: `the import \`${specifier}\` does not resolve`, hint: installHint(specifier, name) };
    case "no-environment":
      return {
        message: `the import \`${specifier}\` does not resolve: this toolset has no package environment, so that only Node's own modules and \`zod\` are there`,
        hint: `in a project, type \`npm install ${name}\`; on a server, choose an environment that has \`${name}\` in the toolset's settings (\`--environment NAME=DIR\` declares one)`,
      };
    case "outside-only":
      return {
        message: `the import \`${specifier}\` exists only outside the sandbox; a tool cannot use it`,
        hint: `inside a tool \`haft\` offers ${SDK_NAMES.map((each) => `\`${each}\``).join(", ")}, and the type \`ToolContext\``,
      };
    case "address":
      return {
        message: `the import \`${specifier}\` is an address; nothing is downloaded when a tool is bundled`,
        hint: "install the package with `npm install` and import it by its name, or copy the module into the folder",
      };
  }
}

function saySibling(specifier: string, file: string, trail: ModuleTrail): Said {
  const others = trail.siblings().filter((name) => name !== file && /\.([cm]?[jt]sx?|json)$/.test(name));
  const near = nearest(
    specifier.replace(/^(\.\/)+/, ""),
    others.flatMap((name) => [name, name.replace(/\.\w+$/, "")]),
  );
  const found = others.find((name) => name === near || name.replace(/\.\w+$/, "") === near);
  const message = `the import \`${specifier}\` does not resolve: no such module is in the folder of \`${trail.file}\``;
  if (found !== undefined) return { message, hint: `did you mean \`./${found}\`?` };
  if (specifier.startsWith("..") || specifier.startsWith("/")) {
    return { message, hint: "only modules of the same folder can be imported; move the module there" };
  }
  return { message, hint: `add \`${specifier.replace(/^\.\//, "")}\` to the folder, or remove the import` };
}

function installHint(specifier: string, name: string): string {
  if (specifier === name) return `type \`npm install ${name}\``;
  return `type \`npm install ${name}\`; if it is installed, its \`exports\` do not offer \`${specifier.slice(name.length)}\``;
}

/** `@scope/name` or `name` of a specifier. */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** A name that the imported module does not export. */
function sayMissingName(message: Message): Said | undefined {
  const found =
    /^No matching export in "(?<module>.*)" for import "(?<name>.*)"$/.exec(message.text) ??
    /^Import "(?<name>.*)" will always be undefined because there is no matching export in "(?<module>.*)"$/.exec(
      message.text,
    );
  if (found?.groups === undefined) return undefined;
  const { module = "", name = "" } = found.groups;
  if (module.startsWith(`${SDK}:`)) {
    const near = nearest(name, SDK_NAMES);
    const all = SDK_NAMES.map((each) => `\`${each}\``).join(", ");
    return {
      message: `\`${module.slice(SDK.length + 1)}\` has no \`${name}\` inside a tool: it exists only outside the sandbox, or not at all`,
      hint: near === undefined ? `a tool can import ${all}, and the type \`ToolContext\`` : `did you mean \`${near}\`?`,
    };
  }
  const shown = module.startsWith(`${OWN}:`)
    ? `./${module.slice(OWN.length + 1)}`
    : module.replace(/^.*node_modules\//, "");
  return {
    message: `\`${shown}\` has no export named \`${name}\``,
    hint: `export \`${name}\` there, or import a name that it exports`,
  };
}

/** Everything else: code that does not parse, files no loader knows, a package's own missing import. */
function sayUnbundled(message: Message, place: { readonly file: string }): Said {
  const packageFile = /node_modules\/(?<path>.+)$/.exec(message.location?.file ?? "")?.groups?.path;
  if (packageFile !== undefined) return sayPackage(message.text, packageFile);
  const unknown = /^No loader is configured for "(?<ending>.*)" files: (?<path>.*)$/.exec(message.text)?.groups;
  const found = unknown === undefined ? message.text : `its import is a file of kind \`${unknown.ending}\``;
  return {
    message: `\`${place.file}\` cannot be bundled: ${found}`,
    hint: "correct the module; only JavaScript, TypeScript, JSON and text can be bundled",
  };
}

function sayPackage(text: string, file: string): Said {
  const name = packageOf(file);
  const missing = /^Could not resolve "(?<specifier>.*)"$/.exec(text)?.groups?.specifier;
  if (missing !== undefined) {
    return {
      message: `\`${name}\` cannot be bundled: it imports \`${missing}\`, which does not resolve`,
      hint: `type \`npm install ${packageOf(missing)}\``,
    };
  }
  const unknown = /^No loader is configured for ".*" files: (?:.*node_modules\/)?(?<path>.*)$/.exec(text)?.groups?.path;
  const found = unknown === undefined ? `in \`${file}\`: ${text}` : `it needs \`${unknown}\``;
  return {
    message: `\`${name}\` cannot be bundled: ${found}`,
    hint: `use another package than \`${name}\`, or do that part outside the tool: only JavaScript, TypeScript, JSON and text can be bundled`,
  };
}

/** In the author's own module where there is one, else at the author's import that led there. */
async function placeOf(location: Location | null, trail: ModuleTrail): Promise<{ readonly file: string } & Span> {
  const own = location?.file.startsWith(`${OWN}:`) === true;
  const name = own ? location.file.slice(OWN.length + 1) : location?.file;
  if (own && name !== undefined && trail.text(name) !== undefined) {
    const start = columnOf(location.lineText, location.column);
    const end = columnOf(location.lineText, location.column + location.length);
    return { file: name, line: location.line, column: start, endLine: location.line, endColumn: Math.max(end, start) };
  }
  const cause = name === undefined ? undefined : trail.causeEndingWith(name);
  const file = cause?.file ?? trail.file;
  return { file, ...(await importPlace(trail.text(file) ?? "", cause?.specifier ?? "")) };
}

/** The 1-based UTF-16 column of a byte offset in a line. */
function columnOf(line: string, bytes: number): number {
  return Buffer.from(line).subarray(0, bytes).toString().length + 1;
}
