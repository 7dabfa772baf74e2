import { describe, expect, it } from 'vitest';
import { parseManifests } from './parse.ts';
import { printYaml } from './print.ts';

const objects = (text: string): readonly unknown[] => parseManifests(text).documents.map((each) => each.object);
const error = (text: string): string | undefined => parseManifests(text).errors[0]?.message;
const yaml = (problem: string): string => `error converting YAML to JSON: yaml: ${problem}`;

describe('parseManifests', () => {
  it('YML1: documents and scalars', () => {
    expect(objects('a: yes\nb: 12:30\nc: 2026-01-02\nd: 010\n---\n# x\n---\nx: 1\nx: 2\n--- # c\n{"j": [on]}')).toEqual(
      [{ a: true, b: '12:30', c: '2026-01-02', d: 8 }, null, { x: 2 }, { j: [true] }],
    );
    expect(objects('')).toEqual([]);
  });

  it('YML2: errors in kubectl’s words', () => {
    expect(error('x: 1\na: b: c\n')).toBe(yaml('line 2: mapping values are not allowed in this context'));
    expect(error('a:\n  b: 1\n c: 2\n')).toBe(yaml('line 2: did not find expected key'));
    expect(error('a:\n\t- b\n')).toBe(yaml('line 2: found character that cannot start any token'));
    expect(error('a: b\n  c: d\n')).toBe(yaml('line 2: mapping values are not allowed in this context'));
    expect(error('a: b\nc d\n')).toBe(yaml("line 3: could not find expected ':'"));
    expect(error('a: b\n- c\n')).toBe(yaml('line 1: did not find expected key'));
    expect(error('- a\nb: c\n')).toBe(yaml("line 1: did not find expected '-' indicator"));
    expect(error('a:\n  - b: 1\n   c: 2\n')).toBe(yaml("line 2: did not find expected '-' indicator"));
    expect(error('a: b\n\tc: d\n')).toBe(yaml('line 2: found a tab character that violates indentation'));
    expect(error('a: b\u0000\n')).toBe(yaml('control characters are not allowed'));
    expect(error('a: .nan\n')).toBe('error converting YAML to JSON: json: unsupported value: NaN');
    expect(error('a: [1,, 2]\n')).toBe(yaml('did not find expected node content'));
    expect(error('a: ]\n')).toBe(yaml('did not find expected node content'));
    expect(error('a: [b]]\n')).toBe(yaml('did not find expected key'));
    expect(error('a: [1, 2\n  b: 3\n')).toBe(yaml("line 1: did not find expected ',' or ']'"));
    expect(error('a: {\n  b: c\n  d: e\n}\n')).toBe(yaml("line 2: did not find expected ',' or '}'"));
    expect(error('{"a": "b"\n "c": "d"}\n')).toBe(yaml("line 1: did not find expected ',' or '}'"));
    expect(error('a:\n  - b\n - c\n')).toBe(yaml('line 2: did not find expected key'));
    expect(error('a:\n  b:\n- c\n')).toBe(yaml('line 2: did not find expected key'));
    expect(error('a:\n  - b: c\n  d: e\n')).toBe(yaml("line 2: did not find expected '-' indicator"));
    expect(error('a:\n- b: c\n d: e\n')).toBe(yaml('line 2: did not find expected key'));
    expect(error('a: - b\n')).toBe(yaml('block sequence entries are not allowed in this context'));
    expect(error('a: ? b\n')).toBe(yaml('mapping keys are not allowed in this context'));
    expect(error('a: |b\n')).toBe(yaml('did not find expected comment or line break'));
    expect(error('a: "\\u12"\n')).toBe(yaml('did not find expected hexdecimal number'));
    expect(error('a: b\nc d\ne:\n  f: g\n')).toBe(yaml("line 3: could not find expected ':'"));
    expect(error('a:\n- b: c\n- d e\n  f: g\n')).toBe(yaml('line 4: mapping values are not allowed in this context'));
    expect(error('a: {{ .Values.x }}\n')).toBe(
      yaml('invalid map key: map[interface {}]interface {}{".Values.x":interface {}(nil)}'),
    );
    expect(error('a: {{- b }}\n')).toBe(yaml('did not find expected node content'));
    expect(parseManifests('  a: b\nc: d\n').documents.map(({ object }) => object)).toEqual([{ a: 'b' }]);
    expect(error('a: [\n')).toBe(yaml('line 1: did not find expected node content'));
    expect(error('a: [b[c]]\n')).toBe(yaml("did not find expected ',' or ']'"));
    expect(error('a: [b\n')).toBe(yaml("line 1: did not find expected ',' or ']'"));
    expect(error('a: *z\n')).toBe(yaml("unknown anchor 'z' referenced"));
    expect(parseManifests('a: 1\n---\nb: [\n').documents).toHaveLength(1);
  });

  it('YML2: lines count from the three dashes before which nothing stands, and to the end of what is not closed', () => {
    expect(error('---\na: b\n  c: d\n')).toBe(yaml('line 3: mapping values are not allowed in this context'));
    expect(error('x: 1\n---\na: b\n  c: d\n')).toBe(yaml('line 2: mapping values are not allowed in this context'));
    expect(error('a: 1\nb: "c\nd: 1')).toBe(yaml('line 4: found unexpected end of stream'));
    expect(error("a: 1\nb: 'c\n...\n")).toBe(yaml('line 3: found unexpected document indicator'));
    expect(error('%YAML 1.1\n---\na: b\n')).toBe(yaml('line 1: did not find expected <document start>'));
    expect(parseManifests('a: 1\nb: "c\nd: 1').errors[0]).toMatchObject({ line: 2, column: 4 });
  });

  it('YML2: what YAML says and JSON cannot is told as Go tells it', () => {
    const json = (problem: string): string => `error converting YAML to JSON: ${problem}`;
    expect(error('~: x\n')).toBe(json('unsupported map key of type: %!s(<nil>), key: <nil>, value: "x"'));
    expect(error('[a]: 1\n')).toBe(yaml('invalid map key: []interface {}{"a"}'));
    expect(error('<<: 1\n')).toBe(yaml('map merge requires map or sequence of maps as the value'));
    expect(error('a: !!int x\n')).toBe(yaml('cannot decode !!str `x` as a !!int'));
    expect(error('a: !!binary "*"\n')).toBe(yaml('!!binary value contains invalid base64 data'));
    expect(error('a: &x [*x]\n')).toBe(yaml("anchor 'x' value contains itself"));
    expect(error('a: !b!c d\n')).toBe(yaml('found undefined tag handle'));
    expect(error('a: "\\/"\n')).toBe(yaml('found unknown escape character'));
  });

  it('YML1: keys, numbers, tags, anchors and blocks', () => {
    expect(objects('.inf: 1\n1.5: 2\n0x10: 3\non: 4\n1e9: 5\n007: 6')).toEqual([
      { '.inf': 1, '1.5': 2, '16': 3, true: 4, '1e+09': 5, '7': 6 },
    ]);
    expect(objects('12345678901234567: 1\n-9223372036854775808: 2\n100000000000000000000: 3')).toEqual([
      { '12345678901234567': 1, '-9223372036854775808': 2, '1e+20': 3 },
    ]);
    expect(objects('- 1e400\n- 0_\n- 08\n- 0o17\n- 1_0.5\n- ._5\n- -0\n- 0b12\n- +1')).toEqual([
      ['1e400', 0, 8, 15, 10.5, '._5', 0, '0b12', 1],
    ]);
    expect(objects('- !!str 1\n- !!binary aGk=\n- !!float 1\n- ! 5\n- !x y\n- !!set {a}')).toEqual([
      ['1', 'hi', 1, '5', 'y', { a: null }],
    ]);
    expect(objects('a: &a {x: 1, w: 2}\nb: {x: 0, <<: *a}\nc: {<<: [*a, {x: 3, z: 4}]}\nd: *a')).toEqual([
      { a: { x: 1, w: 2 }, b: { x: 1, w: 2 }, c: { x: 1, w: 2, z: 4 }, d: { x: 1, w: 2 } },
    ]);
    expect(objects('a: |\n  x\n    y\n\n  z')).toEqual([{ a: 'x\n  y\n\nz\n' }]);
    expect(objects('a: >\n  x\n  y\n\n  z\n   w\n')).toEqual([{ a: 'x y\nz\n w\n' }]);
    expect(objects('a: |2-\n    x\n\n')).toEqual([{ a: '  x' }]);
    expect(objects('a: |+\n  x\n\nb: "p\\\n  q\n\n  r"\nc: s\n  t\n')).toEqual([{ a: 'x\n\n', b: 'pq\nr', c: 's t' }]);
    expect(objects('[a: 1, b, "c": {d, e: f}]')).toEqual([[{ a: 1 }, 'b', { c: { d: null, e: 'f' } }]]);
    expect(objects('? a\n: b\n? c\n')).toEqual([{ a: 'b', c: null }]);
    expect(objects('\ufeffa: 1\r\nb: 2\r\n')).toEqual([{ a: 1, b: 2 }]);
  });

  it('YML2: nothing throws', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghi'].map((key, i) => `${key}: &${key} [${Array(9).fill(`*${'abcdefghi'[i]}`).join(',')}]`).join('\n')}`;
    expect(error(bomb)).toBe(yaml('document contains excessive aliasing'));
    for (const text of [
      '['.repeat(50_000),
      '- '.repeat(50_000),
      '{a: '.repeat(9000),
      '\u0000',
      '%',
      '? ? ?',
      '&a',
      '!!x {',
    ]) {
      expect(() => parseManifests(text)).not.toThrow();
    }
    expect(error('x'.repeat(9 * 1024 * 1024))).toContain('8 MiB');
    const notFollowed = yaml('nested more than 200 levels deep, which this simulation does not follow');
    for (const [open, close] of [
      ['[', ']'],
      ['{a: ', '}'],
      ['- ', ''],
    ] as const) {
      const nested = (levels: number): string => `${open.repeat(levels)}1${close.repeat(levels)}`;
      expect(error(nested(190))).toBeUndefined();
      expect(error(nested(300))).toBe(notFollowed);
      expect(error(nested(9_999))).toBe(notFollowed);
      expect(error(nested(10_001))).toBe(yaml('exceeded max depth of 10000'));
    }
    expect(Object.getPrototypeOf(objects('__proto__: {a: 1}')[0])).toBe(Object.prototype);
    expect(Object.entries(objects('__proto__: {a: 1}')[0] as object)).toEqual([['__proto__', { a: 1 }]]);
  });

  it('YML2: positions', () => {
    const [, second] = parseManifests('a: 1\n---\nspec:\n  containers:\n  - name: a\n    image: b\n').documents;
    expect(second?.at(['spec', 'containers', 0, 'image'])).toEqual({ line: 6, column: 5 });
    expect(second?.at(['spec', 'nope'])).toEqual({ line: 3, column: 1 });
    expect(parseManifests('a: 1\n---\nx: 1\na: b: c\n').errors[0]).toMatchObject({ line: 4, column: 5 });
  });
});

