import { expect, it } from 'vitest';
import { TypedCluster } from '../testing/typed-cluster.ts';

const WEB = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: nginx
    image: nginx:1.27
    readinessProbe: {httpGet: {path: /nope, port: 80}, periodSeconds: 4, initialDelaySeconds: 5}
    livenessProbe: {httpGet: {path: /nope, port: 80}, periodSeconds: 4, failureThreshold: 9}
`;

it('KL20: a probe ticks; one tick within the initial delay does nothing', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(WEB);
  const failed = (probe: string) => cluster.events('web').some((event) => event.includes(`${probe} probe failed`));
  cluster.wait(3);
  expect(failed('Liveness')).toBe(false);
  cluster.wait(3);
  expect(cluster.events('web')).toContain(
    'Warning Unhealthy Liveness probe failed: HTTP probe failed with statuscode: 404',
  );
  expect(failed('Readiness')).toBe(false);
  cluster.wait(5);
  expect(failed('Readiness')).toBe(true);
});
