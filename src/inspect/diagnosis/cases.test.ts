import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEYS_TABLE } from '../../cluster/etcd/rows.ts';
import { startedRun } from '../../cluster/testing/started-run.ts';
import type { Run } from '../../engine/index.ts';
import type { UnmetWords } from '../../narration/unmet/args.ts';
import { unmet as en } from '../../narration/unmet/en/index.ts';
import { sayChange, sayUnmet } from '../../narration/unmet/tell.ts';
import { unmet as zh } from '../../narration/unmet/zh/index.ts';
import type { UnmetView } from '../../protocol/diagnosis-view.ts';
import type { Input } from '../../protocol/run-description.ts';
import { answer } from '../answer.ts';
import { Snapshot } from '../snapshot.ts';
import { diagnosisView } from '../views/diagnosis.ts';
import { objectView } from '../views/object.ts';
import type { Case, Deed } from './cases/case.ts';
import { CASES } from './cases/index.ts';
import { deployment, quotaOf, service } from './cases/manifests.ts';
import { clusterOf, doAll } from './cases/run-case.ts';
import { Diagnosis } from './diagnose.ts';

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
  return new Diagnosis(snapshot, true).view.unmet;
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

it('IN44: a refused request without kubectl is told until a binding lets him, and only in its own story', () => {
  const asks = { type: 'request', method: 'GET', path: '/api/v1/namespaces/default/pods', user: 'jane' } as const;
  const one: Case = { name: '', broken: [], found: [], healthy: [], isRefused: true };
  const run = ran(one, [{ give: asks }]);
  expect(diagnosed(run).map(({ subject, hold }) => [subject, hold.key])).toEqual([['users/jane', 'forbidden']]);
  doAll(run, ['kubectl create configmap other'], true);
  expect(diagnosed(run)).toEqual([]);
  doAll(run, ['kubectl create rolebinding sees --clusterrole=view --user=jane', { wait: 2 }, { give: asks }], true);
  expect(diagnosed(run)).toEqual([]);
});

/** A snapshot of a run, with its cursor at the end. */
function shownAt(run: Run<Input>): Snapshot {
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  snapshot.cursor.seek(run.engine.journal.end - 1);
  return snapshot;
}

it('IN26: on the way nothing is said of what is only not there yet, in no step of a healthy story', () => {
  const healthy = [{ apply: deployment('web', { replicas: 3 }) }, { apply: service('web', 'app: web') }];
  const snapshot = shownAt(ran({ name: '', broken: [], found: [], healthy }, healthy));
  const { journal, cursor } = snapshot;
  const first = snapshot.scenes.all.find(({ key }) => key === 'enter')?.seq ?? 0;
  for (let seq = first; seq < journal.end; seq += 1) {
    cursor.seek(seq);
    // Between the two commands everything is at rest.
    expect(diagnosisView(snapshot).unmet.map(shown), `step ${seq}`).toEqual([]);
  }
});

it('IN26: what will not pass by itself is told as soon as it is so, and no longer than it is', () => {
  const broken = [{ apply: deployment('web', { container: '{ name: web, image: nowhere.example/x }' }) }];
  const mended = 'kubectl set image deployment/web web=nginx';
  const snapshot = shownAt(ran({ name: '', broken, found: [], healthy: [] }, [...broken, mended]));
  const { journal, cursor } = snapshot;
  const told: string[] = [];
  for (let seq = journal.base; seq < journal.end; seq += 1) {
    cursor.seek(seq);
    const [first] = diagnosisView(snapshot).unmet;
    const word = first === undefined ? 'nothing' : first.hold.key;
    if (told.at(-1) !== word) told.push(word);
  }
  expect(told).toEqual(['nothing', 'imageMissing', 'nothing']);
});

it('IN26: stepping gives at every place what a jump there gives', () => {
  const broken = [{ apply: deployment('web', { container: '{ name: web, image: nowhere.example/x }' }) }, { wait: 30 }];
  const run = ran({ name: '', broken, found: [], healthy: [] }, broken);
  const [stepping, fresh] = [shownAt(run), shownAt(run)];
  const { journal } = stepping;
  for (let seq = journal.end - 1; seq >= journal.base; seq -= 1) {
    stepping.cursor.seek(seq);
    const view = diagnosisView(stepping);
    if (seq % 40 !== 0) continue;
    fresh.cursor.seek(seq);
    const isAtRest = seq === journal.end - 1;
    expect(view.unmet.map(shown), `step ${seq}`).toEqual(new Diagnosis(fresh, isAtRest).view.unmet.map(shown));
  }
});

it('IN27: a Pod and a ReplicaSet that are told with their owner have their own wish, and what is in the way names whom', () => {
  const broken = [{ apply: quotaOf(1) }, { apply: deployment('web', { replicas: 2 }) }];
  const snapshot = shownAt(ran({ name: '', broken, found: [], healthy: [] }, broken));
  const [set] = [...snapshot.table(KEYS_TABLE).keys()].filter((key) => key.startsWith('/registry/replicasets/'));
  const subject = `replicasets.apps/default/${set?.split('/').at(-1)}`;
  expect(objectView(snapshot, { subject })?.unmet?.map(shown)).toMatchObject([
    { subject, wish: 'replicas', hold: 'quota', args: { kind: 'ReplicaSet', want: 2, have: 1 } },
  ]);
  expect(objectView(snapshot, { subject: 'resourcequotas/default/few' })?.unmet?.map(shown)).toMatchObject([
    { subject: 'deployments.apps/default/web', hold: 'quota' },
  ]);
  expect(objectView(snapshot, { subject: 'namespaces/default' })?.unmet).toEqual([]);
});

describe('the steps that show why', () => {
  const kindsOf = (deeds: readonly Deed[], subject: string, cluster: Case['cluster'] = {}) => {
    const snapshot = shownAt(ran({ name: '', cluster, broken: [], found: [], healthy: [] }, deeds));
    const found = answer(snapshot, { type: 'unmet', subject });
    return found.type === 'unmet' ? found.chain.map(({ kind }) => kind) : [];
  };
  const web = 'deployments.apps/default/web';

  it('IN28: a pull that failed, and back to what was typed', () => {
    const deeds = [{ apply: deployment('web', { container: '{ name: web, image: nowhere.example/x }' }) }];
    const kinds = kindsOf(deeds, web);
    expect(kinds).toContain('kubelet.imageFailed');
    expect(kinds.at(-1)).toBe('kubectl.command');
  });

  it('IN28: empty endpoints and the rule that rejects', () => {
    const deeds = [{ apply: deployment('web') }, { apply: service('web', 'app: wbe') }, { wait: 5 }];
    const kinds = kindsOf(deeds, 'services/default/web', { proxy: 'iptables' });
    expect(kinds).toContain('proxy.portRefused');
    expect(kinds).toContain('controllers.endpointSlices');
    expect(kinds.at(-1)).toBe('kubectl.command');
  });

  it('IN28: the answer that a controller got, and the decision of the scheduler', () => {
    expect(kindsOf([{ apply: quotaOf(1) }, { apply: deployment('web', { replicas: 2 }) }], web)).toContain(
      'apiserver.responded',
    );
    const asks = '{ name: web, image: nginx, resources: { requests: { cpu: "9" } } }';
    expect(kindsOf([{ apply: deployment('web', { container: asks }) }], web)).toContain('scheduler.unschedulable');
  });
});
