import { CACHES_TABLE } from '../../../cluster/apiserver/watchcache/rows.ts';
import { MEMBER_LOG_TABLE, RAFT_TABLE, REVISIONS_TABLE } from '../../../cluster/etcd/rows.ts';
import { apiserverProcess } from '../../../steps/apiserver-process.ts';
import { etcd } from '../../../steps/etcd.ts';
import { deedBehind, lastFault } from '../moments.ts';
import { held, type Rule, wished } from '../unmet.ts';

/** The store takes writes only while more than half of its members run. */
export const etcdQuorum: Rule = {
  name: 'etcdQuorum',
  *find({ at }) {
    const members = [...at.table(RAFT_TABLE).values()];
    const stopped = members.filter(({ state }) => state === 'stopped').map(({ member }) => member);
    const running = members.length - stopped.length;
    const quorum = Math.floor(members.length / 2) + 1;
    if (members.length === 0 || running >= quorum) return;
    const [last] = stopped
      .map((member) => lastFault(at, etcd.fault.name, { member, state: 'stopped' }))
      .filter((seq) => seq !== undefined)
      .sort((a, b) => b - a);
    const name = (last === undefined ? stopped[0] : String(at.journal.step(last).args.member)) ?? '';
    yield {
      subject: 'etcd',
      wish: wished('store', {}),
      hold: () => ({
        told: held('noQuorum', { running, members: members.length, quorum, stopped: stopped.join(', ') }),
        since: () => last,
        change: { type: 'start', what: 'etcd-member', name },
      }),
    };
  },
};

/** A slow disk of the member that leads holds up every write; one of a follower nobody. */
export const slowStore: Rule = {
  name: 'slowStore',
  *find({ at }) {
    const members = [...at.table(RAFT_TABLE).values()];
    const leader = members.find(({ role, state }) => role === 'leader' && state !== 'stopped');
    if (leader?.state !== 'slow') return;
    const { member, fsync } = leader;
    const seq = lastFault(at, etcd.fault.name, { member, state: 'slow' });
    const warned = [...at.table(MEMBER_LOG_TABLE).values()].filter((row) => row.member === member).length;
    yield {
      subject: 'etcd',
      wish: wished('storeFast', {}),
      hold: () => ({
        told: held('slowDisk', {
          member,
          millis: fsync === undefined ? 0 : Math.round(fsync / 1000),
          warned,
          members: members.length,
        }),
        since: () => seq,
        deed: () => deedBehind(at, seq),
        change: { type: 'start', what: 'etcd-member', name: member },
      }),
    };
  },
};

/** A server that does not serve has lost its watch caches, while the store still has what they held. */
export const apiServer: Rule = {
  name: 'apiServer',
  *find({ at }) {
    // Where a log tells the run there is no store of its own.
    if (at.table(REVISIONS_TABLE).size === 0 || at.table(RAFT_TABLE).size === 0) return;
    for (const { revision } of at.table(CACHES_TABLE).values()) if (revision > 0) return;
    const stopped = lastFault(at, apiserverProcess.fault.name, { state: 'stopped' });
    yield {
      subject: 'cluster',
      wish: wished('server', {}),
      hold: () => ({
        told: held('serverStopped', {}),
        since: () => stopped,
        deed: () => deedBehind(at, stopped),
        change: { type: 'start', what: 'api-server', name: 'kube-apiserver' },
      }),
    };
  },
};
