import { tests as root } from '@bufbuild/cel-spec/testdata/conformance.js';
import { describe, expect, it } from 'vitest';
import { CelError, checkCel, compileCel, isProblem, toJson, typeName, type Value } from './index.ts';
import { isOfMessages, KNOWN, mixesTypes, NOT_MODELLED } from './testdata/conformance.ts';

// The public conformance data of the expression language, as an oracle beside recordings of Kubernetes.

interface Case {
  readonly name: string;
  readonly expr: string;
  readonly value?: Expected;
  readonly evalError?: object;
  readonly bindings?: object;
  readonly disableCheck?: boolean;
  /** Only its type is asked for. */
  readonly typedResult?: object;
}

interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: Case }[];
}

/** A value as the data has it, in the JSON form of protobuf. */
type Expected = { readonly [kind: string]: unknown };

const KINDS: ReadonlyMap<string, string> = new Map([
  ['int64Value', 'int'],
  ['uint64Value', 'uint'],
  ['boolValue', 'bool'],
  ['doubleValue', 'double'],
  ['stringValue', 'string'],
  ['bytesValue', 'bytes'],
  ['nullValue', 'null_type'],
  ['listValue', 'list'],
  ['mapValue', 'map'],
  ['typeValue', 'type'],
]);

function evaluated(text: string): Value {
  const checked = checkCel(text, { variables: new Map() });
  if (isProblem(checked)) throw new CelError(checked.problem);
  const program = compileCel(text, []);
  if (isProblem(program)) throw new CelError(program.problem);
  return program.evaluate({});
}

/** What differs, in words; undefined: it is as it should be. */
function difference({ expr, value, evalError }: Case): string | undefined {
  try {
    const got = evaluated(expr);
    if (evalError !== undefined) return 'no error';
    const { boolValue = true, ...other } = value ?? {};
    const wanted: Expected = value === undefined ? { boolValue } : 'boolValue' in value ? { boolValue } : other;
    const [kind = '', plain] = Object.entries(wanted)[0] ?? [];
    if (KINDS.get(kind) !== typeName(got)) return `a ${typeName(got)} instead of a ${kind}`;
    return isPlain(kind) && !isSame(got, plain) ? `${String(toJson(got))} instead of ${String(plain)}` : undefined;
  } catch (error) {
    if (!(error instanceof CelError)) throw error;
    return evalError === undefined ? (error.message.split('\n')[0] as string) : undefined;
  }
}

const isPlain = (kind: string): boolean => ['int64Value', 'boolValue', 'doubleValue', 'stringValue'].includes(kind);

function isSame(got: Value, wanted: unknown): boolean {
  if (typeof got === 'number') return Object.is(got, Number(wanted));
  return String(got) === String(wanted);
}

function* casesOf(suite: Suite, path: string): Iterable<readonly [path: string, test: Case]> {
  for (const { original } of suite.tests ?? []) yield [`${path}/${original.name}`, original];
  for (const inner of suite.suites ?? []) yield* casesOf(inner, path === '' ? inner.name : `${path}/${inner.name}`);
}

describe('the public conformance data', () => {
  const cases = [...casesOf(root as Suite, '')].filter(
    ([path, test]) =>
      !NOT_MODELLED.some((part) => path.startsWith(part)) &&
      !isOfMessages(test.expr) &&
      test.bindings === undefined &&
      test.disableCheck !== true &&
      test.typedResult === undefined,
  );

  it('CEL1: every expression gives what it should, but for what is known to differ in Kubernetes', () => {
    expect(cases.length).toBeGreaterThan(1200);
    const differing = cases.flatMap(([path, test]) => {
      const why = difference(test);
      return why === undefined ? [] : [[path, why] as const];
    });
    const unknown = differing.filter(([path, why]) => !KNOWN.has(path) && !mixesTypes(why));
    expect(unknown.map(([path, why]) => `${path}: ${why}`).join('\n')).toBe('');
    const paths = new Set(differing.map(([path]) => path));
    expect([...KNOWN.keys()].filter((path) => !paths.has(path))).toEqual([]);
  });
});
