import type { Context, Process } from '../../engine/index.ts';
import { etcd as steps } from '../../steps/etcd.ts';
import type {
  DeleteRangeRequest,
  DeleteRangeResponse,
  EtcdProtocol,
  EtcdWatch,
  LeaseStatus,
  PutRequest,
  PutResponse,
  RangeRequest,
  RangeResponse,
  TxnRequest,
  TxnResponse,
  WatchRequest,
  WatchResponse,
} from '../ports/etcd.ts';
import { isKvError, type KvError } from '../ports/kv.ts';
import { draw } from '../ports/latency.ts';
import { checkKey, checkPut, checkTxn } from './check-request.ts';
import { leaseTtlTooLarge, noSpace } from './errors.ts';
import { readRange } from './range.ts';
import { ACTOR, proposalOf, type Replica, revocationOf } from './replica.ts';
import { applyDelete, applyPut, applyTxn, takesSuccess } from './txn.ts';

const LONGEST_TTL = 9_000_000_000;

/** Everything that clients other than an API server ask of keys, leases and watches. */
// Models etcd server/etcdserver/v3_server.go (v3.6).
export class ProtocolService implements EtcdProtocol {
  constructor(private readonly replica: Replica) {}

  *rangeOf(ctx: Context, request: RangeRequest): Process<RangeResponse | KvError> {
    const acting = ctx.as(ACTOR);
    const bad = checkKey(request);
    if (bad !== undefined) return bad;
    if (request.serializable === true) yield acting.sleep(draw(this.replica.random, this.replica.latencies.etcdRead));
    else {
      const refused = yield* this.replica.readable(acting);
      if (refused !== undefined) return refused;
    }
    const found = readRange(this.replica.store, request);
    if (isKvError(found)) return found;
    const revision = request.revision ? request.revision : found.revision;
    acting.step(steps.read, 'etcd', { key: request.key, revision, found: found.count });
    return found;
  }

  *put(ctx: Context, request: PutRequest): Process<PutResponse | KvError> {
    const bad = checkPut(request);
    if (bad !== undefined) return bad;
    const acting = ctx.as(ACTOR);
    if (this.replica.quota.exceeded(acting)) return noSpace;
    return yield* this.replica.write(acting, proposalOf('put', request.key), (committed) => {
      const applied = this.tell(committed, 'put', request.key);
      const answer = applyPut(applied, this.replica.store, this.replica.lessor, request);
      this.replica.end(applied);
      return answer;
    });
  }

  *deleteRange(ctx: Context, request: DeleteRangeRequest): Process<DeleteRangeResponse | KvError> {
    const bad = checkKey(request);
    if (bad !== undefined) return bad;
    return yield* this.replica.write(ctx.as(ACTOR), proposalOf('delete', request.key), (committed) => {
      const applied = this.tell(committed, 'delete', request.key);
      const answer = applyDelete(applied, this.replica.store, request);
      this.replica.end(applied);
      return answer;
    });
  }

  *transact(ctx: Context, request: TxnRequest): Process<TxnResponse | KvError> {
    const bad = checkTxn(request);
    if (bad !== undefined) return bad;
    const acting = ctx.as(ACTOR);
    if (
      [...request.success, ...request.failure].some(({ type }) => type === 'put') &&
      this.replica.quota.exceeded(acting)
    )
      return noSpace;
    const proposal = { ...proposalOf('txn', keyOf(request)), compare: request.compare.length };
    return yield* this.replica.write(acting, proposal, (committed) => {
      const succeeded = takesSuccess(this.replica.store, request);
      const applied = committed.step(steps.txnApplied, 'etcd', {
        compares: request.compare.length,
        succeeded,
        ops: (succeeded ? request.success : request.failure).length,
      });
      const answer = applyTxn(applied, this.replica.store, this.replica.lessor, request);
      this.replica.end(applied);
      return answer;
    });
  }

  *leaseGrant(ctx: Context, ttl: number, lease?: string): Process<LeaseStatus | KvError> {
    if (ttl > LONGEST_TTL) return leaseTtlTooLarge;
    const acting = ctx.as(ACTOR);
    if (this.replica.quota.exceeded(acting)) return noSpace;
    const wanted = lease === undefined || lease === '0' ? undefined : lease;
    return yield* this.replica.write(acting, proposalOf('lease-grant', 'lease'), (committed) =>
      this.replica.lessor.grant(committed, ttl, wanted),
    );
  }

  *leaseRevoke(ctx: Context, lease: string): Process<KvError | undefined> {
    return yield* this.replica.write(ctx.as(ACTOR), revocationOf(lease), (committed) =>
      this.replica.revoke(committed, lease, false),
    );
  }

  *leaseKeepAlive(ctx: Context, lease: string): Process<LeaseStatus | KvError> {
    const acting = ctx.as(ACTOR);
    const refused = yield* this.replica.readable(acting);
    return refused ?? this.replica.lessor.renew(acting, lease);
  }

  *leaseTimeToLive(ctx: Context, lease: string): Process<LeaseStatus | KvError> {
    const refused = yield* this.replica.readable(ctx.as(ACTOR));
    return refused ?? this.replica.lessor.status(lease);
  }

  *leases(ctx: Context): Process<readonly string[] | KvError> {
    const refused = yield* this.replica.readable(ctx.as(ACTOR));
    return refused ?? this.replica.lessor.list();
  }

  watchRange(ctx: Context, request: WatchRequest, receive: (ctx: Context, response: WatchResponse) => void): EtcdWatch {
    return this.replica.hub.open(ctx.as(ACTOR), request, receive);
  }

  private tell(ctx: Context, op: 'put' | 'delete', key: string): Context {
    const version = op === 'put' ? (this.replica.store.keys.get(key)?.version ?? 0) + 1 : 0;
    return ctx.step(steps.applied, 'etcd', { op, key, revision: this.replica.store.revision + 1, version });
  }
}

/** The first key that a transaction speaks of. */
function keyOf(txn: TxnRequest): string {
  for (const { key } of txn.compare) return key;
  for (const op of txn.success) {
    if (op.type === 'range') return op.range.key;
    if (op.type === 'put') return op.put.key;
    if (op.type === 'delete') return op.delete.key;
  }
  return '';
}
