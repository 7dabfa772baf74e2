import { expect, test } from 'vitest';
import type { RunDescription } from '../../protocol/run-description.ts';
import { printRun, readRun } from '../../protocol/run-file.ts';
import { appliedOf, filesOf, putsFiles } from './applied.ts';
import { topFor } from './band.ts';
import { changedPlaces } from './changed-places.ts';
import { checkText, markersOfAnswer } from './check.ts';
import { definedKinds } from './defined-kinds.ts';
import { findField, findLines, parsePath } from './fields-in-text.ts';
import { tokensOf } from './highlight.ts';
import { keepRun, recallRun } from './runs/kept-run.ts';
import { SAMPLES } from './samples.ts';
import {
  cleanName,
  createWorkbench,
  firstFiles,
  renamed,
  setText,
  withFiles,
  withFilesOf,
  withoutFile,
  withStage,
} from './workbench.ts';

const DEPLOY = SAMPLES[0]?.text ?? '';
const run: RunDescription = {
  v: 1,
  build: 'b',
  seed: 1,
  cluster: { nodes: 3, latencies: 'realistic' },
  inputs: [
    {
      afterStep: -1,
      afterOccurrence: 0,
      time: 0,
      input: { type: 'kubectl', argv: ['apply', '-f', 'a.yaml'], files: { 'a.yaml': 'one' } },
    },
    { afterStep: 50, afterOccurrence: 9, time: 9, input: { type: 'kubectl', argv: ['get', 'pods'], files: {} } },
    {
      afterStep: 99,
      afterOccurrence: 9,
      time: 9,
      input: { type: 'kubectl', argv: ['kubectl', 'apply', '-f', 'a.yaml'], files: { 'a.yaml': 'two' } },
    },
  ],
};

test('what runs is what was applied at or before the cursor', () => {
  expect(appliedOf(run, 'a.yaml', 60)).toMatchObject({
    now: { text: 'one', step: 0 },
    later: { text: 'two', step: 100 },
  });
  expect(appliedOf(run, 'a.yaml', 100).now?.text).toBe('two');
  expect(appliedOf(run, 'a.yaml', undefined).now).toBeUndefined();
  expect(appliedOf(run, 'b.yaml', 100)).toEqual({ now: undefined, later: undefined });
});

test('create and replace bring a file into the cluster as apply does; a dry run, diff and delete do not', () => {
  const lines = [
    'kubectl apply -f a.yaml',
    'apply -f a.yaml --dry-run=none',
    'create -fa.yaml --save-config',
    'kubectl replace --force --filename=a.yaml',
  ];
  for (const line of lines) expect(putsFiles(line.split(' ')), line).toBe(true);
  const others = [
    'kubectl apply -f a.yaml --dry-run=server',
    'create -f a.yaml --dry-run -o yaml',
    'kubectl create configmap c --from-file=a.yaml',
    'diff -f a.yaml',
    'kubectl delete -f a.yaml',
  ];
  for (const line of others) expect(putsFiles(line.split(' ')), line).toBe(false);
});

test('edits are counted by place', () => {
  expect(changedPlaces('a\nb\nc', 'a\nb\nc')).toBe(0);
  expect(changedPlaces('a\nb\nc\nd', 'a\nB\nc\nD')).toBe(2);
  expect(changedPlaces('a\nb', 'a\nx\ny\nb')).toBe(1);
  expect(changedPlaces(DEPLOY, DEPLOY.replace('3', '5').replace('1.27', '1.28'))).toBe(2);
  expect(changedPlaces('x\n'.repeat(5000), 'y\n'.repeat(5000))).toBe(1);
});

test('colouring never changes a character', () => {
  const lines = [
    ...SAMPLES.flatMap(({ text }) => text.split('\n')),
    '- "a: b": c # d',
    "k: 'it''s # no'",
    '# x',
    '  - - 1',
    'a: |',
    ':',
    "'",
    '{a: 1}',
    'url: http://x#y',
  ];
  for (const line of lines)
    expect(
      tokensOf(line)
        .map(({ text }) => text)
        .join(''),
    ).toBe(line);
  expect(tokensOf('      - name: nginx # web').map(({ kind }) => kind)).toEqual([
    'plain',
    'key',
    'plain',
    'plain',
    'string',
    'plain',
    'comment',
  ]);
  expect(tokensOf('  replicas: 3').at(-1)).toEqual({ kind: 'number', text: '3' });
});

test('samples are clean; broken YAML is marked at its line', () => {
  for (const { text, id } of SAMPLES) expect(checkText(text), id).toEqual([]);
  const [broken] = checkText(DEPLOY.replace('  replicas: 3', '  replicas: 3\n bad: [').replace('kind', 'kind'));
  expect(broken).toMatchObject({ severity: 'error', from: 'yaml' });
  expect(broken?.line).toBeGreaterThan(7);
});

