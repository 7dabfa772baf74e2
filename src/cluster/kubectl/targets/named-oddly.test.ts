import { expect, it } from 'vitest';
import { terminal } from '../testing/terminal.ts';

/** A person at a cluster with two nodes. */
function withNodes() {
  const one = terminal();
  const node = (name: string): string => `apiVersion: v1\nkind: Node\nmetadata: {name: ${name}}\n`;
  one.type('kubectl create -f n.yaml', { 'n.yaml': `${node('node-1')}---\n${node('node-2')}` });
  return one;
}

const refused = (stderr: string) => ({ stdout: '', stderr, exitCode: 1 });

it('KC34: an empty name is refused, among others too', () => {
  const { type } = terminal();
  for (const words of ['get pod', 'describe pod', 'delete pod', 'cordon', 'drain', 'edit pod', 'rollout undo deploy']) {
    expect(type(`kubectl ${words} `)).toEqual(refused('error: resource name may not be empty\n'));
  }
  expect(type('kubectl get pod  a').stderr).toBe(
    'resource name may not be empty\nError from server (NotFound): pods "a" not found\n',
  );
  expect(type('kubectl exec  -- ls').stderr).toBe('error: pod, type/name or --filename must be specified\n');
  expect(type('kubectl logs ').stderr).toContain('You must provide one or more resources');
});

it('KC77: nodes may be named with their type, and the first one that is missing ends the command', () => {
  const { type } = withNodes();
  expect(type('kubectl cordon nodes/node-1 node-2 --dry-run=client').stdout).toBe(
    'node/node-1 cordoned (dry run)\nnode/node-2 cordoned (dry run)\n',
  );
  const told = (words: string): string => type(`kubectl ${words}`).stderr;
  expect(told('cordon node-1 deploy/a')).toBe('error: you may only specify a single resource type\n');
  type('kubectl create deployment a --image=nginx');
  expect(told('drain deploy/a')).toBe('error: expected resource of type node, got "apps/v1, Resource=deployments"\n');
  expect(told('cordon no1 no2')).toBe('Error from server (NotFound): nodes "no1" not found\n');
  expect(told('cordon node-1 -l a=b')).toContain('cannot specify both a node name and a --selector option');
});

it('KC77: a node that may not be changed keeps no other from it, and no command from its end', () => {
  const { type } = withNodes();
  type('kubectl create clusterrole looks --verb=get,list --resource=nodes');
  type('kubectl create clusterrolebinding looks --clusterrole=looks --user=dev');
  const forbidden = 'is forbidden: User "dev" cannot patch resource "nodes" in API group "" at the cluster scope';
  const [first, second] = ['node-1', 'node-2'].map(
    (node) => `error: unable to cordon node "${node}": nodes "${node}" ${forbidden}\n`,
  );
  expect(type('kubectl cordon node-1 node-2 --as=dev')).toEqual({
    stdout: '',
    stderr: `${first}${second}`,
    exitCode: 0,
  });
  const pods = 'pods is forbidden: User "dev" cannot list resource "pods" in API group "" at the cluster scope';
  expect(type('kubectl drain node-1 --as=dev')).toEqual(
    refused(
      `${first}error: unable to drain node "node-1" due to error: ${pods}, continuing command...\nThere are pending nodes to be drained:\n node-1\nError from server (Forbidden): ${pods}\n`,
    ),
  );
});

it('KC77: of several nodes those that are there are tainted', () => {
  const { type } = withNodes();
  expect(type('kubectl taint node node-1 nope a=b:NoSchedule')).toEqual({
    stdout: 'node/node-1 tainted\n',
    stderr: 'Error from server (NotFound): nodes "nope" not found\n',
    exitCode: 1,
  });
});

it('KC29: of several types nothing is described by the beginning of its name', () => {
  const { type } = terminal();
  type('kubectl create deployment web --image=nginx');
  type('kubectl create service clusterip web-a --tcp=80');
  expect(type('kubectl describe deploy,svc web').stderr).toBe('error: you may only specify a single resource type\n');
  expect(type('kubectl describe deploy,svc we').stderr).toBe(
    'Error from server (NotFound): deployments.apps "we" not found\nError from server (NotFound): services "we" not found\n',
  );
});

it('KC29: who may not list cannot find by a beginning', () => {
  const { type } = terminal();
  type('kubectl create role looks --verb=get --resource=pods');
  type('kubectl create rolebinding looks --role=looks --user=dev');
  expect(type('kubectl describe pod x --as=dev').stderr).toMatch(/^Error from server \(Forbidden\): pods is forbidden/);
});

it('KC9: headers are there before a path that cannot be read', () => {
  const { type } = terminal();
  expect(type('kubectl get nodes -o custom-columns=A:.a[')).toEqual({
    stdout: 'A\n',
    stderr: 'error: unterminated array\n',
    exitCode: 1,
  });
});

