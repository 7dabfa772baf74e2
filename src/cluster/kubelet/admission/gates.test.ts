import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const patch = (name: string, status: object) =>
  `kubectl patch pod ${name} --subresource=status -p ${JSON.stringify({ status })}`;

it('KL94: a readiness gate that somebody turns is answered at once', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(`apiVersion: v1
kind: Pod
metadata: {name: gated}
spec:
  readinessGates: [{conditionType: example.com/up}]
  containers: [{name: c, image: "nginx:1.27"}]
`);
  cluster.wait(4);
  const ready = () => cluster.path('pod gated', '{.status.conditions[?(@.type=="Ready")].status}');
  expect(ready()).toBe('False');
  cluster.type(patch('gated', { conditions: [{ type: 'example.com/up', status: 'True' }] }));
  cluster.wait(0.5);
  expect(ready()).toBe('True');
  cluster.type(patch('gated', { conditions: [{ type: 'example.com/up', status: 'False' }] }));
  cluster.wait(0.5);
  expect(ready()).toBe('False');
});

it('KL94: a status that somebody wrote over is set right within ten seconds', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(
    '{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {containers: [{name: c, image: "nginx:1.27"}]}}',
  );
  cluster.wait(4);
  cluster.type(patch('web', { phase: 'Failed', message: 'mine' }));
  const told = () => cluster.path('pod web', '{.status.phase}/{.status.message}');
  expect(told()).toBe('Failed/mine');
  cluster.wait(11);
  expect(told()).toBe('Running/');
});

it('KL94: a label is a reason to look at a Pod again', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(`apiVersion: v1
kind: Pod
metadata: {name: bad}
spec: {containers: [{name: c, image: "busybox:1.36", command: ["false"]}]}
`);
  cluster.wait(8);
  const backOffs = () => Number(cluster.path('events', '{.items[?(@.reason=="BackOff")].count}'));
  const before = backOffs();
  cluster.type('kubectl label pod bad seen=yes');
  cluster.wait(0.5);
  expect(backOffs()).toBe(before + 1);
});
