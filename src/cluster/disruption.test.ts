import { expect, it } from 'vitest';
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

it('PDB1 PDB2 PDB3 PDB4: budgets count their Pods, and one without Pods is told', () => {
  const run = startedRun({ nodes: 2, latencies: 'realistic', proxy: 'none' });
  const type = (line: string, files = {}) => typeLine(run, line, files);
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
