import type { CommandResult } from '../served-cluster.ts';

/** The words of a command with `-v=8` behind its name, where they say nothing of how much is told. */
export function tellingWords(words: readonly string[]): readonly string[] {
  const [first = '', ...rest] = words;
  return first.startsWith('-') || words.some((word) => word.startsWith('-v')) ? words : [first, '-v=8', ...rest];
}

const BODY = /"Request Body" body=(?:<\n([\s\S]*?)\n >|(".*"))$/;
const REQUEST = /"Request" verb="(\w+)" url="https?:\/\/[^/]+([^"]*)" headers=<\n([\s\S]*?)\n >/;
/** What stands in for a body that is no JSON. */
const PACKED = 'protobuf';

/**
 * What a command that was told to tell it has sent, a line each: verb, address, what it accepts and the body. Discovery, which
 * each of two remembers for itself, is left out, and so is what is random.
 */
export function requestsOf({ stderr }: CommandResult): readonly string[] {
  const lines: string[] = [];
  let body = '';
  for (const entry of stderr.split(/^(?=[IWE]\d{4} )/m)) {
    const found = BODY.exec(entry.trimEnd());
    if (found !== null) body = bodyText(found[1]?.replace(/^\t/gm, ''), found[2]);
    const [, verb, address = '', headers = ''] = REQUEST.exec(entry) ?? [];
    if (verb === undefined || /^\/apis?\?timeout=/.test(address)) continue;
    lines.push(settled(`${verb} ${address} ${acceptOf(headers)} ${body}`));
  }
  return lines;
}

/** The same, but for what a body in protobuf leaves unsaid. */
export function sameRequests(ours: readonly string[], theirs: readonly string[]): boolean {
  return (
    ours.length === theirs.length &&
    theirs.every((line, at) => {
      const other = ours[at] ?? '';
      return line === other || (line.endsWith(` ${PACKED}`) && other.startsWith(line.split(' ', 2).join(' ')));
    })
  );
}

function bodyText(block: string | undefined, quoted: string | undefined): string {
  const text = block ?? (JSON.parse(quoted ?? '""') as string);
  if (text.startsWith('00000000 ')) return PACKED;
  try {
    return JSON.stringify(sorted(JSON.parse(text)));
  } catch {
    return text;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([key, each]) => [key, sorted(each)]);
}

/** Protobuf is asked for by typed clients, and any kind by the older ones. */
const acceptOf = (headers: string): string =>
  (/Accept: (.*)/.exec(headers)?.[1] ?? '').replace('application/vnd.kubernetes.protobuf,', '').replace(', */*', '');

function settled(line: string): string {
  return line
    .replaceAll('theirs', 'ours')
    .replace(/timeoutSeconds=\d+/, 'timeoutSeconds=N')
    .replace(/resourceVersion=\d+/, 'resourceVersion=N')
    .replace(/"resourceVersion","\d+"/g, '"resourceVersion","N"')
    .replace(/continue=[^& ]*/, 'continue=C')
    .replace(/fieldSelector=([^& ]*)/, (_, terms: string) => decodeURIComponent(terms).split(',').sort().join(','))
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'UID')
    .replace(/"\d{4}-\d\d-\d\dT[^"]*Z"/g, '"TIME"')
    .replace(/hash=\w+/, 'hash=H')
    .replace(/debugger-\w{5}/g, 'debugger-X');
}
