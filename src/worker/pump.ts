import { equalExactly } from '../base/equality.ts';
import { breakageOf } from '../engine/index.ts';
import { answer } from '../inspect/answer.ts';
import type { Crowd } from '../inspect/crowd/crowd.ts';
import { crowdAt } from '../inspect/crowd/crowd-at.ts';
import { viewBuilders } from '../inspect/views/index.ts';
import { whyAnswer } from '../inspect/why-answer.ts';
import type { CrowdChange } from '../protocol/crowd-view.ts';
import type { BranchInfo, Frame, FromWorker, Place, SentFrame, ToWorker, ViewParams } from '../protocol/messages.ts';
import { KUBERNETES } from '../protocol/messages.ts';
import type { Query, QueryResult } from '../protocol/queries.ts';
import type { Input, RunDescription } from '../protocol/run-description.ts';
import { type Change, difference } from '../protocol/share.ts';
import type { ViewName } from '../protocol/views.ts';
import { Simulation, type SimulationOptions } from './simulation.ts';

export interface Host {
  /** Sends a message. Buffers that are handed over belong to the receiver from then on. */
  post(message: FromWorker, handedOver?: readonly ArrayBuffer[]): void;
  /** Runs soon, after messages that wait. */
  later(action: () => void): void;
  /** Milliseconds for pacing slices and frames; never seen by the simulation. */
  now(): number;
}

const SLICE_OCCURRENCES = 400;
const SLICE_MILLIS = 10;
/** Running takes so many times as long as frames do. */
const SLICES_A_FRAME = 3;

/** Messages that do not move the cursor, and may be taken at any time. */
const AT_ANY_TIME: ReadonlySet<ToWorker['type']> = new Set(['filter', 'breakpoints', 'crowd', 'query']);

/** Messages whose failure leaves everything as it was. */
const HARMLESS: ReadonlySet<ToWorker['type']> = new Set(['query', 'bring', 'nameBranch', 'deleteBranch']);

/** Moves to a place of the reader's choice. What plays goes on from wherever an answer has led. */
const BY_HAND: ReadonlySet<ToWorker['type']> = new Set([
  'answer',
  'step',
  'scene',
  'seek',
  'seekIndex',
  'runToQuiescence',
  'runToBreakpoint',
  'halt',
  'wait',
  'switchBranch',
  'deleteBranch',
]);

/** A move that waits for the engine to get there. */
interface Pending {
  readonly id: number;
  readonly attempt: () => boolean;
  /** Any other move ends it where it has got to. */
  readonly isRun: boolean;
}

/**
 * Turns the page's messages into moves of the simulation, and what the simulation shows into frames for the page.
 *
 * Promises: messages take effect in the order in which they came, but while the parts of a scenario are told, when moves wait
 * for their end; each message with an id is answered once, by a frame that has its effect or by `failed`; there is at most one
 * frame a turn, and it has only what differs from the one before; a slice never keeps a message waiting longer than about
 * `SLICE_MILLIS`.
 * Does not promise: a frame for each move. Several may share one.
 * Called by: the worker's entry (`receive`), or a server that shows its own cluster (`changed`). All it needs of the world
 * is `Host`: tests and Node have their own.
 */
export class Pump {
  /** Undefined until a run was opened. */
  private simulation: Simulation | undefined;
  private readonly subscriptions = new Map<ViewName, ViewParams>();
  /** Views that the page has as they were at another place: the next frame has them whole. */
  private readonly stale = new Set<ViewName>();
  /** The views as the page has them; a view is only sent when it differs. */
  private readonly sent = new Map<ViewName, unknown>();
  /** The description and the branches that the page has. */
  private sentRun = '';
  private sentBranches: readonly BranchInfo[] = [];
  /** Moves that need more than one slice, in the order in which they came. */
  private pending: Pending[] = [];
  /** While the parts of a scenario are given one after another, no other move comes between. */
  private isTelling = false;
  /** Messages that wait for the end of that, in their order. */
  private held: ToWorker[] = [];
  /** Moves that the next frame answers. */
  private done: number[] = [];
  /** Whose picture of very many nodes the page has, where it looks at one. */
  private crowd: { sentOf: Crowd | undefined } | undefined;
  /** At most one frame is planned at a time. */
  private framePlanned = false;
  /** Before that none is made of what the run has gained alone. */
  private nextFrame = 0;
  /** A slice is planned: it plans the next one itself. */
  private running = false;

  constructor(
    private readonly host: Host,
    private readonly options: SimulationOptions,
  ) {}

