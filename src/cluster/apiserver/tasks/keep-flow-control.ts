import { equalJson } from '../../../api/go/json.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { MINUTE } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserverProcess as steps } from '../../../steps/apiserver-process.ts';
import { flowControlObjects } from '../bootstrap/flow-control.ts';
import type { ServerCore } from '../core/core.ts';

const MANAGER = 'api-priority-and-fairness-config-producer-v1';
const AUTO_UPDATE = 'apf.kubernetes.io/autoupdate-spec';
const MANDATORY: readonly (string | undefined)[] = ['exempt', 'catch-all'];
const PERIOD = MINUTE;

/** Once a minute the server looks at its own flow schemas and priority levels: one that is gone comes back. */
// Models pkg/registry/flowcontrol/rest/storage_flowcontrol.go, ensure (v1.36); deviation: only what has changed is looked at
export function* keepFlowControl(core: ServerCore, cause: Context, { kind, metadata }: KObject): Process {
  const wanted = flowControlObjects('').find((each) => each.kind === kind && each.metadata.name === metadata.name);
  if (wanted === undefined) return;
  const store = core.stores.forObject(wanted);
  const { name = '' } = metadata;
  const next = () => wantedNow(wanted, store.cacher.get('', name));
  if (next() === undefined) return;
  yield cause.sleep(PERIOD - (cause.now % PERIOD));
  const object = next();
  if (object === undefined || !core.life.listening) return;
  const change = object.metadata.uid === undefined ? 'create' : 'spec';
  const own = cause.step(steps.reconciled, store.subject(undefined, name), { change });
  const all = `/apis/${store.info.group}/${store.info.version}/${store.info.resource}`;
  const query = [['fieldManager', MANAGER]] as const;
  if (change === 'create') yield* core.loopback.call(own, 'POST', all, object, undefined, query);
  else yield* core.loopback.call(own, 'PUT', `${all}/${name}`, object, undefined, query);
}

/** As it should be; undefined: as it is. */
// Models pkg/util/apihelpers and staging/src/k8s.io/apiserver/pkg/util/apihelpers, strategy.ReviseIfNeeded (v1.36)
function wantedNow(wanted: KObject, existing: KObject | undefined): KObject | undefined {
  if (existing === undefined) {
    const { status: _status, ...object } = wanted as KObject & { readonly status?: unknown };
    return object as KObject;
  }
  const { annotations, generation } = existing.metadata;
  const said = annotations?.[AUTO_UPDATE];
  const follows = said === 'true' || said === 'false' ? said === 'true' : generation === 1;
  const auto = MANDATORY.includes(wanted.metadata.name) || follows;
  const { spec } = wanted as { readonly spec?: object };
  const changed = auto && wanted.metadata.name !== 'exempt' && !equalJson(spec, (existing as { spec?: object }).spec);
  if (said === String(auto) && !changed) return undefined;
  return {
    ...existing,
    metadata: { ...existing.metadata, annotations: { ...annotations, [AUTO_UPDATE]: String(auto) } },
    ...(changed ? { spec } : undefined),
  } as KObject;
}
