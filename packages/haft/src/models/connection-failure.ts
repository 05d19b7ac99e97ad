// A provider that could not be reached, by what the system says of the connection.

import type { Asked } from "./asked.ts";
import { type Failure, lasting, passing } from "./failure.ts";

/** What is said of each code of the system. */
const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "the name of the host could not be looked up",
  ECONNRESET: "the connection was closed before it answered",
  EPIPE: "the connection was closed before it answered",
  EPROTO: "it does not speak TLS, as http:// addresses do not",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS, as http:// addresses do not",
  ETIMEDOUT: "it did not answer",
};

/** The failure to reach an address. Only a certificate that nobody trusts stays as it is. */
export function connectionFailure(cause: unknown, { provider, name, shownUrl }: Asked): Failure {
  const code = codeOf(cause);
  const message = `${provider}/${name} could not be reached at ${shownUrl}`;
  if (/CERT|SELF_SIGNED|UNABLE_TO/.test(code))
    return lasting(
      "model_unreachable",
      `${message}: its certificate is not trusted (${code})`,
      "name the file of its authority in NODE_EXTRA_CA_CERTS",
    );
  const spoken = code.startsWith("HPE_") ? "it does not speak HTTP" : WORDS[code];
  const words = spoken ?? (code === "" ? "the connection failed" : code);
  return passing("model_unreachable", `${message}: ${words}`, {
    hint: "look at the model's base URL and at the network",
  });
}

/** The code of an error, or of what caused it. */
function codeOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return "";
  const code: unknown = Reflect.get(error, "code");
  return typeof code === "string" ? code : codeOf(error.cause, depth + 1);
}
