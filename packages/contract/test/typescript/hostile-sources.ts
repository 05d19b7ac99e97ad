// Sources that are made to keep a compiler busy: each is small to write and endless, or nearly so, to work out.
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: template literal types are what is read

const doc = "/** Take it. Use when it is given.\n * @param a - What. */\n";

function taking(type: string, before = ""): string {
  return `${before}\n${doc}export function take(a: ${type}): void {}\n`;
}

function repeated(count: number, part: (index: number) => string, separator = ""): string {
  return Array.from({ length: count }, (_, index) => part(index)).join(separator);
}

const digits = `"0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9"`;

const sources: Readonly<Record<string, string>> = {
  "a conditional type that doubles at every step": taking(
    "Grow<[]>",
    "type Grow<T extends unknown[]> = T['length'] extends 40 ? T : Grow<[...T, 0]> | Grow<[...T, 1]>;",
  ),
  "a conditional type that never ends": taking("Loop<0>", "type Loop<T> = T extends infer U ? Loop<[U]> : never;"),
  "a template literal type of a million texts": taking("`${D}${D}${D}${D}${D}${D}`", `type D = ${digits};`),
  "a template literal type that recurses over a text": taking(
    `Split<"${"ab".repeat(2_000)}">`,
    "type Split<T extends string> = T extends `${infer A}${infer B}` ? [A, ...Split<B>] : [];",
  ),
  "an intersection of many unions": taking(
    repeated(24, (index) => `(${repeated(6, (one) => `{ k${index}: ${one} }`, " | ")})`, " & "),
  ),
  "a tuple of 10,000 elements": taking(`[${repeated(10_000, (index) => (index % 2 ? "string" : "number"), ", ")}]`),
  "a tuple that is spread until it is too large": taking(
    "Ten",
    `type One = [${repeated(100, () => "1", ", ")}]; type Two = [...One, ...One, ...One, ...One, ...One, ...One, ...One, ...One, ...One, ...One]; type Ten = [...Two, ...Two, ...Two, ...Two, ...Two, ...Two, ...Two, ...Two, ...Two, ...Two, ...Two];`,
  ),
  "a generic that grows for ever": taking("Nest<string>", "interface Nest<T> { value: T; next: Nest<T[]> }"),
  "a generic that doubles for ever": taking(
    "Nest<string>",
    "interface Nest<T> { left: Nest<[T, 1]>; right: Nest<[T, 2]>; up: Nest<[T, 3]> }",
  ),
  "a mapped type over a product of names": taking(
    "{ [K in `${D}${D}${D}${D}`]: { [L in `${D}${D}${D}`]: K } }",
    `type D = ${digits};`,
  ),
  "types of doubling size": taking(
    "T30",
    `type T0 = { a: string };${repeated(30, (index) => `type T${index + 1} = { l: T${index}; r: T${index} };`)}`,
  ),
  "generics of doubling size": taking(
    "P<P<P<P<P<P<P<P<P<P<P<P<P<P<P<P<P<P<P<P<string>>>>>>>>>>>>>>>>>>>>",
    "type P<T> = { l: T; r: { x: T } };",
  ),
  "a union of 20,000 literals": taking(repeated(20_000, (index) => `"v${index}"`, " | ")),
  "a type nested 3,000 deep": taking(`${"{ a: ".repeat(3_000)}string${" }".repeat(3_000)}`),
  "an array type nested 5,000 deep": taking(`string${"[]".repeat(5_000)}`),
  "parentheses nested 20,000 deep": taking(`${"(".repeat(20_000)}string${")".repeat(20_000)}`),
  "a list of nearly 1 MiB as a default": `${doc}export function take(a = [${repeated(120_000, (index) => String(index % 10), ", ")}]): void {}`,
  "a list of nearly 1 MiB of texts as a constant": `const list = [${repeated(40_000, (index) => `"v${index}"`, ", ")}] as const;\n${taking("(typeof list)[number]")}`,
  "an expression of 5,000 terms as a default": `${doc}export function take(a = ${repeated(5_000, (index) => String(index), " + ")}): void {}`,
  "a text of 5,000 parts as a default": `${doc}export function take(a = ${repeated(5_000, () => '"x"', " + ")}): void {}`,
  "a number of 5,000 digits as a default": `${doc}export function take(a = ${"9".repeat(5_000)}): void {}`,
  "a default nested 3,000 deep": `${doc}export function take(a = ${"[".repeat(3_000)}1${"]".repeat(3_000)}): void {}`,
  "constants that lead to each other": `${repeated(1_000, (index) => `const c${index} = [c${index + 1}, c${index + 1}];`)}\n${doc}export function take(a = c0): void {}`,
  "a body of 20,000 calls without a return type": `${doc}export function take(a: string) { ${repeated(20_000, () => "a.trim();")} return a; }`,
  "functions whose results lead to each other": `${repeated(400, (index) => `function f${index}() { return [f${index + 1}(), f${index + 1}()]; }`)}function f400() { return 1; }\n${doc}export function take(a = f0()): void {}`,
  "an overloaded call of many generics": taking(
    "ReturnType<typeof pipe>",
    `declare function pipe<${repeated(40, (index) => `T${index}`, ", ")}>(${repeated(40, (index) => `a${index}: (x: T${index}) => T${(index + 1) % 40}`, ", ")}): [${repeated(40, (index) => `T${index}`, ", ")}];`,
  ),
  "a comment of nearly 1 MiB": `/**${"\n * Use when @param a - b @minimum 1 [x](y) {@link z} ".repeat(15_000)}\n */\nexport function take(a: number): void {}`,
  "a comment of open brackets": `/** Take it. Use when it is.\n * @param ${"[".repeat(100_000)}\n * @param {${"{".repeat(100_000)}\n */\nexport function take(a: number): void {}`,
  "an alias that is itself": taking("A", "type A = B; type B = A;"),
  "an interface that extends itself": taking(
    "A",
    "interface A extends B { a: string } interface B extends A { b: string }",
  ),
  "a constant whose type is itself": taking("typeof a0", "const a0 = { get self() { return a0; } };"),
  "an enum of 20,000 members": taking("E", `enum E { ${repeated(20_000, (index) => `M${index}`, ", ")} }`),
  "an interface of 5,000 bases": taking(
    "Last",
    `${repeated(5_000, (index) => `interface I${index} ${index ? `extends I${index - 1}` : ""} { p${index}: string }`, "\n")}\ninterface Last extends I4999 {}`,
  ),
  "a hundred comments on one line": `${"/* x */ ".repeat(30_000)}x;\n/** Take it. Use when it is.\n * @param a - A. */ export function take(a: string): void {}`,
  "a comment of a million spaces": `/** Take it.${" ".repeat(900_000)}Use when it is.\n * @param a - A. @minLength ${"1".repeat(50_000)}x */\nexport function take(a: string): void {}`,
};

