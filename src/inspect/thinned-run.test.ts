import { expect, it } from 'vitest';
import { startedRun, typeLine, wait } from '../cluster/testing/started-run.ts';
import type { Journal } from '../engine/index.ts';
import { etcd } from '../steps/etcd.ts';
import { criticalPath } from './critical-path/critical-path.ts';
import { momentsOf } from './diagnosis/moment-index.ts';
import { Snapshot } from './snapshot.ts';

/** Counts how often a journal is asked about a step. */
function counting(journal: Journal): { asked: number } {
  const count = { asked: 0 };
  for (const question of ['has', 'kindOf', 'storyOf', 'actorOf', 'causeOf'] as const) {
    const answer = journal[question].bind(journal) as (seq: number) => never;
    journal[question] = (seq: number): never => {
      count.asked += 1;
      return answer(seq);
    };
  }
  return count;
}

it('IN48: a look at a thinned run asks about the steps that are held, few times each, and about no others', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' }, { thinning: { whole: 500, newest: 500, most: 2000 } });
  typeLine(run, 'create deployment web --image=nginx');
  wait(run, 20_000);
  const { journal } = run.engine;
  let held = 0;
  for (let seq = journal.after(-1); seq < journal.end; seq = journal.after(seq)) held += 1;
  expect(journal.end).toBeGreaterThan(10 * held);
  const count = counting(journal);
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  expect(snapshot.scenes.all.length).toBeGreaterThan(3);
  snapshot.cursor.seek(journal.end - 1);
  expect(snapshot.beats.size).toBeGreaterThan(0);
  expect(snapshot.beginning).toBeGreaterThan(0);
  expect(criticalPath(snapshot)).toBeDefined();
  momentsOf(snapshot, etcd.alarmRaised.name);
  expect(count.asked).toBeLessThan(20 * held);
});