describe('printYaml', () => {
  it('YML3: as kubectl prints', () => {
    const value = {
      b: ['1.27', { d: [1], c: 'y' }],
      a: { t: '2026-11-21T02:17:18Z', empty: {}, none: [], s: '', n: null },
      m: 'l1\nl2\n',
      json: '{"a":1}\n',
      q: 'a: b',
      p: '25%',
    };
    expect(printYaml(value)).toBe(
      [
        'a:',
        '  empty: {}',
        '  "n": null',
        '  none: []',
        '  s: ""',
        '  t: "2026-11-21T02:17:18Z"',
        'b:',
        '- "1.27"',
        '- c: "y"',
        '  d:',
        '  - 1',
        'json: |',
        '  {"a":1}',
        'm: |',
        '  l1',
        '  l2',
        'p: 25%',
        "q: 'a: b'",
        '',
      ].join('\n'),
    );
    expect(objects(printYaml(value))).toEqual([value]);
  });

  it('YML3: long lines are folded after column 80, and read back the same', () => {
    const text = 'LimitRanger plugin set: cpu, memory request for container main; cpu, memory limit for container main';
    const printed = printYaml({ a: { 'kubernetes.io/limit-ranger': text, '.': {} } });
    expect(printed.split('\n').slice(1, 4)).toEqual([
      '  .: {}',
      "  kubernetes.io/limit-ranger: 'LimitRanger plugin set: cpu, memory request for container",
      "    main; cpu, memory limit for container main'",
    ]);
    for (const value of [text, `x${text.replaceAll(':', '')}`, `\t${text}  ${text}`, '.5', '1e3', '08', '1_0']) {
      expect(objects(printYaml({ value, list: [value] }))).toEqual([{ value, list: [value] }]);
    }
  });

  it('YML3: blanks that are folded away, and those that must stay, are those of go-yaml', () => {
    const B = 'b '.repeat(37);
    const of = (value: string) => printYaml({ t: value }).split('\n');
    expect(of(`${'a '.repeat(50)} `)).toEqual([`t: '${'a '.repeat(38)}a`, `  ${'a '.repeat(11)} '`, '']);
    expect(of(`'${'b '.repeat(60)}`)).toEqual([`t: '''${B}b`, `  ${'b '.repeat(21)}b '`, '']);
    // Two blanks are not broken in single quotes; between double ones the second is told apart.
    expect(of('plain  two '.repeat(12))).toEqual([
      `t: '${'plain  two '.repeat(7)}plain  two`,
      `  ${'plain  two '.repeat(4)}'`,
      '',
    ]);
    const tab = of(`tab\t${'c  d '.repeat(30)}`);
    expect(tab.slice(0, 2)).toEqual([`t: "tab\\t${'c  d '.repeat(14)}c  d`, `  ${'c  d '.repeat(14)}c  d "`]);
    expect(of(`-${'1 '.repeat(45)}`)).toEqual([`t: '-${'1 '.repeat(38)}1`, `  ${'1 '.repeat(6)}'`, '']);
    expect(of('-1')).toEqual(['t: "-1"', '']);
  });

  it('YML3: a key of several lines or of more than 128 bytes stands behind a question mark', () => {
    const long = 'k'.repeat(129);
    const value = {
      [long]: { in: [], q: 1 },
      'a\nb': 'x',
      'y\n': [1, { z: 2 }],
      [long.slice(1)]: 1,
      ['é'.repeat(65)]: 2,
    };
    const lines = ['? |-', '  a', '  b', ': x', `${long.slice(1)}: 1`, `? ${long}`, ': in: []', '  q: 1'];
    lines.push('? |', '  y', ': - 1', '  - z: 2', `? ${'é'.repeat(65)}`, ': 2', '');
    expect(printYaml(value).split('\n')).toEqual(lines);
    expect(objects(printYaml(value))).toEqual([value]);
    expect(printYaml({ '\ue000': 1, '😀': 2, '}': 3 })).toBe(`'}': 3\n\ue000: 1\n"\\U0001F600": 2\n`);
  });

  it('YML3: keys come in the order of go-yaml, and what only looks like a number or a time stays plain', () => {
    const keys = ['a10', 'file', 'a2', 'Z', '_', '10', '9', 'a-b', 'a.b', 'a/b', 'ab', 'A', 'ä', 'a09', 'a9', '+1'];
    const printed = printYaml(Object.fromEntries(keys.map((key) => [key, 0])));
    const order = printed.split('\n').map((line) => line.replace(/: 0$/, ''));
    expect(order.join(' ')).toBe('"+1" _ "9" "10" A Z a-b a.b a/b a2 a9 a09 a10 ab file ä ');
    const texts = ['2026-02-28', '2026-02-30', '2026-13-01', '2026-01-01 25:00:00', '1e999', '1e9', '<<'];
    expect(printYaml(texts).replaceAll('\n', ' ')).toBe(
      '- "2026-02-28" - 2026-02-30 - 2026-13-01 - 2026-01-01 25:00:00 - 1e999 - "1e9" - << ',
    );
    expect(printYaml([1e-7, 1234567.5, 0.5, 2 ** 53, 1e20, 1e6])).toBe(
      '- 1e-07\n- 1.2345675e+06\n- 0.5\n- 9007199254740992\n- 1e+20\n- 1000000\n',
    );
    expect(printYaml('a\u2028\u0085\u0007')).toBe('"a\\L\\N\\a"\n');
  });
});
