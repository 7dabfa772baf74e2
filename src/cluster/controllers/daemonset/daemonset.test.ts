import { describe, expect, it } from 'vitest';
import { forbidden } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { ControllerRevision, DaemonSet } from '../../../api/types/apps.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { ControllerBench, template } from '../testing.ts';
import { FailedPods } from './failed-pods.ts';

type Strategy = DaemonSet['spec']['updateStrategy'];

function node(name: string, taints: readonly object[] = [], labels: object = {}): KObject {
  return { apiVersion: 'v1', kind: 'Node', metadata: { name, labels }, spec: { taints }, status: {} } as KObject;
}

function daemonSet(updateStrategy: Strategy = {}, image = 'nginx:1', extra: object = {}): KObject {
  const pod = template(image);
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'agent', namespace: 'default', uid: 'ds-uid', generation: 1 },
    spec: {
      selector: { matchLabels: { app: 'nginx' } },
      template: { ...pod, spec: { ...pod.spec, ...extra } },
      updateStrategy,
      revisionHistoryLimit: 10,
    },
    status: {},
  } as KObject;
}

function bench(nodes: readonly KObject[], ds: KObject): ControllerBench {
  const made = new ControllerBench();
  for (const one of nodes) made.put('nodes', one);
  made.put('daemonsets', ds);
  made.settle();
  return made;
}

const THREE = [node('n1'), node('n2'), node('n3')];

function affinityOf(pod: Pod): string {
  const required = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required?.nodeSelectorTerms[0]?.matchFields?.[0]?.values?.[0] ?? '';
}

function pods(made: ControllerBench): readonly Pod[] {
  return made.server.all('pods') as readonly Pod[];
}

function nodesOf(made: ControllerBench): string {
  return pods(made).map(affinityOf).sort().join(' ');
}

/** Bound, running and ready, as scheduler and kubelet leave it; what is being deleted vanishes. */
function play(made: ControllerBench): void {
  for (const pod of pods(made)) {
    if (pod.metadata.deletionTimestamp !== undefined) {
      made.act((ctx) => made.server.remove(ctx, 'pods', `default/${pod.metadata.name}`));
    } else if (pod.status?.phase === undefined) {
      const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-11-21T02:22:49Z' }];
      const spec = { ...pod.spec, nodeName: affinityOf(pod) };
      made.put('pods', { ...pod, spec, status: { phase: 'Running', conditions } } as KObject);
    }
  }
  made.settle();
}

function status(made: ControllerBench): unknown {
  return made.server.get('daemonsets', 'default/agent')?.status;
}

function newTemplate(made: ControllerBench, image: string): void {
  const ds = made.server.get('daemonsets', 'default/agent') as DaemonSet;
  const metadata = { ...ds.metadata, generation: (ds.metadata.generation ?? 0) + 1 };
  made.put('daemonsets', { ...ds, metadata, spec: { ...ds.spec, template: template(image) } } as KObject);
  made.settle();
}

const images = (made: ControllerBench): string =>
  pods(made)
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .map(({ spec }) => spec.containers[0]?.image)
    .sort()
    .join(' ');

