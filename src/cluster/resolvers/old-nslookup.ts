// Models networking/nslookup.c of busybox before 1.29 (v1.36)

import { parseAddress } from '../../base/address.ts';
import type { Context, Process } from '../../engine/index.ts';
import { candidates, type RecordType } from '../dns/index.ts';
import type { Answered, Asker } from './asker.ts';
import { undotted } from './asker.ts';
import { reverseName } from './questions.ts';

const USAGE = `BusyBox v1.28.4 multi-call binary.

Usage: nslookup [HOST] [SERVER]

Query the nameserver for the IP address of the given HOST
optionally using a specified DNS server
`;

/** It asks as every program does, by the C library, and for the name of each address that it shows. */
export function* oldNslookup(begun: Context, asker: Asker, words: readonly string[]): Process<Answered> {
  const [host, given] = words;
  if (host === undefined) return { stdout: '', stderr: USAGE, code: 1, ctx: begun };
  const server = given ?? asker.config.nameservers[0] ?? '';
  const teller = new Teller(begun, asker, server);
  const servers = yield* teller.host(server, 'Server:');
  const said = yield* teller.host(host, 'Name:');
  const failure = `nslookup: can't resolve '${host}'\n`;
  const { ctx } = teller;
  if (said === undefined) return { stdout: `${servers ?? ''}\n`, stderr: failure, code: 1, ctx };
  return { stdout: `${servers ?? ''}\n${said}`, stderr: '', code: 0, ctx };
}

class Teller {
  constructor(
    public ctx: Context,
    private readonly asker: Asker,
    private readonly server: string,
  ) {}

  /** Undefined when nobody knows it. */
  *host(name: string, head: string): Process<string | undefined> {
    const addresses = parseAddress(name) === undefined ? yield* this.addresses(name) : [name];
    if (addresses.length === 0) return undefined;
    let text = `${head.padEnd(10)} ${name}\n`;
    for (const [at, address] of addresses.entries()) {
      const [reverse] = yield* this.answers(reverseName(address) ?? '', 'PTR', 1, 1);
      text += `Address ${at + 1}: ${address}${reverse === undefined ? '' : ` ${undotted(reverse)}`}\n`;
    }
    return text;
  }

  private *addresses(name: string): Process<readonly string[]> {
    const names = candidates(name, this.asker.config);
    for (const [at, each] of names.entries()) {
      const four = yield* this.answers(each, 'A', at + 1, names.length);
      const six = yield* this.answers(each, 'AAAA', at + 1, names.length);
      if (four.length + six.length > 0) return [...four, ...six];
    }
    return [];
  }

  private *answers(name: string, type: RecordType, place: number, of: number): Process<readonly string[]> {
    const heard = yield* this.asker.ask(this.ctx, { server: this.server, name, type, place, of });
    this.ctx = heard.ctx;
    return heard.answers.filter((answer) => answer.type === type).map(({ data }) => data);
  }
}
