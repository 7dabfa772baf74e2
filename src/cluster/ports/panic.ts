// Models staging/src/k8s.io/apimachinery/pkg/util/runtime/runtime.go, HandleCrash (v1.36): what nobody catches ends the process

import type { Context, Engine, Owner, Process, Signal } from '../../engine/index.ts';
import { panicSteps } from '../../steps/panic.ts';

/** A process that is begun again after its end: what goes on in it for ever waits for that. */
export interface LastingProcess extends Owner {
  readonly begun: Signal;
}

/** Whose code runs now; undefined where what is thrown is to end the run, as in tests. */
export function ownProcess(engine: Engine): LastingProcess | undefined {
  return engine.owner as LastingProcess | undefined;
}

/** A loop that goes on with the next process when this one has ended. */
export function* lasting(engine: Engine, begin: () => Process): Process {
  const process = ownProcess(engine);
  if (process === undefined) return yield begin();
  for (;;) {
    try {
      return yield begin();
    } catch (error) {
      engine.panic(error, process);
    }
    yield process.begun;
  }
}

interface Called {
  readonly engine: Engine;
  readonly processes?: ReadonlyMap<string, LastingProcess>;
}

/**
 * Calls of one program in another run in the caller's process here: whoever made the last step is who could not go on.
 * Undefined: the caller himself.
 */
export function calledProcess({ engine, processes }: Called): LastingProcess | undefined {
  const { lastPart } = engine;
  return lastPart === undefined ? undefined : processes?.get(engine.actorName(lastPart.actor));
}

/** The step that says what happened. */
export function sayPanic(ctx: Context, process: string, error: unknown): Context {
  return ctx.step(panicSteps.panicked, `processes/${process}`, {
    process,
    message: messageOf(error),
    where: whereOf(error),
  });
}

const OVERFLOW = /call stack|too much recursion/i;

/** Browsers have words of their own for a stack that is full. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return OVERFLOW.test(text) ? 'stack overflow' : firstLine(text);
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, 300);
}

/** `    at Chain.admit (file:1:2)`, `admit@file:1:2` */
const FRAME = /^\s*(?:at (?:async )?(?:new )?([\w$.<>]+) \(|([\w$./<]+)@)/;

/** The functions that it was in. A built engine has short names for most: they tell nothing. */
function whereOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const line of stack.split('\n').slice(0, 12)) {
    const found = FRAME.exec(line);
    const name = (found?.[1] ?? found?.[2] ?? '').replace(/^(?:Object|Generator)\./, '');
    if (/[A-Za-z]{4}/.test(name) && name !== 'assert' && name !== 'present') return name;
  }
  return '';
}
