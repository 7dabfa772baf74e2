import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { HorizontalPodAutoscalerSpec } from '../../../api/types/autoscaling-v2.ts';
import type { Pod } from '../../../api/types/core.ts';
import { SECOND } from '../../../base/time/units.ts';
import { fleets } from '../../testing/fleets.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { firstMemory, normalize, remembered } from './normalize.ts';
import { byAverage, byUtilization, type Proposal, type Question, type Usages } from './replicas.ts';

const NOW = 1_000 * SECOND;
const SPEC: HorizontalPodAutoscalerSpec = {
  scaleTargetRef: { kind: 'Deployment', name: 'web', apiVersion: 'apps/v1' },
  minReplicas: 1,
  maxReplicas: 10,
};

function pod(name: string, status: object = {}): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'c', resources: { requests: { cpu: '100m' } } }] },
    status: {
      phase: 'Running',
      startTime: '1970-01-01T00:00:00Z',
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '1970-01-01T00:00:10Z' }],
      ...status,
    },
  } as Pod;
}

function usages(values: { readonly [pod: string]: number }): Usages {
  return new Map(Object.entries(values).map(([name, milli]) => [name, { milli, at: NOW, window: 10 * SECOND }]));
}

function replicasOf(proposal: Proposal | string): number | undefined {
  return typeof proposal === 'string' ? undefined : proposal.replicas;
}

function question(current: number): Question {
  return { spec: SPEC, resource: 'cpu', container: undefined, current, now: NOW };
}

it('HPA5: usage over target times the ready Pods, rounded up; a tenth is let pass', () => {
  const pods = [pod('a'), pod('b')];
  const by = (a: number, b: number) => byUtilization(question(2), pods, usages({ a, b }), 50);
  expect(by(80, 70)).toEqual({ replicas: 3, utilization: 75, averageMilli: 75 });
  expect(by(54, 54)).toMatchObject({ replicas: 2, utilization: 54 });
  expect([by(55, 55), by(56, 56), by(45, 45)].map(replicasOf)).toEqual([2, 3, 2]);
  expect(by(10, 10)).toMatchObject({ replicas: 1 });
  expect(byAverage(question(2), pods, usages({ a: 300, b: 300 }), 100)).toEqual({ replicas: 6, averageMilli: 300 });
});

it('HPA5: with all Pods heard of the size is the current one times the ratio, rounded up, unless that is within a tenth', () => {
  const milli = fc.integer({ min: 0, max: 400 });
  fc.assert(
    fc.property(fc.array(milli, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 200 }), (used, target) => {
      const pods = used.map((_, at) => pod(`p${at}`));
      const all = Object.fromEntries(used.map((each, at) => [`p${at}`, each]));
      const sum = used.reduce((total, each) => total + each, 0);
      const utilization = Math.trunc((sum * 100) / (100 * used.length));
      const ratio = utilization / target;
      const replicas = 0.9 <= ratio && ratio <= 1.1 ? used.length : Math.ceil(ratio * used.length);
      expect(byUtilization(question(used.length), pods, usages(all), target)).toMatchObject({ utilization, replicas });
    }),
    { seed: 20_260_115, numRuns: 200 },
  );
});

it('HPA5: who is not heard of does not make it rash', () => {
  const pods = [pod('a'), pod('b'), pod('c', { phase: 'Pending' })];
  expect(byUtilization(question(3), pods, usages({ a: 100 }), 50)).toMatchObject({ replicas: 3, utilization: 100 });
  expect(byUtilization(question(3), pods.slice(0, 2), usages({ a: 10 }), 50)).toMatchObject({ replicas: 3 });
  expect(byUtilization(question(1), [pod('a', { phase: 'Pending' })], usages({ a: 1 }), 50)).toBe(
    'did not receive metrics for targeted pods (pods might be unready)',
  );
  const bare = { ...pod('a'), spec: { containers: [{ name: 'c' }] } } as Pod;
  expect(byUtilization(question(1), [bare], usages({ a: 1 }), 50)).toBe(
    'missing request for cpu in container c of Pod a',
  );
});

