import { expect, it } from 'vitest';
import { unmet } from '../../narration/unmet/en/index.ts';
import type { UnmetView } from '../../protocol/diagnosis-view.ts';
import type { StageView } from '../../protocol/views.ts';
import { pageWords } from '../i18n/words.ts';
import { say } from '../widgets/kit/words.ts';
import { restSentence, withReason } from './closing.ts';
import { createNarrator } from './narrator.ts';
import { nextCommands } from './next-commands.tsx';

const tile = (name: string, glyph: string, word: string) => ({ name, subject: `pods/default/${name}`, glyph, word });

const english = (key: string, args?: Readonly<Record<string, string | number>>) =>
  say(pageWords, 'en', key as 'rest', args);
const narrator = createNarrator(
  { texts: new Map(), phrases: {}, scenes: {}, facts: {}, notModelled: {}, unmet },
  undefined,
  new Map(),
);
const missed = (wish: UnmetView['wish'], hold: UnmetView['hold']) =>
  ({
    subject: '',
    wish,
    hold,
    held: undefined,
    since: undefined,
    deed: undefined,
    change: undefined,
    undo: undefined,
  }) as const;
const pending = missed(
  { key: 'replicas', args: { kind: 'Deployment', name: 'web', want: 3, have: 2 } },
  { key: 'podWord', args: { pod: 'web-1', word: 'Pending' } },
);

it('at rest the first wish that is not met is told with what holds it up, and how many more there are', () => {
  const stage = { nodes: [{ pods: [tile('web', 'running', 'Running')] }], pendingPods: [], tickets: [] };
  const rest = (...found: readonly UnmetView[]) =>
    restSentence(stage as unknown as StageView, { unmet: found, count: found.length }, narrator, english);
  expect(rest()).toBe('**The cluster is at rest**: its one Pod runs. Go back with ←, or try:');
  const told =
    '**At rest, but not as wished**: Deployment **web** wants **3** Pods, **2** are ready: Pod web-1 is **Pending**.';
  expect(rest(pending)).toBe(told);
  expect(rest(pending, pending)).toBe(`${told} And **1 more**.`);
  expect(rest(pending, pending, pending)).toBe(`${told} And **2 more**.`);
});

it('without the words it is said all the same that not all is well', () => {
  const stage = { nodes: [], pendingPods: [], tickets: [] } as unknown as StageView;
  const said = restSentence(stage, { unmet: [pending], count: 1 }, { unmet: () => undefined }, english);
  expect(said).toBe('**At rest, but not as wished**: not every wish is met.');
});

it('what to try is about the Pod that is named first', () => {
  const stage = {
    nodes: [{ pods: [tile('web', 'running', 'Running'), tile('typo', 'backoff', 'ErrImagePull')] }],
    pendingPods: [tile('big', 'unschedulable', 'Pending')],
    tickets: [],
  } as unknown as StageView;
  expect(nextCommands(stage)[0]).toEqual(['describe', 'pod', 'big']);
  const elsewhere = { ...tile('q', 'unschedulable', 'Pending'), subject: 'pods/other/q' };
  expect(nextCommands({ ...stage, pendingPods: [elsewhere] } as unknown as StageView)[0]).toEqual([
    'describe',
    'pod',
    'q',
    '-n',
    'other',
  ]);
});

it('whose containers end is asked for its log; whoever is waited for is given time', () => {
  const next = (glyph: string, word: string) => {
    const stage = { nodes: [{ pods: [tile('x', glyph, word)] }], pendingPods: [], tickets: [] };
    return nextCommands(stage as unknown as StageView).map((argv) => argv.join(' '));
  };
  expect(next('backoff', 'CrashLoopBackOff')).toEqual(['describe pod x', 'logs x', 'sleep 60']);
  expect(next('backoff', 'ErrImagePull')).toEqual(['describe pod x', 'sleep 60']);
  expect(next('failed', 'Error')).toEqual(['describe pod x', 'logs x']);
});

it('what has completed is no Pod that does not run', () => {
  const pods = [tile('web', 'running', 'Running'), tile('pi', 'succeeded', 'Completed')];
  const stage = { nodes: [{ pods }], pendingPods: [], tickets: [] } as unknown as StageView;
  expect(restSentence(stage, undefined, narrator, english)).toContain('its one Pod runs; one has completed.');
});

it('who got no answer over the network is led to Services, not to more replicas', () => {
  const stage = {
    nodes: [{ pods: [tile('web', 'running', 'Running')] }],
    pendingPods: [],
    tickets: [{ subject: 'deployments.apps/default/web', op: 'create' }],
  } as unknown as StageView;
  const verbs = (line: string, exitCode: number | undefined) =>
    nextCommands(stage, { line, exitCode }).map((argv) => argv.slice(0, 2).join(' '));
  expect(verbs('curl http://web', 7)).toEqual(['get services', 'get endpointslices']);
  expect(verbs('kubectl exec web -- curl -m 2 web', 28)[0]).toBe('get services');
  expect(verbs('curl http://web', 0)[0]).toBe('scale deployment');
  expect(verbs('kubectl get pod curl', 1)[0]).toBe('scale deployment');
});

it('a command that failed is told with its error, whatever was warned of before', () => {
  const ends = 'The command ends with **code 1**.';
  expect(withReason(ends, 'Warning: old\nerror: no resource type "podz"\nSee help\n')).toBe(
    'The command ends with **code 1**: error: no resource type "podz".',
  );
  expect(withReason('命令结束，**退出码 1**。', 'error: a.\n')).toBe('命令结束，**退出码 1**：error: a.');
  expect(withReason(ends, 'did you specify the right host or port?\n')).toMatch(/port\?$/);
  expect(withReason(ends, 'The Pod "x" is invalid: \n* spec.a: Required value\n* spec.b: bad\n')).toBe(
    'The command ends with **code 1**: The Pod "x" is invalid: spec.a: Required value.',
  );
  expect(withReason(ends, 'I0115 09:00:02.04 1001 round_trippers.go:632] "Response"\n')).toBe(ends);
  expect(withReason(ends, '')).toBe(ends); // differences are no error
  expect(withReason(ends, 'x'.repeat(300))).toHaveLength(ends.length + 1 + 110 + 1);
});

it('where no API server serves, nothing is offered that would only be refused', () => {
  const pods = [tile('web', 'running', 'Running')];
  const stage = { nodes: [{ pods }], pendingPods: [], tickets: [], nextRevision: 700, watchCacheRevision: 0 };
  expect(nextCommands(stage as unknown as StageView)).toEqual([]);
  expect(nextCommands({ ...stage, watchCacheRevision: 699 } as unknown as StageView)).not.toEqual([]);
});

it('a kubelet that was stopped is missed after a while, and its Pods given up later', () => {
  const next = (ready: boolean) => {
    const stage = { nodes: [{ pods: [], ready, isSilent: true }], pendingPods: [], tickets: [] };
    return nextCommands(stage as unknown as StageView).map((argv) => argv.join(' '));
  };
  expect([next(true), next(false)]).toEqual([['sleep 60'], ['get nodes', 'sleep 300']]);
});
