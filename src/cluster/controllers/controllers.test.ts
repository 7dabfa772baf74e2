import { describe, expect, it } from 'vitest';
import { alreadyExists, forbidden } from '../../api/errors/status.ts';
import type { Deployment, ReplicaSet } from '../../api/types/apps.ts';
import type { KObject } from '../../api/types/meta.ts';
import { ControllerBench, change, makeReady, nginx, sizes, template } from './testing.ts';

describe('a new Deployment', () => {
  it('DP1 RS1: the recorded order of writes, the refused second status included', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(3));
    bench.settle();
    expect(bench.writes('deployment-controller').slice(0, 4)).toEqual([
      'POST namespaces/default/replicasets 201',
      'PUT deployments/nginx/status 200',
      'PUT deployments/nginx/status 409',
      'PUT deployments/nginx/status 200',
    ]);
    const [rs] = bench.server.all('replicasets') as readonly ReplicaSet[];
    expect(rs?.metadata).toMatchObject({
      name: 'nginx-775786f995',
      labels: { app: 'nginx', 'pod-template-hash': '775786f995' },
      annotations: {
        'deployment.kubernetes.io/desired-replicas': '3',
        'deployment.kubernetes.io/max-replicas': '4',
        'deployment.kubernetes.io/revision': '1',
      },
    });
    expect(bench.server.all('pods')).toHaveLength(3);
    expect(bench.writes('replicaset-controller')).toEqual([
      'POST namespaces/default/pods 201',
      'POST namespaces/default/pods 201',
      'POST namespaces/default/pods 201',
      'PUT replicasets/nginx-775786f995/status 200',
      'PUT replicasets/nginx-775786f995/status 200',
    ]);
    expect(rs?.status).toEqual({ replicas: 3, fullyLabeledReplicas: 3, terminatingReplicas: 0, observedGeneration: 1 });
    const d = bench.server.get('deployments', 'default/nginx') as Deployment;
    expect(d.metadata.annotations).toEqual({ 'deployment.kubernetes.io/revision': '1' });
    expect(d.status).toMatchObject({
      observedGeneration: 1,
      replicas: 3,
      updatedReplicas: 3,
      unavailableReplicas: 3,
      terminatingReplicas: 0,
    });
    expect(d.status?.conditions?.map(({ type, reason }) => `${type} ${reason}`)).toEqual([
      'Available MinimumReplicasUnavailable',
      'Progressing ReplicaSetUpdated',
    ]);
  });

  it('DP2: completes when its pods are ready', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(3));
    bench.settle();
    makeReady(bench);
    const d = bench.server.get('deployments', 'default/nginx') as Deployment;
    expect(d.status).toMatchObject({ replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3 });
    expect(d.status?.conditions?.map(({ message }) => message)).toEqual([
      'Deployment has minimum availability.',
      'ReplicaSet "nginx-775786f995" has successfully progressed.',
    ]);
    expect(bench.events()[0]).toBe('Scaled up replica set nginx-775786f995 from 0 to 3');
    expect(bench.engine.quiescent).toBe(true);
  });
});

