import { MINUTE } from '../../../base/time/units.ts';
import type { Context, Process, Soon } from '../../../engine/index.ts';
import type { KvError, KvStore } from '../../ports/kv.ts';

const REUSE_MICROS = MINUTE;
const MAX_KEYS = 1000;

/** Events live for an hour: their keys hang on leases that are shared by what is written within a minute. */
// Models staging/src/k8s.io/apiserver/pkg/storage/etcd3/lease_manager.go (v1.36)
export class LeaseManager {
  private lease: string | undefined;
  private until = 0;
  private keys = 0;

  constructor(
    private readonly kv: KvStore,
    private readonly ttlSeconds: number,
  ) {}

  leaseFor(ctx: Context): Soon<string | KvError> {
    if (this.lease === undefined || ctx.now >= this.until || this.keys >= MAX_KEYS) return this.grant(ctx);
    this.keys += 1;
    return this.lease;
  }

  private *grant(ctx: Context): Process<string | KvError> {
    const lease = yield* this.kv.grantLease(ctx, this.ttlSeconds + 60);
    if (typeof lease !== 'string') return lease;
    this.lease = lease;
    this.until = ctx.now + REUSE_MICROS;
    this.keys = 1;
    return lease;
  }
}
