import type { Micros } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { LeaseStatus, WatchRequest } from '../../ports/etcd.ts';
import { isKvError, type KvError } from '../../ports/kv.ts';
import { base64, deleteAnswer, eventAnswer, type Json, putAnswer, rangeAnswer, txnAnswer } from './gateway.ts';
import type { Operation } from './operations.ts';
import { etcdWorld } from './world.ts';

/** What a watch was told: events one by one, and why it ended. */
export interface Heard {
  readonly events: Json[];
  ended: Json | undefined;
}

/** Our store behind the gateway's encoding. */
export class OurStore {
  private readonly world = etcdWorld();
  compacted = -1;

  get revision(): number {
    return this.world.etcd.revision;
  }

  /** The answer as the gateway would write it, without what differs from cluster to cluster. */
  answer(operation: Exclude<Operation, { type: 'watch' }>): Json {
    const { etcd } = this.world;
    switch (operation.type) {
      case 'range':
        return this.ask((ctx) => etcd.protocol.rangeOf(ctx, operation.range), rangeAnswer);
      case 'put':
        return this.ask((ctx) => etcd.protocol.put(ctx, operation.put), putAnswer);
      case 'delete':
        return this.ask((ctx) => etcd.protocol.deleteRange(ctx, operation.delete), deleteAnswer);
      case 'txn':
        return this.ask((ctx) => etcd.protocol.transact(ctx, operation.txn), txnAnswer);
      case 'compact':
        return this.compact(operation.revision);
      case 'grant':
        return this.ask((ctx) => etcd.protocol.leaseGrant(ctx, operation.ttl, operation.lease), granted);
      case 'revoke':
        return this.ask(
          (ctx) => etcd.protocol.leaseRevoke(ctx, operation.lease),
          () => ({}),
        );
      case 'keepAlive':
        // An unknown lease is no error here: it has no time left.
        return this.ask(
          (ctx) => etcd.protocol.leaseKeepAlive(ctx, operation.lease),
          renewed,
          () => ({ ID: operation.lease }),
        );
      case 'timeToLive':
        return this.ask((ctx) => etcd.protocol.leaseTimeToLive(ctx, operation.lease), left);
      case 'leases':
        return this.ask(
          (ctx) => etcd.protocol.leases(ctx),
          (leases) => (leases.length === 0 ? {} : { leases: leases.map((ID) => ({ ID })) }),
        );
    }
  }

  private compact(revision: number): Json {
    const answer = this.ask(
      (ctx) => this.world.etcd.compact(ctx, revision),
      () => ({}),
    );
    if (!('error' in answer)) this.compacted = revision;
    return answer;
  }

  watch(request: WatchRequest): Heard {
    const heard: Heard = { events: [], ended: undefined };
    this.world.act((ctx) =>
      this.world.etcd.protocol.watchRange(ctx, request, (_ctx, response) => {
        heard.events.push(...response.events.map(eventAnswer));
        if (!response.canceled) return;
        const { compactRevision } = response;
        heard.ended = { canceled: true, ...(compactRevision > 0 ? { compact_revision: String(compactRevision) } : {}) };
      }),
    );
    return heard;
  }

  wait(micros: Micros): void {
    this.world.wait(micros);
  }

  private ask<T extends object | undefined>(
    make: (ctx: Context) => Process<T | KvError>,
    write: (answer: T) => Json,
    failed: (error: KvError) => Json = ({ error, code }) => ({ error, code }),
  ): Json {
    const answer = this.world.run(make);
    if (answer !== undefined && isKvError(answer)) {
      const told = failed(answer);
      return 'error' in told ? told : this.withHeader(told);
    }
    return this.withHeader(write(answer as T));
  }

  private withHeader(answer: Json): Json {
    return 'header' in answer ? answer : { header: { revision: String(this.revision) }, ...answer };
  }
}

function granted({ lease, ttl }: LeaseStatus): Json {
  return { ID: lease, TTL: String(ttl) };
}

function renewed({ lease, ttl }: LeaseStatus): Json {
  return { ID: lease, TTL: String(ttl) };
}

/** The time left is not compared: the real store's clock runs. */
function left({ lease, ttl, granted: grantedTtl, keys }: LeaseStatus): Json {
  return {
    ID: lease,
    TTL: ttl < 0 ? '-1' : 'left',
    ...(ttl < 0 ? {} : { grantedTTL: String(grantedTtl) }),
    ...(keys.length === 0 ? {} : { keys: keys.map((key) => base64(key)) }),
  };
}
