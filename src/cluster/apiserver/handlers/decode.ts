import { decodeStrict } from '../../../api/decoding/decode.ts';
import { applyDefaults } from '../../../api/defaults/index.ts';
import { badRequest, type Status } from '../../../api/errors/status.ts';
import { isFields } from '../../../api/go/json.ts';
import { isOddVersion, saysKindInText } from '../../../api/scheme/foreign-kind.ts';
import { apiVersionOf, type ResourceInfo } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { refuseDepth } from '../request/body-limits.ts';
import { refuseContentType } from '../request/negotiation.ts';
import { refuseOptions } from '../scope/options.ts';
import { fieldValidation, type Scope } from '../scope/scope.ts';
import { type KindInfo, misfit, strictWarnings, unrecognized } from '../scope/unreadable.ts';

type DecodeScope = Pick<Scope, 'info' | 'request' | 'warnings'>;

export interface DecodedBody {
  readonly object: KObject;
  readonly defaulted: boolean;
}

const NO_ERRORS: readonly string[] = [];
const NOTHING = {};

/** Reads a body as an object of a kind: unknown fields refused or dropped, defaults filled in. `known`: a version of the object that the client may have edited. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go and runtime/serializer (v1.36)
export function decodeBody(scope: DecodeScope, kind: KindInfo, read: unknown, known?: KObject): DecodedBody | Status {
  // JSON’s null leaves everything out.
  const body = read === null ? NOTHING : read;
  const apiVersion = apiVersionOf(kind);
  const options = scope.info.verb === 'create' ? 'CreateOptions' : 'UpdateOptions';
  const refused = refuseContentType(scope.request) ?? refuseOptions(scope, options);
  if (refused !== undefined) return refused;
  if (!isFields(body) || !saysKindInText(body) || (kind.definition !== undefined && !body.kind))
    return badRequest(unrecognized(kind.kind, scope.request));
  const given = typeof body.apiVersion === 'string' && body.apiVersion !== '' ? body.apiVersion : apiVersion;
  const givenKind = typeof body.kind === 'string' && body.kind !== '' ? body.kind : kind.kind;
  if (givenKind !== kind.kind || given !== apiVersion) {
    const isOdd = kind.definition === undefined && isOddVersion(given);
    return isOdd ? badRequest(unrecognized(kind.kind, scope.request)) : misfit(kind, body, given, givenKind);
  }
  const validation = fieldValidation(scope);
  const { textErrors = NO_ERRORS } = scope.request;
  const decoded = decodeStrict<KObject>(kind, body, { strict: validation === 'Strict', known, textErrors });
  if (decoded.error !== undefined) {
    return badRequest(
      `${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}: ${decoded.error}`,
    );
  }
  const tooDeep = refuseDepth(scope.request, kind, decoded.object);
  if (tooDeep !== undefined) return tooDeep;
  if (validation === 'Warn' && decoded.unknownFields.length + textErrors.length > 0) {
    scope.warnings.push(...strictWarnings(textErrors, decoded.unknownFields));
  }
  const typed =
    decoded.object.kind === undefined || decoded.object.apiVersion === undefined
      ? { ...decoded.object, kind: kind.kind, apiVersion }
      : decoded.object;
  const object = applyDefaults(
    kind as ResourceInfo,
    typed.metadata === undefined ? { ...typed, metadata: {} } : typed,
    known,
  );
  return { object, defaulted: object !== typed };
}
