import { expect, it } from 'vitest';
import { Keepsakes } from '../../base/keepsakes.ts';
import { Engine } from '../../engine/index.ts';
import { clusterKinds } from '../../steps/index.ts';
import { Diagnosis } from './diagnose.ts';
import type { Instant } from './instant.ts';

/** A store of so many nodes and Pods, of which none is ready, with Services that lead nowhere; and how often a Pod was looked at. */
function store(
  nodes: number,
  pods: number,
  odd: readonly unknown[] = [],
): { readonly at: Instant; readonly looks: () => number } {
  let looks = 0;
  const rows = new Map<string, unknown>();
  const put = (key: string, value: object) => rows.set(key, { key, value });
  for (let at = 0; at < nodes; at += 1) {
    put(`/registry/minions/n${at}`, { kind: 'Node', metadata: { name: `n${at}` } });
    const metadata = { name: `s${at}`, namespace: 'default' };
    put(`/registry/services/specs/default/s${at}`, { metadata, spec: { selector: { app: `x${at}` } } });
    const set = { name: `r${at}`, namespace: 'default', uid: `r${at}` };
    put(`/registry/replicasets/default/r${at}`, { kind: 'ReplicaSet', metadata: set, spec: { replicas: 100 } });
  }
  for (let at = 0; at < pods; at += 1) {
    const owner = `r${at % nodes}`;
    const metadata = {
      name: `p${at}`,
      namespace: 'default',
      labels: { app: 'web' },
      ownerReferences: [{ uid: owner, controller: true, kind: 'ReplicaSet', name: owner }],
    };
    put(`/registry/pods/default/p${at}`, {
      kind: 'Pod',
      get metadata() {
        looks += 1;
        return metadata;
      },
      spec: { containers: [], nodeName: `n${at % nodes}` },
      status: { phase: 'Pending' },
    });
  }
  for (const [place, value] of odd.entries())
    for (const kind of ['minions', 'pods/default', 'services/specs/default', 'replicasets/default'])
      rows.set(`/registry/${kind}/odd${place}`, { key: '', value });
  const engine = new Engine({
    seed: 1,
    kinds: clusterKinds,
    startTime: 0,
    recording: 'full',
    maxSteps: 10,
    freeze: false,
  });
  const at: Instant = {
    journal: engine.journal,
    cursor: { position: -1 },
    scenes: { all: [] },
    now: 0,
    keepsakes: new Keepsakes(),
    table: <Row>(name: string) => (name === 'etcd/keys' ? rows : new Map()) as ReadonlyMap<string, Row>,
    tableId: () => 0,
    writesOf: () => [],
    view: () => {
      throw new Error('nothing has happened');
    },
  };
  return { at, looks: () => looks };
}

it('IN24: a Pod is looked at as often in a large cluster as in a small one', () => {
  const looksAPod = (nodes: number, pods: number) => {
    const { at, looks } = store(nodes, pods);
    expect(new Diagnosis(at, true).view.count).toBe(3 * nodes);
    return looks() / pods;
  };
  expect(looksAPod(400, 4000)).toBeLessThan(1.2 * looksAPod(40, 400));
});

it('IN24: what was put past the API server and is no object has no wishes', () => {
  const { at } = store(3, 6, ['zzz', '', null, 5, {}, { metadata: null }, { metadata: { name: 5 } }]);
  expect(new Diagnosis(at, true).view.count).toBe(9);
});
