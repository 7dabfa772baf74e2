import { createActor, type SnapshotFrom, waitFor } from 'xstate';
import { equalExactly } from '../base/equality.ts';
import type { Micros } from '../base/time/units.ts';
import type { Breakpoint } from '../protocol/breakpoint.ts';
import type { CrowdChange } from '../protocol/crowd-view.ts';
import type {
  Filter,
  FromWorker,
  Giving,
  LastGood,
  Place,
  SentFrame,
  ToWorker,
  ViewParams,
} from '../protocol/messages.ts';
import type { Query, QueryResult } from '../protocol/queries.ts';
import type { Input, RecordedInput, RunDescription } from '../protocol/run-description.ts';
import type { ViewName } from '../protocol/views.ts';
import { type Connection, connect } from './connection.ts';
import { Deaths } from './deaths.ts';
import { createFrameStore, type FrameState, type LostRun, withFrame } from './frame-store.ts';
import { life } from './life.ts';
import { Patience } from './patience.ts';

type WithoutId<M> = M extends { readonly id: number } ? Omit<M, 'id'> : never;
type Request = WithoutId<ToWorker>;

const giveOf = (input: Input, how: Giving | undefined): Request => ({
  type: 'give',
  input,
  ...(how === undefined ? {} : { how }),
});

interface Waiting {
  readonly resolve: (result: QueryResult | undefined) => void;
  readonly reject: (error: Error) => void;
}

interface Subscription {
  readonly params: ViewParams | undefined;
  readonly holders: number;
}

/** The reason that is shown for an engine that ended without an error. */
export const NO_REASON = 'the engine stopped';

/** Why a run is not opened by itself. */
export const DIED_TOO_OFTEN = 'this run has ended the engine before';

/** The reason that is shown for an engine that runs but does not answer. */
export const NO_ANSWER = 'the engine does not answer';

/**
 * The page's handle on one simulation: messages out, frames in.
 *
 * Promises: what is asked for resolves when a frame that has its effect is in `frames`, and rejects with words when it failed;
 * an engine that dies is started once more with the same run, at the same step; a run that ends its engine again is not
 * opened by itself, and the page is told why and what can be done; an engine that lives and answers nothing is noticed.
 * Does not promise: an engine. `start` says whether one answered, and `frames` what has become of it since.
 * Called by: the page's parts, through their hooks. Nothing else talks to the engine.
 */
export class Session {
  readonly frames = createFrameStore();
  /** The engine that is asked now; undefined between two engines, and when none could be had. */
  private connection: Connection | undefined;
  /** The id of the next message. Ids are never used again, so that an answer of an older engine answers nothing. */
  private nextId = 1;
  /** Counts engines that were ended: one that answers only after that came too late, and is ended, too. */
  private attempt = 0;
  /** The settings of the reader, which each new engine is told. */
  private filterNow: Filter | undefined;
  private breakpointsNow: readonly Breakpoint[] = [];
  private crowdLook: ((change: CrowdChange) => void) | undefined;
  /** By its id, who waits for the answer to a message. All of them are rejected when the engine ends. */
  private readonly waiting = new Map<number, Waiting>();
  private readonly subscriptions = new Map<ViewName, Subscription>();
  private readonly patience = new Patience({
    isWatched: () => this.connection !== undefined && this.connection.isOwn !== false,
    ask: () => this.connection?.post({ type: 'hello', id: 0 }),
    steps: () => this.frames.getState().frame?.head ?? 0,
    onSilence: (isSilent) => this.life.send({ type: isSilent ? 'silent' : 'heard' }),
    onGivenUp: () => this.startAgain(),
  });

  /** Ends when what was typed last has been read and given. */
  private reading: Promise<void> | undefined;
  /** The input that is being given. If the engine dies of it, this says which one it was. */
  private giving: RecordedInput | undefined;
  /** The run that was asked for and is not open yet. */
  private opening: RunDescription | undefined;
  /** The run that the next engine is to open; undefined: the run of the last frame, at its place. */
  private wanted: Wanted | undefined;
  private readonly life = createActor(life, {
    input: {
      begin: () => this.connect(),
      restore: () => this.restore(),
      end: () => this.disconnect(),
    },
  });

  constructor(
    private readonly connectEngine: () => Promise<Connection> = () => connect(),
    private readonly deaths = new Deaths(undefined),
  ) {
    this.life.subscribe((snapshot) => {
      const shown = shownOf(snapshot);
      const before = this.frames.getState();
      // With each message the engine is heard of: as long as that is nothing new, nobody looks up for it.
      if (!equalExactly({ ...before, ...shown }, before)) this.frames.setState(shown);
    });
    this.life.start();
  }

