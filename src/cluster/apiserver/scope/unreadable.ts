// Models staging/src/k8s.io/apimachinery/pkg/runtime/serializer/json, Decode, and apiserver/pkg/endpoints/handlers/rest.go, transformDecodeError (v1.36)

import { strictErrors } from '../../../api/decoding/decode.ts';
import { invalidValue } from '../../../api/errors/field-error.ts';
import { badRequest, invalid, type Status } from '../../../api/errors/status.ts';
import { type Fields, isFields } from '../../../api/go/json.ts';
import { jsonSyntaxError } from '../../../api/go/json-syntax.ts';
import type { CustomKind } from '../../../api/scheme/custom-kind.ts';
import {
  isOddVersion,
  mistypedKind,
  noConversion,
  saysKindInText,
  unmarshalError,
  unreadableKind,
} from '../../../api/scheme/foreign-kind.ts';
import { apiVersionOf, resourceByGVK } from '../../../api/scheme/scheme.ts';
import { splitGroupVersion } from '../../../api/values/group-version.ts';
import { parseManifests } from '../../../api/yaml/index.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import { mediaType } from './scope.ts';

export interface KindInfo {
  readonly definition?: CustomKind;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export function unrecognized(kind: string, request: ApiRequest): string {
  const { body } = request;
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return `the object provided is unrecognized (must be of type ${kind}): ${unreadable(request)} (${text === '' ? '<empty>' : excerpt(text)})`;
}

/** Why a body is no object. */
export function unreadable({ body, headers, bodyError }: ApiRequest): string {
  if (bodyError !== undefined) return bodyError;
  if (isFields(body) && isOddVersion(body.apiVersion)) return `unexpected GroupVersion string: ${body.apiVersion}`;
  if (isFields(body) && !saysKindInText(body)) return mistypedKind(body);
  if (isFields(body)) return `Object 'Kind' is missing in '${JSON.stringify(body)}'`;
  const isText = typeof body === 'string';
  const isYaml = isText && mediaType(headers['content-type'] ?? '').endsWith('yaml');
  const inYaml = isYaml ? yamlError(body) : undefined;
  if (inYaml !== undefined) return inYaml;
  const known = isText && !isYaml ? jsonSyntaxError(body) : undefined;
  const error = known ?? (body === undefined ? 'unexpected end of JSON input' : unmarshalError(body));
  return unreadableKind(error);
}

/** Undefined when the text is YAML. */
export function yamlError(text: string): string | undefined {
  return parseManifests(text).errors[0]?.message.replace(/^error converting YAML to JSON: /, '');
}

const YAML_ERRORS = 'yaml: unmarshal errors:\n';

/** Every problem of a YAML text is a warning of its own. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go, parseYAMLWarnings (v1.36)
export function strictWarnings(textErrors: readonly string[], unknownFields: readonly string[]): readonly string[] {
  return strictErrors(textErrors, unknownFields).flatMap((error) =>
    error.startsWith(YAML_ERRORS)
      ? error
          .slice(YAML_ERRORS.length)
          .split('\n')
          .map((line) => line.trim())
      : [error],
  );
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
export function misfit(kind: KindInfo, { metadata }: Fields, apiVersion: string, given: string): Status {
  if (kind.definition === undefined) return badRequest(misfitText(kind, apiVersion, given));
  if (apiVersion !== apiVersionOf(kind)) return badRequest(otherVersion(kind, apiVersion));
  const name = isFields(metadata) && typeof metadata.name === 'string' ? metadata.name : '';
  return invalid(kind, name, [invalidValue('kind', given, `must be ${kind.kind}`)]);
}

function misfitText(kind: KindInfo, apiVersion: string, given: string): string {
  const [group, version] = splitGroupVersion(apiVersion);
  if (given === kind.kind && group === kind.group && resourceByGVK(group, version, given) !== undefined)
    return otherVersion(kind, apiVersion);
  return `${given} in version "${version}" cannot be handled as a ${kind.kind}: ${noConversion(kind, apiVersion, given)}`;
}

function otherVersion(kind: KindInfo, apiVersion: string): string {
  return `the API version in the data (${apiVersion}) does not match the expected API version (${apiVersionOf(kind)})`;
}
