import { beforeAll, expect, it } from 'vitest';
import { startedRun, typeLine } from '../../cluster/testing/started-run.ts';
import type { CriticalPath } from '../../protocol/critical-path.ts';
import { Snapshot } from '../snapshot.ts';
import { criticalPath, pathTo } from './critical-path.ts';

const WEB = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx:1.27 }] }
`;

let snapshot: Snapshot;
beforeAll(() => {
  const run = startedRun({ nodes: 2, latencies: 'realistic' });
  run.give({ type: 'kubectl', argv: ['apply', '-f', 'web.yaml'], files: { 'web.yaml': WEB } });
  run.advance({ quiescent: true });
  typeLine(run, 'scale deployment/web --replicas=5');
  run.advance({ quiescent: true });
  snapshot = new Snapshot(run.engine, { grain: 'beat', scope: 'story' });
  snapshot.refresh();
});

const commands = () => {
  const { journal } = snapshot;
  const all: number[] = [];
  for (let seq = journal.base; seq < journal.end; seq += 1)
    if (journal.kindOf(seq).name === 'kubectl.command') all.push(seq);
  return all;
};
function pathAt(seq: number): CriticalPath {
  snapshot.cursor.seek(seq);
  const path = criticalPath(snapshot);
  if (path === undefined) throw new Error('no path');
  return path;
}

it('CP1: from the command to the last beat, each step after what it waited for', () => {
  const { journal } = snapshot;
  for (const command of commands()) {
    const { first, last } = pathAt(command + 40);
    expect(first.seq).toBe(command);
    const steps = pathTo(journal, command, last.seq);
    expect([steps[0], steps.at(-1)]).toEqual([command, last.seq]);
    for (const [place, seq] of steps.entries()) {
      expect(journal.storyOf(seq)).toBe(command);
      if (place > 0) expect(seq).toBeGreaterThan(steps[place - 1] as number);
    }
    const kinds = steps.map((seq) => journal.kindOf(seq).name);
    // A sandbox is made when the volumes are there, a container when its image is; then the Pod is seen to run.
    const order = ['kubectl.command', 'kubelet.volumesMounted', 'cri.runPodSandbox', 'kubelet.containerStarted'];
    expect(order.map((kind) => kinds.indexOf(kind)).every((at, place, all) => at > (all[place - 1] ?? -1))).toBe(true);
  }
});

it('CP2: the legs lie end to end and add up to the whole, to the microsecond', () => {
  const { journal } = snapshot;
  for (const command of commands()) {
    const { legs, micros, first, last } = pathAt(command);
    expect(legs.reduce((sum, leg) => sum + leg.micros, 0)).toBe(micros);
    expect(micros).toBe(journal.timeOf(last.seq) - journal.timeOf(first.seq));
    expect(micros).toBeGreaterThan(100_000);
    let at = first.time;
    for (const leg of legs) {
      expect(leg.from).toBe(at);
      expect(leg.micros).toBeGreaterThan(0);
      at += leg.micros;
    }
    expect(at).toBe(last.time);
  }
});

it('CP3, CP4: a leg is of one sort and actor, and names the step that ended its longest hop', () => {
  const [apply = 0] = commands();
  const { legs } = pathAt(apply);
  const longest = [...legs].sort((a, b) => b.micros - a.micros);
  expect(longest[0]).toMatchObject({ sort: 'wire', step: { kind: 'cri.imagePulled' } });
  expect(longest[0]?.actor).toMatch(/^kubelet\/node-\d$/);
  expect(legs.find(({ step }) => step.kind === 'kubelet.volumesMounted')).toMatchObject({ sort: 'waiting' });
  expect(legs.find(({ step }) => step.kind === 'apiserver.received')).toMatchObject({
    sort: 'wire',
    actor: 'kube-apiserver',
  });
  expect(legs.find(({ step }) => step.kind === 'scheduler.snapshot')).toMatchObject({
    sort: 'working',
    actor: 'kube-scheduler',
  });
  for (const [place, leg] of legs.entries())
    expect([leg.sort, leg.actor]).not.toEqual([legs[place - 1]?.sort, legs[place - 1]?.actor]);
});

it('CP5: it is of the story at the cursor, and there is none before one has begun', () => {
  const [apply = 0, scale = 0] = commands();
  expect([pathAt(scale - 1).first.seq, pathAt(scale).first.seq]).toEqual([apply, scale]);
  snapshot.cursor.seek(snapshot.journal.base);
  expect(criticalPath(snapshot)).toBeUndefined();
});
