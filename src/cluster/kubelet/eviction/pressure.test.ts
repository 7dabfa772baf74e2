import { describe, expect, it } from 'vitest';
import { CONTAINER_TABLES } from '../../cri/rows.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const pod = (name: string, spec: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {${spec}}\n---\n`;
const stress = (name: string, args: string, more = ''): string =>
  pod(name, `containers: [{name: main, image: polinux/stress, command: [stress], args: ${args}${more}}]`);
const writes = (name: string, script: string, more = ''): string =>
  pod(
    name,
    `restartPolicy: Never, ${more}containers: [{name: main, image: "busybox:1.36", command: [sh, -c, "${script}"], volumeMounts: [{name: cache, mountPath: /cache}]}]`,
  );

describe('memory and disks', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(
    stress('limited', '[--vm, "1", --vm-bytes, 250M]', ', resources: {limits: {memory: 100Mi}}') +
      pod('modest', 'containers: [{name: main, image: "nginx:1.27", resources: {requests: {memory: 64Mi}}}]') +
      writes(
        'full',
        'fallocate -l 2G /cache/file; sleep 60',
        'volumes: [{name: cache, emptyDir: {sizeLimit: 1Gi}}], ',
      ) +
      writes(
        'tmpfs',
        'fallocate -l 200M /cache/file; sleep 60',
        'resources: {limits: {memory: 100Mi}}, volumes: [{name: cache, emptyDir: {medium: Memory}}], ',
      ),
  );
  cluster.wait(25);

  it('KL32, TL11: a container above its limit is killed', () => {
    const state = '{.status.containerStatuses[0].lastState.terminated';
    expect(cluster.path('pod limited', `${state}.reason} ${state}.exitCode}`)).toBe('OOMKilled 137');
  });

  it('KL32: what is written to a volume in memory counts as memory', () => {
    expect(cluster.path('pod tmpfs', '{.status.containerStatuses[0].state.terminated.reason}')).toBe('OOMKilled');
    cluster.type('kubectl delete pod tmpfs');
  });

  it('KL34: a pod above the size of its volume is evicted, whatever the node has', () => {
    expect(cluster.path('pod full', '{.status.reason}: {.status.message}')).toBe(
      'Evicted: Usage of EmptyDir volume "cache" exceeds the limit "1Gi". ',
    );
  });

  it('KL34: so is one with a container above its own limit, although the pod as a whole is not', () => {
    const c = (name: string, mib: number): string =>
      `{name: ${name}, image: "busybox:1.36", command: [sh, -c, "dd if=/dev/zero of=/x bs=1M count=${mib}; sleep 900"], resources: {limits: {ephemeral-storage: 100Mi}}}`;
    cluster.apply(pod('greater', `containers: [${c('a', 120)}, ${c('b', 20)}]`));
    cluster.wait(14);
    expect(cluster.path('pod greater', '{.status.reason}: {.status.message}')).toBe(
      'Evicted: Container a exceeded its local ephemeral storage limit "100Mi". ',
    );
    cluster.type('kubectl delete pod greater');
  });

  it('KL101: an evicted pod that ends well has succeeded; before that nothing is said of it', () => {
    const fills = 'trap exit TERM; dd if=/dev/zero of=/v/x bs=1M count=20; while true; do sleep 0.1; done';
    cluster.apply(
      pod(
        'kind',
        `containers: [{name: c, image: "busybox:1.36", command: [sh, -c, "${fills}"], lifecycle: {preStop: {sleep: {seconds: 1}}}, volumeMounts: [{name: v, mountPath: /v}]}], volumes: [{name: v, emptyDir: {sizeLimit: 10Mi}}]`,
      ),
    );
    const said = () => cluster.path('pod kind', '{.status.phase} {.status.reason}');
    while (!cluster.events('kind').some((line) => line.startsWith('Warning Evicted'))) {
      expect(said()).not.toContain('Failed');
      cluster.wait(0.5);
    }
    expect(said()).toBe('Running ');
    cluster.wait(4);
    expect(said()).toBe('Succeeded ');
    cluster.type('kubectl delete pod kind');
  });

  it('KL33: a node without memory evicts who exceeds requests, and refuses others', () => {
    cluster.apply(stress('greedy', '[--vm, "10", --vm-bytes, 2252M]'));
    cluster.wait(25);
    expect(cluster.path('pod greedy', '{.status.message}')).toMatch(
      /^The node was low on resource: memory\. Threshold quantity: 100Mi, available: \d+Ki\. Container main was using 22524Mi, request is 0, has larger consumption of memory\. $/,
    );
    expect(cluster.path('pod greedy', '{.status.conditions[?(@.type=="DisruptionTarget")].reason}')).toBe(
      'TerminationByKubelet',
    );
    expect(cluster.path('pod modest', '{.status.phase}')).toBe('Running');
    expect(cluster.path('node node-1', '{.spec.taints[*].key}')).toBe('node.kubernetes.io/memory-pressure');
    expect(cluster.events('node-1')).toContain('Warning EvictionThresholdMet Attempting to reclaim memory');
    cluster.apply(pod('late', 'nodeName: node-1, containers: [{name: main, image: "nginx:1.27"}]'));
    cluster.wait(2);
    expect(cluster.path('pod late', '{.status.message}')).toBe(
      'Pod was rejected: The node had condition: [MemoryPressure]. ',
    );
    cluster.wait(310);
    expect(cluster.path('node node-1', '{.status.conditions[?(@.type=="MemoryPressure")].reason}')).toBe(
      'KubeletHasSufficientMemory',
    );
    expect(cluster.path('node node-1', '{.spec.taints}')).toBe('');
  });

  it('KL35: old attempts go, the newest stays', () => {
    const rows = [...cluster.run.engine.table(CONTAINER_TABLES.of('node-1')).values()];
    expect(rows.filter((row) => row.pod === 'limited' && row.state === 'exited').length).toBeLessThan(4);
  });

  it('KL33: a full disk loses unused images first', () => {
    const gone = 'docker.io/library/busybox:1.36';
    cluster.type('kubectl delete pod full');
    cluster.apply(
      pod(
        'filler',
        'containers: [{name: main, image: "nginx:1.27", command: [sh, -c, "fallocate -l 205G /big; sleep 3600"]}]',
      ),
    );
    cluster.wait(40);
    expect(cluster.path('pod filler', '{.status.reason}')).toBe('Evicted');
    expect(cluster.path('node node-1', '{.status.images[*].names}')).not.toContain(gone);
    expect(cluster.path('node node-1', '{.status.conditions[?(@.type=="DiskPressure")].reason}')).toBe(
      'KubeletHasDiskPressure',
    );
  });
});

