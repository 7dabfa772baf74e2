import type { Micros } from '../../../base/time/units.ts';
import { type Context, Engine, type Process, type StepKind, type Wait } from '../../../engine/index.ts';
import { etcd as steps } from '../../../steps/etcd.ts';
import { type Environment, NO_FAULTS } from '../../ports/environment.ts';
import type { EtcdServer } from '../../ports/etcd.ts';
import { realisticLatencies } from '../../ports/latency.ts';
import { createEtcd, type EtcdOptions } from '../index.ts';

/** A store alone on an engine of its own. */
export interface World {
  readonly engine: Engine;
  readonly etcd: EtcdServer;
  /** Runs a process to its end, or waits, and everything else that it leads to. */
  run<T>(make: (ctx: Context) => Process<T> | Wait<T>): T;
  /** Something that takes no time. */
  act<T>(action: (ctx: Context) => T): T;
  /** Lets time pass. */
  wait(micros: Micros): void;
}

export function etcdWorld(options: Partial<EtcdOptions> = {}, seed = 7): World {
  const kinds = Object.values(steps) as readonly StepKind[];
  const engine = new Engine({ seed, kinds, startTime: 0, recording: 'full', maxSteps: 100_000, freeze: true });
  const env: Environment = {
    engine,
    latencies: realisticLatencies,
    faults: NO_FAULTS,
  };
  const etcd = createEtcd(env, options);
  const begin = (): Context =>
    engine.beginStory('test', steps.loaded as StepKind<{ keys: number; revision: number }>, 'test', {
      keys: 0,
      revision: 0,
    });
  const settle = (): void => {
    while (!engine.quiescent && engine.advance());
  };
  return {
    engine,
    etcd,
    run<T>(make: (ctx: Context) => Process<T> | Wait<T>): T {
      let result: T | undefined;
      engine.perform(() => {
        const ctx = begin();
        engine.spawn(
          (function* () {
            const made = make(ctx);
            result = 'begin' in made ? yield made : yield* made;
          })(),
        );
      });
      settle();
      return result as T;
    },
    act<T>(action: (ctx: Context) => T): T {
      let result: T | undefined;
      engine.perform(() => {
        result = action(begin());
      });
      settle();
      return result as T;
    },
    wait(micros) {
      const until = engine.now + micros;
      while ((engine.nextTime ?? Number.POSITIVE_INFINITY) <= until && engine.advance());
      engine.idleUntil(until);
    },
  };
}
