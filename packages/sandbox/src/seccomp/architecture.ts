// The processor architectures that a filter can be assembled for.

import type { SyscallTable } from "./syscall-table.ts";
import { ARM64_SYSCALLS } from "./syscalls-arm64.ts";
import { X64_SYSCALLS } from "./syscalls-x64.ts";

/** One architecture, as the kernel names it to a filter. */
export interface Architecture {
  readonly name: "x64" | "arm64";
  /** `AUDIT_ARCH_…`, the value that a filter sees. */
  readonly audit: number;
  readonly syscalls: SyscallTable;
}

/** Every architecture with a filter, by Node's name for it. */
export const ARCHITECTURES: Readonly<Record<"x64" | "arm64", Architecture>> = {
  x64: { name: "x64", audit: 0xc000003e, syscalls: X64_SYSCALLS },
  arm64: { name: "arm64", audit: 0xc00000b7, syscalls: ARM64_SYSCALLS },
};

/** The architecture of this machine, or undefined where there is no filter for it. */
export function hostArchitecture(arch: string = process.arch): Architecture | undefined {
  return arch === "x64" || arch === "arm64" ? ARCHITECTURES[arch] : undefined;
}