describe('a DaemonSet', () => {
  it('DS1 DS6: one pod a node, pinned by affinity, with the standard tolerations', () => {
    const made = bench(THREE, daemonSet());
    expect(nodesOf(made)).toBe('n1 n2 n3');
    expect(pods(made)[0]?.spec.tolerations?.map(({ key, effect }) => `${key?.split('/')[1]} ${effect}`)).toEqual([
      'not-ready NoExecute',
      'unreachable NoExecute',
      'disk-pressure NoSchedule',
      'memory-pressure NoSchedule',
      'pid-pressure NoSchedule',
      'unschedulable NoSchedule',
    ]);
    expect(status(made)).toMatchObject({ desiredNumberScheduled: 3, currentNumberScheduled: 3, numberUnavailable: 3 });
    for (let i = 0; i < 3; i += 1) play(made);
    expect(status(made)).toEqual({
      currentNumberScheduled: 3,
      desiredNumberScheduled: 3,
      numberMisscheduled: 0,
      numberReady: 3,
      numberAvailable: 3,
      updatedNumberScheduled: 3,
      observedGeneration: 1,
    });
    expect(made.events()).toHaveLength(3);
  });

  it('DS1: nodes that its selector does not want get none, new nodes get one', () => {
    const made = bench(
      [node('n1', [], { disk: 'ssd' }), node('n2')],
      daemonSet({}, 'nginx:1', { nodeSelector: { disk: 'ssd' } }),
    );
    expect(nodesOf(made)).toBe('n1');
    made.put('nodes', node('n3', [], { disk: 'ssd' }));
    made.settle();
    expect(nodesOf(made)).toBe('n1 n3');
  });

  it('DS2: NoSchedule keeps away, NoExecute drives out', () => {
    const made = bench([node('n1'), node('n2', [{ key: 'own', effect: 'NoSchedule' }])], daemonSet());
    expect(nodesOf(made)).toBe('n1');
    play(made);
    made.put('nodes', node('n1', [{ key: 'own', effect: 'NoSchedule' }]));
    made.settle();
    expect(pods(made)[0]?.metadata.deletionTimestamp).toBeUndefined();
    const [pod] = pods(made) as [Pod];
    made.put('pods', { ...pod, metadata: { ...pod.metadata, annotations: { seen: 'again' } } } as KObject);
    made.settle();
    expect(status(made)).toMatchObject({ desiredNumberScheduled: 0, numberMisscheduled: 1 });
    made.put('nodes', node('n1', [{ key: 'own', effect: 'NoExecute' }]));
    made.settle();
    expect(images(made)).toBe('');
  });

  it('DS3 DS4: a rolling update goes node by node and keeps both revisions', () => {
    const made = bench(THREE, daemonSet());
    play(made);
    newTemplate(made, 'nginx:2');
    expect(images(made)).toBe('nginx:1 nginx:1');
    play(made);
    expect(images(made)).toBe('nginx:1 nginx:1 nginx:2');
    for (let i = 0; i < 8; i += 1) play(made);
    expect(images(made)).toBe('nginx:2 nginx:2 nginx:2');
    expect(status(made)).toMatchObject({ updatedNumberScheduled: 3, numberAvailable: 3, observedGeneration: 2 });
    newTemplate(made, 'nginx:1');
    const revisions = made.server.all('controllerrevisions') as readonly ControllerRevision[];
    expect(revisions.map(({ revision }) => revision)).toEqual([3, 2]);
    const hash = revisions[0]?.metadata.labels?.['controller-revision-hash'];
    expect(revisions[0]?.metadata.name).toBe(`agent-${hash}`);
  });

  it('DS5: OnDelete waits for somebody to delete', () => {
    const made = bench(THREE, daemonSet({ type: 'OnDelete' }));
    play(made);
    newTemplate(made, 'nginx:2');
    expect(images(made)).toBe('nginx:1 nginx:1 nginx:1');
    made.act((ctx) => made.server.remove(ctx, 'pods', `default/${pods(made)[0]?.metadata.name}`));
    made.settle();
    expect(images(made)).toBe('nginx:1 nginx:1 nginx:2');
  });

  it('DS7: the first error stops the rest', () => {
    const made = new ControllerBench();
    for (const one of THREE) made.put('nodes', one);
    const times: number[] = [];
    made.server.refuse = ({ method, path }) => {
      if (method !== 'POST' || !path.endsWith('/pods')) return undefined;
      times.push(made.engine.now);
      return forbidden(resourceOf('pods'), '', 'no');
    };
    made.put('daemonsets', daemonSet());
    made.run(0.5);
    expect(times.length).toBeGreaterThan(2);
    expect(new Set(times).size).toBe(times.length);
    made.server.refuse = () => undefined;
    made.run(5);
    expect(nodesOf(made)).toBe('n1 n2 n3');
  });

  it('DS1: what tolerates one effect of a taint does not tolerate another', () => {
    const tainted = [{ key: 'gpu', effect: 'NoSchedule' }];
    const tolerating = (effect?: string) =>
      daemonSet({}, 'nginx:1', { tolerations: [{ key: 'gpu', operator: 'Exists', effect }] });
    expect(pods(bench([node('n1', tainted)], tolerating('NoExecute')))).toHaveLength(0);
    expect(pods(bench([node('n1', tainted)], tolerating('NoSchedule')))).toHaveLength(1);
    expect(pods(bench([node('n1', tainted)], tolerating()))).toHaveLength(1);
  });

  it('DS8: a failed pod is replaced', () => {
    const made = bench([node('n1')], daemonSet());
    play(made);
    const [pod] = pods(made) as [Pod];
    made.put('pods', { ...pod, status: { phase: 'Failed' } } as KObject);
    made.settle();
    expect(made.events()).toContain(
      `Found failed daemon pod default/${pod.metadata.name} on node n1, will try to kill it`,
    );
    play(made);
    expect(pods(made)).toHaveLength(1);
    expect(pods(made)[0]?.metadata.name).not.toBe(pod.metadata.name);
  });

  it('DS8: a pod that has succeeded is replaced', () => {
    const made = bench([node('n1')], daemonSet());
    play(made);
    const [pod] = pods(made) as [Pod];
    made.put('pods', { ...pod, status: { phase: 'Succeeded' } } as KObject);
    made.settle();
    expect(made.events()).toContain(
      `Found succeeded daemon pod default/${pod.metadata.name} on node n1, will try to delete it`,
    );
    play(made);
    expect(pods(made).map(({ metadata }) => metadata.name)).not.toContain(pod.metadata.name);
  });

  it('DS8: a failed pod of a new generation does not wait for what failed before it', () => {
    const failures = new FailedPods();
    const seen = (observedGeneration: number) =>
      ({ metadata: { uid: 'u' }, status: { observedGeneration } }) as DaemonSet;
    const pauses = [seen(1), seen(1), seen(2), seen(2)].map((ds) => failures.pause(ds, 'n1', 0));
    expect(pauses).toEqual([0, 1_000_000, 0, 1_000_000]);
  });

  it('DS9: with a surge the new pod comes before the old one goes', () => {
    const made = bench(
      [node('n1')],
      daemonSet({ type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }),
    );
    play(made);
    newTemplate(made, 'nginx:2');
    expect(images(made)).toBe('nginx:1 nginx:2');
    play(made);
    expect(images(made)).toBe('nginx:2');
  });

  it('DS9: with a surge a node whose only pod is going gets its next one at once', () => {
    const made = bench(
      [node('n1')],
      daemonSet({ type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }),
    );
    play(made);
    const [pod] = pods(made) as [Pod];
    made.put('pods', { ...pod, metadata: { ...pod.metadata, deletionTimestamp: '2026-11-21T02:30:00Z' } } as KObject);
    made.settle();
    expect(pods(made)).toHaveLength(2);
  });

  it('DS10: a pod that has ended and is going counts no more', () => {
    const made = bench([node('n1')], daemonSet());
    play(made);
    const [pod] = pods(made) as [Pod];
    const metadata = { ...pod.metadata, deletionTimestamp: '2026-11-21T02:30:00Z' };
    made.put('pods', { ...pod, metadata } as KObject);
    made.settle();
    expect(pods(made)).toHaveLength(1);
    made.put('pods', { ...pod, metadata, status: { phase: 'Succeeded' } } as KObject);
    made.settle();
    expect(pods(made)).toHaveLength(2);
  });

  it('DS11: of more revisions than the limit those go that nobody uses', () => {
    const ds = daemonSet({ type: 'OnDelete' });
    const made = bench([node('n1')], {
      ...ds,
      spec: { ...(ds as DaemonSet).spec, revisionHistoryLimit: 2 },
    } as KObject);
    play(made);
    for (const image of ['nginx:2', 'nginx:3', 'nginx:4']) newTemplate(made, image);
    const numbers = (made.server.all('controllerrevisions') as readonly ControllerRevision[]).map(
      (one) => one.revision,
    );
    expect(numbers.sort()).toEqual([1, 3, 4]);
  });

  it('DS12: what a node can do without a pod coming or going is not looked at', () => {
    const made = bench(THREE, daemonSet());
    play(made);
    const before = made.server.get('daemonsets', 'default/agent')?.metadata.resourceVersion;
    made.put('nodes', node('n1', [{ key: 'k', effect: 'NoSchedule' }]));
    made.act((ctx) => made.server.remove(ctx, 'nodes', 'n3'));
    made.settle();
    expect(made.server.get('daemonsets', 'default/agent')?.metadata.resourceVersion).toBe(before);
  });
});