it('HPA5: a percentage of nothing is none', () => {
  const asking = [{ ...pod('a'), spec: { containers: [{ name: 'c', resources: { requests: { cpu: '0' } } }] } } as Pod];
  expect(byUtilization(question(1), asking, usages({ a: 100 }), 50)).toBe('no metrics returned matched known pods');
});

it('HPA5: what a Pod asks for as a whole counts, and its containers where it does not', () => {
  const asking = (requests: object) => [{ ...pod('a'), spec: { ...pod('a').spec, resources: { requests } } } as Pod];
  const by = (requests: object, resource = 'cpu') =>
    byUtilization({ ...question(1), resource }, asking(requests), usages({ a: 100 }), 50);
  expect(by({ cpu: '400m' })).toMatchObject({ utilization: 25 });
  expect(by({ memory: '1Gi' })).toMatchObject({ utilization: 100 });
  expect(by({ cpu: '400m' }, 'memory')).toBe('missing pod-level request for memory in Pod a');
  const one = byUtilization({ ...question(1), container: 'c' }, asking({ cpu: '400m' }), usages({ a: 100 }), 50);
  expect(one).toMatchObject({ utilization: 100 });
});

it('HPA6: at most twice the size at once, and down only when nothing higher was wished for five minutes', () => {
  const memory = firstMemory(4, NOW - 10 * SECOND);
  const up = normalize({ spec: SPEC, memory, current: 4, desired: 20, now: NOW });
  expect(up).toMatchObject({ replicas: 8, scalingLimited: { status: 'True', reason: 'ScaleUpLimit' } });
  const most = normalize({ spec: { ...SPEC, maxReplicas: 6 }, memory, current: 4, desired: 20, now: NOW });
  expect(most).toMatchObject({ replicas: 6, scalingLimited: { reason: 'TooManyReplicas' } });
  const down = normalize({ spec: SPEC, memory, current: 4, desired: 2, now: NOW });
  expect(down).toMatchObject({ replicas: 4, ableToScale: { reason: 'ScaleDownStabilized' } });
  const later = normalize({ spec: SPEC, memory, current: 4, desired: 2, now: NOW + 300 * SECOND });
  expect(later).toMatchObject({ replicas: 2, ableToScale: { reason: 'ReadyForNewScale' } });
});

it('HPA7: policies bound the speed', () => {
  const policies = [{ type: 'Pods', value: 2, periodSeconds: 60 }];
  const behavior = { scaleUp: { policies, selectPolicy: 'Max', stabilizationWindowSeconds: 0 } };
  const spec = { ...SPEC, behavior };
  const first = normalize({ spec, memory: firstMemory(2, 0), current: 2, desired: 9, now: NOW });
  expect(first).toMatchObject({ replicas: 4, scalingLimited: { reason: 'ScaleUpLimit' } });
  const memory = remembered(spec, first.memory, 2, 4, NOW);
  expect(normalize({ spec, memory, current: 4, desired: 9, now: NOW + SECOND })).toMatchObject({ replicas: 4 });
  expect(normalize({ spec, memory, current: 4, desired: 9, now: NOW + 61 * SECOND })).toMatchObject({ replicas: 6 });
});

it('HPA7: between the lowest wish of one window and the highest of the other the size stays', () => {
  const rules = { policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }], selectPolicy: 'Max' };
  const window = { ...rules, stabilizationWindowSeconds: 60 };
  const spec = { ...SPEC, behavior: { scaleUp: window, scaleDown: window } };
  const wished = (...sizes: readonly number[]) => ({
    recommended: sizes.map((replicas) => ({ replicas, at: NOW - SECOND })),
    up: [],
    down: [],
  });
  const look = (desired: number, ...sizes: readonly number[]) =>
    normalize({ spec, memory: wished(...sizes), current: 4, desired, now: NOW }).replicas;
  expect(look(6, 2)).toBe(4);
  expect(look(6, 5)).toBe(5);
  expect(look(2, 8)).toBe(4);
  expect(look(2, 3)).toBe(3);
});

