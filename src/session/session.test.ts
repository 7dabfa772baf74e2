import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromWorker, SentFrame, ToWorker } from '../protocol/messages.ts';
import type { Connection } from './connection.ts';
import { SOUND_AFTER_MS } from './life.ts';
import { GIVEN_UP_AFTER, WORTH_A_WORD } from './patience.ts';
import { NO_ANSWER, Session } from './session.ts';

const RUN = { seed: 7, cluster: { nodes: 1 }, inputs: [] };

class FakeEngine {
  readonly got: ToWorker[] = [];
  private say: (message: FromWorker) => void = () => undefined;
  private dieWith: (reason: string) => void = () => undefined;
  closed = false;
  /** An endless loop: messages arrive, nothing is done with them. */
  hangs = false;
  /** A move that it does not come to the end of, while it answers all else. */
  delays: ToWorker['type'] | undefined;

  readonly connection: Connection = {
    kind: 'worker',
    post: (message) => {
      this.got.push(message);
      if (this.hangs || message.type === this.delays) return;
      if (message.type === 'hello') this.say({ type: 'ready', build: 'b', kubernetes: 'v1.36' });
      else this.say({ type: 'done', id: message.id });
    },
    listen: (onMessage, onDeath) => {
      this.say = onMessage;
      this.dieWith = onDeath;
    },
    close: () => {
      this.closed = true;
    },
  };

