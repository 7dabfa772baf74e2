import { type ActorRefFrom, createActor } from 'xstate';
import type { Filter } from '../protocol/messages.ts';
import type { Session } from '../session/session.ts';
import { type Driver, type Move, playback, type Run } from './playback.ts';
import type { ViewerStore } from './viewer-store.ts';

export type PlaybackActor = ActorRefFrom<typeof playback>;

/** Everything the transport, the keys and the panels may ask for. */
export interface Controls {
  readonly playback: PlaybackActor;
  /** A move by hand: ends motion, pauses, and is announced. */
  move(move: Move): void;
  run(run: Run): void;
  toggle(): void;
  pause(): void;
  setFilter(filter: Filter): void;
  /** Into the beat at the cursor: from here on its own steps alone, the first one first. */
  enter(): void;
  /** Out again, to where it stands; from there, away from the object that is followed. */
  leave(): void;
  /** From here on only what touched this object; without one, everything again. */
  follow(object: string | undefined): void;
  /** To the newest change of an object, or of a field of it, that lies behind the cursor. */
  lastChange(subject: string, path?: string): void;
  /** Is what is shown now said aloud? Whatever a move by hand led to is, also of quick ones the last; what plays is not. */
  announces(): boolean;
}

export function createControls(session: Session, viewer: ViewerStore, finishMotion: () => void): Controls {
  const moves = new LatestMove((move) => perform(session, move));
  let isHalted = false;
  const driver: Driver = {
    play: () => session.play(),
    async run(run: Run) {
      if (run.to === 'quiescence') return session.runToQuiescence();
      isHalted = false;
      await session.runToBreakpoint(run.direction);
      if (!isHalted) viewer.setState({ missed: 'breakpoint' });
    },
    halt() {
      isHalted = true;
      session.halt().catch(() => undefined);
    },
    position() {
      const frame = session.frames.getState().frame;
      return {
        atEnd: (frame?.atEnd ?? true) && (frame?.quiescent ?? true),
        stopped: frame?.breakpoint !== undefined,
        time: frame?.time ?? 0,
      };
    },
    finishMotion,
  };
  const { speed, pace } = viewer.getState();
  const actor = createActor(playback, { input: { driver, speed, pace } });
  viewer.subscribe((now, before) => {
    if (now.speed !== before.speed || now.pace !== before.pace) {
      actor.send({ type: 'tempo', speed: now.speed, pace: now.pace });
    }
  });
  actor.start();
  const show = (filter: Filter) => {
    viewer.setState({ filter });
    session.filter(filter).catch(() => undefined);
  };
  /** From the steps of a beat back to all beats; the cursor stays. */
  const goOut = () => {
    const { within, ...filter } = viewer.getState().filter;
    if (within !== undefined) show(filter);
    return within;
  };
  /** Beyond its ends the thread of a beat leads on to its neighbours. */
  const leavesBeat = (move: Move) => {
    const { frame } = session.frames.getState();
    if (viewer.getState().filter.within === undefined || move.type === 'index') return false;
    return move.type !== 'step' || (move.by > 0 ? frame?.index === frame?.total : (frame?.index ?? 0) <= 1);
  };
  let isMovedByHand = false;
  const forgetMissed = () => {
    if (viewer.getState().missed !== undefined) viewer.setState({ missed: undefined });
  };
  return {
    playback: actor,
    move(move) {
      forgetMissed();
      const { onward } = viewer.getState();
      if (onward !== undefined && move.type !== 'seek' && move.type !== 'index' && move.by === 1) return onward();
      // At rest, where a held key finds it, the machine would only leave `paused` to enter it again.
      if (actor.getSnapshot().matches('paused')) finishMotion();
      else actor.send({ type: 'move' });
      isMovedByHand = true;
      if (leavesBeat(move)) goOut();
      moves.ask(move);
    },
    run(run) {
      forgetMissed();
      isMovedByHand = true;
      goOut();
      actor.send({ type: 'run', run });
    },
    toggle() {
      forgetMissed();
      isMovedByHand = false;
      goOut();
      actor.send({ type: 'toggle' });
    },
    pause: () => actor.send({ type: 'pause' }),
    setFilter({ within: _, ...filter }) {
      show(filter);
    },
    enter() {
      const { filter } = viewer.getState();
      const beat = session.frames.getState().views.step?.beat;
      const [first] = beat?.thread ?? [];
      if (beat === undefined || first === undefined || filter.grain !== 'beat' || filter.within !== undefined) return;
      actor.send({ type: 'pause' });
      isMovedByHand = true;
      show({ ...filter, within: beat.seq });
      moves.ask({ type: 'seek', to: first });
    },
    follow(object) {
      const { object: _, within: __, ...filter } = viewer.getState().filter;
      show(object === undefined ? filter : { ...filter, object });
    },
    leave() {
      const within = goOut();
      if (within === undefined) return this.follow(undefined);
      isMovedByHand = true;
      moves.ask({ type: 'seek', to: within });
    },
    lastChange(subject, path) {
      forgetMissed();
      const asked = session.query({ type: 'lastChange', subject, ...(path === undefined ? {} : { path }) });
      asked
        .then((found) => {
          if (found?.type !== 'lastChange' || found.seq === undefined) viewer.setState({ missed: 'change' });
          else this.move({ type: 'seek', to: found.seq });
        })
        .catch(() => undefined);
    },
    announces: () => isMovedByHand && !actor.getSnapshot().matches('running'),
  };
}

function perform(session: Session, move: Move): Promise<void> {
  switch (move.type) {
    case 'step':
      return session.step(move.by);
    case 'scene':
      return session.scene(move.by);
    case 'seek':
      return session.seek(move.to);
    case 'index':
      return session.seekIndex(move.index);
  }
}

/**
 * One move is under way at a time; steps that are asked for meanwhile are added up, so a held key never runs on after
 * release, and a place that is jumped to makes what was asked before it needless.
 */
export class LatestMove {
  private busy = false;
  private waiting: readonly Move[] = [];

  constructor(private readonly perform: (move: Move) => Promise<void>) {}

  ask(move: Move): void {
    if (this.busy) {
      this.waiting = after(this.waiting, move);
      return;
    }
    this.busy = true;
    this.perform(move)
      .catch(() => undefined)
      .finally(() => {
        this.busy = false;
        const [next, ...waiting] = this.waiting;
        this.waiting = waiting;
        if (next !== undefined) this.ask(next);
      });
  }
}

function after(waiting: readonly Move[], move: Move): readonly Move[] {
  if (move.type === 'seek' || move.type === 'index') return [move];
  const before = waiting.slice(0, -1);
  const last = waiting.at(-1);
  if (last?.type !== move.type) return [...waiting, move];
  if (last.type !== 'step' || move.type !== 'step') return [...before, move];
  const by = last.by + move.by;
  return by === 0 ? before : [...before, { type: 'step', by }];
}