  receive(message: ToWorker): void {
    try {
      this.dispatch(message);
    } catch (error) {
      this.host.post({ type: 'failed', id: message.id, message: textOf(error) });
      // Who only asks has changed nothing: the run goes on, also where what answers could not be fetched, or where what should
      // stand beside it cannot be executed.
      if (!HARMLESS.has(message.type)) this.broke(error);
    }
  }

  /** A run that somebody else drives has gone on. */
  changed(): void {
    if (this.simulation === undefined) return;
    this.simulation.follow();
    for (const name of this.subscriptions.keys()) this.stale.add(name);
    this.planFrame();
  }

  private broke(error: unknown): void {
    const { what, causes } = breakageOf(error, this.simulation?.engine.journal);
    this.host.post({ type: 'broken', message: what, causes });
  }

  private dispatch(message: ToWorker): void {
    if (message.type === 'hello') {
      this.host.post({ type: 'ready', build: this.options.build, kubernetes: KUBERNETES });
      return;
    }
    if (message.type === 'open') {
      this.open(message);
      return;
    }
    if (message.type === 'subscribe') {
      this.subscriptions.set(message.view, message.params ?? {});
      this.stale.add(message.view);
      this.finish(message.id);
      return;
    }
    if (message.type === 'unsubscribe') {
      this.subscriptions.delete(message.view);
      this.finish(message.id);
      return;
    }
    if (this.simulation === undefined) {
      this.host.post({ type: 'failed', id: message.id, message: 'no run is open' });
      return;
    }
    if (this.isTelling && !AT_ANY_TIME.has(message.type)) this.held.push(message);
    else this.move(this.simulation, message);
  }

  private move(simulation: Simulation, message: ToWorker): void {
    if (BY_HAND.has(message.type)) {
      simulation.letGo();
      this.halt();
    }
    switch (message.type) {
      case 'give':
        simulation.give(message.input, message.how);
        return this.finish(message.id);
      case 'answer':
        return this.whenReached(message.id, () => simulation.seekAnswer(message.command));
      case 'withdraw':
        simulation.withdraw(message.place);
        return this.finish(message.id);
      case 'leaveOut':
        simulation.leaveOut(message.place);
        return this.finish(message.id);
      case 'beside':
        simulation.giveBeside(message.place);
        return this.finish(message.id);
      case 'parts':
        return this.tell(simulation, message.id, message.inputs, message.to);
      case 'filter':
        simulation.setFilter(message.filter);
        return this.finish(message.id);
      case 'step':
        return this.whenReached(message.id, () => simulation.stepBy(message.by));
      case 'play':
        return this.whenReached(message.id, () => simulation.playOn());
      case 'scene':
        return this.whenReached(message.id, () => simulation.sceneBy(message.by));
      case 'seek':
        return this.seek(simulation, message.id, message.to);
      case 'seekIndex':
        simulation.seekIndex(message.index);
        return this.finish(message.id);
      case 'runToQuiescence':
        simulation.dare();
        return this.whenReached(message.id, () => simulation.resting && simulation.seekEnd(), true);
      case 'runToBreakpoint':
        simulation.dare();
        return this.whenReached(message.id, () => reachesBreakpoint(simulation, message.direction), true);
      case 'halt':
        return this.finish(message.id);
      case 'wait':
        simulation.wait(message.micros);
        return this.finish(message.id);
      case 'crowd':
        this.crowd = message.isWanted ? { sentOf: undefined } : undefined;
        return this.finish(message.id);
      case 'breakpoints':
        simulation.breakpoints = message.list;
        // Also where nothing is left to look for.
        this.stale.add('breakpoints');
        return this.finish(message.id);
      case 'switchBranch':
        simulation.switchTo(message.branch);
        return this.finish(message.id);
      case 'nameBranch':
        simulation.nameBranch(message.branch, message.name);
        return this.finish(message.id);
      case 'deleteBranch':
        simulation.deleteBranch(message.branch);
        return this.finish(message.id);
      case 'bring':
        simulation.bring(message.run);
        return this.finish(message.id);
      case 'query':
        return this.ask(simulation, message.id, message.query);
    }
  }

  private ask(simulation: Simulation, id: number, query: Query): void {
    const done = (result: QueryResult) => this.host.post({ type: 'done', id, result });
    if (query.type === 'lost') return done({ type: 'lost', inputs: simulation.onlyIn(query.branch) });
    if (query.type === 'why') return done(whyAnswer(simulation.snapshot, query.seq));
    if (query.type !== 'compare')
      return done(answer(simulation.snapshotOf('branch' in query ? query.branch : undefined), query));
    const sides = simulation.sideBySide(query.left, query.right);
    const goOn = () => {
      const until = this.host.now() + SLICE_MILLIS;
      try {
        while (!sides.advance(SLICE_OCCURRENCES)) if (this.host.now() >= until) return this.host.later(goOn);
        done({ type: 'compare', comparison: sides.compare() });
      } catch (error) {
        this.host.post({ type: 'failed', id, message: textOf(error) });
      }
    };
    goOn();
  }