/** What comes of those that do not end in HAFT102. */
const others: Readonly<Record<string, string>> = {
  "a tuple of 10,000 elements": "take",
  "types of doubling size": "take",
  "a union of 20,000 literals": "take",
  "a list of nearly 1 MiB as a default": "take",
  "an expression of 5,000 terms as a default": "take",
  "a text of 5,000 parts as a default": "take",
  "a number of 5,000 digits as a default": "take",
  "a body of 20,000 calls without a return type": "take",
  "an overloaded call of many generics": "take",
  "a comment of nearly 1 MiB": "HAFT202",
  "a comment of open brackets": "HAFT204",
  "an alias that is itself": "HAFT308",
  "an interface that extends itself": "take",
  "a constant whose type is itself": "take",
  "an enum of 20,000 members": "take",
  "a hundred comments on one line": "take",
  "a comment of a million spaces": "HAFT310",
};

/** Those that only the end of the thread ends. */
const endless = [
  "a conditional type that doubles at every step",
  "a default nested 3,000 deep",
  "an interface of 5,000 bases",
];

/** One source, and what comes of it: the tool, or the code of the first error. */
export interface HostileSource {
  readonly text: string;
  readonly outcome: string;
  readonly isEndless: boolean;
}

/** The sources, by what makes them hard. */
export const hostileSources: Readonly<Record<string, HostileSource>> = Object.fromEntries(
  Object.entries(sources).map(([title, text]) => [
    title,
    { text, outcome: others[title] ?? "HAFT102", isEndless: endless.includes(title) },
  ]),
);
