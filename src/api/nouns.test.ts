import { describe, expect, it } from 'vitest';
import { errorText, invalidValue, required } from './errors/field-error.ts';
import { conflict, denied, invalid, modifiedConflict, notFound } from './errors/status.ts';
import { goJson } from './go/json-text.ts';
import { quote } from './go/quote.ts';
import { allResources, findResource, resourceByGVK, resourceByGVR, resourceOf, storageKey } from './scheme/scheme.ts';
import {
  fieldTest,
  formatRequirements,
  formatSelector,
  matchesLabels,
  matchesRequirements,
  parseFieldSelector,
  parseSelector,
} from './selectors/selectors.ts';
import { goDuration, humanDuration, parseGoDuration, readGoDuration } from './values/duration.ts';
import { generatedName, type Random, randomUid } from './values/names.ts';
import { addQuantity, compareQuantity, milliValue, subtractQuantity, value } from './values/quantity.ts';
import { nanosHex, parseTime, rfc3339, rfc3339Micro } from './values/time.ts';

describe('scheme', () => {
  it('SCM1: resources are found by each of their names', () => {
    expect(allResources().length).toBeGreaterThan(65);
    expect(resourceByGVR('apps', 'v1', 'deployments')).toBe(resourceByGVK('apps', 'v1', 'Deployment'));
    expect(resourceOf('horizontalpodautoscalers', 'autoscaling').version).toBe('v2');
    expect(resourceOf('pods')).toMatchObject({
      singular: 'pod',
      shortNames: ['po'],
      categories: ['all'],
      namespaced: true,
    });
    expect(resourceOf('deployments', 'apps').subresources.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'scale Scale',
      'status Deployment',
    ]);
    expect(findResource('nothings')).toBeUndefined();
  });

  it('SCM2: keys in etcd', () => {
    expect(storageKey(resourceOf('pods'), 'default', 'x')).toBe('/registry/pods/default/x');
    expect(storageKey(resourceOf('nodes'), undefined, 'n')).toBe('/registry/minions/n');
    expect(storageKey(resourceOf('services'), 'a', 'b')).toBe('/registry/services/specs/a/b');
    expect(storageKey(resourceOf('deployments', 'apps'), 'a')).toBe('/registry/deployments/a/');
    expect(storageKey(resourceOf('customresourcedefinitions', 'apiextensions.k8s.io'), undefined, 'x')).toBe(
      '/registry/apiextensions.k8s.io/customresourcedefinitions/x',
    );
  });
});

describe('quantity', () => {
  it('QTY1: rounds up', () => {
    expect([value('100m'), value('1'), value('1Ki'), value('1.5G'), value(undefined)]).toEqual([1, 1, 1024, 1.5e9, 0]);
    expect([milliValue('1'), milliValue('100m'), milliValue('1n'), milliValue('0.1')]).toEqual([1000, 100, 1, 100]);
    expect([compareQuantity('1Gi', '1024Mi'), compareQuantity('1', '2'), compareQuantity('1k', '999')]).toEqual([
      0, -1, 1,
    ]);
  });

  it('QTY2: sums are canonical', () => {
    expect(addQuantity('100m', '900m')).toBe('1');
    expect(addQuantity('512Mi', '512Mi')).toBe('1Gi');
    expect(addQuantity('0', '1Gi')).toBe('1Gi');
    expect(subtractQuantity('1', '100m')).toBe('900m');
  });
});