  private open({ run, position, present, until, id }: Extract<ToWorker, { type: 'open' }>): void {
    const given = [...this.pending, ...this.held];
    this.pending = [];
    this.held = [];
    this.isTelling = false;
    const told = present ?? (position === undefined ? undefined : Number.POSITIVE_INFINITY);
    this.simulation = new Simulation(run, this.options, told, until);
    this.simulation.onGiving = (given) => this.host.post({ type: 'giving', given });
    // Moves of the run before have no place to get to any more: who waits for them shall not wait for ever.
    for (const move of given) this.finish(move.id);
    this.sentRun = '';
    if (position !== undefined) {
      const simulation = this.simulation;
      const last = Math.max(position, present ?? 0);
      while (!simulation.resting && simulation.engine.stepCount <= last) simulation.runSlice(SLICE_OCCURRENCES);
      simulation.seek(position);
    }
    this.finish(id);
  }

  private tell(simulation: Simulation, id: number, inputs: readonly Input[], to: Place | undefined): void {
    let given = 0;
    this.isTelling = true;
    this.whenReached(id, () => {
      for (; simulation.resting && given < inputs.length; given += 1) {
        simulation.givePart(inputs[given] as Input);
      }
      if (given < inputs.length || (to !== undefined && !simulation.resting)) return false;
      if (to !== undefined) simulation.seekPlace(to);
      this.isTelling = false;
      return true;
    });
  }

  private seek(simulation: Simulation, id: number, to: number | 'start' | 'end'): void {
    if (to === 'end') return this.whenReached(id, () => simulation.resting && simulation.seekEnd());
    if (to === 'start') {
      simulation.seekStart();
      return this.finish(id);
    }
    this.whenReached(id, () => {
      if (to >= simulation.engine.stepCount && !simulation.resting) return false;
      simulation.seek(to);
      return true;
    });
  }

  /** Tries a move now, and again after every slice until it succeeds. */
  private whenReached(id: number, attempt: () => boolean, isRun = false): void {
    if (attempt()) {
      this.finish(id);
      return;
    }
    this.pending.push({ id, attempt, isRun });
    this.keepRunning();
  }

  /** Ends runs under way. */
  private halt(): void {
    const runs = this.pending.filter(({ isRun }) => isRun);
    if (runs.length === 0) return;
    this.pending = this.pending.filter(({ isRun }) => !isRun);
    for (const { id } of runs) this.finish(id);
  }

  private finish(id: number): void {
    this.done.push(id);
    for (const name of this.subscriptions.keys()) this.stale.add(name);
    this.planFrame();
    this.keepRunning();
  }

  // Running ahead

  private keepRunning(): void {
    if (this.running) return;
    this.running = true;
    this.host.later(() => this.slice());
  }

  private slice(): void {
    this.running = false;
    const { simulation } = this;
    if (simulation === undefined) return;
    if (!simulation.resting) {
      const until = this.host.now() + SLICE_MILLIS;
      try {
        while (!simulation.resting && this.host.now() < until) simulation.runSlice(SLICE_OCCURRENCES);
      } catch (error) {
        this.broke(error);
        return;
      }
      for (const name of this.subscriptions.keys()) this.stale.add(name);
      this.planFrameInTurn(simulation);
    }
    try {
      this.look(simulation);
    } catch (error) {
      this.broke(error);
      return;
    }
    const reached = (move: Pending) => {
      if (!move.attempt()) return false;
      this.finish(move.id);
      return true;
    };
    this.pending = this.pending.filter((move) => !reached(move));
    if (!this.isTelling) for (const message of this.held.splice(0)) this.receive(message);
    if (!simulation.resting) this.keepRunning();
  }

  /** On with the search for breakpoints, a part at a time: what is asked meanwhile comes between. */
  private look(simulation: Simulation): void {
    if (!simulation.hasToLook) return;
    simulation.lookForBreakpoints();
    this.stale.add('breakpoints');
    this.planFrameInTurn(simulation);
    this.keepRunning();
  }

  // Frames

  /** Plans a frame so that the run goes on although a frame of a large cluster takes longer than a slice. */
  private planFrameInTurn(simulation: Simulation): void {
    if (simulation.resting || this.host.now() >= this.nextFrame) this.planFrame();
  }

