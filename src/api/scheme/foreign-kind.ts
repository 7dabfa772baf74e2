import type { Fields } from '../go/json.ts';
import { jsonSyntaxError } from '../go/json-syntax.ts';
import { splitGroupVersion } from '../values/group-version.ts';
import { resourceByGVK } from './scheme.ts';

/** What a value that should be an object of one kind is instead, in Go's words. */
// Models staging/src/k8s.io/apimachinery/pkg/runtime/{error.go,serializer/json/meta.go} (v1.36)

const ONLY_KIND =
  'Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
const SCHEME = 'in scheme "pkg/api/legacyscheme/scheme.go:30"';

/** JSON, but not an object. */
export function unmarshalError(value: unknown): string {
  return `json: cannot unmarshal ${jsonTypeOf(value)} into ${ONLY_KIND}`;
}

/** What Go calls a JSON value; a text is one that is still to be read. */
export function jsonTypeOf(body: unknown): string {
  const value: unknown = typeof body === 'string' && jsonSyntaxError(body) === undefined ? JSON.parse(body) : body;
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** Kind and version are texts or missing: other values are told before anything else is read. */
export function saysKindInText({ apiVersion, kind }: Fields): boolean {
  return isTextOrNone(apiVersion) && isTextOrNone(kind);
}

/** Kind and version are read before all else. */
export function mistypedKind({ apiVersion, kind }: Fields): string {
  const [field, value] = isTextOrNone(apiVersion) ? ['kind', kind] : ['apiVersion', apiVersion];
  return unreadableKind(`json: cannot unmarshal ${jsonTypeOf(value)} into Go struct field .${field} of type string`);
}

export function unreadableKind(error: string): string {
  return `couldn't get version/kind; json parse error: ${error}`;
}

const isTextOrNone = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string';

/** A group and a version have one slash between them. */
export function isOddVersion(apiVersion: unknown): apiVersion is string {
  return typeof apiVersion === 'string' && apiVersion.split('/').length > 2;
}

interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** Why an object of one kind is none of another. */
export function noConversion(wanted: GroupKind, apiVersion: string, given: string): string {
  const [group, version] = splitGroupVersion(apiVersion);
  if (resourceByGVK(group, version, given) === undefined) return notRegistered(apiVersion, given);
  return `converting (${version}.${given}) to ${internalOf(wanted)}: unknown conversion`;
}

export function notRegistered(apiVersion: string, kind: string): string {
  return `no kind "${kind}" is registered for version "${apiVersion}" ${SCHEME}`;
}

/** Of an object that names a kind but no version, which is then taken for one of the server's own structs. */
export function notInternal(wanted: GroupKind, given: string, isKnown: boolean): string {
  const { group } = wanted;
  if (!isKnown) return `no kind "${given}" is registered for the internal version of group "${group}" ${SCHEME}`;
  return `converting ${internalOf({ group, kind: given })} to ${internalOf(wanted)}: unknown conversion`;
}

function internalOf({ group, kind }: GroupKind): string {
  return `(${group === '' ? 'core' : group.split('.')[0]}.${kind})`;
}
