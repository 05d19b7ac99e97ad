// What comes of things that must be refused: each is tried, and its error's name is told, or `allowed`.

/** libuv's synchronous way to connect, which the module `net` has no function for. */
interface TcpBinding {
  TCP: new (kind: number) => { connect(request: object, address: string, port: number): number; close(): void };
  TCPConnectWrap: new () => object;
  constants: { SOCKET: number };
}

function errorName(number: number): string {
  // biome-ignore lint/suspicious/noExplicitAny: `binding` has no type, and is the only synchronous way
  const uv = (process as any).binding("uv");
  return typeof uv.errname === "function" ? uv.errname(number) : String(number);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown";
}

/** A connection to an address that no machine has (RFC 5737). */
export function connection(): string {
  try {
    // biome-ignore lint/suspicious/noExplicitAny: `binding` has no type, and is the only synchronous way
    const binding: TcpBinding = (process as any).binding("tcp_wrap");
    const attempt = new binding.TCP(binding.constants.SOCKET);
    const code = attempt.connect(new binding.TCPConnectWrap(), "192.0.2.1", 9);
    attempt.close();
    return code === 0 ? "allowed" : errorName(code);
  } catch (error) {
    return codeOf(error);
  }
}

/** The list of network interfaces, which needs a netlink socket. */
export function interfaces(): string {
  try {
    process.getBuiltinModule("node:os").networkInterfaces();
    return "allowed";
  } catch (error) {
    return (
      /errno (?<name>\w+)|returned (?<text>.+)$/.exec(error instanceof Error ? error.message : "")?.groups?.name ??
      codeOf(error)
    );
  }
}
