import { assign, fromPromise, setup } from 'xstate';
import { type Pace, type Speed, stepDuration } from './speed.ts';

/** A way to move the cursor; resolves when the cursor is there. */
export type Move =
  | { readonly type: 'step'; readonly by: number }
  | { readonly type: 'scene'; readonly by: 1 | -1 }
  | { readonly type: 'seek'; readonly to: number | 'start' | 'end' }
  | { readonly type: 'index'; readonly index: number };

export type Run = { readonly to: 'quiescence' } | { readonly to: 'breakpoint'; readonly direction: 1 | -1 };

export interface Driver {
  /** One step on, or to a breakpoint before it. */
  play(): Promise<void>;
  run(run: Run): Promise<void>;
  /** Ends a run where it has got to. */
  halt(): void;
  /** Nothing is left to play; a breakpoint was hit; virtual microseconds at the cursor. */
  position(): { readonly atEnd: boolean; readonly stopped: boolean; readonly time: number };
  /** Ends motion on the stage at once. */
  finishMotion(): void;
}

export interface PlaybackContext {
  readonly driver: Driver;
  readonly speed: Speed;
  readonly pace: Pace;
  readonly run: Run | undefined;
  readonly elapsed: number;
}
export type PlaybackEvent =
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  | { readonly type: 'toggle' }
  | { readonly type: 'move' }
  | { readonly type: 'run'; readonly run: Run }
  | { readonly type: 'tempo'; readonly speed: Speed; readonly pace: Pace };

type Input = Pick<PlaybackContext, 'driver' | 'speed' | 'pace'>;

/**
 * paused, playing (a step, then its time on the stage), running (the engine runs ahead to a goal).
 * Any key of the viewer ends motion and takes over; steps are never queued.
 */
export const playback = setup({
  types: {} as { context: PlaybackContext; events: PlaybackEvent; input: Input },
  actors: {
    advance: fromPromise<number, { driver: Driver }>(async ({ input: { driver } }) => {
      const before = driver.position().time;
      await driver.play();
      return driver.position().time - before;
    }),
    runAhead: fromPromise<void, { driver: Driver; run: Run | undefined }>(async ({ input: { driver, run } }) => {
      if (run !== undefined) await driver.run(run);
    }),
  },
  actions: {
    finishMotion: ({ context }) => context.driver.finishMotion(),
    halt: ({ context }) => context.driver.halt(),
    setTempo: assign(({ event, context }) =>
      event.type === 'tempo' ? { speed: event.speed, pace: event.pace } : { speed: context.speed, pace: context.pace },
    ),
  },
  guards: {
    nothingLeft: ({ context }) => context.driver.position().atEnd || context.driver.position().stopped,
  },
  delays: {
    stepTime: ({ context }) => stepDuration(context.pace, context.speed, context.elapsed),
  },
}).createMachine({
  id: 'playback',
  initial: 'paused',
  context: ({ input }) => ({ ...input, run: undefined, elapsed: 0 }),
  on: {
    tempo: { actions: 'setTempo' },
    run: { target: '.running', actions: ['finishMotion', assign(({ event }) => ({ run: event.run }))] },
    move: { target: '.paused', actions: 'finishMotion' },
  },
  states: {
    paused: {
      on: { play: 'playing', toggle: 'playing' },
    },
    playing: {
      initial: 'stepping',
      on: {
        pause: 'paused',
        toggle: { target: 'paused', actions: 'finishMotion' },
      },
      states: {
        stepping: {
          invoke: {
            src: 'advance',
            input: ({ context }) => ({ driver: context.driver }),
            onDone: { target: 'showing', actions: assign(({ event }) => ({ elapsed: event.output })) },
            onError: '#playback.paused',
          },
        },
        showing: {
          always: { guard: 'nothingLeft', target: '#playback.paused' },
          after: { stepTime: 'stepping' },
          // A change of speed takes hold at once.
          on: { tempo: { target: 'showing', reenter: true, actions: 'setTempo' } },
        },
      },
    },
    running: {
      invoke: {
        src: 'runAhead',
        input: ({ context }) => ({ driver: context.driver, run: context.run }),
        onDone: 'paused',
        onError: 'paused',
      },
      on: { pause: { target: 'paused', actions: 'halt' }, toggle: { target: 'paused', actions: 'halt' } },
    },
  },
});
