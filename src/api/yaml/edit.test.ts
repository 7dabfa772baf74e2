import { expect, it } from 'vitest';
import type { Path } from '../values/field-path.ts';
import { withFieldEdited } from './edit.ts';
import { parseFile } from './index.ts';

const WEB = `# my own
kind: Deployment
metadata:
  name: web # the name
  labels: { team: blue, tier: front }
spec:
  # how many
  replicas: 1 # one
  template:
    spec:
      containers:
      - name: web
        image: nginx:1.27 # pinned
        env:
        - name: MODE
          value: fast
      - image: busybox
        name: side
      # the end
`;

function edited(path: string, value: unknown, text = WEB, document = 0): string {
  const steps: Path = path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const done = withFieldEdited(text, document, steps, value);
  expect(done?.isPrinted).toBe(false);
  return done?.text ?? '';
}

/** The lines that went and the lines that came. */
function changes(before: string, after: string): readonly string[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return [
    ...old.filter((line) => !now.includes(line)).map((line) => `-${line}`),
    ...now.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ];
}

it('a field is set where it stands; the rest of the line stays', () => {
  expect(changes(WEB, edited('spec.replicas', 3))).toEqual(['-  replicas: 1 # one', '+  replicas: 3 # one']);
  expect(changes(WEB, edited('spec.template.spec.containers.0.image', 'nginx:1.28'))).toEqual([
    '-        image: nginx:1.27 # pinned',
    '+        image: nginx:1.28 # pinned',
  ]);
  expect(changes(WEB, edited('metadata.labels.team', 'true'))).toEqual([
    '-  labels: { team: blue, tier: front }',
    '+  labels: { team: "true", tier: front }',
  ]);
});

it('a field that is not there comes last among its neighbours, with all that leads to it', () => {
  expect(changes(WEB, edited('spec.strategy.type', 'Recreate'))).toEqual(['+  strategy:', '+    type: Recreate']);
  expect(changes(WEB, edited('metadata.labels.owner', 'me'))[1]).toBe(
    '+  labels: { team: blue, tier: front, owner: me }',
  );
  expect(changes(WEB, edited('metadata.annotations', { 'a.b/c': 'x y' }))).toEqual([
    '+  annotations:',
    '+    a.b/c: x y',
  ]);
  const item = edited('spec.template.spec.containers.0.env.1', { name: 'SIZE', value: '2' });
  expect(changes(WEB, item)).toEqual(['+        - name: SIZE', '+          value: "2"']);
  expect(item.indexOf('SIZE')).toBeLessThan(item.indexOf('busybox'));
});

it('a field goes with what it leaves empty', () => {
  expect(changes(WEB, edited('metadata.labels.tier', undefined))[1]).toBe('+  labels: { team: blue }');
  expect(changes(WEB, edited('spec.template.spec.containers.0.env.0', undefined))).toEqual([
    '-        env:',
    '-        - name: MODE',
    '-          value: fast',
  ]);
  expect(changes(WEB, edited('spec.template.spec.containers.1.image', undefined))).toEqual([
    '-      - image: busybox',
    '-        name: side',
    '+      - name: side',
  ]);
  expect(changes(WEB, edited('spec.template.spec.containers.1', undefined))).toEqual([
    '-      - image: busybox',
    '-        name: side',
  ]);
});

it('other documents stay as they are', () => {
  const two = `# first\na: 1\n---\n# second\nb: 2 # two\n---\nc: 3\n`;
  expect(edited('b', 4, two, 1)).toBe(two.replace('b: 2', 'b: 4'));
  expect(edited('d.e', 4, two, 2)).toBe(`${two}d:\n  e: 4\n`);
  expect(withFieldEdited(two, 3, ['a'], 1)).toBeUndefined();
});

it('a text of many lines is written as one, and what cannot be edited is printed anew', () => {
  const config = 'kind: ConfigMap\ndata:\n  a: |\n    one\n    two\n  b: x\n';
  expect(edited('data.a', 'three\nfour\n', config)).toBe(config.replace('one', 'three').replace('two', 'four'));
  expect(edited('data.a', 'flat', config)).toBe('kind: ConfigMap\ndata:\n  a: flat\n  b: x\n');
  const anchored = 'a: &x { b: 1 }\nc: *x\n';
  const done = withFieldEdited(anchored, 0, ['a', 'b'], 2);
  expect(done?.isPrinted).toBe(true);
  expect(parseFile(done?.text ?? '').documents[0]?.object).toEqual({ a: { b: 2 }, c: { b: 1 } });
  const json = withFieldEdited('{"a": {"b": 1}}', 0, ['a', 'b'], 2);
  expect(JSON.parse(json?.text ?? '')).toEqual({ a: { b: 2 } });
});

it('whatever is set or taken away, the text means that', () => {
  const { object } = parseFile(WEB).documents[0] ?? {};
  const paths: Path[] = [];
  const visit = (value: unknown, path: Path): void => {
    if (path.length > 0) paths.push(path);
    if (typeof value !== 'object' || value === null) return;
    for (const [name, below] of Object.entries(value))
      visit(below, [...path, Array.isArray(value) ? Number(name) : name]);
  };
  visit(object, []);
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    for (const value of [undefined, 7, 'a: b', 'two\nlines', { x: ['y', { z: true }] }, ['p']]) {
      const done = withFieldEdited(WEB, 0, path, value);
      const after = parseFile(done?.text ?? '').documents[0]?.object;
      const there = path.reduce<unknown>(
        (at, step) => (at as Record<string | number, unknown> | undefined)?.[step],
        after,
      );
      if (value !== undefined) expect(there, `${path} ${JSON.stringify(value)}`).toEqual(value);
      // A comment behind a text of many lines would be read as a part of it.
      if (value !== 'two\nlines') expect(done?.isPrinted, `${path} ${JSON.stringify(value)}`).toBe(false);
    }
  }
});