it('HPA7: what a period has taken away may come back in it', () => {
  const scaleUp = { policies: [{ type: 'Percent', value: 10, periodSeconds: 60 }], selectPolicy: 'Max' };
  const spec = { ...SPEC, maxReplicas: 500, behavior: { scaleUp } };
  const rise = (current: number, down: number) => {
    const memory = { recommended: [], up: [], down: [{ replicas: down, at: NOW - SECOND }] };
    return normalize({ spec, memory, current, desired: 400, now: NOW }).replicas;
  };
  expect(rise(6, 4)).toBe(11);
  expect(rise(100, 0)).toBe(Math.ceil(100 * (1 + 10 / 100)));
});

it('HPA1 HPA2 HPA3 HPA4: bounds count without metrics; what metrics cannot say is told', () => {
  const cluster = new TypedCluster();
  cluster.type('kubectl create deployment web --image=nginx:1.27');
  cluster.type('kubectl autoscale deployment web --min=2 --max=6 --cpu=50%');
  cluster.wait(14);
  expect(cluster.path('deployment web', '{.spec.replicas}')).toBe('1');
  cluster.wait(20);
  expect(cluster.path('deployment web', '{.spec.replicas}')).toBe('2');
  expect(cluster.path('hpa web', '{range .status.conditions[*]}{.type}={.status} {.reason};{end}')).toBe(
    'AbleToScale=True SucceededGetScale;ScalingActive=False FailedGetResourceMetric;',
  );
  expect(cluster.path('hpa web', '{.status.currentMetrics}')).toBe('[{"type":""}]');
  const why =
    'failed to get cpu utilization: unable to get metrics for resource cpu: unable to fetch metrics from resource metrics API: the server could not find the requested resource (get pods.metrics.k8s.io)';
  expect(cluster.events('web')).toEqual(
    expect.arrayContaining([
      'Normal SuccessfulRescale New size: 2; reason: Current number of replicas below Spec.MinReplicas',
      `Warning FailedGetResourceMetric ${why}`,
      `Warning FailedComputeMetricsReplicas invalid metrics (1 invalid out of 1), first error is: failed to get cpu resource metric value: ${why}`,
    ]),
  );
});

it('HPA8: two autoscalers of the same Pods leave them alone', () => {
  const cluster = new TypedCluster();
  cluster.type('kubectl create deployment web --image=nginx:1.27');
  cluster.type('kubectl autoscale deployment web --max=6 --cpu=50%');
  cluster.type('kubectl autoscale deployment web --name=twin --max=3 --cpu=50%');
  cluster.wait(40);
  const message = 'pods by selector app=web are controlled by multiple HPAs: [default/twin default/web]';
  for (const name of ['web', 'twin']) {
    expect(cluster.path(`hpa ${name}`, '{.status.conditions[?(@.type=="ScalingActive")].message}')).toBe(message);
    expect(cluster.events(name)).toContain(`Warning AmbiguousSelector ${message}`);
  }
});

it('HPA8: one that is gone no longer counts, before it would have been looked at', () => {
  const cluster = new TypedCluster();
  cluster.type('kubectl create deployment web --image=nginx:1.27');
  cluster.type('kubectl autoscale deployment web --max=6 --cpu=50%');
  cluster.wait(10);
  cluster.type('kubectl autoscale deployment web --name=twin --max=3 --cpu=50%');
  cluster.wait(16);
  expect(cluster.path('hpa twin', '{.status.conditions[?(@.type=="ScalingActive")].reason}')).toBe('AmbiguousSelector');
  cluster.type('kubectl delete hpa twin');
  cluster.wait(4);
  expect(cluster.path('hpa web', '{.status.conditions[?(@.type=="ScalingActive")].reason}')).toBe(
    'FailedGetResourceMetric',
  );
});

