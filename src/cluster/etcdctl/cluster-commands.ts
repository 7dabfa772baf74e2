import { base64 } from '../../base/base64.ts';
import { Mailbox, type Process } from '../../engine/index.ts';
import type { EndpointStatus, EtcdMember, LeaseStatus } from '../ports/etcd.ts';
import { isKvError } from '../ports/kv.ts';
import type { Call } from './command.ts';
import { bytes, duration, fromHex, hex, leaseHex } from './numbers.ts';
import { big, Fields, fieldLines, headerFields, headerJson, quoted, sparse, table, toJson } from './print.ts';
import { BAD_ARGS, BAD_CONNECTION, BAD_FEATURE, Exit } from './terminal.ts';

type Answer = Process<number | Exit>;
const failed = (error: string): Exit => new Exit(1, error);
const noTable = (): Exit => new Exit(BAD_FEATURE, 'table not supported as output format');

// Leases. Models etcd etcdctl/ctlv3/command/lease_command.go (v3.5)

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
    terminal.ctx.after(Math.floor(answer.ttl / 3) * 1_000_000, () => due.put(true), true);
    const next = yield* terminal.interrupt.next(env.engine, { tryNext: () => undefined, next: () => due.take() });
    if (next === undefined) return 130;
  }
}

// Members and endpoints. Models etcd etcdctl/ctlv3/command/member_command.go, ep_command.go (v3.5)

export function* memberList({ terminal, output }: Call): Answer {
  const { etcd } = terminal.host;
  const { members } = etcd;
  const answer = yield* terminal.call('MemberList', '', function* (ctx) {
    return (yield* etcd.maintenance.alarms(ctx)) as readonly unknown[];
  });
  if (isKvError(answer)) return failed(answer.error);
  const header = { ...etcd.header, revision: 0 };
  if (output === 'json')
    terminal.print(
      `${toJson(
        new Fields([
          ['header', new Fields(headerJson(header))],
          [
            'members',
            members.map(
              ({ id, name, peerUrl, clientUrl }) =>
                new Fields([
                  ['ID', big(id)],
                  ['name', name],
                  ['peerURLs', [peerUrl]],
                  ['clientURLs', [clientUrl]],
                ]),
            ),
          ],
        ]),
      )}\n`,
    );
  else if (output === 'fields')
    terminal.print(
      headerFields(header) +
        members
          .map(
            ({ id, name, peerUrl, clientUrl }) =>
              `${fieldLines([
                ['ID', big(id)],
                ['Name', quoted(name)],
                ['PeerURL', quoted(peerUrl)],
                ['ClientURL', quoted(clientUrl)],
                ['IsLearner', false],
              ])}\n`,
          )
          .join(''),
    );
  else {
    const rows = members.map(({ id, name, peerUrl, clientUrl }) => [
      hex(id),
      'started',
      name,
      peerUrl,
      clientUrl,
      'false',
    ]);
    const titles = ['ID', 'Status', 'Name', 'Peer Addrs', 'Client Addrs', 'Is Learner'];
    terminal.print(output === 'table' ? table(titles, rows) : rows.map((row) => `${row.join(', ')}\n`).join(''));
  }
  return 0;
}

interface Endpoint {
  readonly name: string;
  readonly member: EtcdMember | undefined;
}

const LOCAL = '127.0.0.1:2379';

/** What is asked: the member beside which etcdctl runs, those that are named, or all. */
function endpointsOf({ terminal, options }: Call): readonly Endpoint[] {
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

// Keeping it in order. Models etcd etcdctl/ctlv3/command/{alarm,compaction,defrag,move_leader}_command.go (v3.5)

export function* alarm({ terminal, output }: Call, disarm: boolean): Answer {
  const { etcd } = terminal.host;
  const answer = yield* terminal.call('Alarm', '', (ctx) =>
    disarm ? etcd.maintenance.disarm(ctx) : etcd.maintenance.alarms(ctx),
  );
  if (isKvError(answer)) return failed(answer.error);
  if (output === 'json') {
    const list = answer.map(
      ({ memberId }) =>
        new Fields([
          ['memberID', big(memberId)],
          ['alarm', 1],
        ]),
    );
    terminal.print(`${list.length === 0 ? '{}' : toJson(new Fields([['alarms', list]]))}\n`);
  } else terminal.print(answer.map(({ memberId, alarm: name }) => `memberID:${memberId} alarm:${name} \n`).join(''));
  return 0;
}

export function* compaction({ terminal, words }: Call): Answer {
  const [text] = words;
  if (text === undefined || words.length > 1) return new Exit(BAD_ARGS, 'compaction command needs 1 argument');
  if (!/^[-+]?\d+$/.test(text)) return failed(`strconv.ParseInt: parsing "${text}": invalid syntax`);
  const refused = yield* terminal.call('Compact', '', (ctx) => terminal.host.etcd.compact(ctx, Number(text)));
  if (refused !== undefined) return failed(refused.error);
  terminal.print(`compacted revision ${Number(text)}\n`);
  return 0;
}

export function* defrag(call: Call): Answer {
  const { terminal } = call;
  let code = 0;
  for (const { name, member } of endpointsOf(call)) {
    const done =
      member === undefined
        ? false
        : yield* terminal.call('Defragment', name, (ctx) => terminal.host.etcd.maintenance.defragment(ctx, member));
    if (done === true) terminal.print(`Finished defragmenting etcd member[${name}]\n`);
    else {
      terminal.complain(`Failed to defragment etcd member[${name}] (context deadline exceeded)\n`);
      code = 1;
    }
  }
  return code;
}

export function* moveLeader({ terminal, words }: Call): Answer {
  const [text] = words;
  if (text === undefined || words.length > 1) return new Exit(BAD_ARGS, 'move-leader command needs 1 argument');
  const id = fromHex(text);
  if (id === undefined) return new Exit(BAD_ARGS, `strconv.ParseUint: parsing "${text}": invalid syntax`);
  const { etcd } = terminal.host;
  const refused = yield* terminal.call('MoveLeader', text, (ctx) => etcd.maintenance.moveLeader(ctx, id));
  if (refused !== undefined) return failed(refused.error);
  terminal.print(`Leadership transferred to ${hex(id)}\n`);
  return 0;
}
