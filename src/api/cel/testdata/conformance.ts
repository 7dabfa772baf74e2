/** Suites of what the expression language of Kubernetes has not: other libraries, and messages of protocol buffers. */
export const NOT_MODELLED: readonly string[] = [
  'block_ext',
  'dynamic',
  'encoders_ext',
  'enums',
  'fields/qualified_identifier_resolution',
  'math_ext',
  'namespace',
  'proto2',
  'proto3',
  'unknowns',
  'wrappers',
];

export function isOfMessages(expression: string): boolean {
  return /TestAllTypes|google\.protobuf|cel\.expr/.test(expression);
}

/** Kubernetes asks for lists and maps of one type each; the language itself does not. */
export function mixesTypes(problem: string): boolean {
  return /^ERROR: <input>:\d+:\d+: expected type '.*' but found '.*'$/.test(problem);
}

const PRINTED = 'the second version of the string library, which Kubernetes asks for, prints numbers for American readers';
const WHOLE = 'in the second version of the string library %d takes no doubles';

/** Expressions that give something else in Kubernetes, and why. */
export const KNOWN: ReadonlyMap<string, string> = new Map([
  ['optionals/optionals/map_null_entry_no_such_key', 'a field of what has none is absent, unless the evaluator is told that it is an error'],
  ...[
    'scientific notation formatting clause',
    'default precision for scientific notation',
    'positive infinity support for scientific notation',
    'negative infinity support for scientific notation',
    'positive infinity support for fixed-point',
    'negative infinity support for fixed-point',
    'dyntype support for scientific notation',
    'dyntype NaN/infinity support',
  ].map((name) => [`string_ext/format/${name}`, PRINTED] as const),
  ...['NaN', 'positive infinity', 'negative infinity'].map(
    (what) => [`string_ext/format/${what} support for decimal`, WHOLE] as const,
  ),
]);
