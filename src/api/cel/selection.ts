import { fail, isList, isMap, mapGet, NONE, Optional, Uint, type Value } from './values/values.ts';

export function selected(value: Value, field: string, optional: boolean): Value {
  if (value instanceof Optional) {
    if (!value.present) return NONE;
    const inner = selected(value.value, field, true);
    return inner;
  }
  if (!isMap(value)) return optional && value === null ? NONE : fail('no such overload');
  const found = mapGet(value, field);
  if (optional) return found === undefined || (found === null && !(value instanceof Map)) ? NONE : new Optional(found);
  return found === undefined ? fail(`no such key: ${field}`) : found;
}

export function indexed(value: Value, index: Value, optional: boolean): Value {
  if (value instanceof Optional) return value.present ? indexed(value.value, index, true) : NONE;
  if (isList(value)) {
    const place =
      index instanceof Uint
        ? index.value
        : typeof index === 'number' && Number.isInteger(index)
          ? BigInt(index)
          : index;
    if (typeof place !== 'bigint') return fail('no such overload');
    if (place < 0n || place >= BigInt(value.length)) return optional ? NONE : fail(`index out of bounds: ${place}`);
    const item = value[Number(place)];
    return optional ? new Optional(item) : item;
  }
  if (!isMap(value)) return fail('no such overload');
  const found = mapGet(value, index);
  if (optional) return found === undefined ? NONE : new Optional(found);
  return found === undefined ? fail(`no such key: ${index instanceof Uint ? index.value : String(index)}`) : found;
}

export function mapKey(key: Value): Value {
  const fits = typeof key === 'string' || typeof key === 'bigint' || typeof key === 'boolean' || key instanceof Uint;
  return fits ? key : fail('unsupported key type');
}

const ESCAPED =
  /__(underscores|dot|dash|slash|true|false|null|in|as|break|const|continue|else|for|function|if|import|let|loop|package|namespace|return|var|void|while)__/g;
const MEANT: { readonly [word: string]: string | undefined } = { underscores: '__', dot: '.', dash: '-', slash: '/' };

/** Names that are no identifiers are written with escapes. */
// Models staging/src/k8s.io/apiserver/pkg/cel/escaping.go (v1.36)
export function unescaped(field: string): string {
  return field.includes('__') ? field.replace(ESCAPED, (_, word: string) => MEANT[word] ?? word) : field;
}
