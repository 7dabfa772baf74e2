import { describe, expect, it } from 'vitest';
import { quotaEvaluator, usageUnder } from '../../../api/quota/evaluators.ts';
import { podUsage } from '../../../api/quota/pod-usage.ts';
import type { QuotaView } from '../../../api/quota/scopes.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { ControllerBench } from '../testing.ts';

function pod(name: string, spec: object = {}, phase = 'Running'): KObject {
  const containers = [{ name: 'main', resources: { requests: { cpu: '100m' }, limits: { memory: '64Mi' } } }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: `${name}-uid` },
    spec: { containers, ...spec },
    status: { phase },
  };
}

function quota(hard: { readonly [key: string]: string }, spec: object = {}): QuotaView {
  const metadata = { name: 'q', namespace: 'default', uid: 'q-uid' };
  return { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard, ...spec } };
}

const statusOf = (bench: ControllerBench) => (bench.server.get('resourcequotas', 'default/q') as QuotaView).status;

describe('the resource quota controller', () => {
  it('RQ1 RQ2: counts a new quota, and again when a Pod goes or ends', () => {
    const bench = new ControllerBench();
    for (const name of ['a', 'b', 'c']) bench.put('pods', pod(name));
    bench.put('resourcequotas', quota({ pods: '5', 'requests.cpu': '1', 'count/configmaps': '2' }));
    bench.settle();
    expect(statusOf(bench)).toEqual({
      hard: { pods: '5', 'requests.cpu': '1', 'count/configmaps': '2' },
      used: { pods: '3', 'requests.cpu': '300m', 'count/configmaps': expect.any(String) },
    });
    bench.act((ctx) => bench.server.remove(ctx, 'pods', 'default/a'));
    bench.settle();
    expect(statusOf(bench)?.used).toMatchObject({ pods: '2', 'requests.cpu': '200m' });
    bench.put('pods', pod('b', {}, 'Succeeded'));
    bench.settle();
    expect(statusOf(bench)?.used).toMatchObject({ pods: '1', 'requests.cpu': '100m' });
  });

  it('RQ7: a Pod that is made smaller, or gets a deadline, is counted anew at once', () => {
    const cluster = new TypedCluster();
    const quotas = `apiVersion: v1
kind: ResourceQuota
metadata: {name: all}
spec: {hard: {requests.cpu: '2'}}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: short}
spec: {hard: {pods: '5'}, scopes: [Terminating]}
---
apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: c, image: 'nginx:1.27', resources: {requests: {cpu: 500m}}}]}
`;
    cluster.apply(quotas);
    cluster.wait(5);
    const used = () => cluster.path('quota', '{.items[0].status.used.requests\\.cpu} {.items[1].status.used.pods}');
    expect(used()).toBe('500m 0');
    const smaller = { spec: { containers: [{ name: 'c', resources: { requests: { cpu: '200m' } } }] } };
    cluster.type(`kubectl patch pod web --subresource=resize -p ${JSON.stringify(smaller)}`);
    cluster.wait(5);
    cluster.type('kubectl patch pod web -p {"spec":{"activeDeadlineSeconds":1000}}');
    cluster.wait(2);
    expect(used()).toBe('200m 1');
  });

  it('RQ5: what was charged and never made is given back within five minutes', () => {
    const bench = new ControllerBench();
    bench.put('resourcequotas', quota({ pods: '5' }));
    bench.settle();
    const charged = { ...quota({ pods: '5' }), status: { hard: { pods: '5' }, used: { pods: '1' } } };
    bench.put('resourcequotas', charged);
    bench.run(200);
    expect(statusOf(bench)?.used).toEqual({ pods: '1' });
    bench.run(101);
    expect(statusOf(bench)?.used).toEqual({ pods: '0' });
  });
});

describe('what counts towards a quota', () => {
  it('RQ3: a Pod counts its running containers or what runs before them, whichever is more, and its overhead', () => {
    const cpu = (name: string, amount: string, more: object = {}) => ({
      name,
      resources: { requests: { cpu: amount } },
      ...more,
    });
    const spec = {
      containers: [cpu('a', '100m'), cpu('b', '200m')],
      initContainers: [cpu('mesh', '50m', { restartPolicy: 'Always' }), cpu('setup', '500m')],
      overhead: { cpu: '10m' },
    };
    expect(podUsage(pod('p', spec))).toMatchObject({ pods: '1', cpu: '560m', 'requests.cpu': '560m' });
    expect(podUsage(pod('p', spec, 'Failed'))).toEqual({ 'count/pods': '1' });
  });

  it('RQ4: only Pods in all scopes of the quota count', () => {
    const pods = [
      pod('idle', { containers: [{ name: 'main' }] }),
      pod('short', { activeDeadlineSeconds: 5 }),
      pod('x'),
    ];
    const used = (scopes: readonly string[]) => usageUnder(quota({ pods: '9' }, { scopes }), () => pods);
    expect(used([])).toEqual({ pods: '3' });
    expect(used(['BestEffort'])).toEqual({ pods: '1' });
    expect(used(['NotBestEffort', 'NotTerminating'])).toEqual({ pods: '1' });
    expect(used(['Terminating'])).toEqual({ pods: '1' });
  });

  it('RQ3: Services and claims count what they ask for', () => {
    const service = { ...pod('s'), spec: { type: 'LoadBalancer', ports: [{ nodePort: 30001 }, {}] } };
    expect(quotaEvaluator('services').usage(service)).toMatchObject({
      services: '1',
      'services.nodeports': '2',
      'services.loadbalancers': '1',
    });
    const claim = { ...pod('c'), spec: { storageClassName: 'fast', resources: { requests: { storage: '2Gi' } } } };
    expect(quotaEvaluator('persistentvolumeclaims').usage(claim)).toMatchObject({
      'requests.storage': '2Gi',
      'fast.storageclass.storage.k8s.io/requests.storage': '2Gi',
    });
  });
});
