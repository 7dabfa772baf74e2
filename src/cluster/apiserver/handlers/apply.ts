import { decodeStrict } from '../../../api/decoding/decode.ts';
import { applyDefaults } from '../../../api/defaults/index.ts';
import { badRequest, conflict, isStatus, type Status } from '../../../api/errors/status.ts';
import { applyConfiguration, ignoreTimestampChanges, withManagedFields } from '../../../api/fields/managed-fields.ts';
import { shapeOfObject } from '../../../api/fields/shape.ts';
import { typedProblem } from '../../../api/fields/typed-patch.ts';
import { type Fields, isFields, withoutField } from '../../../api/go/json.ts';
import { goJson } from '../../../api/go/json-text.ts';
import { jsonTypeOf } from '../../../api/scheme/foreign-kind.ts';
import { apiVersionOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { textAt } from '../../../api/validation/common/check.ts';
import { LAST_APPLIED } from '../../../api/values/annotations.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import { versionsOf } from '../encoding/conversion.ts';
import type { Services } from '../parts/services.ts';
import { refuseDepth } from '../request/body-limits.ts';
import { queryFlag, queryValue } from '../request/request-info.ts';
import { plainError } from '../scope/list-options.ts';
import { type Answer, failed, fieldValidation, type Scope } from '../scope/scope.ts';
import { yamlError } from '../scope/unreadable.ts';
import { createTracked } from './create.ts';
import { isMissing, updateTracked } from './update.ts';
import { checkPlace, identityProblem, resetFields, withNamespace } from './write.ts';

/** A PATCH that says all that one manager wants; the server works out the rest, and creates the object when there is none. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go, applyPatcher (v1.36)
export function* handleApply(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const manager = queryValue(scope.request, 'fieldManager') ?? '';
  const config = readConfig(scope);
  if (isStatus(config))
    return failed(ctx.step(steps.decodeFailed, scope.subject, { error: config.message ?? '' }), config);
  const read = ctx.step(steps.decoded, scope.subject, {
    kind: scope.resource.kind,
    apiVersion: apiVersionOf(scope.resource),
    defaulted: false,
  });
  const of = (live: KObject, own: Context): KObject | Status => {
    const merged = mergedWith(scope, own.wall, manager, config, live);
    if (!isStatus(merged)) own.step(steps.patched, scope.subject, { type: 'apply', changed: merged !== live });
    return merged;
  };
  const answer: Answer = yield updateTracked(services, read, scope, { of });
  if (!isMissing(answer) || scope.info.subresource !== '') return answer;
  const fresh = mergedWith(scope, read.wall, manager, config, undefined);
  return isStatus(fresh) ? failed(read, fresh) : yield createTracked(services, read, scope, fresh);
}

function readConfig(scope: Scope): KObject | Status {
  const { body } = scope.request;
  // What is empty is null, which is an object without anything.
  const sent = isEmpty(body) ? {} : body;
  if (!isFields(sent)) return badRequest(`error decoding YAML: ${yamlProblem(sent)}`);
  const config = sent as KObject;
  const another = anotherType(config, apiVersionOf(scope.resource), scope.resource.kind);
  if (another !== undefined) return another;
  if (Array.isArray(config.metadata?.managedFields)) return badRequest('metadata.managedFields must be nil');
  const placed = withNamespace(scope, config.metadata === undefined ? { ...config, metadata: {} } : config);
  if (isStatus(placed)) return placed;
  if (typeof placed.metadata.name === 'string') return checkPlace(scope, placed) ?? placed;
  // What is no text is told with all else that has a wrong type.
  if (placed.metadata.name !== undefined) return placed;
  return { ...placed, metadata: { ...placed.metadata, name: scope.info.name } };
}

/** An applied configuration says itself what it is. */
// Models staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/structuredmerge.go Apply (v1.36)
export function anotherType(config: KObject, apiVersion: string, kind: string): Status | undefined {
  const given = textAt(config, 'apiVersion');
  if (given !== apiVersion) {
    const versions = `Specified patch version: ${given}, expected: ${apiVersion}`;
    return badRequest(`Incorrect version specified in apply patch. ${versions}`);
  }
  return config.kind === kind ? undefined : mistyped(config, `no corresponding type for ${typeText(config)}`);
}

/** What is no text counts as none. */
function typeText(config: KObject): string {
  const apiVersion = textAt(config, 'apiVersion');
  return `${apiVersion.includes('/') ? '' : '/'}${apiVersion}, Kind=${textAt(config, 'kind')}`;
}

const isEmpty = (body: unknown): boolean => body === undefined || body === null || body === '';

/** Models sigs.k8s.io/yaml Unmarshal into a map (v1.6) */
function yamlProblem(body: unknown): string {
  const error = typeof body === 'string' ? yamlError(body) : undefined;
  if (error !== undefined) return `error converting YAML to JSON: ${error}`;
  const type = typeof body === 'string' ? 'string' : jsonTypeOf(body);
  const into = `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
  return `error unmarshaling JSON: while decoding JSON: ${into}`;
}

function mergedWith(
  scope: Scope,
  now: number,
  manager: string,
  config: KObject,
  live: KObject | undefined,
): KObject | Status {
  const { resource, info } = scope;
  const problem = typedProblem(resource.definition?.shape ?? shapeOfObject(config), config);
  if (problem !== undefined) return mistyped(config, problem);
  const tooDeep = refuseDepth(scope.request, resource, config);
  if (tooDeep !== undefined) return tooDeep;
  const strict = fieldValidation(scope) === 'Strict';
  const checked = decodeStrict<KObject>(resource, config, { strict });
  if (checked.error !== undefined) return badRequest(checked.error);
  const [textError] = strict ? (scope.request.textErrors ?? []) : [];
  if (textError !== undefined)
    return badRequest(`error strict decoding YAML: error converting YAML to JSON: ${textError}`);
  const applied = applyConfiguration({
    kind: { apiVersion: apiVersionOf(resource), kind: resource.kind },
    live,
    config: resetFields(scope).reduce(withoutReset, config),
    manager,
    time: rfc3339(now),
    force: queryFlag(scope.request, 'force'),
    subresource: info.subresource,
    inVersion: versionsOf(resource, scope.store.info),
    ...(resource.definition === undefined ? undefined : { shape: resource.definition.shape }),
  });
  if (isStatus(applied)) return applied;
  const uid = textAt(config.metadata, 'uid');
  if (live !== undefined) {
    const refused = identityProblem(scope, config, live);
    if (refused !== undefined) return refused;
  } else if (uid !== '') {
    const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    return conflict(resource, info.name, why);
  }
  const annotated = manager === KUBECTL ? withLastApplied(applied.object, config) : applied.object;
  const decoded = decodeStrict<KObject>(resource, annotated, { strict: false });
  const tracked = withManagedFields(applyDefaults(resource, decoded.object), applied.managedFields);
  return live === undefined ? tracked : ignoreTimestampChanges(live, tracked);
}

/** Without a field that this write does not set; an object keeps its name. */
function withoutReset(config: KObject, key: string): KObject {
  if (key !== 'metadata') return withoutField(config, key);
  const { name, namespace } = config.metadata;
  return { ...config, metadata: namespace === undefined ? { name } : { name, namespace } };
}

/** A real server takes this for its own mistake. */
function mistyped(config: KObject, problem: string): Status {
  const metadata = (config.metadata ?? {}) as object as Fields;
  const place = `${textAt(metadata, 'namespace')}/${textAt(metadata, 'name')}`;
  return plainError(`failed to create typed patch object (${place}; ${typeText(config)}): ${problem}`);
}

const KUBECTL = 'kubectl';
const LONGEST_ANNOTATIONS = 262_144;

/** An object that was applied by the client before keeps its annotation up to date, so that it can be again. */
// Models staging/src/k8s.io/apimachinery/pkg/util/managedfields/internal/lastappliedupdater.go (v1.36)
function withLastApplied(object: KObject, config: KObject): KObject {
  const { annotations } = object.metadata;
  if (annotations?.[LAST_APPLIED] === undefined) return object;
  const { annotations: own, ...metadata } = config.metadata;
  const { [LAST_APPLIED]: _, ...others } = own ?? {};
  const bare = { ...config, metadata: own === undefined ? metadata : { ...metadata, annotations: others } };
  const text = `${goJson(bare, { sortKeys: true })}\n`;
  const next = { ...annotations, [LAST_APPLIED]: text };
  const size = Object.entries(next).reduce((sum, [key, value]) => sum + key.length + value.length, 0);
  const kept = size > LONGEST_ANNOTATIONS ? { ...annotations, [LAST_APPLIED]: '' } : next;
  return { ...object, metadata: { ...object.metadata, annotations: kept } };
}