it('KC75: explain takes a JSONPath of fields', () => {
  const { type } = terminal();
  const told = (words: string): string => type(`kubectl explain ${words}`).stderr;
  const first = 'error: invalid jsonpath syntax, first node must be field node\n';
  expect(told('pods.spec.containers[0].name')).toBe(first);
  expect(told('.pods')).toBe(first);
  expect(told('pods.{x}')).toBe("error: unrecognized character in action: U+007B '{'\n");
  expect(told('pods.a\\.b')).toBe('error: field "a.b" does not exist\n');
  expect(told('.')).toBe('error: a resource must be present, got: /, Resource=\n');
  expect(type("kubectl explain pods['spec']").stdout).toContain('FIELD: spec <PodSpec>');
  expect(type('kubectl explain pods..spec').stdout).toContain('FIELD: spec <PodSpec>');
  expect(type('kubectl explain deployments.apps.spec.paused').stdout).toContain('FIELD: paused <boolean>');
  expect(told('deployments.apps --api-version=apps/v1')).toBe('error: field "apps" does not exist\n');
});

it('KC79: what a kustomization makes is shown by kind, or as it is written', () => {
  const { type } = terminal();
  const file = (kind: string) => `apiVersion: v1\nkind: ${kind}\nmetadata: {name: a}\n`;
  const files = {
    'k/kustomization.yaml': 'resources: [s.yaml, n.yaml]\n',
    'k/s.yaml': file('Service'),
    'k/n.yaml': file('Namespace'),
  };
  const kinds = (flags: string): readonly string[] =>
    type(`kubectl kustomize k ${flags}`.trim(), files).stdout.match(/(?<=kind: )\w+/g) ?? [];
  expect(kinds('')).toEqual(['Namespace', 'Service']);
  expect(kinds('--reorder=none')).toEqual(['Service', 'Namespace']);
  expect(type('kubectl kustomize k --load-restrictor=x', files).stderr).toBe(
    'error: illegal flag value --load-restrictor x; legal values: [LoadRestrictionsRootOnly LoadRestrictionsNone]\n',
  );
});

it('KC26: a namespace that is known of nowhere is asked for', () => {
  const { type } = terminal();
  expect(type('kubectl certificate approve pod/a').stderr).toBe(
    'error: namespace may not be empty when retrieving a resource by name\n',
  );
});

it('KC57: what has no order ends the command', () => {
  const { type } = withNodes();
  const told = (words: string): string =>
    type(`kubectl get nodes --sort-by=${words}`).stderr.replace(/^F.*? sorter/, 'sorter');
  expect(told('.status')).toBe(
    'sorter.go:375] Field {.status} in [][][]reflect.Value is an unsortable type: interface, err: unsortable type: map[string]interface {}\n',
  );
  expect(told('status -o name')).toBe(
    'sorter.go:329] Field {.status} in *unstructured.Unstructured is an unsortable type: interface, err: unsortable type: map[string]interface {}\n',
  );
});

it('KC57: the first that a path finds counts, and a path that goes wrong in a row shows no table', () => {
  const { type } = terminal();
  const pod = (name: string, ...images: string[]): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [${images.map((image, at) => `{name: c${at}, image: ${image}}`).join(', ')}]}\n`;
  const files = { 'p.yaml': [pod('a', 'z', 'k'), pod('b', 'w')].join('---\n') };
  type('kubectl create -f p.yaml', files);
  const sorted = (path: string, form = '-o name') => type(`kubectl get pods --sort-by=${path} ${form}`);
  expect(sorted('.spec.containers[*].image').stdout).toBe('pod/b\npod/a\n');
  const outside = 'array index out of bounds: index 1, length 1';
  expect(sorted('.spec.containers[1].image', '-o wide')).toEqual({
    stdout: '',
    stderr: 'No resources found in default namespace.\n',
    exitCode: 0,
  });
  const ended = sorted('.spec.containers[1].image');
  expect([ended.stdout, ended.exitCode]).toEqual(['', 255]);
  expect(ended.stderr).toContain(outside);
  type('kubectl delete pod a --wait=false');
  expect(type('kubectl get pod b --sort-by=.spec.containers[1].image').stdout).toContain('b ');
  expect(sorted('{.metadata.name').stderr).toContain('error: unexpected path string');
  expect(sorted('.metadata.name[0]').stderr).toBe('error: string is not array or slice\n');
});

it('KC20: the older ReplicaSets of a Deployment are described from the oldest on', () => {
  const { type } = terminal();
  type('kubectl create deployment web --image=nginx');
  const uid = type('kubectl get deploy web -o jsonpath={.metadata.uid}').stdout;
  for (const name of ['web-z', 'web-y', 'web-a']) {
    const set = {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {
        name,
        labels: { app: 'web' },
        ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid, controller: true }],
      },
      spec: {
        replicas: 0,
        selector: { matchLabels: { app: 'web' } },
        template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name, image: 'nginx' }] } },
      },
    };
    type('kubectl create -f rs.json', { 'rs.json': JSON.stringify(set) });
    type('kubectl wait pod/nope --for=create --timeout=2s');
  }
  expect(type('kubectl describe deploy web').stdout).toMatch(/OldReplicaSets: +web-z .*web-y .*web-a /);
});

it('KC20: a new disruption budget is shown with its counts', () => {
  const { type } = terminal();
  const words = 'kubectl create pdb p --selector=a=b --min-available=1 -o jsonpath={.status}';
  expect(type(words).stdout).toBe('{"currentHealthy":0,"desiredHealthy":0,"disruptionsAllowed":0,"expectedPods":0}');
});