describe('hooks', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const hooked = (name: string, lifecycle: string, more = ''): string =>
    pod(name, `${more}containers: [{name: main, image: "nginx:1.27", lifecycle: {${lifecycle}}}]`);
  cluster.apply(
    hooked(
      'good',
      'postStart: {exec: {command: [sh, -c, "echo hello > /tmp/message"]}}, preStop: {sleep: {seconds: 4}}',
    ) +
      hooked('bad', 'postStart: {exec: {command: [sh, -c, "echo oops; exit 7"]}}') +
      hooked('silent', 'postStart: {httpGet: {port: 81, path: /up}}') +
      hooked(
        'last',
        'preStop: {exec: {command: [nothing]}}',
        'initContainers: [{name: side, image: "busybox:1.36", restartPolicy: Always, command: [sleep, "3600"]}], ',
      ),
  );
  cluster.wait(6);

  it('KL30: a postStart hook runs in the container; a failed one kills it', () => {
    expect(cluster.type('kubectl exec good -- cat /tmp/message').stdout).toBe('hello\n');
    const events = cluster.events('bad');
    expect(events).toContain('Warning FailedPostStartHook PostStartHook failed');
    expect(events).toContain('Normal Killing FailedPostStartHook');
    cluster.wait(6);
    const why = cluster.path('pod silent', '{.status.containerStatuses[0].state.waiting.message}');
    expect(why).toMatch(
      /^(HTTP lifecycle hook \(\/up\) for Container "main" in Pod "silent_default|back-off 10s restarting)/,
    );
  });

  it('KL30, KL31: preStop takes from the grace period; a sidecar waits for its turn', () => {
    cluster.type('kubectl delete pod good last --wait=false');
    cluster.wait(3);
    expect(cluster.path('pod good', '{.status.phase}')).toBe('Running');
    cluster.wait(2);
    expect(cluster.type('kubectl get pod good').exitCode).toBe(1);
    expect(cluster.events('last')).toContain('Warning FailedPreStopHook PreStopHook failed');
    cluster.wait(30);
    expect(cluster.type('kubectl get pod last').exitCode).toBe(1);
  });

  it('KL31: a sidecar does not wait for an init container that must end', () => {
    const keep = 'trap "" TERM; sleep 60';
    const init = (name: string, more: string): string => `{name: ${name}, image: "busybox:1.36", ${more}}`;
    cluster.apply(
      `apiVersion: v1\nkind: Pod\nmetadata: {name: begins}\nspec: {terminationGracePeriodSeconds: 20, initContainers: [${init('side', 'restartPolicy: Always, command: [sh, -c, "trap exit TERM; while true; do sleep 1; done"]')}, ${init('long', `command: [sh, -c, '${keep}']`)}], containers: [{name: main, image: "nginx:1.27"}]}\n`,
    );
    cluster.wait(6);
    cluster.type('kubectl delete pod begins --wait=false');
    cluster.wait(4);
    const ran = cluster.type('kubectl exec begins -c side -- true');
    expect(ran.stderr).toMatch(/container not found|not running|cannot exec/);
    expect(cluster.type('kubectl exec begins -c long -- echo runs').stdout).toBe('runs\n');
  });
});
