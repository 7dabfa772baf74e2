// Models structured-merge-diff/v6/typed/{validate,helpers}.go (v1.36)

import { isFields } from '../go/json.ts';
import { goSyntax, goType, goValue } from '../go/print.ts';
import { KEY_DEFAULTS, type Shape } from './shape.ts';

/** What is wrong with an applied configuration by the types of its fields; undefined when nothing is. */
export function typedProblem(shape: Shape, config: Fields): string | undefined {
  const { apiVersion: _version, kind: _kind, ...rest } = config;
  const problems: string[] = [];
  checkFields(problems, shape, rest, '');
  if (problems.length < 2) return problems[0];
  return ['errors:', ...problems.map((each) => `  ${each}`)].join('\n');
}

type Fields = Readonly<Record<string, unknown>>;

function check(problems: string[], shape: Shape, value: unknown, path: string): void {
  if (value === null || value === undefined) return;
  const add = (message: string): void => void problems.push(`${path}: ${message}`);
  if (shape.scalar !== undefined) {
    const problem = scalarProblem(shape.scalar, value);
    if (problem !== undefined) add(problem);
  } else if (shape.kind === 'list') {
    if (Array.isArray(value)) checkItems(problems, shape, value, path, add);
    else add(`expected list, got &{${goValue(value)}}`);
  } else if (shape.kind === 'struct' || shape.kind === 'map') {
    if (isFields(value)) checkFields(problems, shape, value, path);
    else add(`expected map, got &{${goValue(value)}}`);
  }
}

function checkFields(problems: string[], shape: Shape, value: Fields, path: string): void {
  for (const [name, each] of Object.entries(value)) {
    const place = `${path}.${name}`;
    const child = shape.child(name);
    if (shape.kind === 'struct' && !shape.declares(name) && !shape.free && child.kind === 'deduced') {
      problems.push(`${place}: field not declared in schema`);
      return;
    }
    check(problems, child, each, place);
  }
}

function checkItems(
  problems: string[],
  shape: Shape,
  items: readonly unknown[],
  path: string,
  add: (message: string) => void,
): void {
  const element = shape.element;
  const seen: string[] = [];
  for (const [at, item] of items.entries()) {
    const step = shape.atomic ? `[${at}]` : itemStep(shape.keys, item);
    if (typeof step !== 'string') {
      add(`element ${at}: ${step.problem}`);
      return;
    }
    if (!shape.atomic && seen.includes(step)) add(`duplicate entries for key ${step}`);
    seen.push(step);
    if (element !== undefined) check(problems, element, item, `${path}${step}`);
  }
}

/** `[containerPort=80,protocol="TCP"]`; of a set `[="value"]`. */
function itemStep(keys: readonly string[], item: unknown): string | { readonly problem: string } {
  if (keys.length === 0) return `[=${JSON.stringify(item)}]`;
  if (item === null) return { problem: 'associative list with keys may not have a null element' };
  if (!isFields(item)) return { problem: 'associative list with keys may not have non-map elements' };
  const pairs: string[] = [];
  for (const key of [...keys].sort()) {
    const value = item[key] ?? KEY_DEFAULTS.get(key);
    if (value === undefined) {
      const missing = `omits key field ${JSON.stringify(key)} (and doesn't have default value)`;
      return { problem: `associative list with keys has an element that ${missing}` };
    }
    pairs.push(`${key}=${JSON.stringify(value)}`);
  }
  return `[${pairs.join(',')}]`;
}

function scalarProblem(scalar: NonNullable<Shape['scalar']>, value: unknown): string | undefined {
  switch (scalar) {
    case 'string':
      if (typeof value === 'string') return undefined;
      return `expected string, got &value.valueUnstructured{Value:${goSyntax(value)}}`;
    case 'numeric':
      return typeof value === 'number' ? undefined : `expected numeric (int or float), got ${goType(value)}`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `expected boolean, got &{${goValue(value)}}`;
    case 'untyped':
      return typeof value === 'object' ? `expected any scalar, got &{${goValue(value)}}` : undefined;
  }
}
