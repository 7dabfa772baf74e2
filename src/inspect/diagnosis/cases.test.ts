import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startedRun } from '../../cluster/testing/started-run.ts';
import type { Run } from '../../engine/index.ts';
import type { UnmetWords } from '../../narration/unmet/args.ts';
import { unmet as en } from '../../narration/unmet/en/index.ts';
import { sayChange, sayUnmet } from '../../narration/unmet/tell.ts';
import { unmet as zh } from '../../narration/unmet/zh/index.ts';
import type { UnmetView } from '../../protocol/diagnosis-view.ts';
import type { Input } from '../../protocol/run-description.ts';
import { Snapshot } from '../snapshot.ts';
import { diagnosisView } from '../views/diagnosis.ts';
import type { Case, Deed } from './cases/case.ts';
import { CASES } from './cases/index.ts';
import { deployment, quotaOf } from './cases/manifests.ts';
import { clusterOf, doAll } from './cases/run-case.ts';
import { diagnose } from './diagnose.ts';

function found(one: Case, deeds: readonly Deed[]): readonly UnmetView[] {
  return diagnosed(ran(one, deeds));
}

function ran(one: Case, deeds: readonly Deed[]): Run<Input> {
  const run: Run<Input> = startedRun(clusterOf(one));
  doAll(run, [...(one.given ?? []), ...deeds], one.isRefused);
  return run;
}

function diagnosed(run: Run<Input>): readonly UnmetView[] {
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  snapshot.cursor.seek(run.engine.journal.end - 1);
  return diagnose(snapshot).unmet;
}

/** In the words of a case. */
function shown({ subject, wish, hold, deed, undo, change, nodes }: UnmetView) {
  return {
    nodes: nodes?.map(({ node, plugin, asked, has, short }) => [node, plugin, asked, has, short].join(' | ')),
    subject,
    wish: wish.key,
    hold: hold.key,
    args: { ...wish.args, ...hold.args },
    deed: deed?.kind === 'kubectl.command' ? deed.args.line : deed?.kind,
    undo,
    change: changeText(change),
  };
}

function changeText(change: UnmetView['change']): string | undefined {
  if (change?.type === 'command') return change.line;
  if (change?.type === 'field') return `${change.subject} ${change.path}`;
  return change && `start ${change.name}`;
}

/** Both sentences are said to their end: nothing is missing in them, and every number is one of the arguments. */
function expectWhole(words: UnmetWords, { wish, hold }: UnmetView): void {
  const given = Object.values({ ...wish.args, ...hold.args }).map(String);
  for (const said of [sayUnmet(words, { wish, hold }), sayChange(words, hold)]) {
    expect(said).not.toMatch(/[{}]|undefined|NaN|\*\*\*\*|\(\)|（）/);
    expect(said).toMatch(/[^.。][.。]$/);
    expect(said.split('**').length % 2).toBe(1);
    // A number that no argument gave would be made up by the text.
    for (const number of said.match(/\d+/g) ?? []) expect(given.join(' ')).toContain(number);
  }
}

for (const [topic, cases] of Object.entries(CASES)) {
  describe(topic, () => {
    for (const one of cases) {
      it(`IN24: ${one.name}: what is missed and why`, () => {
        const unmet = found(one, one.broken);
        const all = unmet.map(shown);
        for (const each of unmet) for (const words of [en, zh]) expectWhole(words, each);
        for (const { args, ...expected } of one.found) {
          const about = all.find(({ subject }) => subject === expected.subject);
          const { nodes = [], ...plain } = expected;
          expect(about, JSON.stringify(all)).toMatchObject(plain);
          expect(about?.nodes ?? []).toEqual(expect.arrayContaining([...nodes]));
          expect(about?.args).toMatchObject(args);
        }
      });

      it(`IN24: ${one.name}: nothing is said of its healthy twin`, () => {
        expect(found(one, one.healthy).map(shown)).toEqual([]);
      });
    }
  });
}

it('IN24: numbers are those of the tables, whatever they are', () => {
  const few = fc.integer({ min: 1, max: 4 });
  fc.assert(
    fc.property(few, few, (room, over) => {
      const one: Case = { name: '', given: [{ apply: quotaOf(room) }], broken: [], found: [], healthy: [] };
      const [first] = found(one, [{ apply: deployment('web', { replicas: room + over }) }]);
      const words = sayUnmet(en, first as UnmetView);
      expect(words.match(/\d+/g)?.map(Number)).toEqual([room + over, room, room, room, 1]);
    }),
    { numRuns: 4 },
  );
});

it('IN24: before a cluster has come to rest, and in its past, nothing is worked out', () => {
  const run = ran({ name: '', broken: [], found: [], healthy: [] }, []);
  run.give({ type: 'kubectl', argv: ['kubectl', 'scale', '--help'], files: {} });
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  snapshot.cursor.seek(run.engine.journal.end - 1);
  expect(diagnosisView(snapshot)).toBeUndefined();
  run.advance({ quiescent: true });
  snapshot.refresh();
  expect(diagnosisView(snapshot)).toBeUndefined();
  snapshot.cursor.seek(run.engine.journal.end - 1);
  expect(diagnosisView(snapshot)).toEqual({ unmet: [], count: 0 });
});
