import { describe, expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const pod = (name: string, container: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: main, ${container}}]}\n---\n`;

describe('resizing in place', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const policy =
    'resizePolicy: [{resourceName: cpu, restartPolicy: NotRequired}, {resourceName: memory, restartPolicy: RestartContainer}]';
  cluster.apply(
    pod(
      'demo',
      `image: "nginx:1.27", ${policy}, resources: {requests: {cpu: 700m, memory: 200Mi}, limits: {cpu: 700m, memory: 200Mi}}`,
    ) +
      pod('other', 'image: "nginx:1.27", resources: {requests: {cpu: 900m}}') +
      pod(
        'holds',
        'image: polinux/stress, command: [stress], args: [--vm, "1", --vm-bytes, 150M], resources: {limits: {memory: 300Mi}}',
      ),
  );
  cluster.wait(10);
  const resize = (name: string, amounts: object): void => {
    const resources =
      name === 'holds' ? { limits: amounts, requests: amounts } : { requests: amounts, limits: amounts };
    const patch = JSON.stringify({ spec: { containers: [{ name: 'main', resources }] } });
    expect(cluster.type(`kubectl patch pod ${name} --subresource=resize -p ${patch}`).exitCode).toBe(0);
    cluster.wait(4);
  };
  const status = (path: string): string => cluster.path('pod demo', `{.status.containerStatuses[0].${path}}`);
  const events = (name: string): string => cluster.events(name).join('\n');

  it('KL109: limits change where the container runs', () => {
    resize('demo', { cpu: '800m' });
    expect(status('resources.limits.cpu')).toBe('800m');
    expect(status('restartCount')).toBe('0');
    expect(events('demo')).toContain(
      'Normal ResizeCompleted Pod resize completed: {"containers":[{"name":"main","resources":{"limits":{"cpu":"800m","memory":"200Mi"},"requests":{"cpu":"800m","memory":"200Mi"}}}],"generation":2}',
    );
  });

  it('KL109: where the policy says so the container is restarted', () => {
    resize('demo', { memory: '300Mi' });
    expect(status('restartCount')).toBe('1');
    expect(status('allocatedResources.memory')).toBe('300Mi');
    expect(events('demo')).toContain('Normal Killing Container main resize requires restart');
  });

  it('KL36: a wish without room is deferred until somebody leaves', () => {
    resize('demo', { cpu: '1500m' });
    const pending = '{.status.conditions[?(@.type=="PodResizePending")].reason}';
    expect(cluster.path('pod demo', pending)).toBe('Deferred');
    expect(status('allocatedResources.cpu')).toBe('800m');
    cluster.type('kubectl delete pod other');
    cluster.wait(5);
    expect(cluster.path('pod demo', pending)).toBe('');
    expect(status('allocatedResources.cpu')).toBe('1500m');
  });

  it('KL36: what the whole node does not have is never allocated', () => {
    // The server refuses what the Node object does not have: here it has more than the machine.
    cluster.type('kubectl patch node node-1 --subresource=status -p {"status":{"allocatable":{"cpu":"1000"}}}');
    resize('demo', { cpu: '900' });
    expect(cluster.path('pod demo', '{.status.conditions[?(@.type=="PodResizePending")].message}')).toMatch(
      /^Node didn't have enough capacity: cpu, requested: 900000, capacity: \d+$/,
    );
    expect(events('demo')).toContain('Warning ResizeInfeasible Pod resize Infeasible: {"containers":');
  });

  it('KL110: memory that a program has is not taken away', () => {
    resize('holds', { memory: '100Mi' });
    cluster.wait(12);
    expect(cluster.path('pod holds', '{.status.conditions[?(@.type=="PodResizeInProgress")].reason}')).toBe('Error');
    expect(cluster.path('pod holds', '{.status.phase}')).toBe('Running');
    const said = 'memory limit (104857600) below current usage (157286400)';
    const error = `cannot decrease memory limits: [attempting to set pod ${said}, attempting to set container \\"main\\" ${said}]`;
    expect(events('holds')).toContain(`"generation":2,"error":"${error}"}`);
  });
});

describe('one wish after the other', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const asks = (cpu: string): string =>
    `image: "nginx:1.27", resources: {requests: {cpu: ${cpu}}, limits: {cpu: 1800m}}`;
  const named = (name: string, cpu: string, priority = ''): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {${priority} containers: [{name: main, ${asks(cpu)}}]}\n---\n`;
  cluster.apply(
    `apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: 1000\n---\n${named('low', '300m')}${named('dear', '300m', 'priorityClassName: high,')}${named('big', '900m')}`,
  );
  cluster.wait(10);
  const ask = (name: string, cpu: string): void => {
    const patch = { spec: { containers: [{ name: 'main', resources: { requests: { cpu } } }] } };
    expect(cluster.type(`kubectl patch pod ${name} --subresource=resize -p ${JSON.stringify(patch)}`).exitCode).toBe(0);
    cluster.wait(4);
  };
  const conditions = (name: string): string =>
    cluster.path(
      `pod ${name}`,
      '{range .status.conditions[?(@.reason!="")]}{.type} {.reason} {.observedGeneration} {end}',
    );
  const allocated = (name: string): string =>
    cluster.path(`pod ${name}`, '{.status.containerStatuses[0].allocatedResources.cpu}');

  it('KL98: what somebody gives back goes to the highest priority first', () => {
    ask('low', '900m');
    ask('dear', '850m');
    expect([conditions('low'), conditions('dear')]).toEqual([
      'PodResizePending Deferred 2 ',
      'PodResizePending Deferred 2 ',
    ]);
    ask('big', '500m');
    expect([allocated('big'), allocated('dear'), allocated('low')]).toEqual(['500m', '850m', '300m']);
    expect(conditions('low')).toBe('PodResizePending Deferred 2 ');
    cluster.type('kubectl delete pod big --grace-period=1');
    cluster.wait(5);
    expect(allocated('low')).toBe('900m');
  });

  it('KL36: who wants again what it has waits for nothing', () => {
    ask('low', '1700m');
    expect(conditions('low')).toBe('PodResizePending Deferred 3 ');
    const times = '{.status.conditions[0].lastProbeTime} {.status.conditions[0].lastTransitionTime}';
    expect(cluster.path('pod low', times)).toMatch(/^(\S+Z) \1$/);
    ask('low', '900m');
    expect(conditions('low')).toBe('');
    expect(cluster.events('low').filter((line) => line.includes('ResizeStarted'))).toHaveLength(1);
  });
});

