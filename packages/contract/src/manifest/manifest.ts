// A bundle's manifest as the rest of Haft sees it: parsed, with defaults, frozen.

/** A secret that a bundle wants. */
export interface DeclaredSecret {
  readonly name: string;
  readonly required: boolean;
  /** The value never enters the sandbox: the proxy puts it into requests to `hosts`. */
  readonly inject?: "egress";
  readonly hosts: readonly string[];
}

/** What `skill.toml` (or `haft.toml`) says. Names are the manifest's, in camelCase. */
export interface Manifest {
  /** The slug of the bundle. */
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** The tools that are offered to a model; none listed: none offered. */
  readonly tools: readonly string[];
  /** Default 20, 1 to 50. */
  readonly maxSteps: number;
  readonly requireTool?: string;
  readonly modelHint: "small" | "deep" | "auto";
  /** Seconds; default 30, at most 300. */
  readonly timeoutSeconds: number;
  /** Hosts asked for, with `{{config.key}}` where the install's config says which. */
  readonly network: readonly string[];
  readonly subprocess: boolean;
  /** A package environment of the operator's. */
  readonly environment?: string;
  readonly budget: { readonly tokens?: number; readonly wallSeconds?: number };
  readonly secrets: readonly DeclaredSecret[];
}