describe('selectors', () => {
  const read = (text: string) => {
    const parsed = parseSelector(text);
    return 'error' in parsed ? parsed.error : formatRequirements(parsed.requirements);
  };

  it('SEL1: the text form', () => {
    expect(read('b,a=1 , c in (y, x),!d,e!=2,f notin (z),in=x')).toBe('a=1,b,c in (x,y),!d,e!=2,f notin (z),in=x');
    expect(read('a b c')).toBe("unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt");
    expect(read('a,')).toBe("found '', expected: identifier after ','");
    expect(read('a\u00a0')).toMatch(/^unable to parse requirement: key: Invalid value: /);
    expect(formatSelector({ matchLabels: { app: 'web' } })).toBe('app=web');
    expect(formatSelector({ app: 'web' })).toBe('app=web');
    expect(formatSelector({})).toBe('<none>');
  });

  it('SEL1: a list of values may hold empty ones; what is wrong in it is said in the words for that place', () => {
    const valuesOf = (text: string) => {
      const parsed = parseSelector(text);
      return 'error' in parsed ? parsed.error : parsed.requirements[0]?.values;
    };
    expect(valuesOf('a in ()')).toEqual(['']);
    expect(valuesOf('a in (,b)')).toEqual(['', 'b']);
    expect(valuesOf('a in (b,,c)')).toEqual(['', 'b', 'c']);
    const wrong = (text: string) => `unable to parse requirement: ${text}`;
    expect(valuesOf('a in (=')).toBe(wrong("found '=', expected: ',', ')' or identifier"));
    expect(valuesOf('a in (b,=')).toBe(wrong("found '=', expected: ',', or identifier"));
    expect(valuesOf('a in (b,,)')).toBe(wrong("found ')', expected: ',', or identifier"));
    expect(valuesOf('a in (b c)')).toBe(wrong("found 'c', expected: ',' or ')'"));
  });

  it('SEL2: what they select', () => {
    expect(matchesLabels(undefined, {})).toBe(false);
    expect(matchesLabels({}, undefined)).toBe(true);
    expect(matchesLabels({ matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['1'] }] }, {})).toBe(true);
    const parsed = parseSelector('a=1,b!=2');
    expect('requirements' in parsed && matchesRequirements(parsed.requirements, { a: '1' })).toBe(true);
  });

  it('SEL3: of several fields that cannot be selected by, the first in the order of texts is told', () => {
    const read = parseFieldSelector(resourceOf('pods'), 'spec.x=1,metadata.x=1');
    expect(read).toEqual({ error: 'field label not supported: metadata.x' });
  });

  it('SEL3: fields', () => {
    const pods = resourceOf('pods');
    const parsed = parseFieldSelector(pods, 'spec.nodeName=n1,status.phase!=Failed');
    if ('error' in parsed) throw new Error(parsed.error);
    expect(fieldTest(pods, parsed.requirements)({ spec: { nodeName: 'n1' }, status: { phase: 'Running' } })).toBe(true);
    expect(fieldTest(pods, parsed.requirements)({ spec: {}, status: {} })).toBe(false);
    expect(parseFieldSelector(pods, 'spec.foo=a')).toEqual({ error: 'field label not supported: spec.foo' });
    const parsedOf = (value: string): unknown => parseFieldSelector(pods, `metadata.name=${value}`);
    expect(parsedOf('a\\,b\\\\')).toEqual({
      requirements: [{ field: 'metadata.name', operator: '=', value: 'a,b\\' }],
    });
    expect(parsedOf('a\\b')).toEqual({ error: 'invalid field selector: invalid escape sequence: \\b' });
    expect(parsedOf('a\\')).toEqual({ error: 'invalid field selector: invalid escape sequence: \\' });
    expect(parsedOf('a=b')).toEqual({ error: 'invalid field selector: unescaped character in value: 61' });
    expect(parseFieldSelector(resourceOf('configmaps'), 'data.a=b')).toEqual({
      error: '"data.a" is not a known field selector: only "metadata.name", "metadata.namespace"',
    });
  });
});

describe('status', () => {
  it('STA1: messages', () => {
    const deployments = resourceOf('deployments', 'apps');
    expect(notFound(deployments, 'x').message).toBe('deployments.apps "x" not found');
    expect(modifiedConflict(resourceOf('configmaps'), 'err').message).toBe(
      'Operation cannot be fulfilled on configmaps "err": the object has been modified; please apply your changes to the latest version and try again',
    );
    expect(conflict(deployments, 'x', 'why')).toMatchObject({
      code: 409,
      details: { name: 'x', group: 'apps', kind: 'deployments' },
    });
    expect(
      denied({
        user: 'jane',
        verb: 'get',
        resource: resourceOf('pods'),
        subresource: 'log',
        namespace: 'default',
        name: 'x',
      }),
    ).toMatchObject({
      message:
        'pods "x" is forbidden: User "jane" cannot get resource "pods/log" in API group "" in the namespace "default"',
      details: { name: 'x', kind: 'pods' },
    });
    expect(denied({ user: 'jane', verb: 'get', path: '/metrics' }).message).toBe(
      'forbidden: User "jane" cannot get path "/metrics"',
    );
  });

  it('STA1: several errors', () => {
    const status = invalid(resourceOf('pods'), 'x', [required('a'), invalidValue('b', 'v', 'bad'), required('a')]);
    expect(status.message).toBe('Pod "x" is invalid: [a: Required value, b: Invalid value: "v": bad]');
    expect(status.details?.causes).toHaveLength(3);
  });
});

