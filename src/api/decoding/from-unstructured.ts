// Models staging/src/k8s.io/apimachinery/pkg/runtime/converter.go FromUnstructured (v1.36)

import { isFields } from '../go/json.ts';
import { goKind, goType } from '../go/print.ts';
import type { Struct, Type } from '../schema/language.ts';
import { structOf } from '../schema/packages.ts';
import type { KindOfObject } from './decode.ts';

/** What the reflection-based converter says of the first value that does not fit its Go type; undefined when all fit. */
export function conversionProblem({ group, version, kind }: KindOfObject, object: unknown): string | undefined {
  const struct = structOf(group, version, kind);
  return struct === undefined ? undefined : structProblem(struct, object);
}

function structProblem(struct: Struct, value: unknown): string | undefined {
  if (!isFields(value)) return `cannot restore struct from: ${goKind(value)}`;
  for (const field of struct.fields) {
    const problem = valueProblem(field.type, value[field.json]);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function valueProblem(type: Type, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  switch (type.kind) {
    case 'pointer':
      return valueProblem(type.element as Type, value);
    case 'struct':
      return structProblem(type.struct as Struct, value);
    case 'slice':
      if (!Array.isArray(value)) return `cannot restore slice from ${goKind(value)}`;
      return firstProblem(value, type.element as Type);
    case 'map':
      if (!isFields(value)) return `cannot restore map from ${goKind(value)}`;
      return firstProblem(Object.values(value), type.element as Type);
    case 'bytes':
      return typeof value === 'string' ? undefined : `cannot restore slice from ${goKind(value)}`;
    case 'string':
    case 'integer':
    case 'float':
    case 'bool':
      return scalarProblem(type, value);
    default:
      return undefined; // reads itself from JSON
  }
}

function firstProblem(values: readonly unknown[], type: Type): string | undefined {
  for (const each of values) {
    const problem = valueProblem(type, each);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const FITTING = { string: 'string', integer: 'number', float: 'number', bool: 'boolean' } as const;

/** Go converts between numbers, and from whole numbers to texts; the second is caught later, and worded in another way. */
function scalarProblem({ kind, go }: Type, value: unknown): string | undefined {
  const wanted = kind as keyof typeof FITTING;
  const isWhole = Number.isInteger(value);
  if (typeof value === FITTING[wanted] && (wanted !== 'integer' || isWhole)) return undefined;
  const isConvertible = typeof value === 'number' && (wanted === 'integer' || (wanted === 'string' && isWhole));
  if (isConvertible) return `cannot convert ${goType(value)} to ${go}`;
  return `unrecognized type: ${wanted === 'string' || wanted === 'bool' ? wanted : go}`;
}