test('documents that cannot be objects are named', () => {
  expect(checkText('a: 1')).toMatchObject([{ message: 'apiVersion not set' }, { message: 'kind not set' }]);
  const fruit = 'apiVersion: example.org/v1\nkind: Fruit\nmetadata:\n  name: apple\n';
  const definition = 'kind: CustomResourceDefinition\nspec:\n  names:\n    kind: Fruit\n';
  expect(checkText(fruit)).toMatchObject([{ severity: 'warning', line: 2 }]);
  expect(checkText(fruit, 'fruit.yaml', definedKinds([definition]))).toEqual([]);
  expect(checkText('apiVersion: v1\nkind: Config\n', 'sam.kubeconfig')).toEqual([]);
  expect(checkText('- 1')).toMatchObject([{ severity: 'error' }]);
  expect(checkText('just text')).toHaveLength(1);
  expect(checkText('')).toEqual([]);
  expect(checkText('---\n---\n# nothing\n')).toEqual([]);
  expect(checkText('apiVersion: v1\nkind: Pod\nmetadata: {}\n')).toMatchObject([
    { line: 3, message: 'metadata.name is missing' },
  ]);
  expect(checkText('apiVersion: v1\nkind: Pod\nmetadata:\n  name: 12\n')).toMatchObject([{ line: 4 }]);
  expect(checkText('apiVersion: v1\nkind: Deployment\nmetadata:\n  name: x\n')).toMatchObject([
    { line: 2, severity: 'warning' },
  ]);
  expect(checkText(`${DEPLOY}---\napiVersion: v1\nkind: Podd\nmetadata:\n  name: x\n`)).toMatchObject([
    { line: 24, severity: 'warning' },
  ]);
});

test('hostile texts neither throw nor hang', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'.replace(/./g, (c, at: number) => `${c}: &${c} [${`*${'abcdefgh'[at]},`.repeat(9)}]\n`)}`;
  expect(checkText(bomb).length).toBeGreaterThan(0);
  expect(checkText('['.repeat(5000)).length).toBeGreaterThan(0);
  expect(checkText('x: y\n'.repeat(1_000_000))).toEqual([]);
  expect(checkText('a: *missing')).toHaveLength(1);
});

test('what kubectl says is put where it belongs', () => {
  const crds =
    'error: resource mapping not found for name: "f" namespace: "" from "x": no matches for kind "Foo" in version "e/v1"';
  expect(markersOfAnswer('apiVersion: e/v1\nkind: Foo\n', `${crds}\nensure CRDs are installed first\n`)).toMatchObject([
    { line: 2, message: `${crds} ensure CRDs are installed first` },
  ]);
  const at = (stderr: string, text = DEPLOY) => markersOfAnswer(text, stderr).map(({ line }) => line);
  expect(
    at(
      'error: error parsing deploy.yaml: error converting YAML to JSON: yaml: line 5: mapping values are not allowed in this context',
    ),
  ).toEqual([5]);
  expect(
    at(
      'Error from server (BadRequest): error when creating "deploy.yaml": Deployment in version "v1" cannot be handled as a Deployment: strict decoding error: unknown field "spec.replica"',
      DEPLOY.replace('replicas', 'replica'),
    ),
  ).toEqual([8]);
  expect(
    at(
      'Error from server (BadRequest): error when creating "deploy.yaml": Deployment in version "v1" cannot be handled as a Deployment: json: cannot unmarshal string into Go struct field DeploymentSpec.spec.replicas of type int32',
    ),
  ).toEqual([8]);
  expect(at('The Deployment "nginx" is invalid: spec.template.spec.containers[0].image: Required value')).toEqual([19]);
  expect(
    at(
      'The Deployment "nginx" is invalid: \n* spec.replicas: Invalid value: -1: must be greater than or equal to 0\n* spec.selector: Required value',
    ),
  ).toEqual([8, 9]);
  expect(
    at(
      'error: resource mapping not found for name: "nginx" namespace: "" from "deploy.yaml": no matches for kind "Deploymen" in version "apps/v1"',
      DEPLOY.replace('Deployment', 'Deploymen'),
    ),
  ).toEqual([2]);
  expect(at('Something quite different')).toEqual([1]);
  expect(at('')).toEqual([]);
  const two = `${DEPLOY}---\n${SAMPLES[3]?.text}`;
  expect(at('The Pod "big" is invalid: spec.containers[0].image: Required value', two)).toEqual([30]);
});

