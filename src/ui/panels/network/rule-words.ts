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

/** What a rule as iptables-save prints it does, in words. */
export function ruleInWords(rule: string, t: Say<NetworkKey>, joint: string): string {
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
    } else if (word === '-j' || word === '-g') action = deed(value, words, t);
  });
  const when = conditions.length === 0 ? t('if.any') : t('if.all', { conditions: conditions.join(joint) });
  return `${when} ${action}`;
}

function shortNumber(value: string): string {
  return /^0\.\d{6,}$/.test(value) ? value.slice(0, 5) : value.replace(/\/32$/, '');
}

function deed(target: string, words: readonly string[], t: Say<NetworkKey>): string {
  const after = (option: string) => words[words.indexOf(option) + 1] ?? '';
  if (VERDICTS.has(target)) return t(`do.${target}` as NetworkKey);
  if (target === 'DNAT') return t('do.DNAT', { to: after('--to-destination') });
  if (target === 'SNAT') return t('do.SNAT', { to: after('--to-source') });
  if (target === 'MARK') return t('do.MARK', { to: markOf(after('--set-xmark')) });
  return t('do.chain', { to: target });
}

/** `0x4000/0x4000` sets a bit, `0x4000/0x0` turns it. */
function markOf(text: string): string {
  const [value = '', mask = ''] = text.split('/');
  return Number(mask) === 0 ? `^ ${value}` : `| ${value}`;
}
