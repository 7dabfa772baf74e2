import { describe, expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { ClusterBench } from '../testing/cluster-bench.ts';
import { type Findings, nextConditions } from './conditions.ts';

const NGINX = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'nginx', namespace: 'shop' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'nginx' } },
    template: {
      metadata: { labels: { app: 'nginx' } },
      spec: { containers: [{ name: 'nginx', image: 'nginx:1.27' }] },
    },
  },
};

const HELD = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'held', namespace: 'shop', finalizers: ['example.org/hold'] },
};

interface WithConditions {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly message: string }[] };
}

describe('namespace deletion in a whole cluster', () => {
  function shop(...manifests: readonly object[]): ClusterBench {
    const bench = new ClusterBench();
    bench.kubectl('create', 'namespace', 'shop');
    for (const manifest of manifests) bench.apply(manifest);
    return bench;
  }

  it('NS1, NS2, NS5: waits five seconds, then pods go first, then all the rest and the namespace', () => {
    const bench = shop(NGINX);
    expect(bench.stored('pods/shop')).toHaveLength(2);
    bench.run.give({ type: 'kubectl', argv: ['delete', 'namespace', 'shop', '--wait=false'], files: {} });
    bench.seconds(4);
    expect(bench.stored('pods/shop').map(({ metadata }) => metadata.deletionTimestamp)).toEqual([undefined, undefined]);
    bench.seconds(3);
    expect(bench.stored('pods/shop')).toEqual([]);
    expect(bench.stored('deployments/shop')).toHaveLength(1);
    bench.settle();
    expect(bench.stored('namespaces/shop')).toEqual([]);
    const left = ['deployments', 'replicasets', 'configmaps', 'serviceaccounts', 'events'].flatMap((type) =>
      bench.stored(`${type}/shop`),
    );
    expect(left).toEqual([]);
  });

  it('NS3, NS4, NS6: a finalizer holds it, the conditions say so, and once it is removed the namespace goes', () => {
    const bench = shop(HELD);
    bench.run.give({ type: 'kubectl', argv: ['delete', 'namespace', 'shop', '--wait=false'], files: {} });
    bench.seconds(20);
    const conditions = bench.object<WithConditions & never>('namespaces/shop') as WithConditions | undefined;
    expect(conditions?.status?.conditions?.map(({ type }) => type.replace('Namespace', ''))).toEqual([
      'DeletionDiscoveryFailure',
      'DeletionGroupVersionParsingFailure',
      'DeletionContentFailure',
      'ContentRemaining',
      'FinalizersRemaining',
    ]);
    expect(conditions?.status?.conditions?.slice(3).map(({ message }) => message)).toEqual([
      'Some resources are remaining: configmaps. has 1 resource instances',
      'Some content in the namespace has finalizers remaining: example.org/hold in 1 resource instances',
    ]);
    bench.kubectl('patch', 'cm', 'held', '-n', 'shop', '--type=merge', '-p', '{"metadata":{"finalizers":null}}');
    bench.seconds(20);
    expect(bench.stored('namespaces/shop')).toEqual([]);
  });
});

it('NS7: what nobody takes away does not keep the cluster from being at rest, and still goes once it is let go', () => {
  const bench = new ClusterBench();
  bench.kubectl('create', 'namespace', 'shop');
  bench.apply(HELD);
  bench.run.give({ type: 'kubectl', argv: ['delete', 'namespace', 'shop', '--wait=false'], files: {} });
  expect(bench.run.advance({ quiescent: true, steps: bench.run.engine.stepCount + 100_000 })).toBe('quiescent');
  expect(bench.stored('namespaces/shop')).toHaveLength(1);
  bench.kubectl('patch', 'cm', 'held', '-n', 'shop', '--type=merge', '-p', '{"metadata":{"finalizers":null}}');
  bench.seconds(20);
  expect(bench.stored('namespaces/shop')).toEqual([]);
});

