import { duplicateFields } from '../../api/decoding/decode.ts';
import { isFields } from '../../api/go/json.ts';
import { yamlDuplicates } from '../../api/yaml/index.ts';

const JSON_PATCH = 'application/json-patch+json';
/** In these a field that stands twice is noticed. */
const JSON_TYPES: ReadonlySet<string> = new Set([
  'application/json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
]);

/** What a strict reader minds about a text that could be read. */
// Models staging/src/k8s.io/apimachinery/pkg/runtime/serializer/json, unmarshal, and apiserver/pkg/endpoints/handlers/patch.go (v1.36)
export function strictTextErrors(text: string, body: unknown, type: string): readonly string[] {
  if (JSON_TYPES.has(type)) return duplicatesIn(text);
  if (type === JSON_PATCH) return [...duplicatesIn(text), ...unknownIn(body)].map((error) => `json patch ${error}`);
  if (!type.endsWith('yaml')) return [];
  const errors = yamlDuplicates(text);
  return errors.length === 0 ? [] : [`yaml: unmarshal errors:\n${errors.map((error) => `  ${error}`).join('\n')}`];
}

function duplicatesIn(text: string): readonly string[] {
  return duplicateFields(text).map((path) => `duplicate field "${path}"`);
}

const OPERATION: ReadonlySet<string> = new Set(['op', 'from', 'path', 'value']);

function unknownIn(body: unknown): readonly string[] {
  if (!Array.isArray(body)) return [];
  return body.flatMap((operation: unknown, at) =>
    Object.keys(isFields(operation) ? operation : {})
      .filter((key) => !OPERATION.has(key))
      .map((key) => `unknown field "[${at}].${key}"`),
  );
}
