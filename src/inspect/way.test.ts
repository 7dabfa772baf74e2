import { beforeAll, describe, expect, it } from 'vitest';
import { startedRun } from '../cluster/testing/started-run.ts';
import { beatView } from './beats/beat-view.ts';
import { Snapshot } from './snapshot.ts';
import { wayOf } from './way.ts';

const WEB = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 1
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx:1.27 }] }
`;

describe('the way of a beat', () => {
  let snapshot: Snapshot;

  beforeAll(() => {
    const run = startedRun({ nodes: 1, latencies: 'realistic' });
    run.give({ type: 'kubectl', argv: ['apply', '-f', 'web.yaml'], files: { 'web.yaml': WEB } });
    run.advance({ quiescent: true, steps: 60_000 });
    snapshot = new Snapshot(run.engine, { grain: 'beat', scope: 'story' });
    snapshot.refresh();
  });

  /** Stands at the first beat of such a sentence. */
  function seek(sentence: string): number {
    const { beats, journal } = snapshot;
    for (let place = 0; place < beats.size; place += 1) {
      const beat = beatView(beats, journal, place);
      if (beat?.insight.kind !== `insight.${sentence}`) continue;
      snapshot.cursor.seek(beat.seq);
      return beat.seq;
    }
    throw new Error(`no beat ${sentence}`);
  }

  it('IN43: begins with who asked, and passes the stations of the request to the store', () => {
    seek('stored');
    const way = wayOf(snapshot) ?? [];
    expect(way[0]).toEqual({ at: 'stop', actor: 'kubectl', hears: false, isAhead: false });
    const places = way.map(({ at }) => at);
    for (const [at, place] of ['tls', 'authn', 'authz', 'decode', 'mutating-admission', 'etcd'].entries())
      expect(places.indexOf(place), place).toBeGreaterThan(at);
    expect(places).not.toContain('watch-cache');
  });

  it('IN43: of who acts on what he heard it begins with that', () => {
    seek('newReplicaSet');
    expect(wayOf(snapshot)).toEqual([{ at: 'stop', actor: 'deployment-controller', hears: true, isAhead: false }]);
  });

  it('IN43: inside a beat what is still to come is told apart, and elsewhere there is none', () => {
    const last = seek('stored');
    const { steps } = snapshot.beats.at(snapshot.beats.placeAt(last)) ?? { steps: [] };
    snapshot.setFilter({ grain: 'step', scope: 'story', within: last });
    snapshot.cursor.seek(steps[0] as number);
    expect((wayOf(snapshot) ?? []).at(-1)).toMatchObject({ at: 'etcd', isAhead: true });
    snapshot.setFilter({ grain: 'step', scope: 'story' });
    expect(wayOf(snapshot)).toBeUndefined();
    snapshot.setFilter({ grain: 'beat', scope: 'story' });
  });
});
