import { expect, it } from 'vitest';
import type { JSONSchemaProps } from '../types/apiextensions.ts';
import { mostExpensive } from './cost.ts';
import { checkCel, compileCel, isProblem, type Value } from './index.ts';
import { schemaType } from './schema-type.ts';

function costOf(rule: string, schema: JSONSchemaProps): number {
  const self = schemaType(schema, 'self');
  if (self === undefined) throw new Error('no type');
  const checked = checkCel(rule, { variables: new Map([['self', self.type]]) });
  if (isProblem(checked)) throw new Error(checked.problem);
  return mostExpensive(checked, new Map([['self', self]]));
}

const texts = (maxLength: number, maxItems: number): JSONSchemaProps => ({
  type: 'array',
  maxItems,
  items: { type: 'string', maxLength },
});

it('CR14: a loop costs as much for each item as the item may be long', () => {
  const rule = "self.all(x, x.contains('gpu'))";
  for (const [length, each] of [
    [16, 11],
    [63, 30],
    [253, 106],
    [1024, 414],
  ] as const) {
    expect(costOf(rule, texts(length, 1000)) - costOf(rule, texts(length, 0)), String(length)).toBe(each * 1000);
  }
});

it('CR14: what has no bound is taken to be as large as a request', () => {
  expect(costOf("self.all(x, x.contains('gpu'))", { type: 'array', items: { type: 'string' } })).toBeGreaterThan(1e9);
  expect(costOf('self > 1 && self < 10', { type: 'integer' })).toBeLessThan(10);
  expect(
    costOf('self.a.size() == self.b.size()', {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
    }),
  ).toBeLessThan(10);
  expect(costOf("('min ' + string(self)).size() > 1", { type: 'integer' })).toBeGreaterThan(1e9);
  expect(costOf("'min %d'.format([self]) != ''", { type: 'integer' })).toBeLessThan(20);
  expect(costOf('self == "a"', { type: 'string' })).toBeLessThan(10);
  const size = { 'x-kubernetes-int-or-string': true } as JSONSchemaProps;
  const rule = "type(self.size) == int ? self.size > 0 : self.size.endsWith('%')";
  expect(costOf(rule, { type: 'object', properties: { size } })).toBeLessThan(20);
});

it('CR14: functions of the libraries cost what the texts that they go through may cost', () => {
  const of = (rule: string): number => costOf(rule, { type: 'integer' });
  for (const [rule, cost] of [
    ["ip('192.168.0.1').family() == 4", 4],
    ["ip.isCanonical('2001:db8:3333:4444:5555:6666:7777:8888')", 8],
    ["cidr('192.168.0.0/16').ip().isLoopback()", 4],
    ["cidr('192.168.0.0/16').containsIP('192.0.0.1')", 7],
    ["cidr('192.168.0.0/16').containsCIDR('192.0.0.0/30')", 11],
    ["url('https:://kubernetes.io/').getScheme() == ''", 4],
    ["'abc 123 def 123'.replace('123', '456') == ''", 3],
    ["'abc 123 def 123'.split(' ') == []", 13],
    ["'abc 123 def 123'.findAll('123') == []", 12],
    ["strings.quote('ABCDEFGHIJ abcdefghij') == ''", 3],
  ] as const) {
    expect(of(rule), rule).toBe(cost);
  }
});

it('CR14: what was parsed is one thing, however long its text may be', () => {
  const text = { type: 'string', maxLength: 50 };
  for (const rule of [
    'cidr(self).ip().family() == 4',
    'cidr(self).ip() == ip(self)',
    'quantity(self) == quantity("1Gi")',
    'semver(self).isGreaterThan(semver("1.0.0"))',
  ]) {
    expect(costOf(rule, text), rule).toBeLessThan(60);
  }
});

it('CR16: what runs costs at most what was estimated', () => {
  const spent = (rule: string, self: unknown): number => {
    const program = compileCel(rule, ['self']);
    if (isProblem(program)) throw new Error(program.problem);
    const meter = { cost: 0 };
    program.evaluate({ self: self as Value }, meter);
    return meter.cost;
  };
  const words = Array.from({ length: 10 }, (_, at) => `word-${at}-with-letters`);
  for (const rule of [
    "self.all(x, x.contains('gpu'))",
    "self.exists(x, x.startsWith('word-9'))",
    "self.map(x, x + '!').size() == 10 && self.filter(x, x.size() > 3) != []",
    "self.exists_one(x, x == 'a') ? self[0] == 'b' : self[1].matches('[a-z]+')",
  ]) {
    const cost = spent(rule, words);
    expect(cost, rule).toBeGreaterThan(5);
    expect(cost, rule).toBeLessThanOrEqual(costOf(rule, texts(25, 10)));
  }
  expect(spent('self.all(x, x.size() > 0)', words)).toBe(2 + 10 * 6);
});
