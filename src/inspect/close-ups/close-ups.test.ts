import { beforeAll, expect, it } from 'vitest';
import { startedRun } from '../../cluster/testing/started-run.ts';
import type { CloseUpView } from '../../protocol/views.ts';
import { Snapshot } from '../snapshot.ts';
import { closeUpOf } from './close-up.ts';
import { workQueue } from './work-queue.ts';

const MANIFEST = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx:1.27 }] }
`;

let snapshot: Snapshot;

beforeAll(() => {
  const run = startedRun({ nodes: 2, latencies: 'zero' });
  run.give({ type: 'kubectl', argv: ['kubectl', 'apply', '-f', 'web.yaml'], files: { 'web.yaml': MANIFEST } });
  run.advance({ time: run.engine.now + 5_000_000 });
  snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
});

/** The close-ups of one type at all steps of a kind, in order. */
function closeUpsAt<T extends CloseUpView['type']>(kind: string, type: T): Extract<CloseUpView, { type: T }>[] {
  const { journal, index, cursor } = snapshot;
  const found: Extract<CloseUpView, { type: T }>[] = [];
  for (let at = 0; at < index.size; at += 1) {
    const seq = index.at(at) as number;
    if (journal.kindOf(seq).name !== kind) continue;
    cursor.seek(seq);
    const view = closeUpOf(snapshot, snapshot.requests.of(seq));
    if (view?.type === type) found.push(view as Extract<CloseUpView, { type: T }>);
  }
  expect(found).not.toEqual([]);
  return found;
}

it('IN14: an authorization shows who was asked and the rule that allowed it', () => {
  const [mine, ...others] = closeUpsAt('apiserver.authorized', 'decided-by');
  expect(mine?.rows).toEqual([{ name: 'privileged groups', answer: 'yes', text: '' }]);
  expect(mine?.rule).toBeUndefined();
  const byController = others.find(({ rule }) => rule?.of === 'ClusterRole system:controller:deployment-controller');
  expect(byController?.rule?.facts).toContainEqual({ name: 'resources', value: 'replicasets' });
  expect(byController?.rows.at(-1)).toMatchObject({ name: 'RBAC', answer: 'yes' });
});

it('IN14: a controller is shown with the objects that its cache holds at that instant', () => {
  const syncs = closeUpsAt('replicaset.sync', 'table');
  expect(syncs[0]?.rows).toEqual([]);
  expect(syncs.at(-1)?.rows.map(({ cells }) => cells.slice(1, 3))).toEqual([
    ['Running', '1/1'],
    ['Running', '1/1'],
  ]);
  expect(closeUpsAt('deployment.complete', 'table')[0]?.rows[0]?.cells.slice(1)).toEqual(['1', '2', '2', '2', '2']);
});

it('IN14: the scheduler is shown with its queues, and with the nodes of a decision, the chosen one first', () => {
  expect(closeUpsAt('scheduler.popped', 'table')[0]?.rows).toMatchObject([
    { cells: [expect.stringMatching(/^default\/web-/), 'inFlight', '1', '0'], now: true },
  ]);
  const selected = closeUpsAt('scheduler.selected', 'table')[0];
  expect(selected?.rows).toHaveLength(2);
  expect(selected?.rows[0]).toMatchObject({ now: true, ok: true });
  expect(selected?.facts).toContainEqual({ name: 'node', value: selected?.rows[0]?.cells[0] });
});

it('IN14: a container that has not been started yet is not shown as one that failed', () => {
  const rows = closeUpsAt('cri.createContainer', 'table')[0]?.rows;
  expect(rows?.find(({ cells }) => cells[1] === 'created')).toMatchObject({ now: true, ok: undefined });
});

it('IN14: a kubelet is shown with what it has made of the Pod so far', () => {
  expect(closeUpsAt('kubelet.podAdded', 'table')[0]?.rows).toEqual([]);
  const parts = closeUpsAt('kubelet.containerStarted', 'table')
    .at(-1)
    ?.rows.map(({ cells }) => cells[0]);
  expect(parts?.slice(0, 3)).toEqual([
    { key: 'part.volume', args: { name: expect.stringMatching(/^kube-api-access-/) } },
    { key: 'part.sandbox', args: { name: expect.stringMatching(/^\w{12}$/) } },
    { key: 'part.container', args: { name: 'web' } },
  ]);
});

it('IN14: a new object is shown as it was decoded, and as it is validated with what the server gave it', () => {
  const paths = (kind: string) => closeUpsAt(kind, 'diff')[0]?.diff.map(({ path }) => path);
  expect(paths('apiserver.validated')).toContain('metadata.uid');
  expect(paths('apiserver.decoded')).not.toContain('metadata.uid');
  expect(paths('apiserver.decoded')).toContain('spec.replicas');
});

it('IN14: a work queue is shown with every key that it knows of', () => {
  const detailed = new Snapshot(snapshot.engine, { grain: 'detail', scope: 'story' });
  detailed.refresh();
  const { journal, index, cursor } = detailed;
  const queued = Array.from({ length: index.size }, (_, at) => index.at(at) as number).find(
    (seq) => journal.kindOf(seq).name === 'clientgo.queued' && journal.subjectOf(seq) === 'workqueue/deployment',
  );
  cursor.seek(queued as number);
  expect(closeUpOf(detailed, undefined)).toMatchObject({
    type: 'table',
    rows: [{ cells: ['default/web', 'queued', '0'], now: true }],
  });
});

it('IN14: how long a key waits is a phrase, so that each language says it', () => {
  const waiting = {
    name: 'replicaset',
    key: 'default/web',
    queued: false,
    processing: false,
    dirty: false,
    failures: 1,
  };
  const { step } = snapshot;
  const said = (micros: number) => {
    const seen = Object.create(snapshot, {
      table: { value: () => new Map([['default/web', { ...waiting, readyAt: 9_000_000 + micros }]]) },
      changedKeys: { value: () => new Set() },
      now: { value: 9_000_000 },
    }) as Snapshot;
    const view = workQueue(seen, { ...(step as NonNullable<typeof step>), subject: 'workqueue/replicaset' });
    return view?.type === 'table' ? view.rows[0]?.cells[1] : undefined;
  };
  expect(said(1_500_000)).toEqual({ key: 'cell.waits', args: { time: '1.5 s' } });
  // Nobody reads a time of the clock off `601.0`.
  expect(said(600_000_000)).toEqual({ key: 'cell.waits', args: { time: '10 min' } });
});

it('IN14: a close-up is the same on the way back', () => {
  const run = startedRun({ nodes: 2, latencies: 'realistic' });
  const files = { 'web.yaml': MANIFEST.replace('replicas: 2', 'replicas: 5') };
  run.give({ type: 'kubectl', argv: ['kubectl', 'apply', '-f', 'web.yaml'], files });
  run.advance({ time: run.engine.now + 300_000 });
  const moved = new Snapshot(run.engine, { grain: 'detail', scope: 'story' });
  moved.refresh();
  const shown = (at: number): string => {
    const seq = moved.index.at(at) as number;
    moved.cursor.seek(seq);
    return JSON.stringify(closeUpOf(moved, moved.requests.of(seq)));
  };
  const steps = Array.from({ length: moved.index.size }, (_, at) => at);
  const there = steps.map(shown);
  const back = [...steps].reverse().map(shown).reverse();
  expect(back.filter((view, at) => view !== there[at])).toEqual([]);
});
