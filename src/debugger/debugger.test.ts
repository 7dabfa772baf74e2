import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { LatestMove } from './controls.ts';
import { commandOf, type Key } from './keys.ts';
import { layoutOf, wordsOf } from './layout.ts';
import { type Driver, type Move, playback } from './playback.ts';
import { nearestSpeed, SPEEDS, speedLabel, stepDuration } from './speed.ts';
import { createViewerStore, tabMemory } from './viewer-store.ts';

function key(name: string, held: Partial<Key> = {}): Key {
  return { key: name, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held };
}

describe('the keys', () => {
  it('move the cursor, switch panels and open help', () => {
    expect(commandOf(key('ArrowRight'), 'page')).toEqual({ type: 'step', by: 1 });
    expect(commandOf(key('ArrowLeft', { shiftKey: true }), 'page')).toEqual({ type: 'scene', by: -1 });
    expect(commandOf(key('ArrowRight', { ctrlKey: true }), 'page')).toEqual({ type: 'quiescence' });
    expect(commandOf(key(' '), 'page')).toEqual({ type: 'toggle' });
    expect(commandOf(key('7'), 'page')).toEqual({ type: 'panel', number: 7 });
    expect(commandOf(key('0'), 'page')).toEqual({ type: 'panel', number: 10 });
    expect(commandOf(key('?', { shiftKey: true }), 'page')).toEqual({ type: 'help' });
    expect(commandOf(key('/'), 'page')).toEqual({ type: 'find' });
    expect(commandOf(key('w'), 'page')).toEqual({ type: 'why' });
    expect(commandOf(key('n'), 'page')).toEqual({ type: 'breakpoint', direction: 1 });
    expect(commandOf(key('p'), 'page')).toEqual({ type: 'breakpoint', direction: -1 });
    expect(['b', 'l', 't'].map((name) => commandOf(key(name), 'page')?.type)).toEqual([
      'breakpoints',
      'lastChange',
      'time',
    ]);
    expect(commandOf(key('x'), 'page')).toBeUndefined();
  });
  it('lead into a beat and out of it, from the bare page alone', () => {
    for (const name of ['Enter', 'ArrowDown']) expect(commandOf(key(name), 'page')).toEqual({ type: 'enter' });
    for (const name of ['Escape', 'ArrowUp']) expect(commandOf(key(name), 'page')).toEqual({ type: 'leave' });
    for (const name of ['Enter', 'ArrowDown', 'Escape', 'ArrowUp'])
      expect([commandOf(key(name), 'control'), commandOf(key(name), 'text')], name).toEqual([undefined, undefined]);
  });
  it('leave text alone, and Space to a focused button', () => {
    for (const name of ['ArrowLeft', ' ', '3', '?']) expect(commandOf(key(name), 'text')).toBeUndefined();
    expect(commandOf(key(' '), 'control')).toBeUndefined();
    for (const name of ['Home', 'End'] as const)
      expect(commandOf(key(name), 'control')).toEqual({ type: name === 'Home' ? 'start' : 'end' });
    expect(commandOf(key('ArrowLeft'), 'control')).toEqual({ type: 'step', by: -1 });
    expect(commandOf(key('r', { ctrlKey: true }), 'page')).toBeUndefined();
  });
  it('that type a character can be turned off; arrows, Space and the ends stay', () => {
    for (const name of ['7', '/', 'w', '?']) expect(commandOf(key(name), 'page', false), name).toBeUndefined();
    for (const name of ['ArrowRight', ' ', 'End', 'PageDown'])
      expect(commandOf(key(name), 'page', false), name).toBeDefined();
  });
});

describe('speed', () => {
  it('is logarithmic from an eighth to sixteen', () => {
    expect(SPEEDS.map(speedLabel)).toEqual(['⅛×', '¼×', '½×', '1×', '2×', '4×', '8×', '16×']);
    expect(nearestSpeed(3)).toBe(4);
    expect(nearestSpeed(99)).toBe(16);
  });
  it('spaces steps evenly, or as the virtual clock does', () => {
    expect(stepDuration('story', 2, 123)).toBe(500);
    expect(stepDuration('clock', 1, 5_000)).toBe(500);
    expect(stepDuration('clock', 1, 0)).toBe(40);
    expect(stepDuration('clock', 1, 10_000_000)).toBe(3_000);
  });
});

