import { bareValue } from '../ports/bare-value.ts';

// Models apiserver/pkg/runtime/serializer/json.go, its encoding of a stored object (v1.36)
/** The bytes that a value stands for: a text is itself, an object its JSON with the newline that the API server's encoder ends it with. */
export function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : `${JSON.stringify(bareValue(value))}\n`;
}
