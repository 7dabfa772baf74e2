import { decodeStrict, strictErrors } from '../../../api/decode.ts';
import { applyDefaults } from '../../../api/defaults/index.ts';
import { isFields } from '../../../api/json.ts';
import { apiVersionOf, type ResourceInfo } from '../../../api/scheme.ts';
import { badRequest, type Status } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { fieldValidation, type Scope } from './scope.ts';

export interface DecodedBody {
  readonly object: KObject;
  readonly defaulted: boolean;
}

/** Reads a body as an object of a kind: unknown fields refused or dropped, defaults filled in. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go and runtime/serializer (v1.36)
export function decodeBody(scope: Scope, kind: KindInfo, body: unknown): DecodedBody | Status {
  const apiVersion = apiVersionOf(kind);
  if (!isFields(body))
    return badRequest(
      `the object provided is unrecognized (must be of type ${kind.kind}): couldn't get version/kind; json parse error`,
    );
  const given = typeof body.apiVersion === 'string' && body.apiVersion !== '' ? body.apiVersion : apiVersion;
  const givenKind = typeof body.kind === 'string' && body.kind !== '' ? body.kind : kind.kind;
  if (givenKind !== kind.kind) {
    const version = given === apiVersion ? kind.version : given;
    return badRequest(
      `${givenKind} in version "${versionOf(version)}" cannot be handled as a ${kind.kind}: no kind "${givenKind}" is registered for version "${given}"`,
    );
  }
  if (given !== apiVersion) {
    return badRequest(`the API version in the data (${given}) does not match the expected API version (${apiVersion})`);
  }
  const validation = fieldValidation(scope);
  const decoded = decodeStrict<KObject>(kind, body, { strict: validation === 'Strict' });
  if (decoded.error !== undefined) {
    return badRequest(
      `${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}: ${decoded.error}`,
    );
  }
  if (validation === 'Warn' && decoded.unknownFields.length > 0) {
    scope.warnings.push(...strictErrors([], decoded.unknownFields));
  }
  const typed =
    decoded.object.kind === undefined || decoded.object.apiVersion === undefined
      ? { ...decoded.object, kind: kind.kind, apiVersion }
      : decoded.object;
  const object = applyDefaults(
    kind as ResourceInfo,
    typed.metadata === undefined ? { ...(typed as KObject), metadata: {} } : typed,
  );
  return { object, defaulted: object !== typed };
}

export interface KindInfo {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

function versionOf(apiVersion: string): string {
  return apiVersion.slice(apiVersion.indexOf('/') + 1);
}