describe('a rolling update', () => {
  it('DP3: one up, one down, never fewer than wanted', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(3));
    bench.settle();
    makeReady(bench);
    const before = bench.events().length;
    const d = bench.server.get('deployments', 'default/nginx') as Deployment;
    const template = (nginx(3, 'nginx:1.28').spec as Deployment['spec']).template;
    bench.put('deployments', { ...d, metadata: { ...d.metadata, generation: 2 }, spec: { ...d.spec, template } });
    bench.settle();
    for (let i = 0; i < 6; i += 1) makeReady(bench);
    const scaled = bench
      .events()
      .slice(before)
      .filter((message) => message?.includes('Scaled'));
    expect(scaled).toEqual([
      'Scaled up replica set nginx-859b74487b from 0 to 1',
      'Scaled down replica set nginx-775786f995 from 3 to 2',
      'Scaled up replica set nginx-859b74487b from 1 to 2',
      'Scaled down replica set nginx-775786f995 from 2 to 1',
      'Scaled up replica set nginx-859b74487b from 2 to 3',
      'Scaled down replica set nginx-775786f995 from 1 to 0',
    ]);
    const sizes = (bench.server.all('replicasets') as readonly ReplicaSet[]).map(({ spec }) => spec.replicas);
    expect(sizes).toEqual([0, 3]);
    const done = bench.server.get('deployments', 'default/nginx') as Deployment;
    expect(done.metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('2');
  });

  it('DP3: a status that counts more available pods than there shall be makes no old ReplicaSet grow', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(3));
    bench.settle();
    makeReady(bench);
    bench.server.refuse = ({ method, path }) =>
      method === 'PUT' && path.endsWith('/nginx-775786f995/status')
        ? forbidden({ group: 'apps', resource: 'replicasets' }, 'nginx-775786f995', 'not now')
        : undefined;
    change(bench, { template: template('nginx:1.28') });
    makeReady(bench);
    bench.run(5);
    const scaled = bench.events().filter((message) => message.includes('nginx-775786f995 from'));
    expect(scaled).toEqual([
      'Scaled up replica set nginx-775786f995 from 0 to 3',
      'Scaled down replica set nginx-775786f995 from 3 to 2',
    ]);
  });
});

describe('scaling', () => {
  it('DP4 RS2: up creates what is missing, down deletes the surplus at once', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(3));
    bench.settle();
    makeReady(bench);
    for (const replicas of [5, 2]) {
      const d = bench.server.get('deployments', 'default/nginx') as Deployment;
      const generation = (d.metadata.generation ?? 0) + 1;
      bench.put('deployments', { ...d, metadata: { ...d.metadata, generation }, spec: { ...d.spec, replicas } });
      bench.settle();
      makeReady(bench);
    }
    const deleted = bench.server.all('pods').filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
    expect(deleted).toHaveLength(3);
    const [rs] = bench.server.all('replicasets') as readonly ReplicaSet[];
    expect(rs?.status).toMatchObject({ replicas: 2, readyReplicas: 2, terminatingReplicas: 3 });
    expect(rs?.metadata.annotations).toMatchObject({
      'deployment.kubernetes.io/desired-replicas': '2',
      'deployment.kubernetes.io/max-replicas': '3',
    });
    expect(bench.events().filter((message) => message.startsWith('Scaled'))).toEqual([
      'Scaled up replica set nginx-775786f995 from 0 to 3',
      'Scaled up replica set nginx-775786f995 from 3 to 5',
      'Scaled down replica set nginx-775786f995 from 5 to 2',
    ]);
  });
});

