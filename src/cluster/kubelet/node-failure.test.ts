import { expect, it } from 'vitest';
import { TypedCluster } from '../testing/typed-cluster.ts';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      tolerations: [{key: node.kubernetes.io/unreachable, operator: Exists, effect: NoExecute, tolerationSeconds: 5}]
      containers: [{name: c, image: 'nginx:1.27'}]
---
apiVersion: v1
kind: Pod
metadata: {name: keep}
spec:
  nodeName: node-2
  containers: [{name: c, image: 'nginx:1.27'}]
`;

it('KL21: nobody speaks for the Pods of a dead kubelet; when it is back it says how they are', () => {
  const cluster = new TypedCluster();
  cluster.apply(WEB);
  cluster.wait(4);
  const ready = () => cluster.path('node node-2', '{.status.conditions[?(@.type=="Ready")].status}');
  cluster.setKubelet('node-2', 'stopped');
  cluster.wait(45);
  expect(ready()).toBe('True');
  cluster.wait(20);
  expect(ready()).toBe('Unknown');
  expect(cluster.path('pod keep', '{.status.conditions[?(@.type=="Ready")].status}')).toBe('False');
  const pods = '{range .items[*]}{.spec.nodeName}{.metadata.deletionTimestamp}{"\\n"}{end}';
  expect(cluster.path('pods -l app=web', pods)).toMatch(/node-2\d{4}-/);
  expect(cluster.path('pods -l app=web', pods).match(/node-1\n/g)).toHaveLength(2);
  cluster.setKubelet('node-2', 'running');
  cluster.wait(5);
  expect(ready()).toBe('True');
  expect(cluster.path('pod keep', '{.status.conditions[?(@.type=="Ready")].status}')).toBe('True');
  expect(cluster.path('pods -l app=web', pods)).toBe('node-1\nnode-1\n');
  expect(cluster.path('node node-2', '{.spec.taints}')).toBe('');
});
