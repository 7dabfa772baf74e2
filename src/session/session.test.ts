import { describe, expect, it, vi } from 'vitest';
import type { Frame, FromWorker, ToWorker } from '../protocol/messages.ts';
import type { Connection } from './connection.ts';
import { Session, SOUND_AFTER_MS } from './session.ts';

class FakeEngine {
  readonly got: ToWorker[] = [];
  private say: (message: FromWorker) => void = () => undefined;
  private dieWith: (reason: string) => void = () => undefined;
  closed = false;

  readonly connection: Connection = {
    kind: 'worker',
    post: (message) => {
      this.got.push(message);
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

  frame(seq: number, views: Frame['views'] = {}): void {
    this.say({ type: 'frame', frame: { seq, run: { seed: 7 }, views } as unknown as Frame });
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
    engine.frame(1, { terminal: { commands: [] } });
    engine.frame(2);
    expect(session.frames.getState().frame?.seq).toBe(2);
    expect(session.frames.getState().views.terminal).toEqual({ commands: [] });
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
    expect(engines[1].got).toContainEqual(expect.objectContaining({ type: 'open', run: { seed: 7 }, position: 41 }));
    expect(engines[1].got).toContainEqual(expect.objectContaining({ type: 'subscribe', view: 'stage' }));
    engines[1].die('out of memory');
    await settle();
    expect(session.frames.getState()).toMatchObject({ status: 'failed', message: 'out of memory' });
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

  it('says why it cannot start', async () => {
    const session = new Session(async () => {
      throw new Error('workers are missing here');
    });
    expect(await session.start()).toBe(false);
    expect(session.frames.getState()).toMatchObject({ status: 'failed', message: 'workers are missing here' });
    await expect(session.step(1)).rejects.toThrow('not running');
  });
});