  /** True when an engine answered. */
  async start(): Promise<boolean> {
    this.life.send({ type: 'start' });
    const begun = await waitFor(this.life, (snapshot) => !snapshot.matches({ kept: { run: 'starting' } }));
    return begun.matches('kept');
  }

  private async connect(): Promise<void> {
    const attempt = this.attempt;
    const connection = await this.connectEngine();
    if (attempt !== this.attempt) {
      connection.close();
      throw new Error('the session was closed');
    }
    this.connection = connection;
    connection.listen(
      (message) => this.receive(message),
      (reason) => this.ended(reason),
    );
    connection.post({ type: 'hello', id: 0 });
    if (connection.isOwn !== false) this.patience.begin();
  }

  /** `present` as a frame has it: how far its reader had come in a run of one's own. */
  async open(run: RunDescription, position?: number, present?: number): Promise<void> {
    const place = { ...(position === undefined ? {} : { position }), ...(present === undefined ? {} : { present }) };
    this.opening = run;
    const opened = this.request({ type: 'open', run, ...place });
    this.tellWhoLooks();
    await opened;
    if (this.opening === run) this.opening = undefined;
    this.frames.setState({ lost: undefined });
    this.life.send({ type: 'opened' });
  }

  /** Sends the settings of the reader, which outlive the run that was open. */
  private tellWhoLooks(): void {
    if (this.filterNow !== undefined) this.filter(this.filterNow).catch(() => undefined);
    if (this.crowdLook !== undefined) this.crowd(this.crowdLook).catch(() => undefined);
    if (this.breakpointsNow.length > 0) this.breakpoints(this.breakpointsNow).catch(() => undefined);
  }

  /** A run that has ended its engine too often: nothing is executed before somebody says how. */
  offer(run: RunDescription, position: number | undefined): void {
    const sound = position === undefined ? undefined : position + 1;
    const reason = this.deaths.reasonOf(run);
    this.frames.setState({ lost: { run, position, sound, reason, causes: undefined } });
    this.life.send({ type: 'offered', reason: DIED_TOO_OFTEN });
  }

  /** Whether it has ended its engine too often to be opened by itself. */
  isDeadly(run: RunDescription): boolean {
    return this.deaths.isDeadly(run);
  }

  /** Opens a lost run as far as it is known to do no harm. */
  async toLastGoodStep(): Promise<void> {
    const { lost } = this.frames.getState();
    if (lost === undefined) return;
    const steps = lost.sound ?? (lost.run.inputs.at(-1)?.afterStep ?? -1) + 1;
    await this.anew({ run: lost.run, until: { steps, reason: lost.reason } });
  }

  /** Opens a lost run without what was given last. */
  async withoutLastInput(): Promise<void> {
    const { lost } = this.frames.getState();
    if (lost !== undefined) await this.anew({ run: { ...lost.run, inputs: lost.run.inputs.slice(0, -1) } });
  }

  /** Ends an engine that answers nothing; what is to be done with its run is for the reader to say. */
  stop(): void {
    this.died(NO_ANSWER);
    this.life.send({ type: 'stopped', reason: NO_ANSWER });
  }

  private async anew(wanted: Wanted): Promise<void> {
    this.wanted = wanted;
    this.life.send({ type: 'anew' });
    await waitFor(this.life, (snapshot) => !snapshot.matches({ kept: { run: 'restoring' } }));
  }

  /** Another engine, with what the page looks at and the run that is wanted, or the one that was open. */
  private async restore(): Promise<void> {
    const { wanted } = this;
    const { frame } = this.frames.getState();
    this.wanted = undefined;
    await this.connect();
    for (const [view, { params }] of this.subscriptions) this.postSubscription(view, params);
    try {
      if (wanted !== undefined) await this.openAsWanted(wanted);
      else if (frame !== undefined) await this.open(frame.run, frame.seq, frame.present);
    } catch (error) {
      // It is told as what the engine said, not as an error of this page.
      throw String(error);
    }
  }

  private async openAsWanted({ run, until }: Wanted): Promise<void> {
    this.opening = run;
    const opened = this.request({ type: 'open', run, ...(until === undefined ? {} : { until }) });
    this.tellWhoLooks();
    try {
      await opened;
      this.frames.setState({ lost: undefined });
    } finally {
      this.opening = undefined;
    }
  }

