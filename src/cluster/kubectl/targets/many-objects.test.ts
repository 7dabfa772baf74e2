import { expect, it } from 'vitest';
import { terminal } from '../testing/terminal.ts';

const printed = (stdout: string, stderr = '', exitCode = 0) => ({ stdout, stderr, exitCode });

const ROLE = (verbs: string) => `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader, namespace: default}
rules: [{apiGroups: [""], resources: [pods], verbs: [${verbs}]}]
`;

it('KC49: auth reconcile adds what a role lacks, and takes away more only when told to', () => {
  const { type } = terminal();
  const reconcile = (verbs: string, flags = '') =>
    type(`kubectl auth reconcile -f role.yaml${flags}`, { 'role.yaml': ROLE(verbs) });
  const done = 'role.rbac.authorization.k8s.io/reader reconciled\n';
  expect(reconcile('get').stderr).toContain('reconciliation required create');
  expect(reconcile('get')).toEqual(printed(done));
  expect(reconcile('list')).toEqual(
    printed(
      done,
      '\treconciliation required update\n\tmissing rules added:\n\t\t{Verbs:[list] APIGroups:[] Resources:[pods] ResourceNames:[] NonResourceURLs:[]}\n',
    ),
  );
  expect(reconcile('list', ' --remove-extra-permissions').stderr).toContain('extra rules removed:\n\t\t{Verbs:[get]');
  expect(type('kubectl get role reader -o jsonpath={.rules[*].verbs[*]}').stdout).toBe('list');
});

it('KC50: apply set-last-applied writes the annotation alone, and only where one is or is asked for', () => {
  const { type } = terminal();
  const files = { 'map.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\ndata: {a: c}\n' };
  type('kubectl create configmap m --from-literal=a=b');
  const set = 'kubectl apply set-last-applied -f map.yaml';
  expect(type(set, files).stderr).toContain('no last-applied-configuration annotation found on resource: m');
  expect(type(`${set} --create-annotation`, files)).toEqual(printed('configmap/m configured\n'));
  expect(type(set, files)).toEqual(printed('set-last-applied m: no changes required.\n'));
  expect(type('kubectl get configmap m -o jsonpath={.data.a}').stdout).toBe('b');
  expect(type('kubectl apply edit-last-applied configmap/m').stderr).toMatch(
    /^error: unable to launch the editor "vi /,
  );
});

it('KC51: changes the objects that are there, and tells of the others at the end', () => {
  const { type } = terminal();
  type('kubectl create configmap one --from-literal=a=b');
  type('kubectl create configmap two --from-literal=a=b');
  expect(type('kubectl label configmap one none two x=y')).toEqual(
    printed(
      'configmap/one labeled\nconfigmap/two labeled\n',
      'Error from server (NotFound): configmaps "none" not found\n',
      1,
    ),
  );
});

it('KC52: delete -i asks what standard input says to it, and without an answer deletes nothing', () => {
  const { type } = terminal();
  type('kubectl create configmap one --from-literal=a=b');
  const question =
    'You are about to delete the following 1 resource(s):\nconfigmap/one\nDo you want to continue? (y/N): ';
  expect(type('kubectl delete -i configmap one')).toEqual(printed(`${question}deletion is cancelled\n`));
  expect(type('kubectl get configmap one -o name').stdout).toBe('configmap/one\n');
  expect(type('kubectl edit configmap one -o name').stderr).toContain('allowed formats are: json,kyaml,yaml');
});

it('KC59: what is waited for comes about one thing after the other', () => {
  const { type } = terminal();
  type('kubectl create configmap one --from-literal=a=b');
  const wait = 'kubectl wait configmap/one --timeout=1s';
  const met = 'configmap/one condition met\n';
  expect(type(`${wait} --for=jsonpath={.data.a}=b --for=create`)).toEqual(printed(`${met}${met}`));
  expect(type(`${wait} --for=jsonpath={.data.a}=c --for=create`)).toEqual(
    printed('', 'error: timed out waiting for the condition on configmaps/one\n', 1),
  );
  expect(type(`${wait} --for=create --for=nope`).stderr).toBe('error: unrecognized condition: "nope"\n');
});

it('KC60: create and replace --raw send one file as it is', () => {
  const { type } = terminal();
  const map = (value: string) => ({
    'map.json': `{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"m"},"data":{"a":"${value}"}}`,
  });
  const maps = '/api/v1/namespaces/default/configmaps';
  expect(type(`kubectl create --raw ${maps} -f map.json`, map('b')).exitCode).toBe(0);
  expect(type(`kubectl replace --raw ${maps}/m -f map.json`, map('c')).stdout).toContain('"data":{"a":"c"}');
  expect(type(`kubectl replace --raw ${maps}/m -f map.json -o name`, map('c')).stderr).toBe(
    'error: --raw and --output are mutually exclusive\n',
  );
});

it('KC61: drain asks of each Pod what keeps it, and with --disable-eviction deletes it', () => {
  const { type } = terminal();
  const pod = `apiVersion: v1
kind: Node
metadata: {name: node-1}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: default}
---
apiVersion: v1
kind: Pod
metadata: {name: scratch}
spec:
  nodeName: node-1
  volumes: [{name: v, emptyDir: {}}]
  containers: [{name: main, image: "nginx:1.27", volumeMounts: [{name: v, mountPath: /v}]}]
`;
  type('kubectl apply -f pod.yaml', { 'pod.yaml': pod });
  const kept = 'cannot delete Pods with local storage (use --delete-emptydir-data to override): default/scratch';
  expect(type('kubectl drain node-1')).toEqual(
    printed(
      'node/node-1 cordoned\n',
      `error: unable to drain node "node-1" due to error: ${kept}, continuing command...\nThere are pending nodes to be drained:\n node-1\n${kept}\n`,
      1,
    ),
  );
  expect(type('kubectl drain node-1 --force --delete-emptydir-data --disable-eviction --grace-period=0')).toEqual(
    printed(
      'node/node-1 already cordoned\npod/scratch deleted\nnode/node-1 drained\n',
      'Warning: deleting Pods that declare no controller: default/scratch\n',
    ),
  );
});
