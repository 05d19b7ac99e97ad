// Reading versions of toolsets.

import type { ToolsetVersion } from "@haft/engine/ports";
import { int, text } from "../database/row.ts";
import { get, type Row, type Work } from "../database/work.ts";

/** Plan: primary keys of toolsets and toolset_versions. */
const CURRENT = `
select v.* from toolsets t
join toolset_versions v on v.tenant = t.tenant and v.toolset = t.toolset and v.version = t.current
where t.tenant = :tenant and t.toolset = :toolset`;
/** Plan: primary key (tenant, toolset, version). */
const NUMBERED = `
select * from toolset_versions where tenant = :tenant and toolset = :toolset and version = :version`;
/** Plan: index toolset_versions_digest; the newest of equal ones. */
const DIGEST = `
select * from toolset_versions where tenant = :tenant and toolset = :toolset and digest = :digest
order by version desc limit 1`;

/** The current version, or the one named by its number or its digest; null if there is none. */
export function* readToolset(tenant: string, toolset: string, version?: string): Work<ToolsetVersion | null> {
  const row =
    version === undefined
      ? yield* get(CURRENT, { tenant, toolset })
      : /^[1-9][0-9]{0,14}$/.test(version)
        ? yield* get(NUMBERED, { tenant, toolset, version: Number(version) })
        : yield* get(DIGEST, { tenant, toolset, digest: version });
  return row === undefined ? null : toolsetVersion(row);
}

function toolsetVersion(row: Row): ToolsetVersion {
  return {
    toolset: text(row, "toolset"),
    version: String(int(row, "version")),
    digest: text(row, "digest"),
    language: text(row, "language"),
    source: text(row, "source"),
    built: text(row, "built"),
    savedBy: text(row, "saved_by"),
    savedAt: int(row, "saved_at"),
  };
}
