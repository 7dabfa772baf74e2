import { isStatus } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { extensions as steps } from '../../../steps/extensions.ts';
import type { Condition } from '../definitions/conditions.ts';
import type { Guard } from '../registry/edits.ts';
import type { ResourceStore } from '../registry/store.ts';
import { EVERYTHING } from '../watchcache/filter.ts';

const ACTOR = 'kube-apiserver';
const POLL_MICROS = 5 * SECOND;
const POLLS = 12;

/** Deletes every object of a definition that goes, and waits for them. A condition says why it could not. */
// Models staging/src/k8s.io/apiextensions-apiserver/pkg/controller/finalizer/crd_finalizer.go, deleteInstances (v1.36)
export function* removeInstances(ctx: Context, store: ResourceStore, subject: string): Process<Condition | undefined> {
  const found = yield* instancesOf(ctx, store);
  const namespaces = new Set(found.map(({ metadata }) => metadata.namespace ?? '')).size;
  const own = ctx.step(steps.instancesCounted, subject, { instances: found.length, namespaces });
  for (const { metadata } of found) {
    const { namespace = '', name = '' } = metadata;
    const result = yield* store.delete(own, namespace, name, {}, NO_GUARD, false);
    if (isStatus(result)) continue;
    result.ctx.step(steps.instanceRemoved, store.subject(namespace, name), { removed: result.removed === true });
  }
  for (let poll = 0; poll < POLLS; poll += 1) {
    if ((yield* instancesOf(own, store)).length === 0) return undefined;
    // Nobody is kept waiting by this: somebody's finalizer may hold an object for ever.
    yield own.engine.background(ACTOR).sleep(POLL_MICROS);
  }
  return {
    type: 'Terminating',
    status: 'True',
    reason: 'InstanceDeletionCheck',
    message: 'could not confirm zero CustomResources remaining: timed out waiting for the condition',
  };
}

function* instancesOf(ctx: Context, store: ResourceStore): Process<readonly KObject[]> {
  // What cannot be read is nobody's to delete.
  yield* store.cacher.catchUp(ctx);
  const found: KObject[] = [];
  store.cacher.scan(EVERYTHING, '', undefined, (object) => {
    found.push(object);
    return true;
  });
  return found;
}

/** Nobody is asked: this deletion is the server's own. */
const NO_GUARD: Guard = {
  *check(ctx) {
    return ctx;
  },
};
