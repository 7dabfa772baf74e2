import { pureOfObject } from '../../base/pure.ts';
import type { Field, Struct, Type } from './language.ts';

/** What Go writes for a field that was never set: nothing for most, but `""`, `0`, `null` or `{}` for those that are always written. */
export function zeroOf(type: Type): unknown {
  switch (type.kind) {
    case 'struct':
      return type.struct === undefined ? {} : zeroStruct(type.struct);
    case 'string':
      return '';
    case 'integer':
    case 'float':
    case 'intOrString':
      return 0;
    case 'bool':
      return false;
    case 'quantity':
      return '0';
    default:
      return null;
  }
}

const zeroStruct = pureOfObject((struct: Struct): object => {
  const entries: [string, unknown][] = [];
  for (const field of struct.fields) if (field.always) entries.push([field.json, zeroOf(field.type)]);
  return Object.freeze(Object.fromEntries(entries));
});

/** Whether Go would leave the value out, or write null where it must write something. */
export function isEmptyValue(field: Field, value: unknown): boolean {
  switch (field.type.kind) {
    case 'string':
    case 'bytes':
      return value === '';
    case 'integer':
    case 'float':
      return value === 0;
    case 'bool':
      return value === false;
    case 'slice':
      return !field.omitZero && (value as readonly unknown[]).length === 0;
    case 'map':
      return hasNoKeys(value as object);
    default:
      return false;
  }
}

function hasNoKeys(object: object): boolean {
  for (const _ in object) return false;
  return true;
}
