import { resourceOf } from '../../api/scheme/scheme.ts';
import type { KObject } from '../../api/types/meta.ts';
import { SECOND } from '../../base/time/units.ts';
import { type Context, Engine, type Recording, type StepKind } from '../../engine/index.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import { kindsOf } from '../../steps/define.ts';
import { type Environment, NO_FAULTS } from '../ports/environment.ts';
import { zeroLatencies } from '../ports/latency.ts';
import { RestClient } from './client.ts';
import { FakeApiServer } from './fake-api-server.ts';

export const START = 1_795_227_768 * SECOND;
export const pods = resourceOf('pods');

export function setUp(
  qps = 0,
  burst = 0,
  latencies = zeroLatencies,
  recording: Recording = 'full',
  kinds: readonly StepKind[] = [],
) {
  const engine = new Engine({
    seed: 1,
    kinds: [...kindsOf(clientgoSteps as never), ...kinds],
    startTime: START,
    recording,
    maxSteps: 100_000,
    freeze: true,
  });
  const env: Environment = { engine, latencies, faults: NO_FAULTS };
  const server = new FakeApiServer(engine);
  const client = new RestClient(env, server, { userAgent: 'test', credentials: {}, qps, burst });
  return { engine, env, server, client };
}

export function settle(engine: Engine): void {
  while (!engine.quiescent && engine.advance()) {
    // until quiet
  }
}

export function runUntil(engine: Engine, time: number): void {
  while ((engine.nextTime ?? Number.POSITIVE_INFINITY) <= time) engine.advance();
  engine.idleUntil(time);
}

export function pod(name: string, labels: Record<string, string> = {}): KObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default', uid: `uid-${name}`, labels } };
}

/** A step of a story, to write tables and queue keys with. */
export function story(engine: Engine): Context {
  return engine.beginStory('kubectl', clientgoSteps.done, 'test', { queue: '', key: '', again: false });
}