const POD = (node: string) => `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec: {${node}terminationGracePeriodSeconds: 10, containers: [{name: c, image: 'nginx:1.27'}]}
`;
const failure = (cluster: TypedCluster, type: string) =>
  cluster.path('ns shop', `{.status.conditions[?(@.type=="NamespaceDeletion${type}Failure")].message}`);
const remaining = (cluster: TypedCluster) =>
  cluster.path('ns shop', '{.status.conditions[?(@.type=="NamespaceContentRemaining")].message}');

it('NS8: while Pods are waited for no condition counts them; after their time they are unexpected, and the rest goes', () => {
  const cluster = new TypedCluster();
  cluster.type('kubectl create namespace shop');
  cluster.apply(POD('nodeName: node-1, '));
  cluster.type('kubectl create configmap kept -n shop');
  cluster.wait(5);
  cluster.setKubelet('node-1', 'stopped');
  cluster.type('kubectl delete namespace shop --wait=false');
  cluster.wait(8);
  expect(remaining(cluster)).toBe('All content successfully removed');
  expect(cluster.type('kubectl get configmap kept -n shop').exitCode).toBe(0);
  cluster.wait(10);
  expect(failure(cluster, 'Content')).toBe(
    'Failed to delete all resource types, 1 remaining: unexpected items still remain in namespace: shop for gvr: /v1, Resource=pods',
  );
  expect(cluster.type('kubectl get configmap kept -n shop').exitCode).toBe(1);
  cluster.type('kubectl delete pod web -n shop --force');
  cluster.wait(61);
  expect(cluster.type('kubectl get namespace shop').exitCode).toBe(1);
});

it('NS9: an API that does not answer holds the namespace, and its condition says which', () => {
  const cluster = new TypedCluster();
  cluster.apply(`apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1beta1.custom.example}
spec: {group: custom.example, version: v1beta1, groupPriorityMinimum: 100, versionPriority: 100, service: {name: gone, namespace: default}}
`);
  cluster.type('kubectl create namespace shop');
  cluster.type('kubectl delete namespace shop --wait=false');
  cluster.wait(8);
  expect(failure(cluster, 'Discovery')).toBe(
    'Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs: custom.example/v1beta1: stale GroupVersion discovery: custom.example/v1beta1',
  );
  expect(failure(cluster, 'Content')).toBe('All content successfully deleted, may be waiting on finalization');
  cluster.type('kubectl delete apiservice v1beta1.custom.example');
  cluster.wait(61);
  expect(cluster.type('kubectl get namespace shop').exitCode).toBe(1);
});

it('NS2: Pods that go at once hold nobody up', () => {
  const cluster = new TypedCluster();
  cluster.type('kubectl create namespace shop');
  cluster.apply(POD('schedulingGates: [{name: example.org/wait}], '));
  cluster.type('kubectl delete namespace shop --wait=false');
  cluster.wait(7);
  expect(cluster.type('kubectl get namespace shop').exitCode).toBe(1);
});

describe('conditions of a namespace', () => {
  const clean: Findings = { discoveryFailure: undefined, errors: [], remaining: new Map(), finalizers: new Map() };

  it('NS3: nothing new is not written, and a time changes with its status only', () => {
    const first = nextConditions([], { ...clean, finalizers: new Map([['a/b', 1]]) }, '1') ?? [];
    expect(first.map(({ status }) => status)).toEqual(['False', 'False', 'False', 'False', 'True']);
    expect(nextConditions(first, { ...clean, finalizers: new Map([['a/b', 1]]) }, '2')).toBeUndefined();
    const more = nextConditions(first, { ...clean, finalizers: new Map([['a/b', 2]]) }, '3') ?? [];
    expect(more[4]).toMatchObject({ status: 'True', lastTransitionTime: '1' });
    expect(nextConditions(more, clean, '4')?.map(({ lastTransitionTime }) => lastTransitionTime)).toEqual([
      '1',
      '1',
      '1',
      '1',
      '4',
    ]);
  });
});
