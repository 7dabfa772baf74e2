import { expect, it } from 'vitest';
import { terminal } from '../testing/terminal.ts';

const LAST = '{.metadata.annotations.kubectl\\.kubernetes\\.io/last-applied-configuration}';

/** The objects that `-v=8` says were sent. */
const bodies = (stderr: string): readonly string[] =>
  [...stderr.matchAll(/"Request Body" body=<\n\t(.*)\n >/g)].map(([, body = '']) => body);

it('KC95: what run and expose send names no namespace, what they only show does', () => {
  const { type } = terminal();
  type('kubectl create namespace team');
  const run = bodies(type('kubectl run p --image=nginx --port=80 -n team -v=8').stderr);
  type('kubectl create deployment web --image=nginx -n team');
  const expose = bodies(type('kubectl expose deployment web --port=80 -n team -v=8').stderr);
  expect([run.length, expose.length]).toEqual([1, 1]);
  expect([...run, ...expose].join()).not.toContain('"namespace"');
  const shown = type(
    'kubectl expose deployment web --port=80 -n team --dry-run=client -o jsonpath={.metadata.namespace}',
  );
  expect(shown.stdout).toBe('team');
});

it('KC104: what is sent is saved in what is sent, where something is sent', () => {
  const { type } = terminal();
  const saved = (line: string) => type(`kubectl ${line} --save-config -o jsonpath=${LAST}`).stdout;
  expect(saved('run p --image=nginx --port=80')).toBe(
    '{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","labels":{"run":"p"}},"spec":{"containers":[{"name":"p","image":"nginx","ports":[{"containerPort":80}],"resources":{}}],"restartPolicy":"Always","dnsPolicy":"ClusterFirst"},"status":{}}\n',
  );
  expect(saved('expose pod p')).toContain('"selector":{"run":"p"}');
  type('kubectl create deployment web --image=nginx');
  expect(saved('autoscale deployment web --max=2 -n default')).toContain(
    '"metadata":{"name":"web","namespace":"default"}',
  );
  expect(saved('create job j --image=nginx --dry-run=client')).toContain('"kind":"Job"');
  const nothing = ['run q --image=nginx', 'expose pod p --name=q', 'autoscale deployment web --name=q --max=2'];
  for (const line of nothing) expect(saved(`${line} --dry-run=client`)).toBe('');
  expect(saved('create service clusterip s --tcp=80')).toBe('');
});

it('KC105: what is waited for comes in the order in which it is given', () => {
  const { type } = terminal();
  type('kubectl create configmap one');
  const deleted = type('kubectl wait configmap/one --for=delete --for=create --timeout=0');
  expect(deleted).toEqual({ stdout: '', stderr: 'error: condition not met for configmaps/one\n', exitCode: 1 });
  const made = type('kubectl wait configmap/one --for=create --for=delete --timeout=0');
  expect(made.stdout).toBe('configmap/one condition met\n');
});

