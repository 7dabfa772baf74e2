import { MINUTE } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { KvStore } from '../../ports/kv.ts';

const EVERY_MICROS = 5 * MINUTE;

/** Every five minutes the store forgets what was old five minutes before. */
// Models staging/src/k8s.io/apiserver/pkg/storage/etcd3/compact.go (v1.36). Deviation: one server, so no vote on compact_rev_key.
export function* compactPeriodically(ctx: Context, kv: KvStore): Process {
  let last = 0;
  for (;;) {
    yield ctx.sleep(EVERY_MICROS);
    const seen = kv.revision;
    if (last > 1) yield* kv.compact(ctx, last);
    last = seen;
  }
}