  frame(seq: number, views: SentFrame['views'] = {}, done: readonly number[] = []): void {
    this.say({ type: 'frame', frame: { seq, run: RUN, branches: [], views } as unknown as SentFrame, done });
  }
  die(reason: string): void {
    this.dieWith(reason);
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('a session', () => {
  it('answers requests by their id and keeps views that a frame does not carry', async () => {
    const engine = new FakeEngine();
    const session = new Session(async () => engine.connection);
    expect(await session.start()).toBe(true);
    await session.step(1);
    expect(engine.got.at(-1)).toMatchObject({ type: 'step', by: 1, id: 1 });
    engine.frame(1, { terminal: { to: { commands: [] } } });
    engine.frame(2);
    expect(session.frames.getState().frame?.seq).toBe(2);
    expect(session.frames.getState().views.terminal).toEqual({ commands: [] });
  });

  it('tells nobody of an answer that shows nothing new, and once of each frame', async () => {
    const engine = new FakeEngine();
    const session = new Session(async () => engine.connection);
    await session.start();
    engine.frame(1);
    const told = vi.fn();
    session.frames.subscribe(told);
    await session.query({ type: 'why', seq: 1 });
    expect(told).not.toHaveBeenCalled();
    engine.frame(2);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('tells of a filter with the run that it is of, and of none before there is a run', async () => {
    const engine = new FakeEngine();
    const session = new Session(async () => engine.connection);
    await session.start();
    const filter = { grain: 'beat', scope: 'story' } as const;
    await session.filter(filter);
    expect(engine.got.map(({ type }) => type)).toEqual(['hello']);
    await session.open(RUN as never);
    expect(engine.got.slice(1)).toMatchObject([{ type: 'open' }, { type: 'filter', filter }]);
  });

  it('has taken in the frame when a move that it answers is said to be done', async () => {
    const engine = new FakeEngine();
    const session = new Session(async () => engine.connection);
    await session.start();
    engine.hangs = true;
    const played = session.play().then(() => session.frames.getState().frame?.seq);
    const { id } = engine.got.at(-1) as ToWorker;
    engine.frame(7, {}, [id]);
    expect(await played).toBe(7);
  });

  it('gives every run that is opened the filter and the breakpoints of who looks, also those set before the first', async () => {
    const engine = new FakeEngine();
    const session = new Session(async () => engine.connection);
    const breakpoints = [{ id: 'b1', enabled: true, kind: 'scheduler.bound' }];
    await expect(session.breakpoints(breakpoints)).rejects.toThrow('not running');
    await session.start();
    const run = { v: 1, build: '', seed: 1, cluster: { nodes: 1, latencies: 'zero' }, inputs: [] } as const;
    await session.open(run);
    const filter = { grain: 'detail', scope: 'story' } as const;
    await session.filter(filter);
    engine.got.splice(0);
    await session.open(run);
    expect(engine.got).toMatchObject([
      { type: 'open' },
      { type: 'filter', filter },
      { type: 'breakpoints', list: breakpoints },
    ]);
  });

  it('makes no move before what was typed ahead of it is read and given, and keeps the order of lines', async () => {
    const engine = new FakeEngine();
    const session = new Session(async () => engine.connection);
    await session.start();
    const read: (() => void)[] = [];
    const line = (name: string) =>
      session.ahead(async (give) => {
        await new Promise<void>((resolve) => read.push(resolve));
        void give({ type: 'kubectl', argv: [name], files: {} });
      });
    const moves = [line('first'), line('second'), session.seek('end'), session.step(-1)];
    await session.query({ type: 'line', text: 'x' });
    expect(engine.got.map(({ type }) => type)).toEqual(['hello', 'query']);
    read[0]?.();
    await settle();
    expect(engine.got.slice(2)).toMatchObject([{ type: 'give', input: { argv: ['first'] } }]);
    read[1]?.();
    await Promise.all(moves);
    expect(engine.got.slice(3)).toMatchObject([
      { type: 'give', input: { argv: ['second'] } },
      { type: 'seek', to: 'end' },
      { type: 'step', by: -1 },
    ]);
    const refused = session.ahead(() => Promise.reject(new Error('unread'))).catch((error: Error) => error.message);
    const after = session.seek('start');
    expect([await refused, await after]).toEqual(['unread', undefined]);
    session.step(1).catch(() => undefined);
    expect(engine.got.at(-1)).toMatchObject({ type: 'step', by: 1 });
  });

  it('counts the holders of a view', async () => {
    const engine = new FakeEngine();
    const session = new Session(async () => engine.connection);
    await session.start();
    const first = session.subscribe('etcd');
    const second = session.subscribe('etcd');
    first();
    first();
    expect(engine.got.some((message) => message.type === 'unsubscribe')).toBe(false);
    second();
    expect(engine.got.at(-1)).toMatchObject({ type: 'unsubscribe', view: 'etcd' });
  });

  it('opens the run again where it was when the engine dies, with its views', async () => {
    const engines = [new FakeEngine(), new FakeEngine()] as const;
    let started = 0;
    const session = new Session(async () => (started++ === 0 ? engines[0] : engines[1]).connection);
    await session.start();
    session.subscribe('stage');
    engines[0].frame(41);
    engines[0].die('out of memory');
    await settle();
    expect(engines[0].closed).toBe(true);
    expect(engines[1].got).toContainEqual(expect.objectContaining({ type: 'open', run: RUN, position: 41 }));
    expect(engines[1].got).toContainEqual(expect.objectContaining({ type: 'subscribe', view: 'stage' }));
    engines[1].die('out of memory');
    await settle();
    expect(session.frames.getState()).toMatchObject({ status: 'failed', message: 'out of memory' });
  });

  it('begins again with an engine that tells of changes to what is not here', async () => {
    const engines = [new FakeEngine(), new FakeEngine()] as const;
    let started = 0;
    const session = new Session(async () => (started++ === 0 ? engines[0] : engines[1]).connection);
    await session.start();
    engines[0].frame(41);
    engines[0].frame(42, { stage: { head: 0, between: [], tail: 0 } });
    await settle();
    expect(engines[0].closed).toBe(true);
    expect(engines[1].got).toContainEqual(expect.objectContaining({ type: 'open', position: 41 }));
  });

  it('starts an engine again that died long after the last one', async () => {
    vi.useFakeTimers();
    try {
      const engines = [new FakeEngine(), new FakeEngine(), new FakeEngine()];
      let started = 0;
      const session = new Session(async () => (engines[started++] as FakeEngine).connection);
      await session.start();
      for (const engine of engines.slice(0, 2)) {
        engine.frame(41);
        engine.die('out of memory');
        await vi.advanceTimersByTimeAsync(SOUND_AFTER_MS);
      }
      expect(started).toBe(3);
      expect(session.frames.getState().status).toBe('ready');
    } finally {
      vi.useRealTimers();
    }
  });

  describe('with an engine that answers nothing', () => {
    const opened = async (count = 3) => {
      const engines = Array.from({ length: count }, () => new FakeEngine());
      let started = 0;
      const session = new Session(async () => (engines[started++] as FakeEngine).connection);
      await session.start();
      engines[0]?.frame(41);
      return { session, engines, started: () => started };
    };
    const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);
    beforeEach(() => {
      vi.useFakeTimers();
    });
    afterEach(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });

    it('says so, and after long opens the run again in a new one', async () => {
      const { session, engines } = await opened();
      const [first, second] = engines as [FakeEngine, FakeEngine];
      first.hangs = true;
      session.step(1).catch(() => undefined);
      await seconds(WORTH_A_WORD);
      expect(session.frames.getState()).toMatchObject({ isSilent: true });
      expect(first.closed).toBe(false);
      await seconds(GIVEN_UP_AFTER);
      expect(first.closed).toBe(true);
      expect(second.got).toContainEqual(expect.objectContaining({ type: 'open', run: RUN, position: 41 }));
      expect(session.frames.getState()).toMatchObject({ status: 'ready', isSilent: false });
    });

    it('gives a run up that does it again, however long that took to be seen', async () => {
      const { session, engines, started } = await opened();
      for (const engine of engines) engine.hangs = true;
      (engines[1] as FakeEngine).hangs = false;
      session.step(1).catch(() => undefined);
      await seconds(GIVEN_UP_AFTER + 1);
      (engines[1] as FakeEngine).hangs = true;
      session.step(1).catch(() => undefined);
      await seconds(GIVEN_UP_AFTER + 1);
      expect(started()).toBe(2);
      expect(session.frames.getState()).toMatchObject({ status: 'failed', message: NO_ANSWER });
    });

    it('takes no silence for one while nothing is asked, the page is hidden or the machine sleeps', async () => {
      const { session, engines, started } = await opened();
      const [first] = engines as [FakeEngine];
      await seconds(10 * GIVEN_UP_AFTER);
      first.hangs = true;
      session.step(1).catch(() => undefined);
      const page = { hidden: true };
      vi.stubGlobal('document', page);
      await seconds(10 * GIVEN_UP_AFTER);
      page.hidden = false;
      for (let nap = 0; nap < 2 * GIVEN_UP_AFTER; nap += 1) {
        vi.setSystemTime(Date.now() + 3_600_000);
        await seconds(1);
      }
      expect(started()).toBe(1);
      expect(session.frames.getState().isSilent).toBe(false);
    });

    it('notices it also while nothing is asked, and ends it when it is told to', async () => {
      const { session, engines, started } = await opened();
      const [first] = engines as [FakeEngine];
      first.hangs = true;
      await seconds(WORTH_A_WORD);
      expect(session.frames.getState().isSilent).toBe(true);
      session.stop();
      expect([first.closed, started()]).toEqual([true, 1]);
      expect(session.frames.getState()).toMatchObject({
        status: 'failed',
        message: NO_ANSWER,
        isSilent: false,
        lost: { run: RUN, position: 41 },
      });
    });

    it('waits on for a move that takes long where the engine still answers', async () => {
      const { session, engines, started } = await opened();
      const [first] = engines as [FakeEngine];
      first.delays = 'step';
      session.step(1).catch(() => undefined);
      await seconds(5 * GIVEN_UP_AFTER);
      expect(started()).toBe(1);
      expect(first.got.filter(({ type }) => type === 'hello').length).toBeGreaterThan(5);
    });
  });

  it('says why it cannot start', async () => {
    const session = new Session(async () => {
      throw new Error('workers are missing here');
    });
    expect(await session.start()).toBe(false);
    expect(session.frames.getState()).toMatchObject({ status: 'failed', message: 'workers are missing here' });
    await expect(session.step(1)).rejects.toThrow('not running');
  });
});