describe('a resize that cannot be written', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(
    pod(
      'holds',
      'image: polinux/stress, command: [stress], args: [--vm, "1", --vm-bytes, 150M], resources: {requests: {cpu: 100m, memory: 300Mi}, limits: {cpu: 1800m, memory: 300Mi}}',
    ),
  );
  cluster.wait(10);
  const ask = (resources: object): void => {
    const patch = JSON.stringify({ spec: { containers: [{ name: 'main', resources }] } });
    expect(cluster.type(`kubectl patch pod holds --subresource=resize -p ${patch}`).exitCode).toBe(0);
    cluster.wait(2);
  };
  const told = (type: string): string =>
    cluster.path('pod holds', `{.status.conditions[?(@.type=="${type}")].observedGeneration}`);

  it('KL110, KL111: the error is a condition from the next sync on, and each condition tells its own generation', () => {
    ask({ limits: { memory: '100Mi' }, requests: { memory: '100Mi' } });
    const reason = '{.status.conditions[?(@.type=="PodResizeInProgress")].reason}';
    expect(cluster.path('pod holds', reason)).toBe('');
    cluster.wait(16);
    expect(cluster.path('pod holds', reason)).toBe('Error');
    // The server refuses what the Node object does not have.
    cluster.type('kubectl patch node node-1 --subresource=status -p {"status":{"allocatable":{"cpu":"1000"}}}');
    ask({ limits: { cpu: '901' }, requests: { cpu: '900' } });
    expect([told('PodResizePending'), told('PodResizeInProgress')]).toEqual(['3', '2']);
    ask({ limits: { memory: '300Mi', cpu: '1800m' }, requests: { memory: '300Mi', cpu: '100m' } });
    cluster.wait(16);
    expect([told('PodResizePending'), told('PodResizeInProgress')]).toEqual(['', '']);
    expect(cluster.events('holds').at(-1)).toMatch(/ResizeCompleted .*"generation":4/);
  });
});