describe('other ways to roll out', () => {
  it('DP4: a change of size in the middle of a rollout is shared in proportion', () => {
    const bench = new ControllerBench();
    const rollingUpdate = { maxSurge: 2, maxUnavailable: 2 };
    const d = nginx(10);
    bench.put('deployments', {
      ...d,
      spec: { ...(d.spec as object), strategy: { type: 'RollingUpdate', rollingUpdate } },
    });
    bench.settle();
    makeReady(bench);
    change(bench, { template: template('nginx:1.28') });
    expect(sizes(bench)).toEqual({ '775786f995': 8, '859b74487b': 4 });
    change(bench, { replicas: 20 });
    expect(sizes(bench)).toEqual({ '775786f995': 15, '859b74487b': 7 });
  });

  it('DP5: Recreate waits for the last old pod', () => {
    const bench = new ControllerBench();
    const d = nginx(2);
    bench.put('deployments', { ...d, spec: { ...(d.spec as object), strategy: { type: 'Recreate' } } });
    bench.settle();
    makeReady(bench);
    change(bench, { template: template('nginx:1.28') });
    expect(sizes(bench)).toEqual({ '775786f995': 0 });
    for (const pod of bench.server.all('pods')) {
      bench.act((ctx) => bench.server.remove(ctx, 'pods', `default/${pod.metadata.name}`));
      bench.settle();
    }
    expect(sizes(bench)).toEqual({ '775786f995': 0, '859b74487b': 2 });
  });

  it('DP6: a paused Deployment does not roll out, but scales', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(2));
    bench.settle();
    makeReady(bench);
    change(bench, { paused: true, template: template('nginx:1.28') });
    change(bench, { replicas: 4 });
    expect(sizes(bench)).toEqual({ '775786f995': 4 });
    const reason = (): string | undefined =>
      (bench.server.get('deployments', 'default/nginx') as Deployment).status.conditions?.find(
        ({ type }) => type === 'Progressing',
      )?.reason;
    expect(reason()).toBe('DeploymentPaused');
    change(bench, { paused: false });
    expect(Object.keys(sizes(bench))).toHaveLength(2);
  });

  it('DP7: going back to an old template makes its ReplicaSet the newest revision', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(1));
    bench.settle();
    makeReady(bench);
    for (const image of ['nginx:1.28', 'nginx:1.27']) {
      change(bench, { template: template(image) });
      for (let i = 0; i < 3; i += 1) makeReady(bench);
    }
    const rs = bench.server.get('replicasets', 'default/nginx-775786f995');
    expect(rs?.metadata.annotations).toMatchObject({
      'deployment.kubernetes.io/revision': '3',
      'deployment.kubernetes.io/revision-history': '1',
    });
    expect(bench.writes('deployment-controller')).toContain('PUT default/replicasets/nginx-775786f995 409');
  });

  it('DP7: a revision is an int64, also where no number holds it exactly', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(1));
    bench.settle();
    const rs = bench.server.get('replicasets', 'default/nginx-775786f995') as ReplicaSet;
    const annotations = { ...rs.metadata.annotations, 'deployment.kubernetes.io/revision': '3546343826724305832' };
    bench.put('replicasets', { ...rs, metadata: { ...rs.metadata, annotations } });
    change(bench, { template: template('nginx:1.28') });
    for (let i = 0; i < 3; i += 1) makeReady(bench);
    const d = bench.server.get('deployments', 'default/nginx') as Deployment;
    expect(d.metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('3546343826724305833');
  });

  it('DP8: history beyond the limit is deleted when the rollout is complete', () => {
    const bench = new ControllerBench();
    const d = nginx(1);
    bench.put('deployments', { ...d, spec: { ...(d.spec as object), revisionHistoryLimit: 1 } });
    bench.settle();
    makeReady(bench);
    for (const image of ['a', 'b', 'c']) {
      change(bench, { template: template(image) });
      for (let i = 0; i < 3; i += 1) makeReady(bench);
    }
    expect(bench.server.all('replicasets')).toHaveLength(2);
  });

  it('DP9: without progress the deadline passes, and is noticed although nothing happens', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(1));
    bench.settle();
    expect(bench.engine.quiescent).toBe(true);
    bench.run(700);
    const d = bench.server.get('deployments', 'default/nginx') as Deployment;
    expect(d.status.conditions?.find(({ type }) => type === 'Progressing')).toMatchObject({
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
      message: 'ReplicaSet "nginx-775786f995" has timed out progressing.',
    });
  });
});

describe('pods that come and go by other hands', () => {
  it('RS6: an orphan that matches is adopted, a pod that is relabelled is released and replaced', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(1));
    bench.settle();
    const [pod] = bench.server.all('pods');
    if (pod === undefined) throw new Error('no pod');
    bench.put('pods', { ...pod, metadata: { ...pod.metadata, labels: { app: 'other' } } });
    bench.settle();
    const patch = bench.server.writes.find(({ method, path }) => method === 'PATCH' && path.includes('/pods/'));
    expect(patch?.body).toMatchObject({ metadata: { ownerReferences: [{ $patch: 'delete' }], uid: pod.metadata.uid } });
    expect(bench.server.all('pods')).toHaveLength(2);
  });

  it('RS4: a pod that vanishes is replaced once', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(3));
    bench.settle();
    const [pod] = bench.server.all('pods');
    bench.act((ctx) => bench.server.remove(ctx, 'pods', `default/${pod?.metadata.name}`));
    bench.settle();
    expect(bench.server.all('pods')).toHaveLength(3);
    expect(bench.writes('replicaset-controller').filter((write) => write.startsWith('POST'))).toHaveLength(4);
  });
});