describe('texts', () => {
  it('TXT1: times', () => {
    const micros = 1_795_227_438_012_345;
    expect(rfc3339(micros)).toBe('2026-11-21T02:17:18Z');
    expect(rfc3339Micro(micros)).toBe('2026-11-21T02:17:18.012345Z');
    expect(parseTime('2026-11-21T02:17:18.012345Z')).toBe(micros);
    expect(rfc3339(951_782_400_000_000)).toBe('2000-02-29T00:00:00Z');
    expect(nanosHex(1)).toBe('3e8');
  });

  it('TXT2: ages and durations', () => {
    const seconds = [0, 119, 120, 599, 600, 10_800, 36_000, 172_800, 691_200, 63_072_000, -5];
    expect(seconds.map((each) => humanDuration(each * 1_000_000))).toEqual([
      '0s',
      '119s',
      '2m',
      '9m59s',
      '10m',
      '3h',
      '10h',
      '2d',
      '8d',
      '2y',
      '<invalid>',
    ]);
    expect([90_000_000, 1_500_000, 250_000, 0, 3_661_000_000].map(goDuration)).toEqual([
      '1m30s',
      '1.5s',
      '250ms',
      '0s',
      '1h1m1s',
    ]);
    expect([parseGoDuration('1h30m'), parseGoDuration('1.5s'), parseGoDuration('x')]).toEqual([
      5_400_000_000,
      1_500_000,
      undefined,
    ]);
    expect(['+0', '-0', '1.s', '5\u00b5s', '5\u03bcs', '-2m', '9223372036s'].map(parseGoDuration)).toEqual([
      0, 0, 1_000_000, 5, 5, -120_000_000, 9_223_372_036_000_000,
    ]);
  });

  it('TXT2: what is no duration is told in Go’s words', () => {
    const said = (text: string) => String(readGoDuration(text)).replace('time: ', '');
    expect(['', '-', '.s', '5', '1h5', '1..5s', '1e3s', '5"x', '5日', '9223372037s'].map(said)).toEqual([
      'invalid duration ""',
      'invalid duration "-"',
      'invalid duration ".s"',
      'missing unit in duration "5"',
      'missing unit in duration "1h5"',
      'missing unit in duration "1..5s"',
      'unknown unit "e" in duration "1e3s"',
      'unknown unit "\\"x" in duration "5\\"x"',
      'unknown unit "\\xe6\\x97\\xa5" in duration "5\\xe6\\x97\\xa5"',
      'invalid duration "9223372037s"',
    ]);
    expect([readGoDuration('2562047h47m16.854775807s'), said('2562047h47m16.854775808s')]).toEqual([
      9_223_372_036_854_776,
      'invalid duration "2562047h47m16.854775808s"',
    ]);
  });

  it('TXT3: names', () => {
    let state = 1;
    const random: Random = { nextU32: () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) };
    expect(generatedName(random, 'web-')).toMatch(/^web-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
    expect(generatedName(random, 'x'.repeat(70))).toHaveLength(63);
    expect(randomUid(random)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('TXT4: what is quoted is quoted as Go does', () => {
    const shown = [
      'plain ~!',
      'q"b\\',
      '\0\x07\b\f\n\r\t\v\x1b\x7f',
      'é中😀',
      '\x85\xa0\xad\u2028\ufeff\ue000\u{e0001}',
    ];
    expect(shown.map(quote)).toEqual([
      '"plain ~!"',
      String.raw`"q\"b\\"`,
      String.raw`"\x00\a\b\f\n\r\t\v\x1b\x7f"`,
      '"é中😀"',
      String.raw`"\u0085\u00a0\u00ad\u2028\ufeff\ue000\U000e0001"`,
    ]);
    expect(errorText(invalidValue('spec.name', 'a\x07', 'no'))).toBe(String.raw`spec.name: Invalid value: "a\a": no`);
  });

  it('TXT4: JSON', () => {
    expect(goJson({ b: '<a & b>', a: [1, 1e21, true, null], c: undefined, d: {} }, { sortKeys: true })).toBe(
      '{"a":[1,1e+21,true,null],"b":"\\u003ca \\u0026 b\\u003e","d":{}}',
    );
    expect(goJson({ a: [1], b: [] }, { indent: 2 })).toBe('{\n  "a": [\n    1\n  ],\n  "b": []\n}');
  });
});
