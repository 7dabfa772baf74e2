import { MINUTE } from '../../../base/time/units.ts';
import type { Process } from '../../../engine/index.ts';
import type { ServerCore } from '../core/core.ts';

const EVERY_MICROS = 5 * MINUTE;

/** Every five minutes the store forgets what was old five minutes before. */
// Models staging/src/k8s.io/apiserver/pkg/storage/etcd3/compact.go (v1.36). Deviation: one server, so no vote on compact_rev_key.
export function* compactPeriodically(core: ServerCore): Process {
  const ctx = core.background;
  let last = 0;
  for (;;) {
    yield ctx.sleep(EVERY_MICROS);
    const seen = core.kv.revision;
    if (last > 1) yield* core.kv.compact(ctx, last);
    last = seen;
  }
}