it('KC105: wait reads the files below a folder, unless it is told not to', () => {
  const { type } = terminal();
  const map = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`;
  const files = { 'd/a.yaml': map('one'), 'd/e/b.yaml': map('two') };
  type('kubectl apply -R -f d', files);
  expect(type('kubectl wait -f d --for=create', files).stdout).toBe(
    'configmap/one condition met\nconfigmap/two condition met\n',
  );
  expect(type('kubectl wait -f d --for=create -R=false', files).stdout).toBe('configmap/one condition met\n');
});

it('KC107: server-side apply that is only tried moves what was owned before all the same', () => {
  const { type } = terminal();
  const files = { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {b: c}\n' };
  type('kubectl apply -f a.yaml', files);
  const tried = type('kubectl apply -f a.yaml --server-side --dry-run=server', files);
  expect(tried).toEqual({
    stdout: 'configmap/a serverside-applied (server dry run)\n',
    stderr:
      'Warning: failed to migrate kubectl.kubernetes.io/last-applied-configuration for Server-Side Apply. This is non-fatal and will be retried next time you apply. Error: Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using v1: .metadata.annotations.kubectl.kubernetes.io/last-applied-configuration\n',
    exitCode: 0,
  });
  expect(type('kubectl apply -f a.yaml --server-side', files).stderr).toBe('');
});

it('KC106: rollout undo shows what it found where an object is asked for, and says how it was tried', () => {
  const { type } = terminal();
  const template = '{metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: nginx}]}}';
  const set = `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: d}\nspec: {selector: {matchLabels: {a: b}}, template: ${template}}\n`;
  type('kubectl apply -f d.yaml', { 'd.yaml': set });
  const uid = type('kubectl get ds d -o jsonpath={.metadata.uid}').stdout;
  const revision = `apiVersion: apps/v1
kind: ControllerRevision
metadata: {name: r, labels: {a: b}, ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: d, uid: ${uid}, controller: true}]}
revision: 1
data: ${type('kubectl get ds d -o jsonpath={.spec.template}').stdout.replace(/^(.*)$/, '{"spec":{"template":$1}}')}
`;
  expect(type('kubectl create -f r.yaml', { 'r.yaml': revision }).stderr).toBe('');
  const undo = (flags: string) => type(`kubectl rollout undo ds/d --to-revision=1 ${flags}`).stdout;
  expect(undo('--dry-run=server')).toBe(
    'daemonset.apps/d skipped rollback (current template already matches revision 1) (server dry run)\n',
  );
  expect(undo('-o name')).toBe('daemonset.apps/d\n');
  expect(undo('-o jsonpath={.kind}')).toBe('DaemonSet');
});

it('KC108: apply --force makes anew what cannot be changed', () => {
  const { type } = terminal();
  const map = (data: string) => ({
    'm.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\nimmutable: true\ndata: {a: ${data}}\n`,
  });
  type('kubectl apply -f m.yaml', map('b'));
  const uid = () => type('kubectl get configmap m -o jsonpath={.metadata.uid}').stdout;
  const first = uid();
  expect(type('kubectl apply -f m.yaml', map('c')).stderr).toContain('field is immutable');
  expect(type('kubectl apply -f m.yaml --force', map('c'))).toEqual({
    stdout: 'configmap/m configured\n',
    stderr: '',
    exitCode: 0,
  });
  expect(type('kubectl get configmap m -o jsonpath={.data.a}').stdout).toBe('c');
  expect(uid()).not.toBe(first);
  expect(type('kubectl apply -f m.yaml --cascade=nope', map('c')).stderr).toContain('invalid cascade value (nope)');
});

it('KC108: what was there comes back when the new one is refused, and what does not go is not waited for', () => {
  const { type } = terminal();
  const map = (data: string, more = '') => ({
    'm.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m${more}}\nimmutable: true\ndata: {${data}}\n`,
  });
  type('kubectl apply -f m.yaml', map('a: b'));
  expect(type('kubectl apply -f m.yaml --force', map('"/": b')).stderr).toContain('data[/]: Invalid value');
  expect(type('kubectl get configmap m -o jsonpath={.data.a}').stdout).toBe('b');
  type('kubectl delete configmap m');
  type('kubectl apply -f m.yaml', map('a: b', ', finalizers: [example.org/stay]'));
  const stays = type('kubectl apply -f m.yaml --force', map('a: c', ', finalizers: [example.org/stay]'));
  expect(stays.stderr).toMatch(/for: "m\.yaml": context deadline exceeded\n$/);
});

it('KC109: bodies are shown as they are sent, and the answer that ended a command', () => {
  const { type } = terminal();
  type('kubectl create configmap one');
  const told = type('kubectl get configmap one -o name -v=8').stderr;
  expect(told).toContain('"Response Body" body=<\n\t{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"one",');
  const missing = type('kubectl get configmap none -v=6').stderr;
  expect(missing).toContain('helpers.go:246] server response object: %s[{\n  "kind": "Status",\n  "apiVersion": "v1",');
  expect(missing.split('Feature gate default state')).toHaveLength(11);
  expect(type('kubectl get configmap none').stderr).toBe('Error from server (NotFound): configmaps "none" not found\n');
});
