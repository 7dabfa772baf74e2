import { describe, expect, it } from 'vitest';
import { declaredNames } from './declarations.ts';
import { FUNCTIONS } from './functions/index.ts';
import { type CelDeclarations, checkCel, isProblem } from './index.ts';
import { BOOL, DOUBLE, DYN, INT, listOf, mapOf, opaque, recordType, STRING, typeText } from './types.ts';

const spec = recordType('T.spec', {
  replicas: INT,
  ratio: DOUBLE,
  names: listOf(STRING),
  labels: mapOf(STRING, STRING),
});
const DECLARED: CelDeclarations = {
  variables: new Map([
    ['self', recordType('T', { spec, on: BOOL })],
    ['any', DYN],
    ['authorizer', opaque('kubernetes.authorization.Authorizer')],
  ]),
};

function typed(text: string): string {
  const checked = checkCel(text, DECLARED);
  return isProblem(checked) ? checked.problem : typeText(checked.type);
}

describe('types of expressions', () => {
  it.each([
    ['self.spec.replicas > 1 && self.on', 'bool'],
    ['any.foo.bar', 'dyn'],
    ['any.foo == 1 || any.foo == "x"', 'bool'],
    ['1 + 2', 'int'],
    ['[1, 2].map(n, n + 1)', 'list(int)'],
    ['self.spec.names.filter(n, n.startsWith("a"))', 'list(string)'],
    ['self.spec.labels.all(k, self.spec.labels[k].size() < 63)', 'bool'],
    ['{"a": [1.0]}', 'map(string, list(double))'],
    ['[]', 'list(dyn)'],
    ['self.?spec.?replicas.orValue(0)', 'int'],
    ['timestamp("2026-01-01T00:00:00Z") - duration("1h")', 'google.protobuf.Timestamp'],
    ['self.spec.ratio < 1 ? self.spec.names[0] : "none"', 'string'],
    ['has(self.spec) && quantity("1Gi").isGreaterThan(quantity("1M"))', 'bool'],
    ['authorizer.group("apps").resource("deployments").check("get").allowed()', 'bool'],
    ['type(1) == int', 'bool'],
    ['cel.bind(n, self.spec.names, n.size())', 'int'],
    ['any.exists(x, x > 1)', 'bool'],
    ['[1, 2, 3].exists_one(n, n > 2) && 1 in [1, 2]', 'bool'],
    ['format.dns1123Label().validate("x").hasValue()', 'bool'],
    ['self.spec.labels.transformList(k, v, k + v).join(",")', 'string'],
  ])('%s is %s', (text, type) => {
    expect(typed(text)).toBe(type);
  });

  it('are told where they do not fit, all at once and in the order of the text', () => {
    const problems: readonly (readonly [string, string])[] = [
      ['self.replicas > 1', "ERROR: <input>:1:5: undefined field 'replicas'\n | self.replicas > 1\n | ....^"],
      [
        'self.spec.replicas == "x"',
        "ERROR: <input>:1:20: found no matching overload for '_==_' applied to '(int, string)'\n | self.spec.replicas == \"x\"\n | ...................^",
      ],
      [
        'self.on.startsWith("x")',
        "ERROR: <input>:1:19: found no matching overload for 'startsWith' applied to 'bool.(string)'\n | self.on.startsWith(\"x\")\n | ..................^",
      ],
      [
        '1 in "abc"',
        "ERROR: <input>:1:3: found no matching overload for '@in' applied to '(int, string)'\n | 1 in \"abc\"\n | ..^",
      ],
      ['[1, "a"]', "ERROR: <input>:1:5: expected type 'int' but found 'string'\n | [1, \"a\"]\n | ....^"],
      [
        'a + b',
        "ERROR: <input>:1:1: undeclared reference to 'a' (in container '')\n | a + b\n | ^\nERROR: <input>:1:5: undeclared reference to 'b' (in container '')\n | a + b\n | ....^",
      ],
      [
        'self.on.all(x, x)',
        "ERROR: <input>:1:5: expression of type 'bool' cannot be range of a comprehension (must be list, map, or dynamic)\n | self.on.all(x, x)\n | ....^",
      ],
      ['self.on.x', "ERROR: <input>:1:8: type 'bool' does not support field selection\n | self.on.x\n | .......^"],
      [
        'duration("x") == duration("1s")',
        'ERROR: <input>:1:10: invalid duration argument\n | duration("x") == duration("1s")\n | .........^',
      ],
      ['"a".matches("[")', 'ERROR: <input>:1:13: invalid matches argument\n | "a".matches("[")\n | ............^'],
      ['1.all(2, 3)', 'ERROR: <input>:1:7: argument must be a simple name\n | 1.all(2, 3)\n | ......^'],
      ['f(1)', "ERROR: <input>:1:2: undeclared reference to 'f' (in container '')\n | f(1)\n | .^"],
      ['1 2', "ERROR: <input>:1:3: Syntax error: extraneous input '2' expecting <EOF>\n | 1 2\n | ..^"],
    ];
    for (const [text, problem] of problems) expect(typed(text), text).toBe(problem);
  });

  it('has an implementation of everything that it knows the types of', () => {
    const operators = /^_(\?_:_|&&_|\|\|_|\[\??_\])$/;
    const missing = declaredNames().filter((name) => !operators.test(name) && name !== '@in' && !FUNCTIONS.has(name));
    expect(missing).toEqual([]);
  });
});

it('lists, maps and types are types that have names', () => {
  const self = { variables: new Map([['self', listOf(INT)]]) };
  for (const rule of ['type(self) == list', 'type({}) == map', 'type(int) == type', 'type(self) != string'])
    expect(isProblem(checkCel(rule, self)), rule).toBe(false);
});
