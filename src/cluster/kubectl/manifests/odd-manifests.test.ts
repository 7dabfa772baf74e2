import { expect, it } from 'vitest';
import { terminal } from '../testing/terminal.ts';

const MAP = { apiVersion: 'v1', kind: 'ConfigMap' };
const file = (object: object) => ({ 'a.json': JSON.stringify(object) });

it('KC160: a new object has no version, one of the cluster no namespace', () => {
  const { type } = terminal();
  const stale = file({ ...MAP, metadata: { name: 'one', resourceVersion: '99' } });
  for (const line of ['apply -f a.json --dry-run=server', 'create -f a.json', 'replace --force -f a.json']) {
    expect(type(`kubectl ${line}`, stale)).toMatchObject({ stderr: '', exitCode: 0 });
  }
  expect(
    type('kubectl diff -f a.json', file({ ...MAP, metadata: { name: 'two', resourceVersion: '99' } })),
  ).toMatchObject({ stderr: '', exitCode: 1 });
  const class_ = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', value: 1 };
  const placed = file({ ...class_, metadata: { name: 'high', namespace: 'kube-system' } });
  expect(type('kubectl create -f a.json --dry-run=client -o jsonpath={.metadata}', placed).stdout).toBe(
    '{"name":"high"}',
  );
});

it('KC161: create writes anew what apply compares with, where there is some', () => {
  const { type } = terminal();
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{"old":true}' };
  const { stdout } = type('kubectl create -f a.json -o yaml', file({ ...MAP, metadata: { name: 'one', annotations } }));
  expect(stdout).toContain(
    '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"annotations":{},"name":"one","namespace":"default"}}',
  );
});

it('KC162: items of a List that are of no kind, or Lists', () => {
  const { type } = terminal();
  const list = (...items: object[]) => file({ apiVersion: 'v1', kind: 'List', items });
  const ball = { apiVersion: 'example.org/v1', kind: 'Ball', metadata: { name: 'red' } };
  expect(type('kubectl apply -f a.json', list(ball)).stderr).toBe(
    'unable to recognize no matches for kind "Ball" in version "example.org/v1"\n',
  );
  const inner = { apiVersion: 'v1', kind: 'List', items: [{ ...MAP, metadata: { name: 'one' } }] };
  expect(type('kubectl create -f a.json', list({ ...MAP, metadata: { name: 'zero' } }, inner))).toEqual({
    stdout: '',
    stderr: 'error: *unstructured.Unstructured is not a list: no Items field in this object\n',
    exitCode: 1,
  });
});

it('KC162: diff names all of a List that it cannot compare, and the first of several documents', () => {
  const { type } = terminal();
  const lost = (name: string) => ({ ...MAP, metadata: { name, namespace: 'nowhere' } });
  const both = [lost('one'), lost('two')];
  const files = {
    'a.yaml': both.map((each) => `${JSON.stringify(each)}\n`).join('---\n'),
    'list.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: both }),
  };
  const said = 'Error from server (NotFound): namespaces "nowhere" not found\n';
  expect(type('kubectl diff -f list.json', files)).toEqual({ stdout: '', stderr: said + said, exitCode: 2 });
  expect(type('kubectl diff -f a.yaml', files)).toEqual({ stdout: '', stderr: said, exitCode: 2 });
  expect(type('kubectl diff -f a.json', file(MAP)).stderr).toBe('error: resource name may not be empty\n');
});

it('KC163: JSON without a kind is shown as it is written', () => {
  const { type } = terminal();
  expect(type('kubectl diff -f a.json', { 'a.json': '{ "b": 1,\n  "a": 2 }\n' }).stderr).toBe(
    `error: unable to decode "a.json": Object 'Kind' is missing in '{ "b": 1,\n  "a": 2 }'\n`,
  );
});

it('KC164: set changes init containers, and prints a file as its type is written', () => {
  const { type } = terminal();
  const spec = { containers: [{ name: 'a', image: 'x' }], initContainers: [{ name: 'b', image: 'y' }] };
  const pod = file({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'one' }, spec });
  const set = (words: string) => type(`kubectl set ${words} -f a.json --local -o json`, pod);
  const limited = JSON.parse(set('resources --limits=cpu=0.5').stdout) as {
    spec: Record<string, { resources: object }[]>;
  };
  expect([limited.spec.containers?.[0], limited.spec.initContainers?.[0]].map((each) => each?.resources)).toEqual([
    { limits: { cpu: '500m' } },
    { limits: { cpu: '500m' } },
  ]);
  expect(limited).toHaveProperty('status', {});
  expect(JSON.parse(set('env V=1 -c b').stdout)).toMatchObject({
    spec: { containers: [{ resources: {} }], initContainers: [{ env: [{ name: 'V', value: '1' }] }] },
  });
});
