// What options mean: their names in both languages and the values that they take.

import type { Json } from "@haft/sdk/wire";
import type { Annotations, ApprovalDemand, Language } from "../descriptor/tool-descriptor.ts";
import { isJsonObject } from "../validation/json-object.ts";

/** The options of one tool, understood. */
export interface ToolOptions {
  readonly name?: string;
  readonly description?: string;
  readonly timeoutSeconds?: number;
  readonly capabilities?: readonly string[];
  readonly approval?: ApprovalDemand;
  readonly annotations: Annotations;
}

/** What an option's value is, or what it should be: the end of "… is not …". */
type OptionReading =
  | { readonly options: Partial<ToolOptions> }
  | { readonly expected: string; readonly example: string };

/** One option. */
export interface OptionKind {
  readonly python: string;
  readonly typescript: string;
  readonly read: (value: Json, language: Language) => OptionReading;
}

/** The longest time that one phase of a call may take, in seconds. */
export const LONGEST_TIMEOUT = 300;

function text(key: "name" | "description"): OptionKind["read"] {
  return (value) =>
    typeof value === "string" && value.trim() !== ""
      ? { options: { [key]: value } }
      : { expected: "a text that says something", example: '"…"' };
}

function truth(key: keyof Annotations, python: string): OptionKind {
  const read = (value: Json, language: Language): OptionReading =>
    typeof value === "boolean"
      ? { options: { annotations: { [key]: value } } }
      : {
          expected: language === "python" ? "`True` or `False`" : "`true` or `false`",
          example: language === "python" ? "True" : "true",
        };
  return { python, typescript: key, read };
}

const readTitle: OptionKind["read"] = (value) =>
  typeof value === "string" && value.trim() !== ""
    ? { options: { annotations: { title: value } } }
    : { expected: "a text that says something", example: '"…"' };

const readTimeout: OptionKind["read"] = (value) =>
  typeof value === "number" && value > 0 && value <= LONGEST_TIMEOUT
    ? { options: { timeoutSeconds: value } }
    : { expected: `a number above 0 and at most ${LONGEST_TIMEOUT}`, example: String(LONGEST_TIMEOUT / 5) };

const readCapabilities: OptionKind["read"] = (value) => {
  const labels = Array.isArray(value) ? value : undefined;
  return labels?.every((label): label is string => typeof label === "string") === true
    ? { options: { capabilities: labels } }
    : {
        expected: "a list of texts",
        example: typeof value === "string" ? `[${JSON.stringify(value)}]` : '["ticket:write"]',
      };
};

const readApproval: OptionKind["read"] = (value, language) => {
  const yes = language === "python" ? "True" : "true";
  const deniedName = language === "python" ? "on_denied" : "onDenied";
  const example = language === "python" ? '{"required": True, "reason": "…"}' : '{ required: true, reason: "…" }';
  const wrong = {
    expected: `\`${yes}\`, a reason, or an object with \`required\`, \`reason\` and \`${deniedName}\``,
    example,
  };
  if (typeof value === "boolean") return { options: { approval: { required: value } } };
  if (typeof value === "string")
    return value.trim() === "" ? wrong : { options: { approval: { required: true, reason: value } } };
  if (!isJsonObject(value) || typeof value.required !== "boolean") return wrong;
  const { required, reason, [deniedName]: onDenied, ...others } = value;
  if (Object.keys(others).length > 0 || (reason !== undefined && typeof reason !== "string")) return wrong;
  if (onDenied !== undefined && onDenied !== "continue" && onDenied !== "fail") return wrong;
  const approval: ApprovalDemand = {
    required,
    ...(reason === undefined ? {} : { reason }),
    ...(onDenied === undefined ? {} : { onDenied }),
  };
  return { options: { approval } };
};

/** Every option of a tool. */
export const TOOL_OPTIONS: readonly OptionKind[] = [
  { python: "name", typescript: "name", read: text("name") },
  { python: "description", typescript: "description", read: text("description") },
  { python: "timeout_seconds", typescript: "timeoutSeconds", read: readTimeout },
  { python: "capabilities", typescript: "capabilities", read: readCapabilities },
  { python: "approval", typescript: "approval", read: readApproval },
  truth("readOnly", "read_only"),
  truth("destructive", "destructive"),
  truth("idempotent", "idempotent"),
  truth("openWorld", "open_world"),
  { python: "title", typescript: "title", read: readTitle },
];
