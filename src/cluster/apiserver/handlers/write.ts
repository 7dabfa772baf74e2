import { errorText, type FieldError, invalidValue } from '../../../api/errors/field-error.ts';
import { badRequest, invalid, isStatus, modifiedConflict, type Status } from '../../../api/errors/status.ts';
import { difference, EMPTY_SET, type FieldSet, isEmptySet } from '../../../api/fields/field-sets.ts';
import { ignoreTimestampChanges, updateManagedFields, withManagedFields } from '../../../api/fields/managed-fields.ts';
import { quote } from '../../../api/go/quote.ts';
import { apiVersionOf, subresourceOf } from '../../../api/scheme/scheme.ts';
import { withMetadata } from '../../../api/types/copies.ts';
import type { KObject, ManagedFieldsEntry } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { extend } from '../../../base/extend.ts';
import type { Context, Soon } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { AdmissionAttributes, Operation } from '../admission/attributes.ts';
import { Lookups } from '../admission/lookups.ts';
import { fromStorage, versionsOf } from '../encoding/conversion.ts';
import type { Services } from '../parts/services.ts';
import type { Guard } from '../registry/edits.ts';
import { parseRevision, plainError } from '../scope/list-options.ts';
import { managerOf, type Scope } from '../scope/scope.ts';
import { presentedOne } from '../table/presentation.ts';
import { warningsOf } from '../warnings/warnings.ts';
import { createErrors, updateErrors } from './object-errors.ts';
import { withoutTwins } from './owner-twins.ts';

/** The parts of a write that create, update and patch share. */

export function attributesOf(
  scope: Scope,
  operation: Operation,
  object: KObject | undefined,
  old: KObject | undefined,
  dryRun: boolean,
): AdmissionAttributes {
  const { info, store, user } = scope;
  return {
    operation,
    resource: store.info,
    requested: scope.resource,
    subresource: info.subresource,
    namespace: info.namespace,
    name: info.name !== '' ? info.name : (object?.metadata.name ?? ''),
    object,
    old,
    user,
    dryRun,
    query: scope.request.query,
  };
}

const SCALE = 'scale';

const REPLICAS: FieldSet = { 'f:spec': { 'f:replicas': {} } };

/** A Scale does not write out that it has no replicas: then nobody owns them. */
function scaleOwnership(after: KObject, entries: readonly ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] {
  const timeless = withoutScaleTime(entries);
  if ((after.spec as { readonly replicas?: number }).replicas !== 0) return timeless;
  return timeless.flatMap((entry) => {
    const fieldsV1 = difference(entry.fieldsV1 ?? EMPTY_SET, REPLICAS);
    return isEmptySet(fieldsV1) ? [] : [{ ...entry, fieldsV1 }];
  });
}

/** Fields set through /scale are translated to the workload's and lose their time on the way. */
// Models staging/src/k8s.io/apimachinery/pkg/util/managedfields/scalehandler.go (v1.36)
function withoutScaleTime(entries: readonly ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] {
  return entries.map((entry) => {
    if (entry.subresource !== SCALE) return entry;
    const { time: _, ...timeless } = entry;
    return timeless;
  });
}

export interface TrackedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Notes which manager set which fields. */
// Models staging/src/k8s.io/apimachinery/pkg/util/managedfields/fieldmanager.go (v1.36)
export function trackFields(
  scope: Scope,
  now: number,
  before: KObject | undefined,
  after: KObject,
  kind: TrackedKind = kindOf(scope),
): KObject {
  // What nobody is known to own, nobody comes to own by an update that does not say so itself.
  const known = (before ?? after).metadata.managedFields ?? after.metadata.managedFields;
  if (before !== undefined && (known?.length ?? 0) === 0) return withManagedFields(after, []);
  const managedFields = updateManagedFields({
    kind,
    before,
    after,
    hidden: resetFields(scope),
    manager: managerOf(scope),
    time: rfc3339(now),
    subresource: scope.info.subresource,
    shape: scope.resource.definition?.shape,
    inVersion: versionsOf(scope.resource, scope.store.info),
  });
  const tracked = withManagedFields(
    singleOwners(scope, after),
    scope.info.subresource === SCALE ? scaleOwnership(after, managedFields) : managedFields,
  );
  return before === undefined ? tracked : ignoreTimestampChanges(before, tracked);
}

