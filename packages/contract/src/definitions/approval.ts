// Whether a person must approve a call, as a definition asks for it.

import type { DefinitionMessage } from "@haft/sdk/wire";
import type { ApprovalDemand } from "../descriptor/tool-descriptor.ts";
import { nearest } from "../diagnostics/nearest.ts";
import type { Faults } from "./faults.ts";
import { findField, showFound } from "./found.ts";
import { isRecord } from "./message-shape.ts";

const PARTS = ["required", "reason", "onDenied"] as const;

/** `true`, a reason, or the object. A definition that requires approval fails its run on a denial unless it says otherwise. */
export function readApproval(message: DefinitionMessage, faults: Faults): ApprovalDemand | undefined {
  const found = findField(message, "approval");
  if (found.kind === "data") {
    const { value } = found;
    if (value === true) return { required: true, onDenied: "fail" };
    if (typeof value === "string" && value.trim() !== "") return { required: true, reason: value, onDenied: "fail" };
    if (isRecord(value)) return readObject(value, faults);
  }
  faults.add({
    field: "approval",
    isMissing: found.kind === "missing",
    message: `${faults.subject} ${found.kind === "missing" ? "does not say whether it needs `approval`" : `has ${showFound(found)} as its \`approval\``}`,
    hint: 'add `approval: { required: false }`, or `approval: { required: true, reason: "…" }` to hold each call for a person',
  });
  return undefined;
}

function readObject(value: Readonly<Record<string, unknown>>, faults: Faults): ApprovalDemand | undefined {
  const wrong = [
    ...(typeof value.required === "boolean" ? [] : [["required", "`true` or `false`"] as const]),
    ...(value.reason === undefined || typeof value.reason === "string" ? [] : [["reason", "a text"] as const]),
    ...(value.onDenied === undefined || value.onDenied === "continue" || value.onDenied === "fail"
      ? []
      : [["onDenied", '`"continue"` or `"fail"`'] as const]),
  ];
  for (const [part, wanted] of wrong) {
    const shown = value[part] === undefined ? "is missing" : `is ${showFound({ kind: "data", value: value[part] })}`;
    faults.add({
      field: "approval",
      path: `.${part}`,
      message: `the \`approval.${part}\` of ${faults.subject} ${shown}`,
      hint: `it must be ${wanted}`,
    });
  }
  const unknown = Object.keys(value).filter((part) => !PARTS.some((known) => known === part));
  for (const part of unknown) {
    const near = nearest(part, PARTS);
    faults.add({
      field: "approval",
      path: `.${part}`,
      message: `the \`approval\` of ${faults.subject} has a part \`${part.slice(0, 100)}\`, which no approval has`,
      hint: near === undefined ? "its parts are `required`, `reason` and `onDenied`" : `did you mean \`${near}\`?`,
    });
  }
  return wrong.length > 0 || unknown.length > 0 ? undefined : demandOf(value);
}

function demandOf({ required, reason, onDenied }: Readonly<Record<string, unknown>>): ApprovalDemand {
  const end = onDenied === "continue" || onDenied === "fail" ? onDenied : required === true ? "fail" : undefined;
  return {
    required: required === true,
    ...(typeof reason === "string" ? { reason } : {}),
    ...(end === undefined ? {} : { onDenied: end }),
  };
}
