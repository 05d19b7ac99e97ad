// A tenant's policies, ready to be held against calls.

import { type Condition, compileCondition } from "./condition.ts";
import type { Policy, PolicyBook } from "./policy.ts";

/** One enabled policy; its condition is null where it has none: then it always applies. */
export interface CompiledPolicy {
  readonly policy: Policy;
  readonly condition: Condition | null;
}

/** The enabled policies at one revision. */
export interface CompiledBook {
  readonly revision: number;
  readonly policies: readonly CompiledPolicy[];
}

/** A policy with its condition compiled. A condition that does not compile, which no save lets through, has no truth. */
export async function compilePolicy(policy: Policy): Promise<CompiledPolicy> {
  if (policy.when === undefined) return { policy, condition: null };
  const compiled = await compileCondition(policy.when);
  if (compiled.ok) return { policy, condition: compiled.condition };
  const failed = { failed: compiled.message };
  return { policy, condition: () => failed };
}

const books = new WeakMap<PolicyBook, Promise<CompiledBook>>();

/** Compiles the enabled policies of a book, the same book once. Loads CEL only where one of them has a condition. */
export function compilePolicies(book: PolicyBook): Promise<CompiledBook> {
  let compiled = books.get(book);
  if (compiled === undefined) {
    compiled = compileAll(book);
    books.set(book, compiled);
  }
  return compiled;
}

async function compileAll({ revision, policies }: PolicyBook): Promise<CompiledBook> {
  const enabled = policies.filter((policy) => policy.enabled);
  return { revision, policies: await Promise.all(enabled.map(compilePolicy)) };
}
