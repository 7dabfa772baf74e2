import { expect, it } from 'vitest';
import { terminal } from './testing/terminal.ts';

const WEB = `apiVersion: v1
kind: ResourceQuota
metadata: {name: web}
spec: {hard: {pods: 9}}
---
apiVersion: v1
kind: Secret
metadata: {name: web}
stringData: {a: b}
`;

/** What `-v=8` says was sent: method, path and query, discovery and OpenAPI left out. */
function sent(stderr: string): readonly string[] {
  return [...stderr.matchAll(/"Request" verb="(\w+)" url="https:\/\/[^/]+([^"]*)"/g)]
    .map(([, verb, path]) => `${verb} ${path}`)
    .filter((line) => !/timeout=32s/.test(line));
}

function cluster() {
  const { type } = terminal();
  type('kubectl create namespace team');
  const requests = (line: string, files: Record<string, string> = {}) => sent(type(`${line} -v=8`, files).stderr);
  return { type, requests };
}

it('KC63: of what is not there the namespace is asked for, and told of when it is missing too', () => {
  const { type, requests } = cluster();
  expect(requests('kubectl get cm nope -n team -o name')).toEqual([
    'GET /api/v1/namespaces/team/configmaps/nope',
    'GET /api/v1/namespaces/team',
  ]);
  expect(requests('kubectl get cm nope -o name')).toEqual(['GET /api/v1/namespaces/default/configmaps/nope']);
  const missing = 'Error from server (NotFound): namespaces "none" not found\n';
  for (const line of ['get cm nope', 'describe cm nope', 'label cm nope a=b', 'patch cm nope -p {}']) {
    expect(type(`kubectl ${line} -n none`).stderr).toBe(missing);
  }
});

it('KC64: each type, and each object of a file, is dealt with before the next one', () => {
  const { type, requests } = cluster();
  expect(requests('kubectl create -f web.yaml', { 'web.yaml': WEB }).map((line) => line.split('?')[0])).toEqual([
    'POST /api/v1/namespaces/default/resourcequotas',
    'POST /api/v1/namespaces/default/secrets',
  ]);
  type('kubectl create secret generic web -n team');
  expect(requests('kubectl delete quota,secret --all --wait=false')).toEqual([
    'GET /api/v1/namespaces/default/resourcequotas',
    'DELETE /api/v1/namespaces/default/resourcequotas/web',
    'GET /api/v1/namespaces/default/secrets',
    'DELETE /api/v1/namespaces/default/secrets/web',
  ]);
  expect(requests('kubectl delete secret --all -A --wait=false')).toEqual([
    'GET /api/v1/secrets',
    'DELETE /api/v1/namespaces/team/secrets/web',
  ]);
});

it('KC65: only what is shown is asked for: events of one object, the rest of annotations', () => {
  const { type, requests } = cluster();
  type('kubectl create -f web.yaml', { 'web.yaml': WEB });
  type('kubectl create secret generic other -n team');
  expect(requests('kubectl describe secret -A')).toEqual([
    'GET /api/v1/secrets?limit=500',
    'GET /api/v1/namespaces/default/secrets/web',
    'GET /api/v1/namespaces/team/secrets/other',
  ]);
  expect(requests('kubectl describe secret web --show-events=false')).toHaveLength(2);
  type('kubectl annotate secret web a=b');
  const again = type('kubectl annotate secret web a=b c=d --overwrite -v=8').stderr;
  expect(again).toContain(String.raw`body="{\"metadata\":{\"annotations\":{\"c\":\"d\"}}}"`);
});

it('KC66: a form of output that is none is refused when the objects are there', () => {
  const { type, requests } = cluster();
  type('kubectl create configmap one');
  expect(requests('kubectl get cm -o nope')).toEqual(['GET /api/v1/namespaces/default/configmaps?limit=500']);
  expect(type('kubectl get cm none -o nope').stderr).toBe(
    'Error from server (NotFound): configmaps "none" not found\n',
  );
});

it('KC67: expose draws selector, ports and labels from the first object and keeps them for the others', () => {
  const { type } = terminal();
  const pod = (name: string, labels: string, port: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, labels: {${labels}}}\nspec: {containers: [{name: c, image: i${port}}]}\n---\n`;
  const files = {
    'pods.yaml': pod('one', 'a: b', ', ports: [{containerPort: 53, protocol: UDP}]') + pod('two', 'c: d', ''),
  };
  expect(type('kubectl expose -f pods.yaml --dry-run=client -o jsonpath={.metadata.name}{.spec}', files).stdout).toBe(
    ['one', 'two']
      .map((name, at) => {
        const protocol = at === 0 ? 'UDP' : 'TCP';
        return `${name}{"ports":[{"port":53,"protocol":"${protocol}","targetPort":53}],"selector":{"a":"b"}}`;
      })
      .join(''),
  );
});

it('KC68: what commands know the types of is shown with its fields in the order of the types', () => {
  const { type } = terminal();
  const keysOf = (line: string) => Object.keys(JSON.parse(type(`kubectl ${line} -o json`).stdout) as object);
  expect(keysOf('create configmap one --from-literal=a=b')).toEqual(['kind', 'apiVersion', 'metadata', 'data']);
  expect(keysOf('create secret generic two --from-literal=a=b --dry-run=client')).toEqual([
    'kind',
    'apiVersion',
    'metadata',
    'data',
  ]);
  expect(keysOf('get configmap one')).toEqual(['apiVersion', 'data', 'kind', 'metadata']);
});

it('KC69: objects of one type stand in one block, and what has no table of its own is shown by name and age', () => {
  const { type } = terminal();
  type('kubectl create configmap one');
  type('kubectl create configmap two');
  const rows = type('kubectl get cm/one cm/two').stdout.split('\n');
  expect(rows.map((row) => row.split(/ +/)[0])).toEqual(['NAME', 'one', 'two', '']);
  type('kubectl create deployment web --image=nginx');
  expect(type('kubectl get deployment web --subresource=scale').stdout).toMatch(/^NAME +AGE\nweb +\S+\n$/);
});

it('KC70: a command that has to know the types of its objects refuses custom ones', () => {
  const { type } = terminal();
  const crd = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.org}
spec:
  group: example.org
  scope: Namespaced
  names: {plural: things, singular: thing, kind: Thing}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
`;
  type('kubectl create -f crd.yaml', { 'crd.yaml': crd });
  type('kubectl create -f thing.yaml', {
    'thing.yaml': 'apiVersion: example.org/v1\nkind: Thing\nmetadata: {name: a}\n',
  });
  const unknown =
    'error: no kind "Thing" is registered for version "example.org/v1" in scheme "pkg/scheme/scheme.go:28"\n';
  for (const line of [
    'rollout status thing/a',
    'expose thing a --port=80',
    'set image thing/a a=b',
    'debug thing/a --image=x',
  ]) {
    expect(type(`kubectl ${line}`).stderr).toBe(unknown);
  }
});
