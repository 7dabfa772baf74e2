import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

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

it('KL54, TL12: commands of probes run, other probes say what the network says', () => {
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

const GOES = (name: string, command: string, more: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  containers:
  - name: c
    image: busybox:1.36
    command: [sh, -c, "touch /tmp/ready; sleep 900"]
    readinessProbe: {exec: {command: [${command}]}, ${more}}
    livenessProbe: {exec: {command: [cat, /tmp/ready]}, periodSeconds: 2}
    lifecycle: {preStop: {exec: {command: [sh, -c, "rm /tmp/ready; sleep 15"]}}}
---
`;

/** How often an event about a Pod was told. */
const counted = (cluster: TypedCluster, name: string, text: string): number => {
  const path = '{range .items[*]}{.count} {.message}{"\\n"}{end}';
  const lines = cluster.path(`events --field-selector involvedObject.name=${name}`, path).split('\n');
  return lines.filter((line) => line.includes(text)).reduce((sum, line) => sum + Number.parseInt(line, 10), 0);
};

it('KL71: who is being stopped is asked whether it is ready, and only that', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(GOES('goes', 'cat, /tmp/ready', 'periodSeconds: 2, failureThreshold: 2'));
  cluster.apply(GOES('never', '"false"', 'periodSeconds: 60'));
  cluster.wait(8);
  const ready = (): string =>
    cluster.path('pod goes', '{.status.containerStatuses[0].ready} {.status.conditions[?(@.type=="Ready")].status}');
  expect(ready()).toBe('true True');
  expect(counted(cluster, 'goes', 'probe')).toBe(0);
  // By the first sync that sees it run, and by the one after its first answer.
  expect(counted(cluster, 'never', 'Readiness')).toBe(2);
  cluster.type('kubectl delete pod goes never --wait=false');
  cluster.wait(1);
  expect(counted(cluster, 'never', 'Readiness')).toBe(3);
  cluster.wait(8);
  expect(ready()).toBe('false False');
  expect(counted(cluster, 'goes', 'Readiness')).toBeGreaterThan(1);
  expect(counted(cluster, 'goes', 'Liveness')).toBe(0);
  cluster.wait(40);
  expect(cluster.path('pods', '{.items[*].metadata.name}')).toBe('');
});

it('KL71: a container that a probe condemned turns unready before it has ended', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const command = 'touch /tmp/ready /tmp/alive; sleep 6; rm /tmp/alive; sleep 5; rm /tmp/ready; sleep 900';
  cluster.apply(`apiVersion: v1
kind: Pod
metadata: {name: dies}
spec:
  containers:
  - name: c
    image: busybox:1.36
    command: [sh, -c, "${command}"]
    readinessProbe: {exec: {command: [cat, /tmp/ready]}, periodSeconds: 15, failureThreshold: 1}
    livenessProbe: {exec: {command: [cat, /tmp/alive]}, periodSeconds: 1, failureThreshold: 1}
`);
  cluster.wait(20);
  const path = '{.status.containerStatuses[0].ready} {.status.containerStatuses[0].restartCount}';
  expect(cluster.path('pod dies', path)).toBe('false 0');
  // Its worker waits for the end: no sync asks once more.
  expect(counted(cluster, 'dies', 'Readiness')).toBe(1);
  cluster.wait(20);
  expect(cluster.path('pod dies', path)).toBe('true 1');
});

it('KL54, SH9: a startup probe finds what its container writes when that is written, not before', () => {
  const cluster = new TypedCluster();
  cluster.apply(`apiVersion: v1
kind: Pod
metadata: {name: slow}
spec:
  containers:
  - name: c
    image: busybox:1.36
    command: [sh, -c, "echo ok > /tmp/health; sleep 45; echo ok > /tmp/startup; sleep 600"]
    startupProbe: {exec: {command: [cat, /tmp/startup]}, failureThreshold: 60}
    readinessProbe: {exec: {command: [cat, /tmp/health]}}
`);
  cluster.wait(40);
  const path = '{.status.containerStatuses[0].started}';
  expect(cluster.path('pod slow', path)).toBe('false');
  expect(cluster.type('kubectl exec slow -- ps').stdout).toContain('6 root      0:00 sleep 45\n');
  cluster.wait(20);
  expect(cluster.path('pod slow', path)).toBe('true');
  expect(cluster.type('kubectl exec slow -- ps').stdout).toContain('1 root      0:00 sleep 600\n');
});

const LATE = `apiVersion: v1
kind: Pod
metadata: {name: late}
spec:
  containers:
  - name: c
    image: nginx:1.27
    startupProbe: {httpGet: {port: 80}, periodSeconds: 4}
    readinessProbe: {httpGet: {port: 80}}
`;
const SOON = `---
apiVersion: v1
kind: Pod
metadata: {name: soon}
spec:
  containers:
  - {name: c, image: "nginx:1.27", readinessProbe: {httpGet: {port: 80}}}
`;
const SOURS = `---
apiVersion: v1
kind: Pod
metadata: {name: sours}
spec:
  containers:
  - name: c
    image: busybox:1.36
    command: [sh, -c, "touch /tmp/ready; sleep 12; rm /tmp/ready; sleep 900"]
    readinessProbe: {exec: {command: [cat, /tmp/ready]}, periodSeconds: 15, failureThreshold: 1}
`;

type Said = { readonly [word: string]: unknown };

/** What the steps of a kind say about a Pod. */
function said(cluster: TypedCluster, kind: string, name: string): readonly Said[] {
  const { journal } = cluster.run.engine;
  const found: Said[] = [];
  for (let seq = journal.base; seq < journal.end; seq += 1)
    if (journal.kindOf(seq).name === kind && journal.subjectOf(seq) === `pods/default/${name}`)
      found.push(journal.step(seq).args as Said);
  return found;
}

/** What each patch of a Pod's status changed. */
const patches = (cluster: TypedCluster, name: string): readonly unknown[] =>
  said(cluster, 'kubelet.statusPatch', name).map(({ changes }) => changes);

it('KL20, KL96: running, started and ready are told one by one; a startup probe waits for its tick', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(SOON);
  cluster.wait(4);
  const runs = 'containerStatuses, phase, podIP, podIPs';
  const ready = 'conditions, containerStatuses';
  expect(patches(cluster, 'soon').slice(2)).toEqual([runs, ready]);
  cluster.apply(LATE + SOURS);
  cluster.wait(3);
  expect(patches(cluster, 'late').slice(2)).toEqual([runs]);
  cluster.wait(3);
  expect(patches(cluster, 'late').slice(2)).toEqual([runs, 'containerStatuses', ready]);
  cluster.wait(13);
  expect(counted(cluster, 'sours', 'Readiness')).toBe(2);
});

it('KL54: a probe finds its port and its words as the kubelet does', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(`apiVersion: v1
kind: Pod
metadata: {name: named}
spec:
  containers:
  - {name: a, image: "nginx:1.27", readinessProbe: {httpGet: {port: web}}}
  - {name: b, image: "nginx:1.27", ports: [{name: web, containerPort: 80}], lifecycle: {postStart: {httpGet: {port: other}}}}
  - name: c
    image: busybox:1.36
    command: [sleep, "900"]
    env: [{name: WHO, value: me}, {name: WHERE, valueFrom: {fieldRef: {fieldPath: metadata.name}}}]
    readinessProbe: {exec: {command: [sh, -c, 'echo "[$(WHO)] [$(WHERE)]"; exit 1']}, periodSeconds: 1}
`);
  cluster.wait(8);
  const told = cluster.events('named');
  expect(told).toContain(
    'Warning Unhealthy Readiness probe errored and resulted in unknown state: strconv.Atoi: parsing "web": invalid syntax',
  );
  expect(said(cluster, 'kubelet.hookFailed', 'named')[0]?.error).toMatch(
    /^HTTP lifecycle hook \(\/\) for Container "b" in Pod .* failed - error: strconv\.Atoi: parsing "other": invalid syntax$/,
  );
  expect(told.some((event) => event.startsWith('Warning Unhealthy Readiness probe failed: [me] []'))).toBe(true);
});

it('KL102, IMG34: a probe follows redirects on its own host; to another one is a success that is told', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const pod = (name: string, to: string): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {terminationGracePeriodSeconds: 1, containers: [{name: c, image: "registry.k8s.io/e2e-test-images/agnhost:2.56", args: [liveness], livenessProbe: {httpGet: {path: "/redirect?loc=${to}", port: 8080}, periodSeconds: 3, failureThreshold: 1, initialDelaySeconds: 5}}]}\n---\n`;
  cluster.apply(pod('local', '%2Fhealthz') + pod('away', 'http%3A%2F%2F0.0.0.0%2F'));
  cluster.wait(40);
  expect(cluster.events('local')).toContain(
    'Warning Unhealthy Liveness probe failed: HTTP probe failed with statuscode: 500',
  );
  expect(Number(cluster.path('pod local', '{.status.containerStatuses[0].restartCount}'))).toBeGreaterThan(0);
  expect(cluster.path('pod away', '{.status.containerStatuses[0].restartCount}')).toBe('0');
  expect(cluster.events('away')).toContain(
    'Warning ProbeWarning Liveness probe warning: Probe terminated redirects, Response body: <a href="http://0.0.0.0/">Found</a>.',
  );
});