  private planFrame(): void {
    if (this.framePlanned) return;
    this.framePlanned = true;
    this.host.later(() => this.postFrame());
  }

  private postFrame(): void {
    this.framePlanned = false;
    const begun = this.host.now();
    const { simulation, done } = this;
    this.done = [];
    if (simulation === undefined) {
      for (const id of done) this.host.post({ type: 'done', id });
      return;
    }
    const views: Partial<Record<ViewName, Change>> = {};
    const failedViews: Partial<Record<ViewName, string>> = {};
    for (const name of this.stale) {
      const params = this.subscriptions.get(name);
      if (params === undefined) continue;
      try {
        const view = viewBuilders[name](simulation.snapshot, params);
        const change = this.sent.has(name) ? difference(this.sent.get(name), view) : { to: view };
        if (change === undefined) continue;
        this.sent.set(name, view);
        views[name] = change;
      } catch (error) {
        failedViews[name] = textOf(error);
      }
    }
    this.stale.clear();
    const failed = Object.keys(failedViews).length > 0;
    const crowd = this.crowdOnce(simulation);
    const message: FromWorker = {
      type: 'frame',
      frame: {
        ...placeOf(simulation),
        ...this.runOnce(simulation),
        ...this.branchesOnce(simulation),
        views,
        ...(failed && { failedViews }),
        ...(crowd && { crowd }),
      },
      ...(done.length > 0 && { done }),
    };
    this.host.post(message, crowd === undefined ? [] : buffersOf(crowd));
    const now = this.host.now();
    this.nextFrame = now + (now - begun) * SLICES_A_FRAME;
  }

  private crowdOnce({ snapshot }: Simulation): CrowdChange | undefined {
    const { crowd } = this;
    if (crowd === undefined) return undefined;
    const seen = crowdAt(snapshot);
    const isWhole = seen !== crowd.sentOf;
    crowd.sentOf = seen;
    return seen.changes(isWhole);
  }

  /** Inputs are only ever added to a branch, unless it is told anew. */
  private runOnce(simulation: Simulation): { readonly run?: RunDescription } {
    const { id, edition, inputs, ownName } = simulation.branch;
    const key = JSON.stringify([id, edition, inputs.length, ownName]);
    if (key === this.sentRun) return {};
    this.sentRun = key;
    return { run: simulation.describe() };
  }

  private branchesOnce({ branchList }: Simulation): { readonly branches?: readonly BranchInfo[] } {
    if (equalExactly(this.sentBranches, branchList)) return {};
    this.sentBranches = branchList;
    return { branches: branchList };
  }
}

function placeOf(simulation: Simulation): Omit<SentFrame, 'views'> {
  const { engine, snapshot, branch } = simulation;
  const { cursor, index, journal } = snapshot;
  return {
    seq: snapshot.seq,
    index: index.countUpTo(cursor.position),
    total: index.size,
    head: engine.stepCount,
    time: snapshot.time,
    headTime: snapshot.sinceStart(engine.now),
    atEnd: cursor.position >= journal.end - 1,
    quiescent: engine.quiescent,
    stoppedAfter: simulation.stoppedAfter,
    ...thinnedOf(journal.thinned),
    ended: branch.ended,
    breakpoint: simulation.hitBreakpoint,
    branch: branch.id,
    begun: simulation.begun,
    edition: branch.edition,
    present: branch.present === Number.POSITIVE_INFINITY ? undefined : branch.present,
    isPast: branch.isPast,
    untold: simulation.untold,
    waiting: branch.waiting.map(({ input }) => ('files' in input ? { ...input, files: {} } : input)),
    digest: engine.digest,
  };
}

/** Typed arrays cross the bridge without being copied. */
function buffersOf({ nodes, pods, now }: CrowdChange): readonly ArrayBuffer[] {
  return [
    nodes.numbers,
    nodes.flags,
    nodes.districts,
    nodes.capacities,
    pods.numbers,
    pods.nodes,
    pods.glyphs,
    now,
  ].map(({ buffer }) => buffer as ArrayBuffer);
}

function thinnedOf(thinned: Frame['thinned']): Pick<Frame, 'thinned'> {
  return thinned === undefined ? {} : { thinned };
}

/** At a breakpoint, or where there is none any more. */
function reachesBreakpoint(simulation: Simulation, direction: 1 | -1): boolean {
  const met = simulation.seekBreakpoint(direction);
  return met === true || (met === false && (direction < 0 || simulation.resting));
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
