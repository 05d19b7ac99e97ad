// A small interpreter of classic BPF, as the kernel runs a filter: for each system call one run over its description.

/** One system call as a filter sees it. */
export interface SyscallAttempt {
  readonly number: number;
  readonly audit: number;
  readonly arguments?: readonly bigint[];
}

/** What a filter answered. */
export type Answer = "allow" | { readonly errno: number };

const RETURN_ALLOW = 0x7fff0000;
const RETURN_ERRNO = 0x00050000;

function describe(attempt: SyscallAttempt): DataView {
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, attempt.number >>> 0, true);
  data.setUint32(4, attempt.audit >>> 0, true);
  (attempt.arguments ?? []).forEach((value, index) => {
    data.setBigUint64(16 + 8 * index, BigInt.asUintN(64, value), true);
  });
  return data;
}

/** Runs a program; throws for an instruction that the kernel would refuse. */
export function runFilter(program: Uint8Array, attempt: SyscallAttempt): Answer {
  const code = new DataView(program.buffer, program.byteOffset, program.byteLength);
  const data = describe(attempt);
  let accumulator = 0;
  for (let at = 0; at * 8 < program.length; at += 1) {
    const operation = code.getUint16(at * 8, true);
    const whenTrue = code.getUint8(at * 8 + 2);
    const whenFalse = code.getUint8(at * 8 + 3);
    const k = code.getUint32(at * 8 + 4, true);
    switch (operation) {
      case 0x20: // load a word of the description
        if (k % 4 !== 0 || k > 60) throw new Error(`instruction ${at} loads at ${k}`);
        accumulator = data.getUint32(k, true);
        break;
      case 0x54: // and
        accumulator = (accumulator & k) >>> 0;
        break;
      case 0x15: // jump if equal
        at += accumulator === k ? whenTrue : whenFalse;
        break;
      case 0x25: // jump if greater, unsigned
        at += accumulator > k ? whenTrue : whenFalse;
        break;
      case 0x05: // jump
        at += k;
        break;
      case 0x06: // return
        if (k === RETURN_ALLOW) return "allow";
        if ((k & 0xffff0000) === RETURN_ERRNO) return { errno: k & 0xffff };
        throw new Error(`instruction ${at} returns ${k.toString(16)}`);
      default:
        throw new Error(`instruction ${at} is ${operation.toString(16)}`);
    }
  }
  throw new Error("the program ran past its end");
}
