// Models etcd etcdctl/ctlv3/command/ep_command.go (v3.5)

import type { EndpointStatus, EtcdMember } from '../ports/etcd.ts';
import { isKvError } from '../ports/kv.ts';
import type { Answer, Call } from './command.ts';
import { bytes, duration, hex } from './numbers.ts';
import { big, Fields, fieldLines, headerFields, headerJson, quoted, sparse, table, toJson } from './print.ts';
import { failed } from './terminal.ts';

interface Endpoint {
  readonly name: string;
  readonly member: EtcdMember | undefined;
}

const LOCAL = '127.0.0.1:2379';

/** What is asked: the member beside which etcdctl runs, those that are named, or all. */
export function endpointsOf({ terminal, options }: Call): readonly Endpoint[] {
  const { members } = terminal.host.etcd;
  if (options.is('cluster')) return members.map((member) => ({ name: member.clientUrl, member }));
  const named = options.list('endpoints');
  return (named.length === 0 ? [LOCAL] : named).map((name) => {
    const address = name.replace(/^https?:\/\//, '');
    const found = members.find(({ clientUrl, name: own }) => clientUrl.endsWith(`//${address}`) || own === address);
    return { name, member: found ?? (address === LOCAL ? members[0] : undefined) };
  });
}

export function* endpointStatus(call: Call): Answer {
  const { terminal, output } = call;
  const { etcd } = terminal.host;
  const found: { readonly name: string; readonly status: EndpointStatus }[] = [];
  let code = 0;
  for (const { name, member } of endpointsOf(call)) {
    const answer =
      member === undefined
        ? undefined
        : yield* terminal.call('Status', name, (ctx) => etcd.maintenance.status(ctx, member));
    if (answer !== undefined && !isKvError(answer)) {
      found.push({ name, status: answer });
      continue;
    }
    terminal.complain(`Failed to get the status of endpoint ${name} (context deadline exceeded)\n`);
    code = 1;
  }
  const { header } = etcd;
  const own = (status: EndpointStatus) => ({ ...header, memberId: status.member.id });
  if (output === 'json')
    terminal.print(`${toJson(found.map(({ name, status }) => statusJson(name, status, own(status))))}\n`);
  else if (output === 'fields')
    terminal.print(found.map(({ name, status }) => statusFields(name, status, own(status))).join(''));
  else {
    const rows = found.map(({ name, status }) => statusCells(name, status));
    const titles = [
      'Endpoint',
      'ID',
      'Version',
      'DB Size',
      'Is Leader',
      'Is Learner',
      'Raft Term',
      'Raft Index',
      'Raft Applied Index',
      'Errors',
    ];
    terminal.print(output === 'table' ? table(titles, rows) : rows.map((row) => `${row.join(', ')}\n`).join(''));
  }
  return code;
}

function statusCells(name: string, status: EndpointStatus): readonly string[] {
  const { member, version, dbSize, leader, raftTerm, raftIndex, raftAppliedIndex, errors } = status;
  return [
    name,
    hex(member.id),
    version,
    bytes(dbSize),
    String(leader === member.id),
    'false',
    String(raftTerm),
    String(raftIndex),
    String(raftAppliedIndex),
    errors.join(', '),
  ];
}

function statusJson(name: string, status: EndpointStatus, header: Parameters<typeof headerJson>[0]): Fields {
  const { version, dbSize, dbSizeInUse, leader, raftTerm, raftIndex, raftAppliedIndex, errors } = status;
  return new Fields([
    ['Endpoint', name],
    [
      'Status',
      new Fields([
        ['header', new Fields(headerJson(header))],
        ...sparse([
          ['version', version],
          ['dbSize', dbSize],
          ['leader', big(leader)],
          ['raftIndex', raftIndex],
          ['raftTerm', raftTerm],
          ['raftAppliedIndex', raftAppliedIndex],
          ['errors', errors],
          ['dbSizeInUse', dbSizeInUse],
        ]),
      ]),
    ],
  ]);
}

function statusFields(name: string, status: EndpointStatus, header: Parameters<typeof headerJson>[0]): string {
  const { version, dbSize, leader, raftTerm, raftIndex, raftAppliedIndex, errors } = status;
  return `${headerFields(header)}${fieldLines([
    ['Version', quoted(version)],
    ['DBSize', dbSize],
    ['Leader', big(leader)],
    ['IsLearner', false],
    ['RaftIndex', raftIndex],
    ['RaftTerm', raftTerm],
    ['RaftAppliedIndex', raftAppliedIndex],
    ['Errors', `[${errors.join(' ')}]`],
    ['Endpoint', quoted(name)],
  ])}\n`;
}

export function* endpointHealth(call: Call): Answer {
  const { terminal, output } = call;
  const { etcd } = terminal.host;
  const rows: { name: string; healthy: boolean; took: number; error: string }[] = [];
  for (const { name, member } of endpointsOf(call)) {
    const began = terminal.ctx.now;
    const up =
      member === undefined
        ? undefined
        : yield* terminal.call('Status', name, (ctx) => etcd.maintenance.status(ctx, member));
    const answer =
      up === undefined
        ? { error: 'context deadline exceeded' }
        : yield* terminal.call('Range', 'health', (ctx) => etcd.protocol.rangeOf(ctx, { key: 'health' }));
    const error = isKvError(answer) ? answer.error : '';
    rows.push({ name, healthy: error === '', took: terminal.ctx.now - began, error });
  }
  if (output === 'json')
    terminal.print(
      `${toJson(
        rows.map(
          ({ name, healthy, took, error }) =>
            new Fields([
              ['endpoint', name],
              ['health', healthy],
              ['took', duration(took)],
              ...(error === '' ? [] : ([['error', error]] as const)),
            ]),
        ),
      )}\n`,
    );
  else if (output === 'table')
    terminal.print(
      table(
        ['Endpoint', 'Health', 'Took', 'Error'],
        rows.map(({ name, healthy, took, error }) => [name, String(healthy), duration(took), error]),
      ),
    );
  else
    for (const { name, healthy, took, error } of rows) {
      if (healthy) terminal.print(`${name} is healthy: successfully committed proposal: took = ${duration(took)}\n`);
      else terminal.complain(`${name} is unhealthy: failed to commit proposal: ${error}\n`);
    }
  return rows.every(({ healthy }) => healthy) ? 0 : failed('unhealthy cluster');
}

export function* endpointHashKv(call: Call): Answer {
  const { terminal, output } = call;
  const { etcd } = terminal.host;
  const found: { name: string; id: string; hash: number; compactRevision: number }[] = [];
  let code = 0;
  for (const { name, member } of endpointsOf(call)) {
    const answer =
      member === undefined
        ? undefined
        : yield* terminal.call('HashKV', name, (ctx) => etcd.maintenance.hashKv(ctx, member));
    if (member !== undefined && answer !== undefined && !isKvError(answer))
      found.push({ name, id: member.id, ...answer });
    else {
      terminal.complain(`Failed to get the hash of endpoint ${name} (context deadline exceeded)\n`);
      code = 1;
    }
  }
  const cells = found.map(({ name, hash }) => [name, String(hash)]);
  const { header } = etcd;
  if (output === 'json')
    terminal.print(
      `${toJson(
        found.map(
          ({ name, id, hash, compactRevision }) =>
            new Fields([
              ['Endpoint', name],
              [
                'HashKV',
                new Fields([
                  ['header', new Fields(headerJson({ ...header, memberId: id }))],
                  ['hash', hash],
                  ['compact_revision', compactRevision],
                ]),
              ],
            ]),
        ),
      )}\n`,
    );
  else
    terminal.print(
      output === 'table' ? table(['Endpoint', 'Hash'], cells) : cells.map((row) => `${row.join(', ')}\n`).join(''),
    );
  return code;
}