test('a field of an object is found in the text', () => {
  expect(parsePath('spec.containers[0].image')).toEqual(['spec', 'containers', 0, 'image']);
  expect(findField(DEPLOY, 'deployments/default/nginx', 'spec.replicas')?.line).toBe(8);
  expect(findField(SAMPLES[3]?.text ?? '', 'pods/default/big', 'spec.containers.0.resources.requests.cpu')?.line).toBe(
    11,
  );
  expect(findField(DEPLOY, 'pods/default/nginx', 'spec')).toBeUndefined();
  const linesAt = (path: string) => findLines(`# first\n---\n${DEPLOY}`, 'deployments.apps/default/nginx', path);
  expect(linesAt('spec.replicas')).toEqual({ from: 10, to: 10 });
  expect(linesAt('spec.template.spec')).toEqual({ from: 18, to: 23 });
  expect(linesAt('spec.template.spec.containers.0.image')).toEqual({ from: 21, to: 21 });
  expect(linesAt('')).toEqual({ from: 3, to: 23 });
  expect(linesAt('spec.paused')).toBeUndefined();
});

test('files: names are made usable and unique, the last one closed leaves an empty one', () => {
  const bench = createWorkbench(undefined, 'x').getState();
  expect(bench.files).toEqual(firstFiles());
  expect(cleanName(' ../my dir/My file')).toBe('My-file.yaml');
  const twice = withFiles(bench, [{ name: 'deploy.yaml', text: 'other' }]);
  expect(twice.files.map(({ name }) => name)).toEqual(['deploy.yaml', 'deploy-2.yaml']);
  expect(twice.active).toBe('deploy-2.yaml');
  expect(withFiles(twice, firstFiles())).toMatchObject({ active: 'deploy.yaml', files: { length: 2 } });
  expect(renamed(twice, 'deploy.yaml', 'deploy-2.yaml')).toBeUndefined();
  expect(renamed(twice, 'deploy.yaml', 'web')?.files[0]?.name).toBe('web.yaml');
  expect(withoutFile(bench, 'deploy.yaml').files).toEqual([{ name: 'new.yaml', text: '' }]);
});

test('files come back after a reload; a storage that throws or is full loses nothing on the page', () => {
  const map = new Map<string, string>();
  const memory = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
  const bench = createWorkbench(memory, 'x');
  bench.setState((state) => setText(state, 'deploy.yaml', 'changed'));
  bench.flush();
  expect(createWorkbench(memory, 'x').getState().files[0]?.text).toBe('changed');
  expect(createWorkbench(memory, 'y').getState().files[0]?.text).toBe(DEPLOY);
  map.set('kubestep.files.v1.x', '{"files":[{"name":1}]}');
  expect(createWorkbench(memory, 'x').getState().files[0]?.text).toBe(DEPLOY);
  const desk = createWorkbench(memory, 'x');
  desk.turnTo('scenario', [{ name: 'pod.yaml', text: 'a' }]);
  expect(desk.getState()).toMatchObject({ active: 'pod.yaml', files: [{ name: 'pod.yaml', text: 'a' }] });
  desk.setState((state) => setText(state, 'pod.yaml', 'b'));
  desk.turnTo('x');
  expect(desk.getState().files.map(({ name }) => name)).not.toContain('pod.yaml');
  desk.turnTo('scenario', [{ name: 'pod.yaml', text: 'a' }]);
  expect(desk.getState().files).toEqual([{ name: 'pod.yaml', text: 'b' }]);
  const full = createWorkbench(
    {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    },
    'x',
  );
  full.setState((state) => setText(state, 'deploy.yaml', 'changed'));
  full.flush();
  expect(full.getState()).toMatchObject({ unkept: 'refused', files: [{ text: 'changed' }] });
  const none = createWorkbench(undefined, 'x');
  none.setState((state) => setText(state, 'deploy.yaml', 'changed'));
  none.flush();
  expect(none.getState().unkept, 'where there is no storage at all').toBe('refused');
  const large = createWorkbench(memory, 'z');
  large.setState((state) => setText(state, 'deploy.yaml', 'x'.repeat(5_000_000)));
  large.flush();
  expect(large.getState().unkept).toBe('large');
});

