// Models what programs that ask name servers read of their arguments (v1.36)

import { isSix, parseAddress } from '../../base/address.ts';
import type { RecordType } from '../dns/index.ts';

const TYPES: ReadonlySet<string> = new Set<RecordType>([
  'A',
  'AAAA',
  'ANY',
  'CNAME',
  'MX',
  'NS',
  'PTR',
  'SOA',
  'SRV',
  'TXT',
]);

export function typeNamed(word: string): RecordType | undefined {
  const name = word.toUpperCase();
  return TYPES.has(name) ? (name as RecordType) : undefined;
}

/** The name under which an address is asked for, without a dot at its end; undefined when it is none. */
export function reverseName(text: string): string | undefined {
  const address = parseAddress(text);
  if (address === undefined) return undefined;
  if (isSix(address)) return `${[...address].reverse().join('.')}.ip6.arpa`;
  return `${text.split('.').reverse().join('.')}.in-addr.arpa`;
}
