// Models etcd etcdctl/ctlv3/command/{member,alarm,compaction,defrag,move_leader}_command.go (v3.5)

import { isKvError } from '../ports/kv.ts';
import type { Answer, Call } from './command.ts';
import { endpointsOf } from './endpoint-commands.ts';
import { fromHex, hex } from './numbers.ts';
import { big, Fields, fieldLines, headerFields, headerJson, quoted, table, toJson } from './print.ts';
import { BAD_ARGS, Exit, failed } from './terminal.ts';

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
