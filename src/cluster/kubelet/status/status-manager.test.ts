import { expect, it } from 'vitest';
import { forbidden } from '../../../api/errors/status.ts';
import type { Pod, PodStatus } from '../../../api/types/core.ts';
import { type Context, Engine, type Process, type StepKind } from '../../../engine/index.ts';
import { defineSteps, kindsOf, step } from '../../../steps/define.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { Chance } from '../../ports/environment.ts';
import type { NodeServices } from '../node/services.ts';
import { PodState } from '../pods/pod-state.ts';
import { NOBODY } from '../testing/nobody.ts';
import { StatusManager } from './status-manager.ts';

const test = defineSteps('test', { answered: step({ level: 'step', models: 'none' }) });
const REQUEST = 1_000;

function podOf(uid: string, deleted = false): Pod {
  const deletion = deleted ? { deletionTimestamp: '2026-11-21T02:22:48Z' } : {};
  return {
    metadata: { name: 'web', namespace: 'default', uid, ...deletion },
    spec: { containers: [] },
    status: {},
  } as unknown as Pod;
}

const running: PodStatus = { phase: 'Running' };
const succeeded: PodStatus = { phase: 'Succeeded' };

/** A status manager whose API server has one Pod and answers after a millisecond. */
function world(stored: Pod, chance: Chance = {}) {
  const engine = new Engine({
    seed: 1,
    kinds: kindsOf(test, kinds),
    startTime: 0,
    recording: 'full',
    maxSteps: 1000,
    freeze: true,
  });
  const base = engine.background('kubelet/a');
  const requests: string[] = [];
  const refusals: object[] = [];
  function* answered(ctx: Context, line: string, answer: object): Process<object> {
    yield ctx.sleep(REQUEST);
    ctx.step(test.answered, 'pods/default/web');
    requests.push(line);
    return answer;
  }
  const client = {
    get: (ctx: Context) => answered(ctx, 'get', stored),
    patch: (
      ctx: Context,
      _info: object,
      _namespace: string,
      _name: string,
      { body }: { body: { status: PodStatus } },
    ) => answered(ctx, `patch ${body.status.phase}`, refusals.shift() ?? stored),
    delete: (ctx: Context) => answered(ctx, 'delete', {}),
  };
  const manager = new StatusManager(
    { engine, base, client, node: { name: 'a' }, env: { chance } } as unknown as NodeServices,
    () => stored,
  );
  manager.start();
  const act = (what: (ctx: Context) => void): void =>
    engine.perform(() => what(engine.beginStory('kubelet/a', test.answered as StepKind, 'pods/default/web')));
  const pass = (micros: number): void => {
    const end = engine.now + micros;
    while ((engine.nextTime ?? end + 1) <= end) engine.advance();
    engine.idleUntil(end);
  };
  return { manager, requests, refusals, act, pass };
}

it('KL14: a patch that is refused is tried again after ten seconds', () => {
  const { manager, requests, refusals, act, pass } = world(podOf('u1'));
  const state = new PodState(podOf('u1'), 0, NOBODY);
  refusals.push(forbidden({ group: '', resource: 'pods' }, 'web', 'no'));
  act((ctx) => manager.set(ctx, state, running));
  pass(9_000_000);
  expect(requests).toEqual(['get', 'patch Running']);
  pass(2_000_000);
  expect(requests).toEqual(['get', 'patch Running', 'get', 'patch Running']);
});

it('KL14: another Pod that has taken the name hears nothing of this one', () => {
  const { manager, requests, act, pass } = world(podOf('u2'));
  const state = new PodState(podOf('u1'), 0, NOBODY);
  act((ctx) => manager.set(ctx, state, running));
  pass(60_000_000);
  expect(requests).toEqual(['get']);
  expect(state.said).toBeUndefined();
});

it('KL3: the object goes only when all that is known of it has been written', () => {
  const pod = podOf('u1', true);
  const state = new PodState(pod, 0, NOBODY);
  const { manager, requests, act, pass } = world(pod);
  act((ctx) => manager.finish(ctx, state, running));
  pass(REQUEST + REQUEST / 2);
  act((ctx) => manager.set(ctx, state, succeeded));
  pass(60_000_000);
  expect(requests).toEqual(['get', 'patch Running', 'get', 'patch Succeeded', 'delete']);
});

it('KL3: the object goes as late as somebody else says', () => {
  const pod = podOf('u1', true);
  const state = new PodState(pod, 0, NOBODY);
  const { manager, requests, act, pass } = world(pod, { goneAt: () => 5_000_000 });
  act((ctx) => manager.finish(ctx, state, succeeded));
  pass(4_000_000);
  expect(requests).toEqual(['get', 'patch Succeeded']);
  pass(2_000_000);
  expect(requests.at(-1)).toBe('delete');
});