describe('statuses', () => {
  it('RS5 RS7: no status is written twice, none is refused', () => {
    const bench = new ControllerBench();
    bench.put('deployments', nginx(10));
    bench.settle();
    makeReady(bench);
    const [pod] = bench.server.all('pods');
    const before = bench.writes('replicaset-controller').length;
    if (pod !== undefined) bench.put('pods', { ...pod, metadata: { ...pod.metadata, annotations: { a: 'b' } } });
    bench.settle();
    expect(bench.writes('replicaset-controller')).toHaveLength(before);
    expect(bench.writes('replicaset-controller').filter((write) => write.endsWith('409'))).toEqual([]);
  });

  it('RS8: with minReadySeconds a ready Pod becomes available later', () => {
    const bench = new ControllerBench();
    const d = nginx(1);
    bench.put('deployments', { ...d, spec: { ...(d.spec as object), minReadySeconds: 30 } });
    bench.settle();
    makeReady(bench);
    const available = () => (bench.server.all('replicasets') as readonly ReplicaSet[])[0]?.status.availableReplicas;
    expect(available()).toBeUndefined();
    bench.run(40);
    expect(available()).toBe(1);
  });

  it('DP10: a ReplicaSet that cannot make Pods is a failure of the Deployment', () => {
    const bench = new ControllerBench();
    bench.server.refuse = ({ method, path }) =>
      method === 'POST' && path.endsWith('/pods')
        ? forbidden({ group: '', resource: 'pods' }, 'x', 'quota')
        : undefined;
    bench.put('deployments', nginx(3));
    bench.settle();
    const d = bench.server.get('deployments', 'default/nginx') as Deployment;
    expect(d.status.conditions?.find(({ type }) => type === 'ReplicaFailure')).toMatchObject({
      reason: 'FailedCreate',
    });
    expect(bench.events()).toContain('Error creating: pods "x" is forbidden: quota');
  });

  it('DP12: a ReplicaSet that exists but was not heard of yet is no collision', () => {
    const bench = new ControllerBench();
    let refused = 0;
    bench.server.refuse = ({ method, path }) => {
      if (method !== 'POST' || !path.endsWith('/replicasets') || refused === 3) return undefined;
      refused += 1;
      return alreadyExists({ group: 'apps', resource: 'replicasets' }, 'nginx-775786f995');
    };
    bench.put('deployments', nginx(1));
    bench.settle();
    expect(refused).toBe(3);
    expect(bench.server.all('replicasets').map(({ metadata }) => metadata.name)).toEqual(['nginx-775786f995']);
    const d = bench.server.get('deployments', 'default/nginx') as Deployment;
    expect(d.status.collisionCount).toBeUndefined();
  });

  it("DP12: a name that another's ReplicaSet has is a collision: the next hash is another one", () => {
    const bench = new ControllerBench();
    const taken = 'nginx-775786f995';
    bench.server.refuse = ({ method, path, body }) =>
      method === 'POST' && path.endsWith('/replicasets') && (body as KObject).metadata.name === taken
        ? alreadyExists({ group: 'apps', resource: 'replicasets' }, taken)
        : undefined;
    const metadata = { name: taken, namespace: 'default', uid: 'other', labels: { app: 'other' } };
    const spec = { replicas: 0, selector: { matchLabels: { app: 'other' } }, template: template('nginx:1') };
    bench.put('replicasets', { apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata, spec } as KObject);
    bench.put('deployments', nginx(1));
    bench.settle();
    expect((bench.server.get('deployments', 'default/nginx') as Deployment).status.collisionCount).toBe(1);
    const names = bench.server.all('replicasets').map(({ metadata: { name } }) => name);
    expect(names).toEqual([taken, expect.stringMatching(/^nginx-(?!775786f995)/)]);
  });

  it('DP11: an empty selector is refused with an event', () => {
    const bench = new ControllerBench();
    const d = nginx(1);
    bench.put('deployments', { ...d, spec: { ...(d.spec as object), selector: {} } });
    bench.settle();
    expect(bench.events()[0]).toBe('This deployment is selecting all pods. A non-empty selector is required.');
    expect(bench.server.all('replicasets')).toEqual([]);
  });
});
