import { describe, expect, it } from 'vitest';
import { manyPods } from '../../../bench/many-pods.ts';
import { present } from '../../base/assert.ts';
import { copied } from '../../brought/copies.ts';
import {
  CROWD_GLYPHS,
  type CrowdChange,
  GONE,
  NODE_CORDONED,
  NODE_SILENT,
  NODE_THERE,
} from '../../protocol/crowd-view.ts';
import { newRun, settledAt } from '../../worker/scenario-run.ts';
import { Snapshot } from '../snapshot.ts';
import { stageView } from '../views/stage.ts';
import { crowdAt } from './crowd-at.ts';
import { crowdFind } from './crowd-find.ts';

/** What the page makes of all that it was told. */
class Told {
  private readonly nodes = new Map<number, string>();
  private readonly pods = new Map<number, string>();

  take(change: CrowdChange | undefined): void {
    if (change === undefined) return;
    if (change.isWhole) {
      this.nodes.clear();
      this.pods.clear();
    }
    const { nodes, pods, districts } = change;
    for (const [at, number] of nodes.numbers.entries()) {
      const flags = nodes.flags[at] as number;
      const district = districts[nodes.districts[at] as number];
      if ((flags & NODE_THERE) === 0) this.nodes.delete(number);
      else this.nodes.set(number, `${nodes.names.split('\n')[at]} ${flags & NODE_CORDONED} ${district}`);
    }
    for (const [at, number] of pods.numbers.entries()) {
      const glyph = pods.glyphs[at] as number;
      if (glyph === GONE) this.pods.delete(number);
      else this.pods.set(number, `${pods.names.split('\n')[at]} ${CROWD_GLYPHS[glyph]} ${pods.nodes[at]}`);
    }
  }

  get all(): readonly string[] {
    const named = (pod: string) =>
      pod.replace(/(-?\d+)$/, (node) => this.nodes.get(Number(node))?.split(' ')[0] ?? 'none');
    return [...this.nodes.values(), ...[...this.pods.values()].map(named)].sort();
  }
}

const EVERYTHING = { grain: 'step', scope: 'everything' } as const;

function begun() {
  const run = newRun({ nodes: 0, latencies: 'realistic', start: manyPods(45, 3) }, 1, 1_000_000, false);
  run.advance({ time: settledAt(run) });
  const snapshot = new Snapshot(run.engine, EVERYTHING);
  const type = (line: string) => {
    run.give({ type: 'kubectl', argv: line.split(' '), files: {} });
    run.advance({ quiescent: true, steps: run.engine.stepCount + 50_000 });
    snapshot.refresh();
  };
  snapshot.cursor.seek(snapshot.journal.end - 1);
  return { run, snapshot, type };
}

describe('very many nodes', () => {
  it('are told by what has changed: at every step that is the same as all of it told anew', () => {
    const { run, snapshot, type } = begun();
    type('cordon ip-7');
    type('create deployment web --image=nginx:1.27 --replicas=4');
    type('delete pod checkout-3 -n shop --wait=false');
    const { journal } = run.engine;
    const told = new Told();
    const webs = () => told.all.filter((each) => each.startsWith('default/web-')).length;
    const from = present(run.inputs[0], 'input').afterStep;
    const stride = Math.floor((journal.end - 1 - from) / 40);
    for (let at = 0; at < 40; at += 1) {
      const place = from + ((at * 17) % 40) * stride;
      snapshot.cursor.seek(place);
      told.take(crowdAt(snapshot).changes());
      const anew = new Told();
      const fresh = new Snapshot(run.engine, EVERYTHING);
      fresh.cursor.seek(place);
      anew.take(crowdAt(fresh).changes());
      expect(told.all).toEqual(anew.all);
    }
    snapshot.cursor.seek(journal.end - 1);
    told.take(crowdAt(snapshot).changes());
    expect(webs()).toBe(4);
    expect(told.all).toContain('ip-7 4 zone-1');
    expect(told.all.some((each) => each.startsWith('shop/checkout-3 '))).toBe(false);
    snapshot.cursor.seek(from);
    told.take(crowdAt(snapshot).changes());
    expect(webs()).toBe(0);
    expect(told.all).toContain('ip-7 0 zone-1');
    expect(crowdAt(snapshot).changes()).toBeUndefined();
  });

  it('fall silent when their kubelets are stopped, also where none was before the reader looked', () => {
    const { run, snapshot } = begun();
    const silent = () => {
      const nodes = present(crowdAt(snapshot).changes(), 'changes').nodes;
      return nodes.names.split('\n').filter((_, at) => ((nodes.flags[at] as number) & NODE_SILENT) !== 0);
    };
    expect(silent()).toEqual([]);
    run.give({ type: 'kubelet', node: 'ip-7', state: 'stopped' });
    run.advance({ quiescent: true, steps: run.engine.stepCount + 50_000 });
    snapshot.refresh();
    snapshot.cursor.seek(snapshot.journal.end - 1);
    expect(silent()).toEqual(['ip-7']);
  });

  it('are counted on the map, which names a few Pods alone', () => {
    const { snapshot } = begun();
    const view = stageView(snapshot);
    expect(view.nodes).toEqual([]);
    expect(view.crowd).toMatchObject({ nodes: 45, ready: 45, pods: 135, pending: 0, running: 135, busy: 45 });
    expect(view.lines.filter(({ family }) => family === 'kubelet').length).toBeLessThanOrEqual(40);
  });

  it('are found by a part of their names, and by labels', () => {
    const { snapshot } = begun();
    const found = crowdFind(snapshot, { text: 'app=checkout' });
    expect([found.pods.length, found.nodes.length]).toEqual([135, 45]);
    expect(crowdFind(snapshot, { text: 'ip-12' }).nodes.length).toBe(1);
    expect(crowdFind(snapshot, { text: 'app=none' }).pods.length).toBe(0);
  });

  it('are found by an object: themselves, and the Pods that belong to it, also through others', () => {
    const { snapshot, type } = begun();
    type('create deployment web --image=nginx:1.27 --replicas=4');
    type('create service clusterip web --tcp=80:80');
    type('create configmap plain --from-literal=a=b');
    snapshot.cursor.seek(snapshot.journal.end - 1);
    const found = (subject: string) => {
      const { pods, nodes } = crowdFind(snapshot, { subject });
      return [pods.length, nodes.length];
    };
    expect(found('pods/shop/checkout-3')).toEqual([1, 1]);
    expect(found('nodes/ip-1')).toEqual([0, 1]);
    expect(found('deployments.apps/default/web')[0]).toBe(4);
    expect(found('services/default/web')[0]).toBe(4);
    expect(found('namespaces/shop')).toEqual([135, 45]);
    for (const none of ['configmaps/default/plain', 'pods/shop/checkout', 'services/shop/web', 'no-such/default/web'])
      expect(found(none)).toEqual([0, 0]);
  });

  it('may be written once, with how many there are', () => {
    const of = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a-{n}', labels: { part: '{n%3}-{n/2}' } } };
    const all = copied({ time: '', objects: [], copies: [{ of, count: 5 }] });
    expect(all.map(({ metadata }) => [metadata.name, metadata.labels?.part])).toEqual([
      ['a-0', '0-0'],
      ['a-1', '1-0'],
      ['a-2', '2-1'],
      ['a-3', '0-1'],
      ['a-4', '1-2'],
    ]);
  });
});
