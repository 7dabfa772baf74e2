import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const IMAGE = 'registry.k8s.io/e2e-test-images/agnhost:2.53';

it('KL79: a hook or probe that names another host is sent to the program there', () => {
  const cluster = new TypedCluster();
  cluster.apply(`apiVersion: v1
kind: Pod
metadata: {name: heard}
spec: {containers: [{name: c, image: "${IMAGE}", args: [netexec]}]}
`);
  cluster.wait(4);
  const host = cluster.path('pod heard', '{.status.podIP}');
  const probed = (name: string, port: number, more = '') => `---
apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  containers:
  - name: c
    image: registry.k8s.io/pause:3.10
    readinessProbe: {httpGet: {host: ${host}, port: ${port}, path: /healthz}, periodSeconds: 1}
    ${more}
`;
  const hook = `lifecycle: {preStop: {httpGet: {host: ${host}, port: 8080, path: "/echo?msg=prestop"}}}`;
  cluster.apply(probed('asks', 8080, hook) + probed('waits', 81));
  cluster.wait(5);
  const ready = (name: string) => cluster.path(`pod ${name}`, '{.status.containerStatuses[0].ready}');
  expect([ready('asks'), ready('waits')]).toEqual(['true', 'false']);
  expect(cluster.events('waits').at(-1)).toBe(
    `Warning Unhealthy Readiness probe failed: Get "http://${host}:81/healthz": dial tcp ${host}:81: connect: connection refused`,
  );
  cluster.type('kubectl delete pod asks');
  expect(cluster.type('kubectl logs heard').stdout).toContain('GET /echo?msg=prestop');
});
