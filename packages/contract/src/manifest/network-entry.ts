// One entry of a `network` list: a host, with or without a wildcard and a port, or a config key that holds a URL.

const HOST = /^(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:\d{1,5})?$/i;
const ADDRESS = /^\[[0-9a-f:.]+\](:\d{1,5})?$/i;
const CONFIG = /^\{\{\s*config\.([A-Za-z0-9_]+)\s*\}\}$/;

/** The config key that an entry names, if it is one. */
export function configKeyOf(entry: string): string | undefined {
  return CONFIG.exec(entry)?.[1];
}

/** Why an entry is no host, as the end of a sentence, or undefined if it is one. */
export function networkEntryFault(entry: string): string | undefined {
  if (configKeyOf(entry) !== undefined) return undefined;
  if (/^[a-z]+:\/\//i.test(entry)) {
    const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(entry)?.[1] ?? "";
    return `is an address; write the host alone: "${host}"`;
  }
  if (entry === "*") return 'means every host; name the hosts, for example "api.example.com" or "*.example.com"';
  if (!HOST.test(entry) && !ADDRESS.test(entry)) {
    return 'is no host; write for example "api.example.com", "*.example.com:8443" or "{{config.api_url}}"';
  }
  const port = /:(\d+)$/.exec(entry)?.[1];
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535))
    return `has the port ${port}; ports are 1 to 65535`;
  return undefined;
}