class FakeDriver implements Driver {
  moves = 0;
  finished = 0;
  runs = 0;
  halts = 0;
  constructor(private readonly steps: number) {}
  play = async () => {
    this.moves += 1;
  };
  run = async () => {
    this.runs += 1;
  };
  position = () => ({ atEnd: this.moves >= this.steps, stopped: false, time: this.moves * 1_000 });
  finishMotion = () => {
    this.finished += 1;
  };
  halt = () => {
    this.halts += 1;
  };
}

describe('playback', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('plays step by step at its speed and pauses at the end', async () => {
    const driver = new FakeDriver(3);
    const actor = createActor(playback, { input: { driver, speed: 1, pace: 'story' } }).start();
    actor.send({ type: 'play' });
    await vi.advanceTimersByTimeAsync(1);
    expect(driver.moves).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(driver.moves).toBe(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(driver.moves).toBe(3);
    expect(actor.getSnapshot().value).toBe('paused');
  });

  it('gives way to a move by hand at once, and finishes the motion', async () => {
    const driver = new FakeDriver(9);
    const actor = createActor(playback, { input: { driver, speed: 1, pace: 'story' } }).start();
    actor.send({ type: 'toggle' });
    await vi.advanceTimersByTimeAsync(10);
    actor.send({ type: 'move' });
    expect(actor.getSnapshot().value).toBe('paused');
    expect(driver.finished).toBe(1);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(driver.moves).toBe(1);
  });

  it('takes a new speed at once', async () => {
    const driver = new FakeDriver(9);
    const actor = createActor(playback, { input: { driver, speed: 0.125, pace: 'story' } }).start();
    actor.send({ type: 'play' });
    await vi.advanceTimersByTimeAsync(10);
    actor.send({ type: 'tempo', speed: 16, pace: 'story' });
    await vi.advanceTimersByTimeAsync(80);
    expect(driver.moves).toBeGreaterThan(1);
  });

  it('a pause ends a run under way where it has got to', async () => {
    const driver = new FakeDriver(9);
    driver.run = () => new Promise(() => undefined);
    const actor = createActor(playback, { input: { driver, speed: 1, pace: 'story' } }).start();
    actor.send({ type: 'run', run: { to: 'breakpoint', direction: 1 } });
    await vi.advanceTimersByTimeAsync(1);
    actor.send({ type: 'toggle' });
    expect([driver.halts, actor.getSnapshot().value]).toEqual([1, 'paused']);
  });

  it('runs to a goal and pauses there', async () => {
    const driver = new FakeDriver(9);
    const actor = createActor(playback, { input: { driver, speed: 1, pace: 'story' } }).start();
    actor.send({ type: 'run', run: { to: 'quiescence' } });
    expect(actor.getSnapshot().value).toBe('running');
    await vi.advanceTimersByTimeAsync(1);
    expect([driver.runs, actor.getSnapshot().value]).toEqual([1, 'paused']);
  });
});

describe('a held key', () => {
  it('is added up while a move is under way, never queued', async () => {
    const done: Move[] = [];
    const open: (() => void)[] = [];
    const moves = new LatestMove((move) => {
      done.push(move);
      return new Promise<void>((resolve) => open.push(resolve));
    });
    for (let press = 0; press < 5; press += 1) moves.ask({ type: 'step', by: 1 });
    moves.ask({ type: 'step', by: -1 });
    open[0]?.();
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(done).toEqual([
      { type: 'step', by: 1 },
      { type: 'step', by: 3 },
    ]);
  });

  it('of different sorts are made one after another, up to a jump that makes them needless', async () => {
    const done: Move[] = [];
    const open: (() => void)[] = [];
    const moves = new LatestMove((move) => {
      done.push(move);
      return new Promise<void>((resolve) => open.push(resolve));
    });
    const finish = async (place: number) => {
      open[place]?.();
      await new Promise((resolve) => setTimeout(resolve, 0));
    };
    const step: Move = { type: 'step', by: 1 };
    const scene: Move = { type: 'scene', by: 1 };
    for (const move of [step, scene, scene, step, step]) moves.ask(move);
    for (let place = 0; place < 3; place += 1) await finish(place);
    expect(done).toEqual([step, scene, { type: 'step', by: 2 }]);
    const start: Move = { type: 'seek', to: 'start' };
    for (const move of [scene, step, scene, start, step]) moves.ask(move);
    for (let place = 3; place < 6; place += 1) await finish(place);
    expect(done.slice(3)).toEqual([scene, start, step]);
  });
});

