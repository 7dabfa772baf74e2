import { describe, expect, it } from 'vitest';
import { forbidden, resourceVersionConflict } from '../../../api/errors/status.ts';
import { revisionHash } from '../../../api/hashes/revision.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { StatefulSet } from '../../../api/types/apps.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { parseTime } from '../../../api/values/time.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { ControllerBench, template } from '../testing.ts';

function statefulSet(spec: object = {}): KObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'web', namespace: 'default', uid: 'sts-uid', generation: 1 },
    spec: {
      replicas: 3,
      serviceName: 'web',
      selector: { matchLabels: { app: 'nginx' } },
      template: template('nginx:1'),
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      revisionHistoryLimit: 10,
      ...spec,
    },
    status: { replicas: 0, availableReplicas: 0 },
  } as KObject;
}

function bench(spec: object = {}): ControllerBench {
  const made = new ControllerBench();
  made.put('statefulsets', statefulSet(spec));
  made.settle();
  return made;
}

const pods = (made: ControllerBench): readonly Pod[] => made.server.all('pods') as readonly Pod[];
/** Names with their image's tag; `-` when being deleted. */
const shown = (made: ControllerBench): string =>
  pods(made)
    .map(({ metadata, spec }) => {
      const mark = metadata.deletionTimestamp === undefined ? '' : '-';
      return `${mark}${metadata.name}:${spec.containers[0]?.image?.split(':')[1]}`;
    })
    .sort()
    .join(' ');
const status = (made: ControllerBench) => (made.server.get('statefulsets', 'default/web') as StatefulSet).status;

/** What kubelets do: new pods become ready, deleted ones vanish. */
function play(made: ControllerBench): void {
  for (const pod of pods(made)) {
    if (pod.metadata.deletionTimestamp !== undefined) {
      made.act((ctx) => made.server.remove(ctx, 'pods', `default/${pod.metadata.name}`));
    } else if (pod.status?.phase === undefined) {
      const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-11-21T02:22:49Z' }];
      made.put('pods', { ...pod, status: { phase: 'Running', conditions } } as KObject);
    }
  }
  made.settle();
}

function change(made: ControllerBench, spec: object): void {
  const set = made.server.get('statefulsets', 'default/web') as StatefulSet;
  const metadata = { ...set.metadata, generation: (set.metadata.generation ?? 0) + 1 };
  made.put('statefulsets', { ...set, metadata, spec: { ...set.spec, ...spec } } as KObject);
  made.settle();
}

function ready(spec: object = {}): ControllerBench {
  const made = bench(spec);
  for (let i = 0; i < 4; i += 1) play(made);
  return made;
}