it('HPA2: a custom resource with a scale is a target like any other, and the version does not matter', () => {
  const cluster = new TypedCluster();
  cluster.apply(fleets(', labelSelectorPath: .status.selector'));
  cluster.wait(2);
  cluster.apply(`
apiVersion: example.org/v1
kind: Fleet
metadata: {name: ships}
spec: {replicas: 1}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: ships}
spec: {scaleTargetRef: {apiVersion: example.org/v2, kind: Fleet, name: ships}, minReplicas: 3, maxReplicas: 5}
`);
  cluster.wait(40);
  expect(cluster.path('fleets ships', '{.spec.replicas}')).toBe('3');
  expect(cluster.events('ships')).toContain(
    'Normal SuccessfulRescale New size: 3; reason: Current number of replicas below Spec.MinReplicas',
  );
});

const METRICS_SERVER = `
apiVersion: v1
kind: Service
metadata: {name: metrics-server, namespace: kube-system}
spec: {ports: [{name: https, port: 443}]}
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: metrics-server, namespace: kube-system, labels: {kubernetes.io/service-name: metrics-server}}
addressType: IPv4
endpoints: [{addresses: [10.244.9.9], conditions: {ready: true}}]
ports: [{name: https, port: 10250, protocol: TCP}]
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1beta1.metrics.k8s.io}
spec:
  service: {namespace: kube-system, name: metrics-server}
  group: metrics.k8s.io
  version: v1beta1
  groupPriorityMinimum: 100
  versionPriority: 100
  insecureSkipTLSVerify: true
`;

it('HPA4: what is wrong with a metric is said as it is asked for: by container, by average or as a whole', () => {
  const cluster = new TypedCluster();
  cluster.apply(METRICS_SERVER);
  cluster.type('kubectl create deployment web --image=nginx:1.27');
  cluster.apply(`
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
  maxReplicas: 5
  metrics:
  - type: ContainerResource
    containerResource: {name: cpu, container: sidecar, target: {type: Utilization, averageUtilization: 50}}
  - type: Object
    object:
      metric: {name: hits}
      describedObject: {apiVersion: v1, kind: Service, name: web}
      target: {type: AverageValue, averageValue: '1'}
  - type: External
    external: {metric: {name: queue, selector: {matchLabels: {app: web}}}, target: {type: Value, value: '1'}}
`);
  cluster.wait(120);
  const pod = cluster.path('pods', '{.items[0].metadata.name}');
  const custom =
    'unable to fetch metrics from custom metrics API: no custom metrics API (custom.metrics.k8s.io) registered';
  const container = `failed to get cpu utilization: unable to get metrics for resource cpu: failed to get container metrics: container sidecar not present in metrics for pod default/${pod}`;
  expect(cluster.events('web')).toEqual(
    expect.arrayContaining([
      `Warning FailedGetContainerResourceMetric ${container}`,
      `Warning FailedGetObjectMetric unable to get metric hits: Service on default web/${custom}`,
      'Warning FailedGetExternalMetric unable to get external metric default/queue/&LabelSelector{MatchLabels:map[string]string{app: web,},MatchExpressions:[]LabelSelectorRequirement{},}: unable to fetch metrics from external metrics API: the server could not find the requested resource (get queue.external.metrics.k8s.io)',
      `Warning FailedComputeMetricsReplicas invalid metrics (3 invalid out of 3), first error is: failed to get sidecar container metric value: ${container}`,
    ]),
  );
});

it('HPA4: Pods that are not heard of yet are told of before what they do not ask for', () => {
  const bare = { ...pod('a', { phase: 'Pending' }), spec: { containers: [{ name: 'c' }] } } as Pod;
  expect(byUtilization(question(1), [bare], usages({ a: 1 }), 50)).toBe(
    'did not receive metrics for targeted pods (pods might be unready)',
  );
});

it('HPA7: what was changed while there was no behavior does not count for its periods', () => {
  const memory = firstMemory(2, NOW);
  expect(remembered(SPEC, memory, 2, 4, NOW)).toBe(memory);
});