/** An owner that is named twice is named once. */
function singleOwners(scope: Scope, object: KObject): KObject {
  const owners = object.metadata.ownerReferences;
  return owners === undefined || owners.length < 2 ? object : withoutTwins(scope, object, owners);
}

/** What a write at this path cannot change, so that nobody comes to own it by one: the status of the whole, the spec of a status. */
// Models GetResetFields of the strategies (v1.36)
export function resetFields({ info, resource }: Scope): readonly string[] {
  if (info.subresource === 'status') return KEEPS_METADATA.has(resource.resource) ? SPEC_AND_METADATA : SPEC;
  if (info.subresource === 'finalize') return STATUS;
  return info.subresource === '' && subresourceOf(resource, 'status') !== undefined ? STATUS : NONE;
}

const NONE: readonly string[] = [];
const SPEC = ['spec'];
const SPEC_AND_METADATA = ['spec', 'metadata'];
const STATUS = ['status'];
const KEEPS_METADATA: ReadonlySet<string> = new Set([
  'flowschemas',
  'prioritylevelconfigurations',
  'validatingadmissionpolicies',
  'volumeattachments',
  'customresourcedefinitions',
]);

export function kindOf(scope: Scope): TrackedKind {
  return { apiVersion: apiVersionOf(scope.resource), kind: scope.resource.kind };
}

/** Kinds of which people are warned. */
const WARNED: ReadonlySet<string> = new Set(
  'pods podtemplates replicationcontrollers deployments replicasets daemonsets statefulsets jobs cronjobs ingresses services storageclasses serviceaccounts persistentvolumes persistentvolumeclaims csistoragecapacities customresourcedefinitions'.split(
    ' ',
  ),
);

/** Most of what people write is as usual. */
function mayWarn({ user, resource }: Scope, object: KObject): boolean {
  if (user.name.startsWith('system:') || !WARNED.has(resource.resource)) return false;
  if ((object.metadata.name ?? '').includes('.')) return true;
  const spec = object.spec as TemplateView['spec'] | undefined;
  if (resource.resource === 'pods') return isUnusual(object as TemplateView);
  return spec?.template === undefined || spec.volumeClaimTemplates !== undefined || isUnusual(spec.template);
}

interface TemplateView {
  readonly metadata?: { readonly annotations?: object };
  readonly spec?: {
    readonly [field: string]: unknown;
    readonly template?: TemplateView;
    readonly containers?: readonly ContainerView[];
  };
}

interface ContainerView {
  readonly env?: readonly unknown[];
  readonly ports?: readonly unknown[];
  readonly resources?: object;
}

const UNUSUAL = [
  'nodeSelector',
  'affinity',
  'topologySpreadConstraints',
  'hostAliases',
  'imagePullSecrets',
  'initContainers',
];

function isUnusual({ metadata, spec = {} }: TemplateView): boolean {
  if (metadata?.annotations !== undefined || UNUSUAL.some((key) => spec[key] !== undefined)) return true;
  if (Array.isArray(spec.volumes) && spec.volumes.length > 0) return true;
  if ((spec.terminationGracePeriodSeconds as number) < 0) return true;
  return (spec.containers ?? []).some(
    ({ env = [], ports = [], resources = {} }) =>
      env.length > 1 || ports.length > 1 || Object.keys(resources).length > 0,
  );
}

/** Validation, then the admission plugins that may only refuse. */
export class WriteGuard implements Guard {
  constructor(
    protected readonly services: Services,
    protected readonly scope: Scope,
    private readonly operation: Operation,
    private readonly old: KObject | undefined,
    protected readonly dryRun: boolean,
  ) {}

