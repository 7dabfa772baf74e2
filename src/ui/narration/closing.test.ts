import { expect, it } from 'vitest';
import type { StageView } from '../../protocol/views.ts';
import { pageWords } from '../i18n/words.ts';
import { say } from '../widgets/kit/words.ts';
import { restSentence, withReason } from './closing.ts';
import { nextCommands } from './next-commands.tsx';

const tile = (name: string, glyph: string, word: string) => ({ name, subject: `pods/default/${name}`, glyph, word });

it('what does not run is named at rest, all of it, and what to try is about the one that is named first', () => {
  const stage = {
    nodes: [{ pods: [tile('web', 'running', 'Running'), tile('typo', 'backoff', 'ErrImagePull')] }],
    pendingPods: [tile('big', 'unschedulable', 'Pending')],
    tickets: [],
  } as unknown as StageView;
  const t = (key: string, args?: Readonly<Record<string, string | number>>) =>
    say(pageWords, 'en', key as 'rest', args);
  expect(restSentence(stage, t)).toBe('**At rest**: 1 of 3 Pods run. big: **Pending**; typo: **ErrImagePull**. Try:');
  expect(nextCommands(stage)[0]).toEqual(['describe', 'pod', 'big']);
  const elsewhere = { ...tile('q', 'unschedulable', 'Pending'), subject: 'pods/other/q' };
  expect(nextCommands({ ...stage, pendingPods: [elsewhere] } as unknown as StageView)[0]).toEqual([
    'describe',
    'pod',
    'q',
    '-n',
    'other',
  ]);
  const more = { ...stage, pendingPods: [...stage.pendingPods, tile('huge', 'unschedulable', 'Pending')] } as StageView;
  expect(restSentence(more, t)).toContain('big: **Pending**; huge: **Pending** +1.');
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

it('what has completed is no Pod that does not run; what runs and is not ready is named', () => {
  const pods = [tile('web', 'running', 'Running'), tile('pi', 'succeeded', 'Completed')];
  const stage = { nodes: [{ pods }], pendingPods: [], tickets: [] } as unknown as StageView;
  const t = (key: string, args?: Readonly<Record<string, string | number>>) =>
    say(pageWords, 'en', key as 'rest', args);
  expect(restSentence(stage, t)).toContain('its one Pod runs; one has completed.');
  const waits = { ...tile('slow', 'running-not-ready', 'Running'), ready: '0/1' };
  const both = { ...stage, nodes: [{ pods: [...pods, waits] }] } as unknown as StageView;
  expect(restSentence(both, t)).toContain('1 of 2 Pods run; one has completed. slow: **Running 0/1**.');
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

it('where no API server serves, that is said, and nothing is offered that would only be refused', () => {
  const pods = [tile('web', 'running', 'Running')];
  const stage = { nodes: [{ pods }], pendingPods: [], tickets: [], nextRevision: 700, watchCacheRevision: 0 };
  const t = (key: string, args?: Readonly<Record<string, string | number>>) =>
    say(pageWords, 'en', key as 'rest', args);
  expect(restSentence(stage as unknown as StageView, t)).toMatch(/^\*\*The API server does not serve\*\*/);
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
