import { conflict, isStatus, type Status, storedUidConflict, success } from '../../../api/errors/status.ts';
import { openCopy } from '../../../api/types/copies.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { extend, without } from '../../../base/extend.ts';
import { pureOfText } from '../../../base/pure.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import { Lookups } from '../admission/lookups.ts';
import type { Services } from '../parts/services.ts';
import type { Edit, Editor } from '../registry/edits.ts';
import { type Answer, failed, isDryRun, type Scope } from '../scope/scope.ts';
import { decodeBody } from './decode.ts';
import { refusedBinding } from './pod-subresources.ts';
import { attributesOf, withNamespace } from './write.ts';

const BINDING = { group: '', version: 'v1', kind: 'Binding' };
const RESOURCE = { group: '', resource: 'pods/binding' };

interface PodView {
  readonly [field: string]: unknown;
  readonly nodeName?: string;
  readonly schedulingGates?: readonly unknown[];
}

interface StatusView {
  readonly nominatedNodeName?: string;
  readonly conditions?: readonly Condition[];
}

interface Condition {
  readonly type: string;
  readonly status: string;
  readonly lastProbeTime?: null;
  readonly lastTransitionTime?: string | null;
}

/** One write sets the node and the condition PodScheduled. */
// Models pkg/registry/core/pod/storage/storage.go, BindingREST (v1.36)
export function* handleBinding(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const decoded = decodeBody(scope, BINDING, scope.request.body);
  if (isStatus(decoded))
    return failed(ctx.step(steps.decodeFailed, scope.subject, { error: decoded.message ?? '' }), decoded);
  const placed = withNamespace(scope, decoded.object);
  if (isStatus(placed)) return failed(ctx, placed);
  if (!isPlain(placed, scope.info.name)) {
    const why = refusedBinding(placed, scope.info.name);
    if (why !== undefined) return failed(ctx, why);
  }
  scope.audit.requestObject = placed;
  const read = ctx.step(steps.decoded, scope.subject, {
    kind: 'Binding',
    apiVersion: 'v1',
    defaulted: decoded.defaulted,
  });
  const dryRun = isDryRun(scope);
  const attributes = attributesOf(scope, 'CREATE', placed, undefined, dryRun);
  const lookups = new Lookups(services, scope);
  const admitted = yield* services.admission.mutate(read, scope.subject, attributes, lookups);
  if (isStatus(admitted)) return failed(read, admitted);
  const final = { ...attributes, object: admitted.object };
  const checked = yield* services.admission.validate(admitted.ctx, scope.subject, final, lookups);
  if (isStatus(checked)) return failed(admitted.ctx, checked);
  const { namespace, name } = scope.info;
  const stored = yield* scope.store.update(checked, namespace, name, new Binder(scope, admitted.object), dryRun);
  return isStatus(stored) ? failed(checked, stored) : { ctx: stored.ctx, code: 201, body: success(undefined, 201) };
}

/** As a scheduler writes it. */
function isPlain({ metadata, target }: KObject, name: string): boolean {
  const { kind, name: node = '' } = (target ?? {}) as { readonly kind?: string; readonly name?: string };
  return metadata.name === name && kind === 'Node' && node !== '';
}

class Binder implements Editor {
  constructor(
    private readonly scope: Scope,
    private readonly binding: KObject,
  ) {}

  edit(own: Context, pod: KObject): Edit | Status {
    const bound = boundPod(this.scope, pod, this.binding, own.wall);
    if (isStatus(bound)) return bound;
    const generation = pod.metadata.generation ?? 0;
    const ctx = own.step(steps.prepared, this.scope.subject, { operation: 'bind', generation });
    return { object: bound, ctx, isOwn: true };
  }
}

function boundPod({ store }: Scope, pod: KObject, binding: KObject, now: number): KObject | Status {
  const name = pod.metadata.name ?? '';
  const refuse = (why: string): Status => conflict(RESOURCE, name, why);
  const uid = binding.metadata.uid;
  if (uid !== undefined && uid !== '' && uid !== pod.metadata.uid) {
    const key = store.key(pod.metadata.namespace, name);
    return storedUidConflict(RESOURCE, name, key, uid, pod.metadata.uid ?? '');
  }
  const spec = pod.spec as PodView;
  if (pod.metadata.deletionTimestamp !== undefined)
    return refuse(`pod ${name} is being deleted, cannot be assigned to a host`);
  if (spec.nodeName !== undefined && spec.nodeName !== '')
    return refuse(`pod ${name} is already assigned to node "${spec.nodeName}"`);
  if ((spec.schedulingGates?.length ?? 0) > 0) return refuse(`pod ${name} has non-empty .spec.schedulingGates`);
  const target = binding.target as { readonly name: string };
  const current = (pod.status ?? {}) as StatusView;
  const status = current.nominatedNodeName === undefined ? current : without(current, 'nominatedNodeName');
  const bound = openCopy(pod);
  bound.metadata = mergedMeta(pod, binding);
  bound.spec = extend(spec, { nodeName: target.name });
  bound.status = extend(status, { conditions: withScheduled(status.conditions ?? [], rfc3339(now)) });
  return bound as KObject;
}

/** The Pod's, as a copy. */
function mergedMeta(pod: KObject, binding: KObject): KObject['metadata'] {
  const { annotations, labels } = binding.metadata;
  if (annotations === undefined && labels === undefined) return { ...pod.metadata };
  return {
    ...pod.metadata,
    ...(annotations === undefined ? undefined : { annotations: { ...pod.metadata.annotations, ...annotations } }),
    ...(labels === undefined ? undefined : { labels: { ...pod.metadata.labels, ...labels } }),
  };
}

/** Of most Pods; those that are bound in one second have the very same. */
const onlyScheduled = pureOfText(16, (time: string): readonly Condition[] => [
  { type: 'PodScheduled', status: 'True', lastProbeTime: null, lastTransitionTime: time },
]);

function withScheduled(conditions: readonly Condition[], time: string): readonly object[] {
  if (conditions.length === 0) return onlyScheduled(time);
  const [scheduled] = onlyScheduled(time) as readonly [Condition];
  const at = conditions.findIndex((each) => each.type === 'PodScheduled');
  if (at < 0) return [...conditions, scheduled];
  const before = conditions[at] as Condition;
  const kept = before.status === 'True' ? { ...scheduled, lastTransitionTime: before.lastTransitionTime } : scheduled;
  return conditions.map((each, index) => (index === at ? kept : each));
}