test('files follow the parts of a scenario, back as well, until the reader writes into them', () => {
  const stage = (a: string, b: string, shown?: string) => ({
    shown,
    files: [
      { name: 'a.yaml', text: a, others: ['one', 'two'] },
      { name: 'b.yaml', text: b, others: ['', 'more'] },
    ],
  });
  const bench = createWorkbench(undefined, 'x', [
    { name: 'a.yaml', text: 'one' },
    { name: 'b.yaml', text: '' },
  ]).getState();
  const second = withStage(bench, stage('two', 'more', 'b.yaml'));
  expect(second).toMatchObject({ active: 'b.yaml', files: [{ text: 'two' }, { text: 'more' }] });
  expect(withStage(second, stage('one', ''))).toMatchObject({
    active: 'b.yaml',
    files: [{ text: 'one' }, { text: '' }],
  });
  const own = setText(second, 'a.yaml', 'mine');
  expect(withStage(own, stage('one', 'more')).files[0]?.text).toBe('mine');
  const gone = { shown: 'gone.yaml', files: [{ name: 'gone.yaml', text: 'one', others: ['two'] }] };
  expect(withStage(own, gone)).toBe(own);
});

test('a saved run is read back; anything else says what is wrong', () => {
  expect(readRun(printRun({ run, position: 7 }))).toEqual({ run, position: 7 });
  expect(readRun('{')).toContain('not JSON');
  expect(readRun('{}')).toBe('not a saved run');
  expect(readRun('null')).toBe('not a saved run');
  expect(readRun('{"v":2}')).toContain('version 2');
  expect(readRun(JSON.stringify({ ...run, inputs: [{}] }))).toBe('inputs[0] is not an input');
  expect(readRun(JSON.stringify({ ...run, cluster: {} }))).toContain('nodes');
  const families = (list: unknown) => readRun(JSON.stringify({ ...run, cluster: { ...run.cluster, families: list } }));
  expect(families(['IPv6'])).toMatchObject({ run: { cluster: { families: ['IPv6'] } } });
  for (const none of ['IPv6', [], ['IPX'], ['IPv4', 'IPv4']]) expect(families(none)).toContain('families');
  const map = new Map<string, string>();
  const memory = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
  expect(keepRun(memory, 'x', { run, position: undefined })).toBe(true);
  expect(recallRun(memory, 'x')).toEqual({ run, position: undefined });
  expect(recallRun(undefined, 'x')).toBeUndefined();
  expect(
    keepRun(
      {
        ...memory,
        setItem: () => {
          throw new Error('full');
        },
      },
      'x',
      { run, position: 1 },
    ),
  ).toBe(false);
});

test('files of an opened run come along under their names, and what the reader wrote gives way to none', () => {
  expect(filesOf(run)).toEqual([{ name: 'a.yaml', text: 'two' }]);
  const bench = createWorkbench(undefined, 'test', [
    { name: 'a.yaml', text: 'mine' },
    { name: 'nginx.yaml', text: DEPLOY },
    { name: 'same.yaml', text: 'same' },
  ]).getState();
  const { files, active } = withFilesOf(bench, [
    { name: 'nginx.yaml', text: 'other' },
    { name: 'same.yaml', text: 'same' },
    { name: 'a.yaml', text: 'two' },
  ]);
  expect(files).toEqual([
    { name: 'a-2.yaml', text: 'mine' },
    { name: 'nginx.yaml', text: 'other' },
    { name: 'same.yaml', text: 'same' },
    { name: 'a.yaml', text: 'two' },
  ]);
  expect(active).toBe('a.yaml');
});

test('keys that stand twice are warned of where they stand, in each document and both languages', () => {
  const text = `# first\n${DEPLOY.trimEnd()}\n---\n# second\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels: {a: b}\n  labels: {c: d}\ndata: {}\n`;
  const at = text.split('\n').indexOf('  labels: {c: d}') + 1;
  expect(checkText(text)).toMatchObject([
    {
      line: at,
      column: 3,
      severity: 'warning',
      from: 'yaml',
      message: `mapping key "labels" already defined at line ${at - 1}: kubectl says nothing and keeps the last one`,
    },
  ]);
  expect(checkText(text, 'a.yaml', new Set(), 'zh')[0]?.message).toContain(`第 ${at - 1} 行`);
  expect(checkText('kind: Pod\r\nkind: Pod\r\napiVersion: v1\r\nmetadata: {name: a}\r\n')[0]).toMatchObject({
    line: 2,
  });
});

test('the editor goes no further than the marked lines need, and not at all for an object that is in sight in part', () => {
  const sight = { top: 0, height: 180, busy: false };
  const part = (from: number, to: number, top = 0) => topFor({ from, to, whole: false }, { ...sight, top });
  expect(part(2, 5)).toBe(0);
  expect(part(16, 21)).toBe(21 * 18 + 12 - 180);
  expect(part(2, 5, 200)).toBe(18);
  expect(part(8, 40)).toBe(7 * 18); // more than fits: its first line
  const whole = (from: number, to: number, top = 0) => topFor({ from, to, whole: true }, { ...sight, top });
  expect(whole(1, 40, 200)).toBe(200);
  expect(whole(60, 90)).toBe(59 * 18);
});
