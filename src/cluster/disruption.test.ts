import { expect, it } from 'vitest';
import { fleets } from './testing/fleets.ts';
import { startedRun, typeLine } from './testing/started-run.ts';

const FILE = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: c, image: 'nginx:1.27'}]
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web}
spec:
  minAvailable: 2
  selector: {matchLabels: {app: web}}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: none}
spec:
  maxUnavailable: 50%
  selector: {matchLabels: {app: nope}}
`;

function start() {
  const run = startedRun({ nodes: 2, latencies: 'realistic', proxy: 'none' });
  return { run, type: (line: string, files = {}) => typeLine(run, line, files) };
}

it('PDB1 PDB2 PDB3 PDB4: budgets count their Pods, and one without Pods is told', () => {
  const { run, type } = start();
  type('kubectl apply -f all.yaml', { 'all.yaml': FILE });
  run.advance({ time: run.engine.now + 10_000_000 });
  const counts =
    '-o jsonpath={.status.expectedPods},{.status.desiredHealthy},{.status.currentHealthy},{.status.disruptionsAllowed}';
  const why = '-o jsonpath={.status.conditions[0].reason}';
  expect(type(`kubectl get pdb web ${counts}`).stdout).toBe('3,2,3,1');
  expect(type(`kubectl get pdb web ${why}`).stdout).toBe('SufficientPods');
  expect(type(`kubectl get pdb none ${counts}`).stdout).toBe('0,0,0,0');
  expect(type(`kubectl get pdb none ${why}`).stdout).toBe('InsufficientPods');
  expect(type('kubectl get events').stdout).toContain('No matching pods found');
  type('kubectl scale deployment web --replicas=2');
  run.advance({ time: run.engine.now + 40_000_000 });
  expect(type(`kubectl get pdb web ${counts}`).stdout).toBe('2,2,2,0');
});

it('PDB5: a drain asks again every five seconds what a budget refuses, until its time is over', () => {
  const { run, type } = start();
  type('kubectl apply -f all.yaml', { 'all.yaml': FILE });
  run.advance({ time: run.engine.now + 10_000_000 });
  type(`kubectl patch pdb web -p {"spec":{"minAvailable":3}}`);
  const began = run.engine.now;
  const drained = type('kubectl drain node-1 --timeout=7s');
  const pods = [...drained.stdout.matchAll(/evicting pod default\/(\S+)/g)].map(([, name]) => name as string);
  const distinct = [...new Set(pods)];
  expect(pods).toHaveLength(3 * distinct.length);
  expect(drained.exitCode).toBe(1);
  expect(run.engine.now - began).toBeLessThan(11_000_000);
  expect(drained.stderr).toContain(
    `error when evicting pods/"${distinct[0]}" -n "default" (will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget.\n`,
  );
  expect(drained.stderr).toContain('There are pending pods in node "node-1" when an error occurred: ');
  expect(drained.stderr).toContain(
    `error when evicting pods/"${distinct[0]}" -n "default": global timeout reached: 7s`,
  );
  expect(drained.stderr).toContain('There are pending nodes to be drained:\n node-1\n');
});

it('PDB6: two budgets for one Pod are one too many for an eviction', () => {
  const { run, type } = start();
  const second = FILE.replaceAll('name: none', 'name: also').replace('app: nope', 'app: web');
  type('kubectl apply -f all.yaml', { 'all.yaml': second });
  run.advance({ time: run.engine.now + 10_000_000 });
  const drained = type('kubectl drain node-1');
  expect(drained.exitCode).toBe(1);
  expect(drained.stderr).toContain(
    'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
  );
});

const PERCENT = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: bare}
spec: {maxUnavailable: 1, selector: {matchLabels: {run: bare}}}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: agents}
spec: {minAvailable: 50%, selector: {matchLabels: {app: agent}}}
---
apiVersion: v1
kind: Pod
metadata: {name: bare, labels: {run: bare}}
spec: {containers: [{name: c, image: 'nginx:1.27'}]}
---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent}
spec:
  selector: {matchLabels: {app: agent}}
  template:
    metadata: {labels: {app: agent}}
    spec: {containers: [{name: c, image: 'nginx:1.27'}]}
`;

it('PDB7: Pods without a controller, and controllers without a scale', () => {
  const { run, type } = start();
  type('kubectl apply -f all.yaml', { 'all.yaml': PERCENT });
  run.advance({ time: run.engine.now + 5_000_000 });
  const events = type('kubectl get events').stdout;
  expect(events).toContain(
    'Pods selected by this PodDisruptionBudget (selector: &LabelSelector{MatchLabels:map[string]string{run: bare,},MatchExpressions:[]LabelSelectorRequirement{},}) were found to be unmanaged.',
  );
  const problem = 'daemonsets.apps does not implement the scale subresource';
  expect(events).toContain(`Failed to calculate the number of expected pods: ${problem}`);
  const condition = '-o jsonpath={.status.conditions[0].reason},{.status.conditions[0].message}';
  expect(type(`kubectl get pdb agents ${condition}`).stdout).toBe(`SyncFailed,${problem}`);
});

it('PDB7: a custom resource with a scale is a controller; one that is gone, or of no known kind, is a problem', () => {
  const { run, type } = start();
  const wait = () => run.advance({ time: run.engine.now + 5_000_000 });
  type('kubectl apply -f fleet.yaml', { 'fleet.yaml': fleets() });
  wait();
  type('kubectl apply -f ship.yaml', {
    'ship.yaml': '{apiVersion: example.org/v1, kind: Fleet, metadata: {name: f}, spec: {replicas: 4}}',
  });
  const uid = type('kubectl get fleets f -o jsonpath={.metadata.uid}').stdout;
  const pod = (name: string, kind: string, owner: string) => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  labels: {of: ${name}}
  finalizers: [example.org/stays]
  ownerReferences: [{apiVersion: example.org/v1, kind: ${kind}, name: ${owner}, uid: ${uid}, controller: true}]
spec: {containers: [{name: c, image: 'nginx:1.27'}]}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: ${name}}
spec: {maxUnavailable: 1, selector: {matchLabels: {of: ${name}}}}
---
`;
  const files = { 'all.yaml': pod('ship', 'Fleet', 'f') + pod('gone', 'Fleet', 'g') + pod('lost', 'Flotilla', 'f') };
  type('kubectl apply -f all.yaml', files);
  wait();
  const status = (name: string, path: string) => type(`kubectl get pdb ${name} -o jsonpath={.status.${path}}`).stdout;
  expect(status('ship', 'expectedPods')).toBe('4');
  expect(status('gone', 'conditions[0].message')).toBe('found no controllers for pod "gone"');
  expect(status('lost', 'conditions[0].message')).toBe('no matches for kind "Flotilla" in version "example.org/v1"');
});

it('PDB9: an eviction that is only tried changes nothing', () => {
  const { run, type } = start();
  type('kubectl apply -f all.yaml', { 'all.yaml': FILE });
  run.advance({ time: run.engine.now + 10_000_000 });
  const before = type('kubectl get pods -o name').stdout;
  expect(type('kubectl drain node-1 --dry-run=server').stdout).toContain('(server dry run)');
  expect(type('kubectl get pods -o name').stdout).toBe(before);
  expect(type('kubectl get pdb web -o jsonpath={.status.disruptionsAllowed}').stdout).toBe('1');
});

it('PDB8: a Pod that was to be disrupted and still runs after two minutes is told to have been spared', () => {
  const { run, type } = start();
  type('kubectl run one --image=nginx:1.27');
  run.advance({ time: run.engine.now + 10_000_000 });
  const at = type('kubectl get pod one -o jsonpath={.status.startTime}').stdout;
  const condition = `{"type":"DisruptionTarget","status":"True","reason":"PreemptionByScheduler","lastTransitionTime":"${at}"}`;
  type(`kubectl patch pod one --subresource=status -p {"status":{"conditions":[${condition}]}}`);
  const status = '-o jsonpath={.status.conditions[?(@.type=="DisruptionTarget")].status}';
  expect(type(`kubectl get pod one ${status}`).stdout).toBe('True');
  run.advance({ time: run.engine.now + 130_000_000 });
  expect(type(`kubectl get pod one ${status}`).stdout).toBe('False');
});
