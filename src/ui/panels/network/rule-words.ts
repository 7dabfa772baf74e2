import type { Say } from '../../widgets/kit/words.ts';
import type { NetworkKey } from './strings.ts';

const QUOTED = /"(?:[^"\\]|\\.)*"|\S+/g;
const CONDITIONS: { readonly [option: string]: NetworkKey } = {
  '-s': 'c.s',
  '! -s': 'c.!s',
  '-d': 'c.d',
  '! -d': 'c.!d',
  '-i': 'c.i',
  '-o': 'c.o',
  '-p': 'c.p',
  '--dport': 'c.dport',
  '--sport': 'c.sport',
  '--ctstate': 'c.ctstate',
  '! --ctstate': 'c.!ctstate',
  '--mark': 'c.mark',
  '! --mark': 'c.!mark',
  '--dst-type': 'c.dst-type',
  '--src-type': 'c.src-type',
  '--probability': 'c.probability',
};
const VERDICTS = new Set(['ACCEPT', 'DROP', 'RETURN', 'REJECT', 'MASQUERADE']);

/** What a packet is: its flags are the same everywhere, of the rest there are words. */
export function packetInWords(what: string, t: Say<NetworkKey>): string {
  return what === 'answer' || what === 'data' || what === 'bytes' || what === 'query' ? t(`what.${what}`) : what;
}

/** What a rule as iptables-save prints it does, in words. */
export function ruleInWords(rule: string, t: Say<NetworkKey>, joint: string): string {
  if (rule.startsWith('-> ')) return t('do.real');
  if (!/(?:^|\s)-[jgAs]\s|(?:^|\s)--?\w[\w-]*\s/.test(rule)) return nftInWords(rule, t, joint);
  const words: readonly string[] = rule.match(QUOTED) ?? [];
  const conditions: string[] = [];
  let action = t('do.count');
  words.forEach((word, at) => {
    const value = words[at + 1] ?? '';
    const option = words[at - 1] === '!' ? `! ${word}` : word;
    const key = CONDITIONS[option];
    if (key !== undefined) conditions.push(t(key, { v: shortNumber(value) }));
    else if (word === '--rcheck' || word === '--set') {
      const name = words[words.indexOf('--name') + 1] ?? '';
      conditions.push(t(word === '--rcheck' ? 'c.rcheck' : 'c.set', { v: name }));
    } else if (word === '--match-set') {
      const fields = setFields(value, words[at + 2] ?? '').map((field) => t(field));
      conditions.push(t(words[at - 1] === '!' ? 'n.!lookup' : 'n.lookup', { fields: fields.join(joint), set: value }));
    } else if (word === '-j' || word === '-g') action = deed(value, words, t);
  });
  const when = conditions.length === 0 ? t('if.any') : t('if.all', { conditions: conditions.join(joint) });
  return joined(when, action);
}

/** In Chinese a wide colon needs no space after it, and a Latin word one before what follows. */
function joined(when: string, action: string): string {
  return `${when} ${action}`.replace(/： /, '：').replace(/(\w)的/, '$1 的');
}

/** What a set takes from a packet: `dst,dst,src` are an address, a port and an address; sets of ports have one alone. */
function setFields(set: string, flags: string): readonly NetworkKey[] {
  const sides = flags.split(',');
  if (sides.length === 1 && set.includes('NODE-PORT')) return ['n.dport'];
  return sides.map((side, at) => (at === 1 ? 'n.dport' : side === 'src' ? 'n.saddr' : 'n.daddr'));
}

function shortNumber(value: string): string {
  return /^0\.\d{6,}$/.test(value) ? value.slice(0, 5) : value.replace(/\/32$/, '');
}

function deed(target: string, words: readonly string[], t: Say<NetworkKey>): string {
  const after = (option: string) => words[words.indexOf(option) + 1] ?? '';
  if (VERDICTS.has(target)) return t(`do.${target}` as NetworkKey);
  if (target === 'DNAT') return t('do.DNAT', { to: after('--to-destination') });
  if (target === 'SNAT') return t('do.SNAT', { to: after('--to-source') });
  if (target === 'REDIRECT') return t('do.REDIRECT', { to: after('--to-ports') });
  if (target === 'MARK') return t('do.MARK', { to: markOf(after('--set-xmark')) });
  return t('do.chain', { to: target });
}

/** `0x4000/0x4000` sets a bit, `0x4000/0x0` turns it. */
function markOf(text: string): string {
  const [value = '', mask = ''] = text.split('/');
  return Number(mask) === 0 ? `^ ${value}` : `| ${value}`;
}

