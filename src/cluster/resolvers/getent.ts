// Models nss/getent.c of glibc 2.36, and the look into /etc/hosts before any server is asked (v1.36)

import { parseAddress } from '../../base/address.ts';
import type { Context, Process } from '../../engine/index.ts';
import { candidates, type Heard, type RecordType } from '../dns/index.ts';
import { type Answered, type Asker, undotted } from './asker.ts';
import { reverseName } from './questions.ts';

/** What a name stands for: its addresses and its names, the real one first. */
export interface Host {
  readonly addresses: readonly string[];
  readonly names: readonly string[];
}

/** The first line of a hosts file that has a name, or an address. */
export function hostIn(file: string, word: string): Host | undefined {
  for (const line of file.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (address === word || names.includes(word)) return { addresses: [address], names };
  }
  return undefined;
}

const SOCKETS = ['STREAM', 'DGRAM', 'RAW'];
const FAMILIES: Readonly<Record<string, readonly RecordType[]>> = {
  hosts: ['AAAA', 'A'],
  ahosts: ['A', 'AAAA'],
  ahostsv4: ['A'],
  ahostsv6: ['AAAA'],
};

export function* getent(
  begun: Context,
  asker: Asker,
  hosts: string,
  [database = '', ...words]: readonly string[],
): Process<Answered> {
  const types = FAMILIES[database];
  if (types === undefined) {
    const usage = "Try `getent --help' or `getent --usage' for more information.\n";
    return { stdout: usage, stderr: `Unknown database: ${database}\n`, code: 1, ctx: begun };
  }
  let [ctx, stdout, code] = [begun, '', 0];
  for (const word of words) {
    const found = yield* hostOf(ctx, asker, hosts, word, types, database === 'hosts');
    ctx = found.ctx;
    if (found.host === undefined) code = 2;
    else stdout += database === 'hosts' ? hostLines(found.host) : socketLines(found.host);
  }
  return { stdout, stderr: '', code, ctx };
}

function* hostOf(
  begun: Context,
  asker: Asker,
  hosts: string,
  word: string,
  types: readonly RecordType[],
  isFirst: boolean,
): Process<{ ctx: Context; host: Host | undefined }> {
  const known = hostIn(hosts, word);
  if (known !== undefined) return { ctx: begun, host: known };
  const [server = ''] = asker.config.nameservers;
  const reversed = reverseName(word);
  let ctx = begun;
  if (reversed !== undefined && isFirst) {
    const heard = yield* asker.ask(ctx, { server, name: reversed, type: 'PTR', place: 1, of: 1 });
    const names = heard.answers.map(({ data }) => undotted(data));
    return { ctx: heard.ctx, host: names.length === 0 ? undefined : { addresses: [word], names } };
  }
  if (parseAddress(word) !== undefined) return { ctx, host: { addresses: [word], names: [word] } };
  const names = candidates(word, asker.config);
  for (const [at, name] of names.entries()) {
    const heard: Heard[] = [];
    for (const type of types) {
      const one = yield* asker.ask(ctx, { server, name, type, place: at + 1, of: names.length });
      ctx = one.ctx;
      heard.push(one);
      if (one.error !== undefined) return { ctx, host: undefined };
      // One family is enough for `hosts`.
      if (isFirst && addressesOf(heard).length > 0) break;
    }
    if (addressesOf(heard).length > 0) return { ctx, host: { addresses: addressesOf(heard), names: namesOf(heard) } };
  }
  return { ctx, host: undefined };
}

const addressesOf = (heard: readonly Heard[]): readonly string[] =>
  heard.flatMap(({ answers }) => answers.filter(({ type }) => type === 'A' || type === 'AAAA').map(({ data }) => data));

/** That of the addresses, then those that lead to it. */
function namesOf(heard: readonly Heard[]): readonly string[] {
  const answers = heard.flatMap((each) => each.answers);
  const owners = answers.filter(({ type }) => type !== 'CNAME').map(({ name }) => undotted(name));
  const aliases = answers.filter(({ type }) => type === 'CNAME').map(({ name }) => undotted(name));
  return [...new Set([...owners, ...aliases])];
}

const hostLines = ({ addresses, names }: Host): string =>
  addresses.map((address) => `${address.padEnd(15)} ${names.join(' ')}\n`).join('');

const socketLines = ({ addresses, names }: Host): string =>
  addresses
    .flatMap((address, at) =>
      SOCKETS.map((socket, nth) => `${address.padEnd(15)} ${socket.padEnd(6)} ${at + nth === 0 ? names[0] : ''}\n`),
    )
    .join('');
