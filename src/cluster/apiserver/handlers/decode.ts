import type { CustomKind } from '../../../api/custom-kind.ts';
import { decodeStrict, strictErrors } from '../../../api/decode.ts';
import { applyDefaults } from '../../../api/defaults/index.ts';
import { splitGroupVersion } from '../../../api/group-version.ts';
import { isFields } from '../../../api/json.ts';
import { jsonSyntaxError } from '../../../api/json-syntax.ts';
import { apiVersionOf, type ResourceInfo, resourceByGVK } from '../../../api/scheme.ts';
import { badRequest, type Status } from '../../../api/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { refuseContentType } from '../request/negotiation.ts';
import { refuseOptions } from './options.ts';
import { fieldValidation, type Scope } from './scope.ts';

type DecodeScope = Pick<Scope, 'info' | 'request' | 'warnings'>;

export interface DecodedBody {
  readonly object: KObject;
  readonly defaulted: boolean;
}

const NO_FIELDS: readonly string[] = [];

/** Reads a body as an object of a kind: unknown fields refused or dropped, defaults filled in. `known`: a version of the object that the client may have edited. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/create.go and runtime/serializer (v1.36)
export function decodeBody(scope: DecodeScope, kind: KindInfo, body: unknown, known?: KObject): DecodedBody | Status {
  const apiVersion = apiVersionOf(kind);
  const options = scope.info.verb === 'create' ? 'CreateOptions' : 'UpdateOptions';
  const refused = refuseContentType(scope.request) ?? refuseOptions(scope, options);
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
  readonly definition?: CustomKind;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export function unrecognized(kind: string, body: unknown): string {
  const known = typeof body === 'string' ? jsonSyntaxError(body) : undefined;
  const error = known ?? (body === undefined ? 'unexpected end of JSON input' : unmarshalError(body));
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return `the object provided is unrecognized (must be of type ${kind}): couldn't get version/kind; json parse error: ${error} (${text === '' ? '<empty>' : excerpt(text)})`;
}

const ONLY_KIND =
  'Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';

/** JSON, but not an object. */
function unmarshalError(body: unknown): string {
  return `json: cannot unmarshal ${jsonTypeOf(body)} into ${ONLY_KIND}`;
}

/** What Go calls a JSON value; a text is one that is still to be read. */
export function jsonTypeOf(body: unknown): string {
  const value: unknown = typeof body === 'string' ? JSON.parse(body) : body;
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
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
