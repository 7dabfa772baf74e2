// Models the warnings of etcd server/storage/wal/wal.go, server/etcdserver/raft.go and server/etcdserver/txn/util.go (v3.6)

import { hexDigits } from '../../base/bytes/hex.ts';
import { MILLISECOND, type Micros, SECOND } from '../../base/time/units.ts';
import type { Context, Engine, Table } from '../../engine/index.ts';
import { etcd as steps } from '../../steps/etcd.ts';
import { MEMBER_LOG_TABLE, type MemberLogRow, membersOf } from './rows.ts';

/** An fsync that takes longer is complained about. */
const LONG_SYNC = SECOND;
const HEARTBEAT = 100 * MILLISECOND;
/** A leader that has sent nothing for two heartbeats is late. */
const LATE_HEARTBEAT = 2 * HEARTBEAT;
const LONG_REQUEST = 100 * MILLISECOND;
const KEPT = 60;

type Fields = MemberLogRow['fields'];

const peerId = (name: string): string => {
  const peer = membersOf(3).find((each) => each.name === name);
  return peer === undefined ? name : hexDigits(BigInt(peer.id), 16);
};

/** What members write into their logs when something takes too long, each with its own clock. */
export class MemberLog {
  private readonly table: Table<MemberLogRow>;
  private count = 0;

  constructor(private readonly engine: Engine) {
    this.table = engine.table(MEMBER_LOG_TABLE);
  }

  synced(ctx: Context, member: string, took: Micros): void {
    if (took <= LONG_SYNC) return;
    const fields = { took: took, 'expected-duration': LONG_SYNC };
    this.warn(ctx, member, 'wal/wal.go', 'slow fdatasync', fields);
  }

  /** The leader could not send heartbeats while it waited for its disk. */
  heartbeatsHeld(ctx: Context, member: string, followers: readonly string[], held: Micros): void {
    if (held <= LATE_HEARTBEAT) return;
    const message =
      'leader failed to send out heartbeat on time; took too long, leader is overloaded likely from slow disk';
    for (const to of followers)
      this.warn(ctx, member, 'etcdserver/raft.go', message, {
        to: peerId(to),
        'heartbeat-interval': HEARTBEAT,
        'expected-duration': LATE_HEARTBEAT,
        'exceeded-duration': held - LATE_HEARTBEAT,
      });
  }

  read(ctx: Context, member: string, key: string, took: Micros): void {
    if (took <= LONG_REQUEST) return;
    this.warn(ctx, member, 'txn/util.go', 'apply request took too long', {
      took: took,
      'expected-duration': LONG_REQUEST,
      prefix: 'read-only range ',
      request: `key:${JSON.stringify(key)} `,
    });
  }

  private warn(ctx: Context, member: string, caller: string, message: string, fields: Fields): void {
    const took = Number(fields.took ?? fields['exceeded-duration']);
    const told = ctx.step(steps.warned, 'etcd', { member, message, millis: Math.round(took / MILLISECOND) });
    const at = this.engine.wallOf(`etcd/${member}`, told.now);
    this.table.set(String(this.count), { at, member, caller, message, fields });
    this.table.delete(String(this.count - KEPT));
    this.count += 1;
  }
}
