import { expect, it } from 'vitest';
import { WATCHES_TABLE } from '../cluster/apiserver/watchcache/rows.ts';
import { KEYS_TABLE } from '../cluster/etcd/rows.ts';
import { startedRun } from '../cluster/testing/started-run.ts';
import { ACTORS, actorWords } from '../narration/parts/part-words.ts';
import { Asked } from './breakpoints/asked.ts';
import { queueOwners } from './queue-owners.ts';
import { Snapshot } from './snapshot.ts';
import { partView } from './views/part.ts';

const WEB = `
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

function told() {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  run.give({ type: 'kubectl', argv: ['kubectl', 'apply', '-f', 'web.yaml'], files: { 'web.yaml': WEB } });
  run.advance({ quiescent: true, steps: 60_000 });
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  snapshot.cursor.seek(run.engine.journal.end - 1);
  return snapshot;
}

it('IN29: a part of the map tells what it has in mind and which requests have just come there', () => {
  const snapshot = told();
  const at = (name: string) => partView(snapshot, { name });
  const authz = at('station:authz').requests;
  expect(authz).toHaveLength(3);
  for (const { seq, verdict, refused } of authz) {
    expect(snapshot.requests.of(seq)?.story).toBeGreaterThanOrEqual(0);
    expect(verdict?.key).toBe('apiserver.authorized');
    expect(refused).toBe(false);
  }
  const sent = at('actor:replicaset-controller').requests;
  expect(new Set(sent.map(({ actor }) => actor))).toEqual(new Set(['replicaset-controller']));
  expect(
    at('actor:kubelet/node-1').thoughts.filter(({ args }) => /^default.web-/.test(String(args?.pod))),
  ).toHaveLength(2);
  const keys = snapshot.table(KEYS_TABLE).size;
  expect(at('station:etcd').thoughts).toEqual([{ key: 'thought.keys', args: { count: keys } }]);
  const watches = snapshot.table(WATCHES_TABLE).size;
  expect(at('station:watch-cache').thoughts[0]).toMatchObject({ key: 'thought.watches', args: { watches } });
  expect(watches).toBeGreaterThan(20);
  expect(at('told')).toEqual({ id: 'told', thoughts: [], requests: [] });
});

it('IN29: whoever asks the API server or has a queue is known by name on the map', () => {
  const { traffic } = told();
  const strangers = [...traffic.actors, ...queueOwners].filter((actor) => actorWords(actor) === 'program');
  expect(strangers.filter((actor) => actor !== 'kube-apiserver' && actor !== 'etcd')).toEqual([]);
  expect(traffic.actors.length).toBeGreaterThan(15);
  expect(ACTORS).toContain('program');
});

it('IN5: a breakpoint at a station holds for every step that lights it', () => {
  const snapshot = told();
  const { journal } = snapshot;
  const asked = new Asked({ id: 'b1', enabled: true, station: 'authz' }, snapshot);
  const kinds = new Set<string>();
  for (let seq = journal.base; seq < journal.end; seq += 1) if (asked.holdsAt(seq)) kinds.add(journal.kindOf(seq).name);
  expect([...kinds].sort()).toEqual(['apiserver.authorized', 'apiserver.graphUpdated']);
});