  check(ctx: Context, object: KObject): Soon<Context | Status> {
    const { services, scope, operation, old } = this;
    const found =
      operation === 'CREATE' ? createErrors(scope, object) : old === undefined ? [] : updateErrors(scope, old, object);
    const errors = found.length === 0 ? found : untolerated(scope, found);
    const validated = ctx.step(
      steps.validated,
      scope.subject,
      ctx.isRecorded && { kind: scope.resource.kind, errors: errors.length },
    );
    if (errors.length > 0) return invalid(scope.store.info, object.metadata.name ?? '', errors);
    // Components of the cluster do not read warnings.
    if (scope.info.subresource === '' && mayWarn(scope, object)) {
      for (const each of warningsOf(scope.store.info, object, old)) {
        if (!scope.warnings.includes(each)) scope.warnings.push(each);
      }
    }
    if (!services.admission.judges(scope.store.info, scope.info.subresource, operation)) return validated;
    const attributes = attributesOf(scope, operation, object, old, this.dryRun);
    return services.admission.validate(validated, scope.subject, attributes, new Lookups(services, scope));
  }
}

function untolerated(scope: Scope, errors: readonly FieldError[]): readonly FieldError[] {
  for (const error of errors) if (error.tolerated === true) scope.warnings.push(errorText(error));
  return errors.filter((error) => error.tolerated !== true);
}

/** Only a person's write opens a chapter. */
export function storedScene(scope: Scope, object: KObject, ctx: Context, operation: string): Context {
  if (scope.user.name.startsWith('system:')) return ctx;
  const revision = Number(object.metadata.resourceVersion ?? 0);
  const { namespace, name } = object.metadata;
  return ctx.step(steps.stored, scope.store.subject(namespace, name ?? ''), { operation, revision });
}

export function presented(scope: Scope, object: KObject): KObject {
  return fromStorage(scope.store.info, scope.resource, object);
}

/** The answer to a write, in the form that the client accepts. */
export function answered(services: Services, scope: Scope, object: KObject): unknown {
  return presentedOne(scope.request, scope.resource, services.clock, presented(scope, object));
}

/** The namespace in the body must be that of the path; an empty one is filled in. */
export function withNamespace(scope: Scope, object: KObject): KObject | Status {
  const { namespace } = scope.info;
  const given = object.metadata.namespace ?? '';
  if (!scope.resource.namespaced) {
    if (given === '') return object;
    const { namespace: _, ...metadata } = object.metadata;
    return { ...object, metadata };
  }
  if (given === namespace) return object;
  if (given !== '')
    return badRequest('the namespace of the provided object does not match the namespace sent on the request');
  return withMetadata(object, extend(object.metadata, { namespace }));
}

/** The name in an object must be that of the path. */
export function checkName(scope: Scope, object: KObject): Status | undefined {
  const { name } = scope.info;
  const given = object.metadata.name ?? '';
  if (given === name) return undefined;
  if (given === '') return badRequest('name must be provided');
  return badRequest(`the name of the object (${given}) does not match the name on the URL (${name})`);
}

/** No patch moves or renames an object. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go, applyPatch (v1.36)
export function checkPlace(scope: Scope, object: KObject): Status | undefined {
  const placed = withNamespace(scope, object);
  return isStatus(placed) ? placed : checkName(scope, object);
}

/** A revision in a patch is a precondition, and a uid that is another changes what cannot change. */
export function identityProblem(scope: Scope, patched: KObject, current: KObject): Status | undefined {
  const { uid = '', resourceVersion = '' } = patched.metadata;
  const { name } = scope.info;
  // What is no text at all is told by who reads the object.
  if (typeof resourceVersion !== 'string') return undefined;
  if (!isUnsetRevision(resourceVersion) && resourceVersion !== current.metadata.resourceVersion) {
    return otherRevision(scope, resourceVersion);
  }
  if (uid === '' || uid === current.metadata.uid) return undefined;
  const changed = invalidValue('metadata.uid', uid, 'field is immutable');
  // Metadata are looked at for every kind, and once more by the kind's own rules.
  return invalid(scope.store.info, name, [changed, changed]);
}

/** Whether an update is meant for whatever is there. */
export function isUnsetRevision(version: string): boolean {
  return version === '' || version === '0';
}

/** An update of a revision that is not, or no longer, there. */
export function otherRevision(scope: Scope, version: string): Status {
  return parseRevision(version) === undefined
    ? plainError(`strconv.ParseUint: parsing ${quote(version)}: invalid syntax`)
    : modifiedConflict(scope.store.info, scope.info.name);
}
