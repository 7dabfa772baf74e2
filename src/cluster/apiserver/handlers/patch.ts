import { decodeStrict } from '../../../api/decoding/decode.ts';
import { applyDefaults } from '../../../api/defaults/index.ts';
import {
  badRequest,
  failure,
  isStatus,
  rejectedRequest,
  type Status,
  unsupportedMediaType,
} from '../../../api/errors/status.ts';
import { type Fields, isFields } from '../../../api/go/json.ts';
import { jsonSyntaxError } from '../../../api/go/json-syntax.ts';
import { applyJsonPatch, type JsonPatchOperation } from '../../../api/patch/json-patch.ts';
import { applyMergePatch } from '../../../api/patch/merge-patch.ts';
import { applyStrategicMerge } from '../../../api/patch/strategic-merge-patch.ts';
import { jsonTypeOf, mistypedKind, noConversion, saysKindInText } from '../../../api/scheme/foreign-kind.ts';
import { apiVersionOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { cutBelow, MOST_READ_LEVELS } from '../../../base/nesting.ts';
import { pureOfText } from '../../../base/pure.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { apiserver as steps } from '../../../steps/apiserver.ts';
import type { Services } from '../parts/services.ts';
import { refuseDepth } from '../request/body-limits.ts';
import { refuseOptions } from '../scope/options.ts';
import { type Answer, fieldValidation, mediaType, refused, type Scope } from '../scope/scope.ts';
import { strictWarnings } from '../scope/unreadable.ts';
import { handleApply } from './apply.ts';
import { refusedMerge, refusedStrategic, tooManyOperations, unusableStrategic } from './patch-refusal.ts';
import { handleScaleApply, handleScaleWrite, scaleManager } from './scale.ts';
import { type Change, updateObject } from './update.ts';
import { checkPlace, identityProblem } from './write.ts';

const JSON_PATCH = 'application/json-patch+json';
const MERGE = 'application/merge-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';
const APPLY = 'application/apply-patch+yaml';
const PATCHES: readonly string[] = [JSON_PATCH, MERGE, STRATEGIC, APPLY];
const CUSTOM_PATCHES: readonly string[] = [JSON_PATCH, MERGE, APPLY];

// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/patch.go (v1.36)
export function handlePatch(services: Services, ctx: Context, scope: Scope): Process<Answer> {
  const type = mediaType(scope.request.headers['content-type'] ?? '');
  const accepted = scope.resource.custom === true ? CUSTOM_PATCHES : PATCHES;
  if (!accepted.includes(type)) {
    if (!PATCHES.includes(type))
      return refused(ctx, failure(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {}));
    return refused(ctx, unsupportedMediaType(accepted));
  }
  const misfit = refuseOptions(scope, 'PatchOptions', type === APPLY);
  if (misfit !== undefined) return refused(ctx, misfit);
  scope.audit.requestObject = asWritten(scope.request.body);
  if (type === APPLY) {
    if (scope.info.subresource !== 'scale') return handleApply(services, ctx, scope);
    return handleScaleApply(services, ctx, scope, scaleManager(scope));
  }
  if (scope.info.subresource === 'scale') return handleScaleWrite(services, ctx, scope, patcher(scope, type));
  return updateObject(services, ctx, scope, new Patch(scope, type));
}

class Patch implements Change {
  constructor(
    private readonly scope: Scope,
    private readonly type: string,
  ) {}

  of(current: KObject, ctx: Context): KObject | Status {
    const { scope, type } = this;
    const patched = patchedObject(scope, type, current);
    if (isStatus(patched)) return patched;
    ctx.note(steps.patched, scope.subject, ctx.isRecorded && { type: nameOfType(type), changed: patched !== current });
    return patched;
  }
}

const nameOfType = pureOfText(8, (type: string) => type.slice('application/'.length));

/** A text is still as it was sent. */
function asWritten(body: unknown): unknown {
  return typeof body === 'string' && jsonSyntaxError(body) === undefined ? JSON.parse(body) : body;
}

function patcher(scope: Scope, type: string): (current: KObject, kind: ScaleKind) => KObject | Status {
  return (current, kind) => applied(scope, type, current, kind.apiVersion, kind.kind);
}

export interface ScaleKind {
  readonly apiVersion: string;
  readonly kind: string;
}

function patchedObject(scope: Scope, type: string, current: KObject): KObject | Status {
  const { resource } = scope;
  const patched = applied(scope, type, current, apiVersionOf(resource), resource.kind);
  if (isStatus(patched) || patched === current) return patched;
  const result = ofSameKind(patched, current);
  if (type !== STRATEGIC && !saysKindInText(patched as Fields))
    return refusedMerge(resource, scope.request.body, patched, mistypedKind(patched as Fields));
  if (type !== STRATEGIC && isOfAnother(patched, current)) {
    const why = noConversion(resource, patched.apiVersion ?? '', patched.kind ?? '');
    return refusedMerge(resource, scope.request.body, patched, why);
  }
  const identity = identityProblem(scope, result, current);
  if (identity !== undefined) return identity;
  const decoded = decodeStrict<KObject>(resource, result, {
    strict: fieldValidation(scope) === 'Strict',
    known: current,
    textErrors: scope.request.textErrors,
  });
  if (decoded.error !== undefined) {
    const patch = scope.request.body;
    if (type !== STRATEGIC) return refusedMerge(resource, patch, result, decoded.error);
    const kind = { apiVersion: apiVersionOf(resource), kind: resource.kind };
    return refusedStrategic(resource, { kind, current, patch }, result, decoded.error);
  }
  const misplaced = refuseDepth(scope.request, resource, decoded.object) ?? checkPlace(scope, decoded.object);
  if (misplaced !== undefined) return misplaced;
  const { textErrors = [] } = scope.request;
  if (decoded.unknownFields.length + textErrors.length > 0 && fieldValidation(scope) === 'Warn')
    scope.warnings.push(...strictWarnings(textErrors, decoded.unknownFields));
  return applyDefaults(resource, decoded.object, current);
}

/** What is still a kind, but not the one that was patched. */
function isOfAnother(patched: KObject, { apiVersion, kind }: KObject): boolean {
  const { apiVersion: version = apiVersion, kind: given = kind } = patched;
  return typeof given === 'string' && typeof version === 'string' && (given !== kind || version !== apiVersion);
}

/** What kind an object is of, no patch can change; what it leaves of the metadata is at least an empty one. */
function ofSameKind(patched: KObject, { apiVersion, kind }: KObject): KObject {
  const { metadata } = patched as { readonly metadata?: KObject['metadata'] | null };
  if (patched.kind === kind && patched.apiVersion === apiVersion && metadata) return patched;
  return { ...patched, apiVersion, kind, metadata: metadata ?? {} } as KObject;
}

function applied(scope: Scope, type: string, current: KObject, apiVersion: string, kind: string): KObject | Status {
  const { body } = scope.request;
  switch (type) {
    case JSON_PATCH: {
      if (!Array.isArray(body)) return undecodable(body, '[]handlers.jsonPatchOp');
      if (body.length > 10_000) return tooManyOperations(body.length);
      const result = applyJsonPatch(current, body as readonly JsonPatchOperation[]);
      // What was wrong with the patch is told to nobody, as upstream does.
      if ('error' in result || !isFields(result.object)) return rejectedRequest();
      return result.object === current ? current : (cutBelow(result.object, MOST_READ_LEVELS) as KObject);
    }
    case MERGE:
      return isFields(body) ? applyMergePatch(current, body) : undecodable(body, GO_MAP);
    case STRATEGIC: {
      if (!isFields(body)) return undecodable(body, GO_MAP);
      const result = applyStrategicMerge({ apiVersion, kind }, current, body);
      return 'error' in result ? unusableStrategic(result.error) : result.object;
    }
    default:
      return unsupportedMediaType([JSON_PATCH, MERGE, STRATEGIC]);
  }
}

const GO_MAP = 'map[string]interface {}';

/** JSON that is no patch of its kind, or no JSON at all. */
function undecodable(body: unknown, type: string): Status {
  if (body === undefined) return badRequest('error decoding patch: unexpected end of JSON input');
  const syntax = typeof body === 'string' ? jsonSyntaxError(body) : undefined;
  const wrong = syntax ?? `json: cannot unmarshal ${jsonTypeOf(body)} into Go value of type ${type}`;
  return badRequest(`error decoding patch: ${wrong}`);
}