  private isDeadlyNow(lost: LostRun | undefined): boolean {
    return lost !== undefined && this.deaths.isDeadly(lost.run);
  }

  /** Notes at which run the engine has ended, and what is known of it. */
  private died(reason: string, causes?: readonly string[]): void {
    const { frame } = this.frames.getState();
    const run = this.opening ?? frame?.run;
    if (run === undefined) return;
    const { giving } = this;
    const inputs = run.inputs.filter(
      ({ afterOccurrence }) => afterOccurrence <= (giving?.afterOccurrence ?? Number.POSITIVE_INFINITY),
    );
    const whole = giving === undefined ? run : { ...run, inputs: [...inputs, giving] };
    this.deaths.note(whole, reason);
    const isSeen = this.opening === undefined || this.opening === frame?.run;
    const seen = isSeen ? frame : undefined;
    this.frames.setState({ lost: { run: whole, position: seen?.seq, sound: seen?.head, reason, causes } });
  }

  // Moves

  give = (input: Input, how?: Giving) => this.command(giveOf(input, how));
  /** Moves that are made from now on come after what `read` gives, however long it takes to read that. */
  ahead(read: (give: Session['give']) => Promise<void>): Promise<void> {
    const before = this.reading;
    const own = (async () => {
      await before;
      await read(async (input, how) => void (await this.request(giveOf(input, how))));
    })();
    const done = own.catch(() => undefined);
    this.reading = done;
    void done.then(() => {
      if (this.reading === done) this.reading = undefined;
    });
    return own;
  }
  /** To the end of a command of the shell. */
  answer = (command: number) => this.command({ type: 'answer', command });
  /** A command that waits, by its place among those: not at all, or at once. */
  withdraw = (place: number) => this.command({ type: 'withdraw', place });
  /** Without one of the inputs, by its place, in a branch. */
  leaveOut = (place: number) => this.command({ type: 'leaveOut', place });
  beside = (place: number) => this.command({ type: 'beside', place });
  /** Each at the end of what was before; then to that step, when all has come to rest. */
  parts = (inputs: readonly Input[], to?: Place) =>
    this.command({ type: 'parts', inputs, ...(to === undefined ? {} : { to }) });
  filter = async (filter: Filter) => {
    this.filterNow = filter;
    // Whoever opens a run is told with it.
    if (this.opening ?? this.frames.getState().frame) await this.command({ type: 'filter', filter });
  };
  step = (by: number) => this.command({ type: 'step', by });
  play = () => this.command({ type: 'play' });
  scene = (by: 1 | -1) => this.command({ type: 'scene', by });
  seek = (to: number | 'start' | 'end') => this.command({ type: 'seek', to });
  seekIndex = (index: number) => this.command({ type: 'seekIndex', index });
  runToQuiescence = () => this.command({ type: 'runToQuiescence' });
  runToBreakpoint = (direction: 1 | -1) => this.command({ type: 'runToBreakpoint', direction });
  /** Ends a run under way where it has got to. */
  halt = () => this.command({ type: 'halt' });
  wait = (micros: Micros) => this.command({ type: 'wait', micros });
  breakpoints = (list: readonly Breakpoint[]) => {
    this.breakpointsNow = list;
    return this.command({ type: 'breakpoints', list });
  };
  /** From now on the picture of very many nodes comes with the frames, to whoever looks at it; until he is not there any more. */
  crowd = (look: ((change: CrowdChange) => void) | undefined) => {
    this.crowdLook = look;
    return this.command({ type: 'crowd', isWanted: look !== undefined });
  };
  switchBranch = (branch: number) => this.command({ type: 'switchBranch', branch });

  nameBranch = (branch: number, name: string) => this.command({ type: 'nameBranch', branch, name });
  deleteBranch = (branch: number) => this.command({ type: 'deleteBranch', branch });
  /** Another run, as a branch beside the others. */
  bring = (run: RunDescription) => this.command({ type: 'bring', run });

  query(query: Query): Promise<QueryResult | undefined> {
    return this.request({ type: 'query', query });
  }

