import { decodeStrict } from '../../../api/decoding/decode.ts';
import { invalidValue } from '../../../api/errors/field-error.ts';
import { badRequest, conflict, invalid, isStatus, modifiedConflict, type Status } from '../../../api/errors/status.ts';
import { difference, EMPTY_SET, type FieldSet, intersection, isEmptySet } from '../../../api/fields/field-sets.ts';
import { applyConfiguration, withManagedFields } from '../../../api/fields/managed-fields.ts';
import { fieldStep } from '../../../api/fields/shape.ts';
import { type Fields, isFields } from '../../../api/go/json.ts';
import type { KObject, ManagedFieldsEntry } from '../../../api/types/meta.ts';
import { textAt } from '../../../api/validation/common/check.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { Services } from '../parts/services.ts';
import { queryFlag, queryValue } from '../request/request-info.ts';
import { type Answer, failed, refused, type Scope } from '../scope/scope.ts';
import { misfit } from '../scope/unreadable.ts';
import { replicasPath, scaleOf, scaleProblem, withReplicas } from '../strategies/scale.ts';
import { anotherType } from './apply.ts';
import { refusedMerge, refusedStrategic } from './patch-refusal.ts';
import { updateObject, updateTracked } from './update.ts';

const GROUP_KIND = { group: 'autoscaling', version: 'v1', kind: 'Scale', resource: 'scales' };
const KIND = { apiVersion: 'autoscaling/v1', kind: 'Scale' };

/** Sets the number of replicas of a workload through its Scale. */
// Models pkg/registry/apps/deployment/storage/storage.go, ScaleREST (v1.36)
export function handleScaleWrite(
  services: Services,
  ctx: Context,
  scope: Scope,
  want: (scale: KObject, kind: typeof KIND) => KObject | Status,
): Process<Answer> {
  const paths = scope.resource.definition?.scale;
  const of = (current: KObject): KObject | Status => {
    const scale = scaleOf(current, paths);
    const wanted = want(scale, KIND);
    const replicas = isStatus(wanted) ? wanted : replicasOf(scope, wanted, current);
    return isStatus(replicas) ? replicas : withReplicas(current, replicas, paths);
  };
  return updateObject(services, ctx, scope, { of }, presentScale);
}

function presentScale(_services: Services, scope: Scope, object: KObject): KObject {
  return scaleOf(object, scope.resource.definition?.scale);
}

