import { assign, fromPromise, setup } from 'xstate';

/** What the life of a session does to its engine. */
export interface Keeper {
  /** Starts an engine and listens to it; rejects with why there is none. */
  begin(): Promise<void>;
  /** Starts another, gives it what the page looks at, and opens in it what is to be opened. */
  restore(): Promise<void>;
  /** Ends the engine: nobody hears of it any more, and nobody waits for it. */
  end(): void;
}

interface Life {
  readonly keeper: Keeper;
  /** Why the engine was started again, or given up. */
  readonly reason: string | undefined;
}

export type LifeEvent =
  | { readonly type: 'start' }
  /** A run is open, as it was asked for. */
  | { readonly type: 'opened' }
  /** A run that has ended its engine too often: it waits for somebody to say how it shall be opened. */
  | { readonly type: 'offered'; readonly reason: string }
  /** The engine has died, or tells what cannot be. `isLost`: its run must not be opened by itself. */
  | { readonly type: 'ended'; readonly reason: string; readonly isLost: boolean }
  /** The reader wants another engine, with what he says. */
  | { readonly type: 'anew' }
  /** The reader ends an engine that answers nothing. */
  | { readonly type: 'stopped'; readonly reason: string }
  /** The engine was heard of. */
  | { readonly type: 'heard' }
  /** It was not, for so long that it is worth a word. */
  | { readonly type: 'silent' }
  | { readonly type: 'closed' };

/** An engine that was started again and lives this long did not die of its run. */
export const SOUND_AFTER_MS = 10_000;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The silence of the engine before is none of the next one. */
const RESTORING = ['#life.kept.run.restoring', '#life.kept.hearing.talking'] as const;

/**
 * The life of a session: off, kept (there is an engine, or one is on its way), given up.
 *
 * Promises: there is never more than one engine, as each is ended before another begins; one that dies is started again by
 * itself once, and then only after it was sound: it lived for `SOUND_AFTER_MS` with its run open, and was heard of after that.
 * Does not promise: to notice that an engine died or is silent. Who listens to it says so.
 * Called by: the session alone, which carries out what the machine says through its `Keeper`, and shows its states.
 */
export const life = setup({
  types: {} as { context: Life; events: LifeEvent; input: Keeper },
  actors: {
    begin: fromPromise<void, Keeper>(({ input }) => input.begin()),
    restore: fromPromise<void, Keeper>(({ input }) => input.restore()),
  },
  actions: {
    end: ({ context }) => context.keeper.end(),
    noteReason: assign(({ event }) => ('reason' in event ? { reason: event.reason } : {})),
    noReason: assign({ reason: undefined }),
  },
  guards: {
    mayBeRestored: ({ event }) => event.type === 'ended' && !event.isLost,
  },
  delays: { soundTime: SOUND_AFTER_MS },
}).createMachine({
  id: 'life',
  initial: 'off',
  context: ({ input }) => ({ keeper: input, reason: undefined }),
  on: {
    anew: { target: '.kept.run.restoring', actions: ['end', 'noReason'] },
    closed: { target: '.off', actions: 'end' },
  },
  states: {
    off: { on: { start: 'kept', offered: { target: 'givenUp', actions: 'noteReason' } } },
    kept: {
      type: 'parallel',
      on: {
        ended: { target: 'givenUp', actions: ['noteReason', 'end'] },
        stopped: { target: 'givenUp', actions: ['noteReason', 'end'] },
      },
      states: {
        run: {
          initial: 'starting',
          states: {
            starting: {
              invoke: {
                src: 'begin',
                input: ({ context }) => context.keeper,
                onDone: 'unopened',
                onError: {
                  target: '#life.givenUp',
                  actions: assign(({ event }) => ({ reason: reasonOf(event.error) })),
                },
              },
            },
            /** An engine that has no run yet. */
            unopened: {
              on: {
                opened: 'opened',
                offered: { target: 'offered', actions: 'noteReason' },
                ended: { guard: 'mayBeRestored', target: RESTORING, actions: ['noteReason', 'end'] },
              },
            },
            /** An engine without a run, as the one that there is must not be opened by itself. */
            offered: { on: { opened: 'opened', offered: { actions: 'noteReason' } } },
            opened: {
              on: {
                offered: { target: 'offered', actions: 'noteReason' },
                ended: { guard: 'mayBeRestored', target: RESTORING, actions: ['noteReason', 'end'] },
              },
            },
            restoring: {
              invoke: {
                src: 'restore',
                input: ({ context }) => context.keeper,
                onDone: 'restored',
                onError: {
                  target: '#life.givenUp',
                  actions: assign(({ event }) => ({ reason: reasonOf(event.error) })),
                },
              },
            },
            /** On trial: if it dies now, its run is to blame. */
            restored: {
              initial: 'young',
              on: { offered: { target: 'offered', actions: 'noteReason' } },
              states: {
                young: { after: { soundTime: 'old' } },
                old: { on: { heard: '#life.kept.run.opened' } },
              },
            },
          },
        },
        hearing: {
          initial: 'talking',
          states: {
            talking: { on: { silent: 'silent' } },
            silent: { on: { heard: 'talking' } },
          },
        },
      },
    },
    /** There may be an engine, in which something else can be opened; its run is not begun again by itself. */
    givenUp: {
      on: {
        start: { target: 'kept', actions: 'end' },
        opened: '#life.kept.run.opened',
        offered: { actions: 'noteReason' },
        ended: { actions: ['noteReason', 'end'] },
        stopped: { actions: ['noteReason', 'end'] },
      },
    },
  },
});
