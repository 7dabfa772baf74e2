import { expect, it } from 'vitest';
import { TypedCluster } from './testing/typed-cluster.ts';

const DEFINITION = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: fruits.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {plural: fruits, kind: Fruit}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, x-kubernetes-preserve-unknown-fields: true}}}}
`;
const fruit = (name: string, levels: number): string =>
  `{"apiVersion":"example.org/v1","kind":"Fruit","metadata":{"name":"${name}"},"spec":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;

it('KC190: what is nested deeper than is kept is refused in words, and what is kept is read, changed and deleted', () => {
  const cluster = new TypedCluster({ nodes: 0, latencies: 'zero' });
  cluster.apply(DEFINITION);
  cluster.wait(5);
  for (const [name, levels] of [
    ['one', 490],
    ['two', 490],
  ] as const)
    expect(cluster.type('kubectl apply -f f.json', { 'f.json': fruit(name, levels) }).stdout).toBe(
      `fruit.example.org/${name} created\n`,
    );
  for (const levels of [520, 1_500, 9_000]) {
    const refused = cluster.type('kubectl apply -f f.json', { 'f.json': fruit('deep', levels) });
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      'error: error parsing f.json: nested more than 500 levels deep, which this simulation does not follow\n',
    ]);
  }
  expect(cluster.type('kubectl apply -f f.json', { 'f.json': fruit('one', 480) }).stdout).toBe(
    'fruit.example.org/one configured\n',
  );
  for (const output of ['-o yaml', '-o json', '-o wide', '-o name', '-o jsonpath={.items[*].spec.a.a}'])
    expect(cluster.type(`kubectl get fruits ${output}`).exitCode).toBe(0);
  expect(cluster.type('kubectl describe fruits').exitCode).toBe(0);
  expect(cluster.type(`kubectl patch fruit two --type=merge -p ${fruit('two', 1_500)}`).stderr).toContain('500 levels');
  expect(cluster.type('kubectl delete fruits --all').stdout).toBe(
    'fruit.example.org "one" deleted from default namespace\nfruit.example.org "two" deleted from default namespace\n',
  );
});

it('KC191: a body of more than 3 MiB is refused by the server, whoever sends it', () => {
  const cluster = new TypedCluster({ nodes: 0, latencies: 'zero' });
  const text = 'x'.repeat(3_200_000);
  const made = cluster.type('kubectl create configmap large --from-file=large.txt', { 'large.txt': text });
  expect(made.stderr).toBe('error: failed to create configmap: Request entity too large: limit is 3145728\n');
  const manifest = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: large}\ndata: {a: ${text}}\n`;
  const created = cluster.type('kubectl create -f m.yaml', { 'm.yaml': manifest });
  expect(created.stderr).toBe(
    'Error from server (RequestEntityTooLarge): error when creating "m.yaml": Request entity too large: limit is 3145728\n',
  );
  cluster.type('kubectl create configmap small');
  const operations = JSON.stringify([{ op: 'add', path: '/data', value: { a: text } }]);
  const patched = cluster.words(['patch', 'configmap', 'small', '--type=json', '-p', operations]);
  expect(patched.stderr).toContain('Request entity too large: limit is 3145728');
});
