import { describe, expect, it } from 'vitest';
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
    bench.seconds(2);
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

describe('conditions of a namespace', () => {
  const clean: Findings = { discoveryFailures: [], errors: [], remaining: new Map(), finalizers: new Map() };

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
