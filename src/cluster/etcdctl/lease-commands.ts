// Models etcd etcdctl/ctlv3/command/lease_command.go (v3.5)

import { base64 } from '../../base/bytes/base64.ts';
import { SECOND } from '../../base/time/units.ts';
import { Mailbox } from '../../engine/index.ts';
import type { LeaseStatus } from '../ports/etcd.ts';
import { isKvError } from '../ports/kv.ts';
import type { Answer, Call } from './command.ts';
import { fromHex, leaseHex } from './numbers.ts';
import { big, Fields, fieldLines, headerFields, headerJson, quoted, toJson } from './print.ts';
import { BAD_ARGS, BAD_CONNECTION, Exit, failed, noTable } from './terminal.ts';

function leaseId(text: string): string | Exit {
  return (
    fromHex(text) ??
    new Exit(BAD_ARGS, `bad lease ID arg (strconv.ParseInt: parsing "${text}": invalid syntax), expecting ID in Hex`)
  );
}

export function* leaseGrant({ terminal, words, output }: Call): Answer {
  const [ttl] = words;
  if (ttl === undefined || words.length > 1) return new Exit(BAD_ARGS, 'lease grant command needs TTL argument');
  if (!/^[-+]?\d+$/.test(ttl))
    return new Exit(BAD_ARGS, `bad TTL (strconv.ParseInt: parsing "${ttl}": invalid syntax)`);
  if (output === 'table') return noTable();
  const { etcd } = terminal.host;
  const answer = yield* terminal.call('LeaseGrant', '', (ctx) => etcd.protocol.leaseGrant(ctx, Number(ttl)));
  if (isKvError(answer)) return failed(`failed to grant lease (${answer.error})`);
  const { header } = etcd;
  const id = big(answer.lease);
  if (output === 'json')
    terminal.print(`${toJson(new Fields([...headerJson(header), ['ID', id], ['TTL', answer.ttl], ['Error', '']]))}\n`);
  else if (output === 'fields')
    terminal.print(
      headerFields(header) +
        fieldLines([
          ['ID', id],
          ['TTL', answer.ttl],
        ]),
    );
  else terminal.print(`lease ${leaseHex(answer.lease)} granted with TTL(${answer.ttl}s)\n`);
  return 0;
}

export function* leaseRevoke({ terminal, words, output }: Call): Answer {
  const [text] = words;
  if (text === undefined || words.length > 1) return new Exit(BAD_ARGS, 'lease revoke command needs 1 argument');
  const id = leaseId(text);
  if (id instanceof Exit) return id;
  const { etcd } = terminal.host;
  const refused = yield* terminal.call('LeaseRevoke', text, (ctx) => etcd.protocol.leaseRevoke(ctx, id));
  if (refused !== undefined) return failed(`failed to revoke lease (${refused.error})`);
  const { header } = etcd;
  if (output === 'json') terminal.print(`${toJson(new Fields([['header', new Fields(headerJson(header))]]))}\n`);
  else if (output === 'fields') terminal.print(headerFields(header));
  else terminal.print(`lease ${leaseHex(id)} revoked\n`);
  return 0;
}

export function* leaseTimeToLive({ terminal, words, options, output }: Call): Answer {
  const [text] = words;
  if (text === undefined || words.length > 1)
    return new Exit(BAD_ARGS, 'lease timetolive command needs lease ID as argument');
  const id = leaseId(text);
  if (id instanceof Exit) return id;
  const { etcd } = terminal.host;
  const answer = yield* terminal.call('LeaseTimeToLive', text, (ctx) => etcd.protocol.leaseTimeToLive(ctx, id));
  if (isKvError(answer)) return failed(answer.error);
  const keys = options.is('keys') ? answer.keys : [];
  terminal.print(timeToLive(answer, keys, options.is('keys'), output, etcd.header));
  return 0;
}

function timeToLive(
  { lease, ttl, granted }: LeaseStatus,
  keys: readonly string[],
  withKeys: boolean,
  output: Call['output'],
  header: Parameters<typeof headerJson>[0],
): string {
  if (output === 'json')
    return `${toJson(
      new Fields([
        ...headerJson(header),
        ['id', big(lease)],
        ['ttl', ttl],
        ['granted-ttl', granted],
        ['keys', keys.length === 0 ? null : keys.map(base64)],
      ]),
    )}\n`;
  if (output === 'fields')
    return (
      headerFields(header) +
      fieldLines([
        ['ID', big(lease)],
        ['TTL', ttl],
        ['GrantedTTL', granted],
        ...keys.map((key) => ['Key', quoted(key)] as const),
      ])
    );
  if (ttl < 0) return `lease ${leaseHex(lease)} already expired\n`;
  const attached = withKeys ? `, attached keys([${keys.join(' ')}])` : '';
  return `lease ${leaseHex(lease)} granted with TTL(${granted}s), remaining(${ttl}s)${attached}\n`;
}

export function* leaseList({ terminal, output }: Call): Answer {
  const { etcd } = terminal.host;
  const leases = yield* terminal.call('LeaseLeases', '', (ctx) => etcd.protocol.leases(ctx));
  if (isKvError(leases)) return failed(leases.error);
  const { header } = etcd;
  if (output === 'json') {
    const list = leases.map((id) => new Fields([['id', big(id)]]));
    terminal.print(`${toJson(new Fields([...headerJson(header), ['leases', list]]))}\n`);
  } else if (output === 'fields')
    terminal.print(headerFields(header) + fieldLines(leases.map((id) => ['ID', big(id)] as const)));
  else terminal.print(`found ${leases.length} leases\n${leases.map((id) => `${leaseHex(id)}\n`).join('')}`);
  return 0;
}

/** Once, or a third of its time after another until it is stopped. */
export function* leaseKeepAlive({ terminal, words, options, output }: Call): Answer {
  const [text] = words;
  if (text === undefined || words.length > 1)
    return new Exit(BAD_ARGS, 'lease keep-alive command needs lease ID as argument');
  const id = leaseId(text);
  if (id instanceof Exit) return id;
  const { etcd, env } = terminal.host;
  for (;;) {
    const answer = yield* terminal.call('LeaseKeepAlive', text, (ctx) => etcd.protocol.leaseKeepAlive(ctx, id));
    if (isKvError(answer)) {
      if (options.is('once')) return new Exit(BAD_CONNECTION, answer.error);
      terminal.print(`lease ${leaseHex(id)} expired or revoked.\n`);
      return 0;
    }
    const { header } = etcd;
    if (output === 'json')
      terminal.print(`${toJson(new Fields([...headerJson(header), ['ID', big(id)], ['TTL', answer.ttl]]))}\n`);
    else if (output === 'fields')
      terminal.print(
        headerFields(header) +
          fieldLines([
            ['ID', big(id)],
            ['TTL', answer.ttl],
          ]),
      );
    else terminal.print(`lease ${leaseHex(id)} keepalived with TTL(${answer.ttl})\n`);
    if (options.is('once')) return 0;
    const due = new Mailbox<true>();
    terminal.ctx.after(Math.floor(answer.ttl / 3) * SECOND, () => due.put(true), true);
    const next = yield* terminal.interrupt.next(env.engine, { tryNext: () => undefined, next: () => due.take() });
    if (next === undefined) return 130;
  }
}
