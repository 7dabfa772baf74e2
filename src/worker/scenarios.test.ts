import { describe, expect, it } from 'vitest';
import { beatView } from '../inspect/beats/beat-view.ts';
import { Snapshot } from '../inspect/snapshot.ts';
import { informersView } from '../inspect/views/informers.ts';
import { nodeView } from '../inspect/views/node.ts';
import { SCENARIOS, TOPICS, type TopicId } from '../scenarios/index.ts';
import { type Claim, isAside } from './claims/claim.ts';
import { ENDS } from './claims/ends.ts';
import { type Evidence, evidenceOf } from './claims/evidence.ts';
import { GOALS } from './claims/goals.ts';
import { CLAIMS } from './claims/index.ts';
import { goalProblems, partProblems } from './claims/problems.ts';
import { type ToldScenario, tellScenario } from './scenario-run.ts';
import { FIRST_FILTER } from './simulation.ts';

/** Claims, without what is only said aside. */
const isHeld = (claim: RegExp | Claim) => claim instanceof RegExp || !isAside(claim);

function told(id: string): ToldScenario {
  const scenario = SCENARIOS.find((each) => each.id === id);
  if (scenario === undefined) throw new Error(`no scenario ${id}`);
  return tellScenario(scenario);
}

const USUAL_ENDS: { readonly [input: string]: string | undefined } = { request: 'answeredByHand' };

/** The kind of the sentence that each part ends on. */
function endsOf({ run, parts }: ToldScenario): readonly string[] {
  const { journal } = run.engine;
  const { beats } = new Snapshot(run.engine, FIRST_FILTER);
  return parts.map(({ after }, at) => {
    const end = (parts[at + 1]?.after ?? journal.end) - 1;
    const beat = beatView(beats, journal, beats.placeAt(end));
    return beat === undefined || beat.seq < after ? 'nothing' : beat.insight.kind.replace('insight.', '');
  });
}

/** Columns by words: how wide they are is told elsewhere. */
const cells = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).join(' '));

describe('the list of scenarios', () => {
  it('shows everything that can be watched here', () => {
    const shown = new Set(SCENARIOS.flatMap(({ topics }) => topics));
    expect((Object.keys(TOPICS) as TopicId[]).filter((topic) => !shown.has(topic))).toEqual([]);
  });

  it('has a title, a goal and words for each part in both languages, and a claim for each part', () => {
    expect(new Set(SCENARIOS.map(({ id }) => id)).size).toBe(SCENARIOS.length);
    for (const { id, title, goal, parts, topics } of SCENARIOS) {
      expect(topics.length, id).toBeGreaterThan(0);
      for (const { en, zh } of [title, goal, ...parts.map(({ text }) => text)]) {
        expect(en, id).toMatch(/^[A-Z“‘0-9a-z-].*[\w.?!:)…”]$/);
        expect(zh, id).toMatch(/[\u4e00-\u9fff]/);
      }
      expect(goal.en.length, id).toBeGreaterThan(120);
      expect(CLAIMS[id]?.length, `claims of ${id}`).toBe(parts.length);
      for (const held of CLAIMS[id] ?? []) expect(held.some(isHeld), id).toBe(true);
    }
    expect(
      Object.keys({ ...CLAIMS, ...GOALS }).filter((id) => !SCENARIOS.some((scenario) => scenario.id === id)),
    ).toEqual([]);
  });
});

// BE15: and each part ends on the beat that it is about.
describe('what a scenario says is what happens', () => {
  for (const scenario of SCENARIOS) {
    it(scenario.id, () => {
      const held = CLAIMS[scenario.id] ?? [];
      const told = tellScenario(scenario);
      expect(told.parts.map(({ quiescent }) => quiescent)).not.toContain(false);
      const parts = evidenceOf(told, scenario.parts);
      const problems = (part: Evidence, at: number) =>
        partProblems(part, held[at] ?? []).map((problem) => `part ${at + 1}: ${problem}`);
      expect(parts.flatMap(problems)).toEqual([]);
      expect(endsOf(told)).toEqual(
        scenario.parts.map(({ input }, at) => ENDS[scenario.id]?.[at + 1] ?? USUAL_ENDS[input.type] ?? 'printed'),
      );
      expect(goalProblems(scenario.goal, parts, [...held, GOALS[scenario.id] ?? []])).toEqual([]);
    });
  }
});

it('the walk through a node port prints the listing of a node on which it was done', () => {
  const { run, parts } = told('crd-array-watcher');
  const [service, endpoint] = parts.slice(-2).map(({ said }) => cells(said));
  expect(service).toEqual([
    'Chain KUBE-SVC-HW2XM7FRY33HEVYM (2 references)',
    'num pkts bytes target prot opt in out source destination',
    '1 2 120 KUBE-MARK-MASQ tcp -- * * !10.244.0.0/16 10.100.116.139 /* default/crd-array-watcher cluster IP */ tcp dpt:8080',
    '2 4 240 KUBE-SEP-PLQTWCYKKRRVAV4U all -- * * 0.0.0.0/0 0.0.0.0/0 /* default/crd-array-watcher -> 10.244.0.35:8080 */',
  ]);
  expect(endpoint).toEqual([
    'Chain KUBE-SEP-PLQTWCYKKRRVAV4U (1 references)',
    'num pkts bytes target prot opt in out source destination',
    '1 0 0 KUBE-MARK-MASQ all -- * * 10.244.0.35 0.0.0.0/0 /* default/crd-array-watcher */',
    '2 4 240 DNAT tcp -- * * 0.0.0.0/0 0.0.0.0/0 /* default/crd-array-watcher */ tcp to:10.244.0.35:8080',
  ]);
  const snapshot = new Snapshot(run.engine, FIRST_FILTER);
  snapshot.cursor.seek(run.engine.journal.end - 1);
  const [files] = nodeView(snapshot, {}).files ?? [];
  expect(files?.pod).toMatch(/^default\/crd-array-watcher-/);
  expect(files?.resolvConf).toContain('search default.svc.cluster.local');
  expect(files?.hosts).toMatch(/\n10\.244\.0\.35\tcrd-array-watcher-/);
});

it('Fruit prints what a database of fruits would', () => {
  const { parts } = told('fruit');
  expect(cells(parts[5]?.said ?? '')).toEqual([
    'NAME SWEET WEIGHT COMMENT',
    'apple false 100 little bit rotten',
    'banana true 80 just bought',
  ]);
  expect(cells(parts[11]?.said ?? '')).toEqual(['NAME SWEET WEIGHT COMMENT', 'banana true 80 just bought']);
});

it('the index of a program holds the sets of the example, before and after', () => {
  const { run, parts } = told('index');
  const setsAt = (step: number): string => {
    const snapshot = new Snapshot(run.engine, FIRST_FILTER);
    snapshot.cursor.seek(step);
    const { informer } = informersView(snapshot, { name: 'pod-watcher/pods' });
    return (informer?.indices ?? [])
      .filter(({ index }) => index === 'byNode')
      .map(({ value, keys }) => `${value}: ${keys.join(' ')}`)
      .join('\n');
  };
  expect(setsAt((parts[2]?.after ?? 0) - 1)).toBe(
    'node-123: default/pod-1 default/pod-2 kube-system/pod-abc\nnode-456: default/pod-3\nnode-789: default/pod-watcher',
  );
  expect(setsAt((parts[3]?.after ?? 0) - 1)).toContain('node-456: default/pod-3 default/pod-4\n');
  expect(setsAt(run.engine.journal.end - 1)).toContain('node-456: default/pod-4\n');
});