/** What a Scale asks for, if it is a Scale of this object as it is. */
function replicasOf(scope: Scope, wanted: KObject, current: KObject): number | Status {
  // What is no text is told of below, with everything else that does not fit.
  const kind = textAt(wanted, 'kind') || KIND.kind;
  const apiVersion = textAt(wanted, 'apiVersion') || KIND.apiVersion;
  if (scope.info.verb === 'update' && (kind !== KIND.kind || apiVersion !== KIND.apiVersion))
    return misfit(GROUP_KIND, wanted as Fields, apiVersion, kind);
  const decoded = decodeStrict<KObject>(GROUP_KIND, wanted, { strict: false });
  if (decoded.error !== undefined) {
    const { body, headers } = scope.request;
    if (scope.info.verb === 'patch') {
      const isStrategic = (headers['content-type'] ?? '').includes('strategic');
      if (!isStrategic) return refusedMerge(GROUP_KIND, body, wanted, decoded.error);
      const present = scaleOf(current, scope.resource.definition?.scale);
      return refusedStrategic(GROUP_KIND, { kind: KIND, current: present, patch: body }, wanted, decoded.error);
    }
    return badRequest(`Scale in version "v1" cannot be handled as a Scale: ${decoded.error}`);
  }
  const { name = '', uid = '', resourceVersion = '' } = decoded.object.metadata ?? {};
  const own = scope.info.name;
  if (name === '') return badRequest('name must be provided');
  if (name !== own) return badRequest(`the name of the object (${name}) does not match the name on the URL (${own})`);
  if (uid !== '' && uid !== current.metadata.uid) {
    const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${current.metadata.uid}`;
    return conflict(scope.resource, own, why);
  }
  if (resourceVersion !== '' && resourceVersion !== '0' && resourceVersion !== current.metadata.resourceVersion) {
    return modifiedConflict(scope.store.info, own);
  }
  const replicas = (decoded.object.spec as { readonly replicas?: number } | undefined)?.replicas ?? 0;
  if (replicas >= 0) return replicas;
  return invalid(GROUP_KIND, own, [invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0')]);
}

/** Reads the Scale of an object. */
export function scaleAnswer(ctx: Context, scope: Scope, object: KObject): Answer {
  const paths = scope.resource.definition?.scale;
  const problem = scaleProblem(object, paths);
  return problem === undefined ? { ctx, code: 200, body: scaleOf(object, paths) } : failed(ctx, problem);
}

/** An apply to the Scale takes part in who owns the number of replicas. */
// Models staging/src/k8s.io/apimachinery/pkg/util/managedfields/scalehandler.go (v1.36)
export function handleScaleApply(services: Services, ctx: Context, scope: Scope, manager: string): Process<Answer> {
  const { body } = scope.request;
  if (!isFields(body)) return refused(ctx, badRequest('error decoding YAML: the body is not an object'));
  const another = anotherType(body as KObject, KIND.apiVersion, KIND.kind);
  if (another !== undefined) return refused(ctx, another);
  const paths = scope.resource.definition?.scale;
  const of = (current: KObject, own: Context): KObject | Status => {
    const {
      uid: _uid,
      resourceVersion: _version,
      creationTimestamp: _created,
      ...meta
    } = scaleOf(current, paths).metadata;
    const { status: _status, ...scale } = scaleOf(current, paths);
    const place = pathSet(replicasPath(paths));
    const applied = applyConfiguration({
      kind: KIND,
      live: { ...scale, metadata: { ...meta, managedFields: ofScale(current, place) } } as KObject,
      config: body as KObject,
      manager,
      time: rfc3339(own.wall),
      force: queryFlag(scope.request, 'force'),
      subresource: 'scale',
    });
    if (isStatus(applied)) return applied;
    const replicas = replicasOf(scope, applied.object, current);
    if (isStatus(replicas)) return replicas;
    own.step(steps.patched, scope.subject, { type: 'apply', changed: true });
    const entries = backToWhole(current, applied.managedFields, place);
    return withManagedFields(withReplicas(current, replicas, paths), entries);
  };
  return updateTracked(services, ctx, scope, { of }, presentScale);
}

export function scaleManager(scope: Scope): string {
  return queryValue(scope.request, 'fieldManager') ?? '';
}

const OF_SCALE: FieldSet = { 'f:spec': { 'f:replicas': {} } };

function pathSet(path: readonly string[]): FieldSet {
  return path.reduceRight<FieldSet>((inner, name) => ({ [fieldStep(name)]: inner }), {});
}

/** Who owns the number, as entries of the Scale. */
function ofScale(object: KObject, place: FieldSet): readonly ManagedFieldsEntry[] {
  return (object.metadata.managedFields ?? []).flatMap((entry) =>
    isEmptySet(intersection(entry.fieldsV1 ?? EMPTY_SET, place))
      ? []
      : [{ ...entry, apiVersion: KIND.apiVersion, fieldsV1: OF_SCALE }],
  );
}

function sameOwner(a: ManagedFieldsEntry, b: ManagedFieldsEntry): boolean {
  return a.manager === b.manager && a.operation === b.operation && (a.subresource ?? '') === (b.subresource ?? '');
}

/** The entries of the whole object: who does not own the number any more loses it, who is new gets an entry without a time. */
function backToWhole(
  object: KObject,
  scaled: readonly ManagedFieldsEntry[],
  place: FieldSet,
): readonly ManagedFieldsEntry[] {
  const before = object.metadata.managedFields ?? [];
  const kept = before.flatMap((entry) => {
    if (scaled.some((each) => sameOwner(each, entry))) return [entry];
    const fieldsV1 = difference(entry.fieldsV1 ?? EMPTY_SET, place);
    return isEmptySet(fieldsV1) ? [] : [{ ...entry, fieldsV1 }];
  });
  const fresh = scaled
    .filter((each) => !before.some((entry) => sameOwner(each, entry)))
    .map(({ time: _time, ...entry }) => ({ ...entry, apiVersion: object.apiVersion, fieldsV1: place }));
  return [...kept, ...fresh] as readonly ManagedFieldsEntry[];
}