describe('a StatefulSet', () => {
  it('SS3: numbers begin where the set says', () => {
    const made = ready({ replicas: 2, ordinals: { start: 5 } });
    expect(shown(made)).toBe('web-5:1 web-6:1');
    change(made, { ordinals: { start: 6 } });
    for (let i = 0; i < 3; i += 1) play(made);
    expect(shown(made)).toBe('web-6:1 web-7:1');
  });

  it('SS1 SS3: pods come one after the other, with their names', () => {
    const made = bench();
    expect(shown(made)).toBe('web-0:1');
    play(made);
    expect(shown(made)).toBe('web-0:1 web-1:1');
    play(made);
    play(made);
    expect(shown(made)).toBe('web-0:1 web-1:1 web-2:1');
    const [, pod] = pods(made);
    const revision = made.server.all('controllerrevisions')[0]?.metadata.name;
    expect(pod?.metadata.labels).toMatchObject({
      'statefulset.kubernetes.io/pod-name': 'web-1',
      'apps.kubernetes.io/pod-index': '1',
      'controller-revision-hash': revision,
    });
    expect(pod?.spec).toMatchObject({ hostname: 'web-1', subdomain: 'web' });
    expect(made.events()).toEqual([0, 1, 2].map((n) => `Create Pod web-${n} in StatefulSet web successful`));
    expect(made.server.get('statefulsets', 'default/web')?.status).toMatchObject({
      replicas: 3,
      readyReplicas: 3,
      availableReplicas: 3,
      currentReplicas: 3,
      updatedReplicas: 3,
      currentRevision: revision,
      updateRevision: revision,
    });
  });

  it('SS2: all at once when parallel', () => {
    const made = bench({ podManagementPolicy: 'Parallel' });
    expect(shown(made)).toBe('web-0:1 web-1:1 web-2:1');
    change(made, { replicas: 1 });
    expect(shown(made)).toBe('-web-1:1 -web-2:1 web-0:1');
  });

  it('SS4: an update ends with one revision', () => {
    const made = ready();
    const before = status(made).currentRevision;
    change(made, { template: template('nginx:2') });
    expect(status(made)).toMatchObject({ currentRevision: before });
    expect(status(made).updateRevision).not.toBe(before);
    for (let i = 0; i < 8; i += 1) play(made);
    expect(status(made).currentRevision).toBe(status(made).updateRevision);
    expect(status(made).currentRevision).not.toBe(before);
    expect(shown(made)).toBe('web-0:2 web-1:2 web-2:2');
    expect(revisionHash({ a: 'é' }, 0)).toBe(revisionHash({ a: 'é' }, 0));
    expect(revisionHash({ a: 'é' }, 0)).not.toBe(revisionHash({ a: 'é' }, 1));
  });

  it('SS4: an update is not over while one of the pods is being made again', () => {
    const made = ready();
    const before = status(made).currentRevision;
    change(made, { template: template('nginx:2') });
    while (!shown(made).includes('web-0:2')) {
      expect(status(made).currentRevision).toBe(before);
      play(made);
    }
  });

  it('SS20: the deletion of an outdated pod is in the status that follows it', () => {
    const made = ready();
    const { writes } = made.server;
    const before = writes.length;
    change(made, { template: template('nginx:2') });
    const [first] = writes.slice(before).filter(({ path }) => path.endsWith('/status'));
    expect(first?.body).toMatchObject({ status: { replicas: 3, currentReplicas: 2 } });
  });

  it('SS5: from the highest number down to the partition', () => {
    const made = ready();
    change(made, {
      template: template('nginx:2'),
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } },
    });
    expect(shown(made)).toBe('-web-2:1 web-0:1 web-1:1');
    play(made);
    expect(shown(made)).toBe('web-0:1 web-1:1 web-2:2');
    for (let i = 0; i < 6; i += 1) play(made);
    expect(shown(made)).toBe('web-0:1 web-1:2 web-2:2');
    made.act((ctx) => made.server.remove(ctx, 'pods', 'default/web-0'));
    made.settle();
    expect(shown(made)).toBe('web-0:1 web-1:2 web-2:2');
  });

  it('SS6: the highest number goes first', () => {
    const made = ready();
    change(made, { replicas: 1 });
    expect(shown(made)).toBe('-web-2:1 web-0:1 web-1:1');
    play(made);
    expect(shown(made)).toBe('-web-1:1 web-0:1');
    play(made);
    expect(shown(made)).toBe('web-0:1');
    expect(made.events().at(-1)).toBe('Delete Pod web-1 in StatefulSet web successful');
  });

  it('SS7: claims are made first and stay', () => {
    const claim = { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } };
    const made = bench({ volumeClaimTemplates: [claim] });
    expect(made.server.all('persistentvolumeclaims').map(({ metadata }) => metadata.name)).toEqual(['data-web-0']);
    expect(pods(made)[0]?.spec.volumes).toEqual([{ name: 'data', persistentVolumeClaim: { claimName: 'data-web-0' } }]);
    expect(made.events()[0]).toBe('Create Claim data-web-0 Pod web-0 in StatefulSet web success');
    change(made, { replicas: 0 });
    play(made);
    expect(pods(made)).toEqual([]);
    expect(made.server.all('persistentvolumeclaims')).toHaveLength(1);
  });

  it('SS14: a claim that is refused is told of twice, and all claims are tried', () => {
    const made = new ControllerBench();
    const tried: string[] = [];
    made.server.refuse = ({ method, path, body }) => {
      if (method !== 'POST' || !path.endsWith('/persistentvolumeclaims')) return undefined;
      tried.push((body as KObject).metadata.name ?? '');
      return forbidden(resourceOf('persistentvolumeclaims'), 'x', 'no');
    };
    const claims = ['a', 'b'].map((name) => ({ metadata: { name }, spec: { accessModes: ['ReadWriteOnce'] } }));
    made.put('statefulsets', statefulSet({ volumeClaimTemplates: claims }));
    made.run(0.1);
    expect(tried.slice(0, 2)).toEqual(['a-web-0', 'b-web-0']);
    const no = 'persistentvolumeclaims "x" is forbidden: no';
    expect(made.events()).toEqual(
      expect.arrayContaining([
        `Create Claim a-web-0 for Pod web-0 in StatefulSet web failed error: ${no}`,
        `Create Claim b-web-0 for Pod web-0 in StatefulSet web failed error: ${no}`,
        `Create Pod web-0 in StatefulSet web failed error: [failed to create PVC a-web-0: ${no}, failed to create PVC b-web-0: ${no}]`,
      ]),
    );
  });

  it('SS15: a refused status is written again a moment later, with what the cache has then', () => {
    const made = new ControllerBench();
    const times: number[] = [];
    made.server.refuse = ({ method, path }) => {
      if (method !== 'PUT' || !path.endsWith('/status')) return undefined;
      times.push(made.engine.now);
      return times.length < 3 ? resourceVersionConflict('StatefulSet', 'web', '1', '2') : undefined;
    };
    made.put('statefulsets', statefulSet());
    made.settle();
    const [first = 0, second = 0, third = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(10_000);
    expect(third - second).toBeGreaterThanOrEqual(10_000);
    expect(status(made)?.observedGeneration).toBe(1);
    expect(made.writes('statefulset-controller').filter((write) => write.startsWith('POST')).length).toBeGreaterThan(0);
  });

  it('SS8: a finished pod is made again', () => {
    const made = ready();
    const pod = made.server.get('pods', 'default/web-1') as Pod;
    made.put('pods', { ...pod, status: { phase: 'Failed' } } as KObject);
    made.settle();
    expect(shown(made)).toBe('-web-1:1 web-0:1 web-2:1');
    play(made);
    expect(made.server.get('pods', 'default/web-1')?.metadata.uid).not.toBe(pod.metadata.uid);
  });

  it('SS12: a set that is being deleted makes nothing of revisions without an owner', () => {
    const made = ready();
    const set = made.server.get('statefulsets', 'default/web') as KObject;
    const [revision] = made.server.all('controllerrevisions') as readonly KObject[];
    const metadata = { ...set.metadata, deletionTimestamp: '2026-11-21T02:22:50Z', finalizers: ['orphan'] };
    const { ownerReferences: _, ...orphan } = (revision as KObject).metadata;
    made.put('statefulsets', { ...set, metadata });
    made.put('controllerrevisions', { ...revision, metadata: orphan } as KObject);
    made.settle();
    const before = made.writes('statefulset-controller').length;
    made.put('statefulsets', { ...set, metadata: { ...metadata, labels: { a: 'b' } } });
    made.run(1);
    expect(made.writes('statefulset-controller').slice(before)).toEqual([]);
  });

  it('SS9: OnDelete waits for somebody to delete', () => {
    const made = ready({ updateStrategy: { type: 'OnDelete' } });
    change(made, { template: template('nginx:2') });
    expect(shown(made)).toBe('web-0:1 web-1:1 web-2:1');
    made.act((ctx) => made.server.remove(ctx, 'pods', 'default/web-0'));
    made.settle();
    expect(shown(made)).toBe('web-0:2 web-1:1 web-2:1');
  });
});

it('SS21: a Pod is available as soon as it was ready for long enough, whenever it was last looked at', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(
    JSON.stringify({
      ...statefulSet({ replicas: 1, minReadySeconds: 8, template: template('nginx:1.27') }),
      metadata: { name: 'web' },
      status: undefined,
    }),
  );
  const ready = () => cluster.path('pod web-0', '{.status.conditions[?(@.type=="Ready")].lastTransitionTime}');
  const isReady = () => cluster.path('pod web-0', '{.status.conditions[?(@.type=="Ready")].status}') === 'True';
  for (let seconds = 0; seconds < 20 && !isReady(); seconds += 1) cluster.wait(0.4);
  // Something else is changed in the meantime, and looked at.
  cluster.wait(4);
  cluster.type('kubectl annotate pod web-0 seen=yes');
  cluster.run.advance({ time: (parseTime(ready()) ?? 0) + 8_300_000 });
  expect(cluster.path('sts web', '{.status.availableReplicas}')).toBe('1');
});