const SOURCES: readonly (readonly [RegExp, (match: RegExpMatchArray, t: Say<NetworkKey>, joint: string) => string])[] =
  [
    [/^ct state (\S+)\s*/, ([, v = ''], t) => t('c.ctstate', { v: v.toUpperCase() })],
    [/^ct status dnat\s*/, (_, t) => t('n.dnatted')],
    [/^fib saddr type local\s*/, (_, t) => t('n.local')],
    [/^meta l4proto (\w+)\s+(?!\.|vmap)/, ([, v = ''], t) => t('c.p', { v })],
    [/^meta mark & 0x\w+ != 0x0+\s*/, (_, t) => t('c.mark', { v: '0x4000' })],
    [/^ip6? saddr @affinity-(\S+)\s*/, ([, v = ''], t) => t('c.rcheck', { v: `@affinity-${v}` })],
    [
      /^((?:(?:ip6? [sd]addr|meta l4proto|th dport)(?: \. )?)+)\s*(!= )?@(\S+)\s*/,
      ([, fields = '', not, set = ''], t, joint) =>
        t(not === undefined ? 'n.lookup' : 'n.!lookup', { fields: fieldNames(fields, t, joint), set: `@${set}` }),
    ],
    [
      /^((?:(?:ip6? [sd]addr|meta l4proto|th dport)(?: \. )?)+)\s*(?=vmap @(\S+))/,
      ([, fields = '', set = ''], t, joint) => t('n.vmap', { fields: fieldNames(fields, t, joint), set: `@${set}` }),
    ],
    [/^ip6? saddr (!= )?(\{[^}]*\}|\S+)\s*/, ([, not, v = ''], t) => t(not === undefined ? 'c.s' : 'c.!s', { v })],
    [/^ip6? daddr (!= )?(\{[^}]*\}|\S+)\s*/, ([, not, v = ''], t) => t(not === undefined ? 'c.d' : 'c.!d', { v })],
    [/^update @(\S+) \{[^}]*\}\s*/, ([, set = ''], t) => t('do.update', { set: `@${set}` })],
  ];

const FIELD_KEYS: { readonly [field: string]: NetworkKey } = {
  daddr: 'n.daddr',
  saddr: 'n.saddr',
  l4proto: 'n.l4proto',
  dport: 'n.dport',
};

function fieldNames(text: string, t: Say<NetworkKey>, joint: string): string {
  const words = text.split(/[ .]+/).flatMap((word) => FIELD_KEYS[word] ?? []);
  return words.map((key) => t(key)).join(joint);
}

/** A rule as nft prints it, from left to right. */
function nftInWords(rule: string, t: Say<NetworkKey>, joint: string): string {
  let rest = rule.replace(/\s*comment "[^"]*"/, '').replace(/^masquerade/, 'masquerade');
  const conditions: string[] = [];
  for (let found = true; found; ) {
    found = false;
    for (const [pattern, say] of SOURCES) {
      const match = pattern.exec(rest);
      if (match === null) continue;
      conditions.push(say(match, t, joint));
      rest = rest.slice(match[0].length);
      found = true;
      break;
    }
  }
  const when = conditions.length === 0 ? t('if.any') : t('if.all', { conditions: conditions.join(joint) });
  return joined(when, nftDeed(rest, t));
}

function nftDeed(rest: string, t: Say<NetworkKey>): string {
  const [word = '', second = ''] = rest.split(' ');
  const of = /numgen random mod (\d+)/.exec(rest)?.[1];
  if (of !== undefined) return t('do.draw', { of });
  if (rest.includes('masquerade')) return t('do.MASQUERADE');
  if (word === 'vmap') return t('do.vmap');
  if (word === 'jump' || word === 'goto') return t('do.chain', { to: second });
  if (word === 'dnat') return t('do.DNAT', { to: rest.slice(rest.indexOf(' to ') + 4) });
  const mark = /meta mark set meta mark \| 0x0*(\w+)(?: (goto|jump) (\S+))?/.exec(rest);
  if (mark !== null) return t('do.MARK', { to: `| 0x${mark[1]}` });
  const verdict = word.toUpperCase();
  return VERDICTS.has(verdict) ? t(`do.${verdict}` as NetworkKey) : t('do.count');
}

/** The sixteen letters that end the name of a chain of one Service or endpoint: its first and last ones tell it apart. */
const HASHED = /\b(KUBE-[A-Z]+-[A-Z0-9]{5})[A-Z0-9]{5}([A-Z0-9]{6})\b/g;

/** A rule as a row shows it: where the row is too narrow the condition is cut, and where the rule leads stays. */
export function ruleInRow(text: string): { readonly condition: string; readonly target: string } {
  const short = text.replace(HASHED, '$1…$2');
  const at = short.lastIndexOf('-j ');
  return at < 0 ? { condition: short, target: '' } : { condition: short.slice(0, at), target: short.slice(at) };
}
