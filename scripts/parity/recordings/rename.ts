import type { Recording } from './recording.ts';

/** A source of chance; the same source gives the same run. */
export type Chance = (below: number) => number;

function replaceAll(text: string, pattern: RegExp, replacement: (match: string) => string): string {
  const seen = new Map<string, string>();
  return text.replace(pattern, (match) => {
    const known = seen.get(match);
    if (known !== undefined) return known;
    const made = replacement(match);
    seen.set(match, made);
    return made;
  });
}

function characters(chance: Chance, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[chance(alphabet.length)]).join('');
}

function shuffled<T>(items: readonly T[], chance: Chance): readonly T[] {
  const list = [...items];
  for (let index = list.length - 1; index > 0; index -= 1) {
    const other = chance(index + 1);
    [list[index], list[other]] = [list[other] as T, list[index] as T];
  }
  return list;
}

/** Deals several sequences into one; each keeps its own order. */
function interleave<T>(items: readonly T[], streamOf: (item: T) => string, chance: Chance): readonly T[] {
  const streams = new Map<string, T[]>();
  for (const item of items) {
    const key = streamOf(item);
    streams.set(key, [...(streams.get(key) ?? []), item]);
  }
  const turns = shuffled(items.map(streamOf), chance);
  const next = new Map<string, number>();
  return turns.map((key) => {
    const place = next.get(key) ?? 0;
    next.set(key, place + 1);
    return streams.get(key)?.[place] as T;
  });
}

/**
 * The same story as another run would tell it: other generated names, uids, revisions, addresses, times and nodes, and
 * independent writers interleaved in another way. The store's revisions stay listed as they were made.
 */
export function retell(recording: Recording, generated: Iterable<string>, chance: Chance): Recording {
  let text = JSON.stringify(recording);
  const alphabet = 'bcdfghjklmnpqrstvwxz2456789';
  for (const name of generated) {
    const renamed = `${name.slice(0, -5)}${characters(chance, alphabet, 5)}`;
    text = text.replaceAll(name, renamed);
  }
  const hex = (length: number) => characters(chance, '0123456789abcdef', length);
  text = replaceAll(text, /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, () => {
    return [8, 4, 4, 4, 12].map(hex).join('-');
  });
  text = replaceAll(text, /\.18e9[0-9a-f]{12}/g, () => `.18ea${hex(12)}`);
  text = replaceAll(text, /kube-api-access-[a-z0-9]{5}/g, () => `kube-api-access-${characters(chance, alphabet, 5)}`);
  // Addresses keep their length: the columns of printed tables depend on it.
  const networks = shuffled(['3', '4', '5', '6', '7', '8'], chance);
  text = text.replace(/10\.244\.([345])\.(\d+)(?![\d/.])/g, (_, network: string, host: string) => {
    return `10.244.${networks[Number(network) - 3]}.${host}`;
  });
  const shift = 5000 + chance(1000);
  text = text.replace(
    /(resourceVersion\\?"\s*:\s*\\?")(\d+)/g,
    (_, key: string, rv: string) => key + (Number(rv) + shift),
  );
  text = text.replace(/("rv":")(\d+)/g, (_, key: string, rv: string) => key + (Number(rv) + shift));
  text = text.replace(/("(?:revision|createRevision)":)(\d+)/g, (_, key: string, rv: string) => {
    return key + (Number(rv) === 0 ? 0 : Number(rv) + shift);
  });
  text = text.replace(/2026-11-21T02:(\d\d)/g, (_, minute: string) => `2027-01-0${1 + (shift % 9)}T05:${minute}`);
  const nodes = shuffled(['worker-1', 'worker-2', 'worker-3'], chance);
  text = text.replace(/worker-([123])/g, (_, digit: string) => nodes[Number(digit) - 1] ?? '');
  const told = JSON.parse(text) as Recording;
  return {
    ...told,
    audit: interleave(told.audit, streamOfWrite, chance),
    watch: interleave(told.watch, (entry) => `${entry.resource}/${entry.ns}/${entry.name}`, chance),
  };
}

/** One writer's writes to one object, and its events about one object, keep their order. */
function streamOfWrite(entry: Recording['audit'][number]): string {
  const about = entry.resource.startsWith('events') ? entry.name.replace(/\.[0-9a-f]+$/, '') : entry.name;
  return `${entry.user} ${entry.resource} ${entry.namespace}/${about}`;
}
