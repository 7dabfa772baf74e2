import type { Context, Process } from '../../engine/index.ts';
import type { Alarm, EndpointStatus, EtcdMaintenance, EtcdMember } from '../ports/etcd.ts';
import type { KvError } from '../ports/kv.ts';
import { draw, type Spread } from '../ports/latency.ts';
import { badTransferee } from './errors.ts';
import type { Member } from './raft/member.ts';
import { TERM } from './raft/proposal.ts';
import { ACTOR, proposalOf, type Replica } from './replica.ts';
import { hashOf } from './state-hash.ts';

const VERSION = '3.5.30';
/** Writing the file anew takes as long as so many commits. */
const DEFRAGMENT_COMMITS = 20;

/** What one asks of members rather than of keys. */
// Models etcd server/etcdserver/api/v3rpc/maintenance.go (v3.6).
export class MaintenanceService implements EtcdMaintenance {
  constructor(private readonly replica: Replica) {}

  *status(ctx: Context, member: EtcdMember): Process<EndpointStatus | undefined> {
    const { group, latencies, members, quota, solo } = this.replica;
    if (!(yield* this.reach(ctx, member, latencies.etcdRead))) return undefined;
    const one = this.memberOf(member);
    const { used, total } = quota.measure();
    const leader = group === undefined ? member.name : group.leader?.name;
    const index = solo?.index ?? 0;
    const errors = quota.alarm ? [`memberID:${member.id} alarm:NOSPACE `] : [];
    return {
      member,
      version: VERSION,
      dbSize: total,
      dbSizeInUse: used,
      leader: members.find(({ name }) => name === leader)?.id ?? '0',
      raftIndex: one?.last ?? index,
      raftTerm: one?.term ?? TERM,
      raftAppliedIndex: one?.commit ?? index,
      errors: leader === undefined ? [...errors, 'etcdserver: no leader'] : errors,
    };
  }

  *hashKv(ctx: Context, member: EtcdMember): Process<{ hash: number; compactRevision: number } | undefined> {
    const { latencies, store } = this.replica;
    if (!(yield* this.reach(ctx, member, latencies.etcdRead))) return undefined;
    return { hash: hashOf(store), compactRevision: store.history.compactedRevision };
  }

  *alarms(ctx: Context): Process<readonly Alarm[] | KvError> {
    const refused = yield* this.replica.readable(ctx.as(ACTOR));
    return refused ?? this.raised();
  }

  *disarm(ctx: Context): Process<readonly Alarm[] | KvError> {
    return yield* this.replica.write(ctx.as(ACTOR), proposalOf('alarm', 'NOSPACE'), (committed) => {
      const raised = this.raised();
      this.replica.quota.disarm(committed);
      return raised;
    });
  }

  private raised(): readonly Alarm[] {
    return this.replica.quota.alarm ? [{ memberId: this.replica.header.memberId, alarm: 'NOSPACE' }] : [];
  }

  *defragment(ctx: Context, member: EtcdMember): Process<boolean> {
    const { latencies, quota } = this.replica;
    if (!(yield* this.reach(ctx, member, latencies.etcdCommit, DEFRAGMENT_COMMITS))) return false;
    quota.defragment(ctx.as(ACTOR), member.name);
    return true;
  }

  *moveLeader(ctx: Context, to: string): Process<KvError | undefined> {
    const member = this.replica.members.find(({ id }) => id === to);
    if (member === undefined || this.replica.group === undefined) return badTransferee;
    return yield* this.replica.group.moveLeader(ctx.as(ACTOR), member.name);
  }

  /** Takes some times as long as `latency`; false when nobody answers at that member. */
  private *reach(ctx: Context, member: EtcdMember, latency: Spread, times = 1): Process<boolean> {
    yield ctx.as(ACTOR).sleep(draw(this.replica.random, latency) * times);
    return this.memberOf(member)?.alive !== false;
  }

  private memberOf({ name }: EtcdMember): Member | undefined {
    return this.replica.group?.members.find((member) => member.name === name);
  }
}
