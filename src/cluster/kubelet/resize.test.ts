import { describe, expect, it } from 'vitest';
import { TypedCluster } from '../testing/typed-cluster.ts';

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

  it('KL36: limits change where the container runs', () => {
    resize('demo', { cpu: '800m' });
    expect(status('resources.limits.cpu')).toBe('800m');
    expect(status('restartCount')).toBe('0');
    expect(events('demo')).toContain(
      'Normal ResizeCompleted Pod resize completed: {"containers":[{"name":"main","resources":{"limits":{"cpu":"800m","memory":"200Mi"},"requests":{"cpu":"800m","memory":"200Mi"}}}],"generation":2}',
    );
  });

  it('KL36: where the policy says so the container is restarted', () => {
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

  it('KL36: memory that a program has is not taken away', () => {
    resize('holds', { memory: '100Mi' });
    expect(cluster.path('pod holds', '{.status.conditions[?(@.type=="PodResizeInProgress")].reason}')).toBe('Error');
    expect(cluster.path('pod holds', '{.status.phase}')).toBe('Running');
    expect(events('holds')).toContain('attempting to set pod memory limit (104857600) below current usage (157286400)');
  });
});
