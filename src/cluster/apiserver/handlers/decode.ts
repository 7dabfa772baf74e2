import { decodeStrict, strictErrors } from '../../../api/decode.ts';
import { applyDefaults } from '../../../api/defaults/index.ts';
import { notSupported } from '../../../api/field-error.ts';
import { isFields } from '../../../api/json.ts';
import { jsonSyntaxError } from '../../../api/json-syntax.ts';
import { apiVersionOf, type ResourceInfo, resourceByGVK, splitGroupVersion } from '../../../api/scheme.ts';
import { badRequest, invalid, type Status } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { refuseContentType } from '../request/negotiation.ts';
import { queryValue } from '../request/request-info.ts';
import { fieldValidation, type Scope } from './scope.ts';

export interface DecodedBody {
  readonly object: KObject;
  readonly defaulted: boolean;
}

const NO_FIELDS: readonly string[] = [];

/** Reads a body as an object of a kind: unknown fields refused or dropped, defaults filled in. `known`: a version of the object that the client may have edited. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go and runtime/serializer (v1.36)
export function decodeBody(scope: Scope, kind: KindInfo, body: unknown, known?: KObject): DecodedBody | Status {
  const apiVersion = apiVersionOf(kind);
  const refused = refuseContentType(scope.request) ?? refuseFieldValidation(scope);
  if (refused !== undefined) return refused;
  if (!isFields(body)) return badRequest(unrecognized(kind.kind, body));
  const given = typeof body.apiVersion === 'string' && body.apiVersion !== '' ? body.apiVersion : apiVersion;
  const givenKind = typeof body.kind === 'string' && body.kind !== '' ? body.kind : kind.kind;
  if (givenKind !== kind.kind || given !== apiVersion) return badRequest(misfit(kind, given, givenKind));
  const validation = fieldValidation(scope);
  const { duplicateFields = NO_FIELDS } = scope.request;
  const decoded = decodeStrict<KObject>(kind, body, { strict: validation === 'Strict', known, duplicateFields });
  if (decoded.error !== undefined) {
    return badRequest(
      `${kind.kind} in version "${kind.version}" cannot be handled as a ${kind.kind}: ${decoded.error}`,
    );
  }
  if (validation === 'Warn' && decoded.unknownFields.length + duplicateFields.length > 0) {
    scope.warnings.push(...strictErrors(duplicateFields, decoded.unknownFields));
  }
  const typed =
    decoded.object.kind === undefined || decoded.object.apiVersion === undefined
      ? { ...decoded.object, kind: kind.kind, apiVersion }
      : decoded.object;
  const object = applyDefaults(
    kind as ResourceInfo,
    typed.metadata === undefined ? { ...(typed as KObject), metadata: {} } : typed,
    known,
  );
  return { object, defaulted: object !== typed };
}

export interface KindInfo {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

function unrecognized(kind: string, body: unknown): string {
  const known = typeof body === 'string' ? jsonSyntaxError(body) : undefined;
  const error = known ?? (body === undefined ? 'unexpected end of JSON input' : unmarshalError(body));
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return `the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; json parse error: ${error} (${text === '' ? '<empty>' : excerpt(text)})`;
}

const ONLY_KIND =
  'Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** JSON, but not an object. */
function unmarshalError(body: unknown): string {
  const type = Array.isArray(body) ? 'array' : typeof body === 'boolean' ? 'bool' : typeof body;
  return `json: cannot unmarshal ${type} into ${ONLY_KIND}`;
}

const MOST_SHOWN = 30;

/** The beginning of a body: as it is when it looks like JSON, else in hexadecimal digits. Deviation: of a character beyond ASCII, its code. */
function excerpt(text: string): string {
  const start = text.slice(0, MOST_SHOWN);
  const shown = text.startsWith('{') ? start : [...start].map(hexadecimal).join('');
  return text.length > MOST_SHOWN ? `${shown} ...` : shown;
}

function hexadecimal(letter: string): string {
  return (letter.codePointAt(0) ?? 0).toString(16).padStart(2, '0');
}

/** A body of another kind or version than the path says. */
function misfit(kind: KindInfo, apiVersion: string, given: string): string {
  const [group, version] = splitGroupVersion(apiVersion);
  const prefix = `${given} in version "${version}" cannot be handled as a ${kind.kind}: `;
  const known = resourceByGVK(group, version, given);
  if (known === undefined) {
    return `${prefix}no kind "${given}" is registered for version "${apiVersion}" in scheme "pkg/api/legacyscheme/scheme.go:30"`;
  }
  if (given === kind.kind && group === kind.group) {
    return `the API version in the data (${apiVersion}) does not match the expected API version (${apiVersionOf(kind)})`;
  }
  const internal = (name: string): string => (name === '' ? 'core' : (name.split('.')[0] as string));
  return `${prefix}converting (${version}.${given}) to (${internal(kind.group)}.${kind.kind}): unknown conversion`;
}

const VALIDATIONS: readonly string[] = ['', 'Ignore', 'Strict', 'Warn'];

function refuseFieldValidation(scope: Scope): Status | undefined {
  const asked = queryValue(scope.request, 'fieldValidation') ?? '';
  if (VALIDATIONS.includes(asked)) return undefined;
  const options = scope.info.verb === 'create' ? 'CreateOptions' : 'UpdateOptions';
  return invalid({ group: 'meta.k8s.io', kind: options }, '', [notSupported('fieldValidation', asked, VALIDATIONS)]);
}
