// Models networking/nslookup.c of busybox 1.35 with FEATURE_NSLOOKUP_BIG (v1.36)

import { joinHostPort, parseAddress } from '../../base/address.ts';
import type { Context, Process } from '../../engine/index.ts';
import type { Heard, RecordType } from '../dns/index.ts';
import { type Answered, type Asker, isRefused, PORT, undotted } from './asker.ts';
import { reverseName, typeNamed } from './questions.ts';

const USAGE = `BusyBox v1.36.1 multi-call binary.

Usage: nslookup [-type=QUERY_TYPE] [-debug] HOST [DNS_SERVER]

Query DNS about HOST

QUERY_TYPE: soa,ns,a,aaaa,cname,mx,txt,ptr,srv,any
`;

/**
 * A name without a dot is asked for with every suffix of the search list, also when one has answered, and each that nobody
 * knows counts as a failure; a name with a dot is asked for as it is, whatever `ndots` says.
 */
export function* busyboxNslookup(ctx: Context, asker: Asker, words: readonly string[]): Process<Answered> {
  const complain = (stderr: string): Answered => ({ stdout: '', stderr, code: 1, ctx });
  const types: RecordType[] = [];
  let at = 0;
  for (; words[at]?.startsWith('-'); at += 1) {
    const word = words[at] as string;
    const asked = /^-(?:type|querytype|q)=(.*)$/.exec(word)?.[1];
    if (asked === undefined && word !== '-debug') return complain(USAGE);
    const type = asked === undefined ? undefined : typeNamed(asked);
    if (asked !== undefined && type === undefined) return complain(`nslookup: invalid query type "${asked}"\n`);
    if (type !== undefined) types.push(type);
  }
  const [host, given] = words.slice(at);
  if (host === undefined) return complain(USAGE);
  if (given !== undefined && parseAddress(given) === undefined) return complain(`nslookup: bad address '${given}'\n`);
  const { nameservers, searches } = asker.config;
  const server = given ?? nameservers[0] ?? '';
  const reversed = reverseName(host);
  const names = given === undefined && !host.includes('.') && searches.length > 0 ? withEach(host, searches) : [host];
  const asked = reversed === undefined ? names : [reversed];
  const wanted: readonly RecordType[] = types.length > 0 ? types : reversed === undefined ? ['A', 'AAAA'] : ['PTR'];
  return yield* askAll(ctx, asker, server, asked, wanted);
}

const withEach = (host: string, searches: readonly string[]): readonly string[] =>
  searches.map((suffix) => `${host}.${suffix}`);

function* askAll(
  begun: Context,
  asker: Asker,
  server: string,
  names: readonly string[],
  types: readonly RecordType[],
): Process<Answered> {
  let [ctx, stdout, code] = [begun, `Server:\t\t${server}\nAddress:\t${withPort(server)}\n\n`, 0];
  for (const type of types) {
    for (const [at, name] of names.entries()) {
      const heard = yield* asker.ask(ctx, { server, name, type, place: at + 1, of: names.length });
      ctx = heard.ctx;
      if (heard.error !== undefined) return { ...unheard(server, heard.error), ctx };
      if (heard.rcode !== 'NOERROR') code = 1;
      stdout += told(undotted(name), heard);
    }
  }
  return { stdout, stderr: '', code, ctx };
}

const withPort = (server: string): string => joinHostPort(server, PORT);

function unheard(server: string, error: string): Omit<Answered, 'ctx'> {
  const stderr = isRefused(error) ? `nslookup: write to '${server}': Connection refused\n` : '';
  return { stdout: ';; connection timed out; no servers could be reached\n\n', stderr, code: 1 };
}

function told(name: string, { rcode, answers }: Heard): string {
  if (rcode !== 'NOERROR') return `** server can't find ${name}: ${rcode}\n\n`;
  return `${answers.map(line).join('')}\n`;
}

function line({ name, type, data }: Heard['answers'][number]): string {
  const value = undotted(data);
  if (type === 'A' || type === 'AAAA') return `Name:\t${undotted(name)}\nAddress: ${value}\n`;
  const says = type === 'SRV' ? 'service' : type === 'PTR' ? 'name' : 'canonical name';
  return `${undotted(name)}\t${says} = ${value}\n`;
}