  /** Asks for a view with every frame, until the returned function is called. Several holders share one subscription. */
  subscribe(view: ViewName, params?: ViewParams): () => void {
    const holders = this.subscriptions.get(view)?.holders ?? 0;
    this.subscriptions.set(view, { params, holders: holders + 1 });
    this.postSubscription(view, params);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.release(view);
    };
  }

  /** Ends an engine that answers nothing, and opens the same run in a new one. */
  startAgain(): void {
    this.ended(NO_ANSWER);
  }

  close(): void {
    this.life.send({ type: 'closed' });
  }

  private disconnect(): void {
    this.attempt += 1;
    this.connection?.close();
    this.connection = undefined;
    this.patience.stop();
    this.rejectAll('the session was closed');
  }

  private release(view: ViewName): void {
    const subscription = this.subscriptions.get(view);
    if (subscription === undefined) return;
    if (subscription.holders > 1) {
      this.subscriptions.set(view, { ...subscription, holders: subscription.holders - 1 });
      return;
    }
    this.subscriptions.delete(view);
    this.request({ type: 'unsubscribe', view }).catch(() => undefined);
  }

  private postSubscription(view: ViewName, params: ViewParams | undefined): void {
    this.request({ type: 'subscribe', view, ...(params === undefined ? {} : { params }) }).catch(() => undefined);
  }

  private async command(request: Request): Promise<void> {
    if (this.reading !== undefined) await this.reading;
    await this.request(request);
  }

  private request(request: Request): Promise<QueryResult | undefined> {
    const { connection } = this;
    if (connection === undefined) return Promise.reject(new Error('the engine is not running'));
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      connection.post({ ...request, id } as ToWorker);
      if (connection.isOwn !== false) this.patience.begin();
    });
  }

  private receive(message: FromWorker): void {
    this.take(message);
    this.life.send({ type: 'heard' });
    this.patience.heard();
  }

  private show(frame: SentFrame): void {
    let shown: Partial<FrameState>;
    try {
      shown = withFrame(this.frames.getState(), frame);
    } catch (error) {
      // It tells of changes to something that is not here: from the beginning it can be told again.
      this.ended(String(error));
      return;
    }
    if (frame.crowd !== undefined) this.crowdLook?.(frame.crowd);
    this.frames.setState(shown);
  }

  private take(message: FromWorker): void {
    switch (message.type) {
      case 'ready':
        if (message.build === this.frames.getState().build) return;
        this.frames.setState({ build: message.build, kubernetes: message.kubernetes });
        return;
      case 'giving':
        this.giving = message.given;
        return;
      case 'frame':
        this.show(message.frame);
        this.alive(message.frame);
        for (const id of message.done ?? []) this.settle(id)?.resolve(undefined);
        return;
      case 'alive':
        return;
      case 'done':
        this.settle(message.id)?.resolve(message.result);
        return;
      case 'failed':
        this.settle(message.id)?.reject(new Error(message.message));
        return;
      case 'broken':
        this.ended(message.message, message.causes);
        return;
    }
  }

  private settle(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  /** An engine has died, or must be taken for dead. */
  private ended(reason: string, causes?: readonly string[]): void {
    const isOpening = this.opening !== undefined;
    this.died(reason, causes);
    const { frame, lost } = this.frames.getState();
    this.opening = undefined;
    this.giving = undefined;
    this.life.send({ type: 'ended', reason, isLost: frame === undefined || isOpening || this.isDeadlyNow(lost) });
  }

  /** Notes that the engine has survived the last input, because it came to rest after it. */
  private alive({ run, quiescent }: SentFrame): void {
    if (run !== undefined) this.giving = undefined;
    const { frame } = this.frames.getState();
    if (quiescent && frame !== undefined) this.deaths.forgive(frame.run);
  }

  private rejectAll(message: string): void {
    for (const { reject } of this.waiting.values()) reject(new Error(message));
    this.waiting.clear();
  }
}

/** A run that is opened otherwise than it was left. */
interface Wanted {
  readonly run: RunDescription;
  readonly until?: LastGood;
}

/** The part of the session's state that the page shows. */
function shownOf(snapshot: SnapshotFrom<typeof life>): Partial<FrameState> {
  const { reason: message } = snapshot.context;
  if (snapshot.matches('off')) return {};
  if (snapshot.matches('givenUp') || snapshot.matches({ kept: { run: 'offered' } })) {
    return { status: 'failed', message, isSilent: false };
  }
  const isSilent = snapshot.matches({ kept: { hearing: 'silent' } });
  if (snapshot.matches({ kept: { run: 'restoring' } })) return { status: 'restarting', message, isSilent };
  const isOpen = snapshot.matches({ kept: { run: 'opened' } }) || snapshot.matches({ kept: { run: 'restored' } });
  return { status: isOpen ? 'ready' : 'starting', isSilent };
}