describe('the layout of the panes', () => {
  it('is written in words and read again; words that mean nothing here are passed over', () => {
    const layout = { sizes: { left: 320.4, timeline: 180 }, closed: ['map', 'inspector'], full: 'shell' } as const;
    const words = 'left320 timeline180 no-map no-inspector full-shell';
    expect(wordsOf(layout)).toBe(words);
    expect(layoutOf(words)).toEqual({ ...layout, sizes: { left: 320, timeline: 180 } });
    expect(layoutOf(`objects ${words} no-door full- left right-3 shell1e9 constructor9 no-map`)).toEqual(
      layoutOf(words),
    );
    expect(layoutOf('')).toEqual({ sizes: {}, closed: [] });
    expect(wordsOf(layoutOf('right99999999'))).toBe('right4000');
  });

  it('is remembered, but for a pane at full size and what a link lent', () => {
    const kept = new Map<string, string>();
    const memory = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    };
    const store = createViewerStore(memory);
    store.setState({ layout: 'left320 no-map full-shell' });
    store.setState({ lentLayout: 'right500' });
    expect(createViewerStore(memory).getState()).toMatchObject({ layout: 'left320 no-map' });
    expect(createViewerStore(memory).getState().lentLayout).toBeUndefined();
    for (const [name, text] of kept) kept.set(name, JSON.stringify({ ...JSON.parse(text), layout: ['left320'] }));
    expect(createViewerStore(memory).getState().layout).toBe('');
  });
});

describe('what the viewer looks at', () => {
  it('is remembered, and survives nonsense or no storage at all', () => {
    const kept = new Map<string, string>();
    const memory = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
    };
    const breakpoints = [{ id: 'b1', enabled: true, kind: 'scheduler.bound' }];
    createViewerStore(memory).setState({ language: 'zh', speed: 4, panel: 'etcd', characterKeys: false, breakpoints });
    expect(createViewerStore(memory).getState()).toMatchObject({
      characterKeys: false,
      language: 'zh',
      speed: 4,
      panel: 'etcd',
      breakpoints,
    });
    const [name = '', text = ''] = [...kept][0] ?? [];
    const nonsense = [null, 7, { id: 'b2', enabled: true }, { id: 'b3', enabled: true, kind: 3 }];
    kept.set(name, JSON.stringify({ ...JSON.parse(text), breakpoints: [...nonsense, ...breakpoints] }));
    expect(createViewerStore(memory).getState().breakpoints, 'one without a condition would stop everywhere').toEqual(
      breakpoints,
    );
    for (const name of kept.keys()) kept.set(name, '{"language":"xx","speed":"fast","theme":3');
    expect(createViewerStore(memory).getState()).toMatchObject({ language: 'en', speed: 1 });
    const forbidden = {
      getItem: () => {
        throw new Error('denied');
      },
      setItem: () => {
        throw new Error('denied');
      },
    };
    const store = createViewerStore(forbidden);
    store.setState({ theme: 'dark' });
    expect(store.getState().theme).toBe('dark');
    expect(createViewerStore(undefined).getState().theme).toBe('auto');
  });

  it('a tab keeps its work in what storage there is: a forbidden one is done without, a full one loses no reload', () => {
    const storage = (setItem: (name: string, value: string) => void, map = new Map<string, string>()) => ({
      getItem: (name: string) => map.get(name) ?? null,
      setItem: (name: string, value: string) => {
        setItem(name, value);
        map.set(name, value);
      },
      removeItem: (name: string) => void map.delete(name),
    });
    const ok = () => undefined;
    const full = () => {
      throw new Error('full');
    };
    const shared = storage(ok);
    vi.stubGlobal('localStorage', shared);
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: full });
    tabMemory()?.setItem('a', '1');
    expect([tabMemory()?.getItem('a'), shared.getItem('a')]).toEqual(['1', '1']);
    vi.stubGlobal('localStorage', storage(full));
    Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value: storage(ok) });
    expect(() => tabMemory()?.setItem('a', '2')).toThrow('full');
    expect(tabMemory()?.getItem('a')).toBe('2');
    Reflect.deleteProperty(globalThis, 'sessionStorage');
    vi.unstubAllGlobals();
  });
});
