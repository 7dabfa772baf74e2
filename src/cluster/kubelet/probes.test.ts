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

const COMMANDS = `apiVersion: v1
kind: Pod
metadata: {name: asked}
spec:
  initContainers:
  - name: side
    image: nginx:1.27
    restartPolicy: Always
    ports: [{name: web, containerPort: 80}]
    readinessProbe: {httpGet: {port: web, path: nope, scheme: HTTPS}}
  containers:
  - {name: rpc, image: "nginx:1.27", readinessProbe: {grpc: {port: 80}}}
  - {name: base, image: "postgres:16", readinessProbe: {exec: {command: [pg_isready]}, periodSeconds: 1}}
  - {name: none, image: "busybox:1.36", command: [sleep, "900"], readinessProbe: {exec: {command: [nope]}}}
---
apiVersion: v1
kind: Pod
metadata: {name: slow}
spec:
  containers:
  - {name: c, image: "busybox:1.36", command: [sleep, "900"], livenessProbe: {exec: {command: [sleep, "10"]}}}
---
apiVersion: v1
kind: Pod
metadata: {name: healthy}
spec:
  containers:
  - name: c
    image: busybox:1.36
    args: [/bin/sh, -c, "touch /tmp/healthy; sleep 30; rm -f /tmp/healthy; sleep 600"]
    livenessProbe: {exec: {command: [cat, /tmp/healthy]}, initialDelaySeconds: 5, periodSeconds: 5}
`;

it('KL54, IMG10: commands of probes run, other probes say what the network says', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(COMMANDS);
  cluster.wait(25);
  expect(cluster.type('kubectl exec healthy -- ls /tmp').stdout).toBe('healthy\n');
  const told = cluster.events('asked').filter((event) => event.includes('Unhealthy'));
  const ip = cluster.path('pod asked', '{.status.podIP}');
  const start = 'Warning Unhealthy Readiness probe';
  expect(told).toContain(
    `${start} failed: Get "https://${ip}:80/nope": http: server gave HTTP response to HTTPS client`,
  );
  expect(told).toContain(
    `${start} failed: timeout: failed to connect service "${ip}:80" within 1s: context deadline exceeded`,
  );
  expect(told).toContain(`${start} failed: /var/run/postgresql:5432 - no response`);
  expect(told.some((event) => event.startsWith(`${start} errored and resulted in unknown state: rpc error`))).toBe(
    true,
  );
  const ready = '{range .status.containerStatuses[*]}{.name}={.ready} {end}';
  expect(cluster.path('pod asked', ready)).toBe('base=true none=false rpc=false ');
  expect(cluster.events('slow')).toContain(
    'Warning Unhealthy Liveness probe failed: command timed out: "sleep 10" timed out after 1s',
  );
  cluster.wait(20);
  expect(cluster.events('healthy')).toContain(
    "Warning Unhealthy Liveness probe failed: cat: can't open '/tmp/healthy': No such file or directory",
  );
});
