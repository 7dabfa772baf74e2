import { type Context, Engine, type Recording } from '../../engine/index.ts';
import { defineSteps, kindsOf, step } from '../../steps/define.ts';
import { network } from '../../steps/network.ts';

const testing = defineSteps('testing', { begin: step({ level: 'step', models: 'test' }) });

/** An engine that knows this room's steps, and a step to begin from. */
export function testEngine(recording: Recording = 'full'): { engine: Engine; ctx: Context } {
  const engine = new Engine({
    seed: 1,
    kinds: kindsOf(network, testing),
    startTime: 1_000_000_000,
    recording,
    maxSteps: 1_000_000,
    freeze: recording === 'full',
  });
  let ctx: Context | undefined;
  engine.perform(() => {
    ctx = engine.beginStory('person', testing.begin, 'test');
  });
  return { engine, ctx: ctx as Context };
}

/** Runs something as an occurrence and gives its result. */
export function doing<T>(engine: Engine, action: () => T): T {
  let result: T | undefined;
  engine.perform(() => {
    result = action();
  });
  return result as T;
}

/** A dump without the lines that hold a date. */
export function withoutDates(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim();
}
