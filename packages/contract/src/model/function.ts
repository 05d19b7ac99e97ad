// The declarations of a module that matter to a contract, as frozen data: what the readers of both languages make.

import type { Json } from "@haft/sdk/wire";
import type { DocModel } from "./doc.ts";
import type { Span } from "./place.ts";
import type { DefaultValue, TypeNode } from "./type.ts";

/** A problem that a language's reader found itself, because it needs the language to see it. */
export interface Fault {
  readonly code: string;
  readonly span: Span;
  readonly message: string;
  readonly hint?: string;
  readonly tool?: string;
  readonly parameter?: string;
}

/** A value written as an option. `literal` false: not a literal (503); `text` is the source. */
export type OptionValue =
  | { readonly literal: true; readonly value: Json; readonly text: string }
  | { readonly literal: false; readonly text: string };

/** An option as written: of a decorator, a `tool(fn, {…})` statement, or a `resumes`. */
export interface OptionModel {
  /** As the author wrote it: `timeout_seconds`, `timeoutSeconds`; `*` for a positional argument, `**` for a spread. */
  readonly name: string;
  readonly value: OptionValue;
  readonly span: Span;
}

/** A parameter of a tool that the model supplies. `ctx`, `this` and the receiver are not here. */
export interface ParameterModel {
  readonly name: string;
  /** The name (for a destructured one, the property in the pattern). */
  readonly span: Span;
  /** How it is passed. `field`: a property of the one destructured object parameter. */
  readonly passing: "positional" | "keyword" | "field";
  /** Variadic parameters are 303, and nothing else is checked of them. */
  readonly variadic: boolean;
  /** Absent where none was written and none can be had (301). */
  readonly type?: TypeNode;
  /** Written as optional without a default: `?`, `| undefined`, `@default`. */
  readonly optional: boolean;
  readonly default?: DefaultValue;
  /** The default must be passed explicitly at the call (`x: int = Field(10)`). */
  readonly passDefault: boolean;
  /** Text from the type side: the property's comment, `Annotated[T, "text"]`, `Doc`, `Field(description=…)`. `""` where one was written and is empty. */
  readonly description?: string;
  readonly deprecated?: boolean;
}

/** A call of a yield helper in a function's own body. */
export interface HelperCall {
  /** As the author wrote it: `ask_user`, `ctx.sleep_for`, `pause`. */
  readonly text: string;
  /** The helper's own name: `askUser` or `ask_user`. */
  readonly helper: string;
  readonly span: Span;
  /** Its value is dropped: an expression statement, not returned, assigned or passed on (408). */
  readonly dropped: boolean;
}

/** A function as the reader found it: a tool, or a companion. */
export interface FunctionModel {
  /** Its name in the source. */
  readonly name: string;
  /** The name that the tool has unless an option says otherwise (TypeScript: the export's; empty for an anonymous default export). */
  readonly toolName: string;
  /** TypeScript: the export's name (`default` for a default export). */
  readonly exportName?: string;
  /** The `def` or `export` (of overloads the first): where the function's own faults are placed. */
  readonly span: Span;
  /** 1-based line of the end of the body. */
  readonly endLine: number;
  readonly isAsync: boolean;
  readonly form: "strict" | "plnt";
  readonly options: readonly OptionModel[];
  readonly doc?: DocModel;
  readonly parameters: readonly ParameterModel[];
  /** Where the context goes; absent: it takes none. `index` among all parameters passed by place. */
  /** `name`: what the author calls it, where that is not `ctx`; documentation for it is no fault. */
  readonly context?: { readonly passing: "positional" | "keyword"; readonly index: number; readonly name?: string };
  /** The return type without `Promise` and `async`; absent: none was written (TypeScript: inferred by the checker). */
  readonly returns?: TypeNode;
  readonly helperCalls: readonly HelperCall[];
  /** A signature that no schema can describe (304): ends all other checks of the function. */
  readonly signatureFault?: Fault;
}

/** One `resumes`. */
export interface ResumesModel {
  /** Where it stands. */
  readonly span: Span;
  /** What it names, if that is a plain name (402 where absent). */
  readonly target?: string;
  /** Where the target's definition stands after the companion (Python, 406). */
  readonly aboveTarget: boolean;
  readonly options: readonly OptionModel[];
  /** The companion; `name` is absent where it was written in place. */
  readonly companion: {
    readonly name?: string;
    readonly span: Span;
    readonly isAsync: boolean;
    /** Parameter names in order, context included. */
    readonly parameters: readonly string[];
    /** Where it cannot be called with `(payload, meta, ctx?)`, what is wrong, to go on after its name: `takes no parameters` (404). */
    readonly parameterFault?: string;
    readonly takesContext: boolean;
    readonly returns?: TypeNode;
    readonly helperCalls: readonly HelperCall[];
  };
}

/** Options set from outside a function: TypeScript's `tool(fn, {…})`. Merged into `FunctionModel.options` by the reader; left here: what could not be (504). */
export interface StrayOptions {
  readonly span: Span;
  /** What it names, as written. */
  readonly target: string;
  readonly reason: "not-a-tool" | "twice";
}

/** Everything a language's reader found in one module. */
export interface ModuleModel {
  readonly tools: readonly FunctionModel[];
  readonly resumes: readonly ResumesModel[];
  readonly strayOptions: readonly StrayOptions[];
  /** Faults of the language's own: 101, 102, 103 and the like, ready to be reported. */
  readonly faults: readonly Fault[];
  /** Names of every function in the module that could be meant as a tool, for "nearest name" hints. */
  readonly names: readonly string[];
}
