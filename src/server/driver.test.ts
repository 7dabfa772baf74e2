import { describe, expect, it } from 'vitest';
import { Deferred, Engine, type Process } from '../engine/index.ts';
import { Driver, type Host, type Speed } from './driver.ts';
import { readOptions } from './options.ts';

/** A wall clock that stands still until it is moved. */
class Wall implements Host {
  millis = 0;
  private queue: (() => void)[] = [];
  private alarms: { readonly at: number; readonly action: () => void }[] = [];
  readonly errors: unknown[] = [];

  now(): number {
    return this.millis;
  }
  soon(action: () => void): void {
    this.queue.push(action);
  }
  later(millis: number, action: () => void): () => void {
    const alarm = { at: this.millis + millis, action };
    this.alarms.push(alarm);
    return () => {
      this.alarms = this.alarms.filter((each) => each !== alarm);
    };
  }
  broken(error: unknown): void {
    this.errors.push(error);
  }
  settle(): void {
    for (let action = this.queue.shift(); action !== undefined; action = this.queue.shift()) action();
  }
  pass(millis: number): void {
    const end = this.millis + millis;
    for (;;) {
      this.settle();
      const next = this.alarms.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) break;
      this.alarms = this.alarms.filter((each) => each !== next);
      this.millis = next.at;
      next.action();
    }
    this.millis = end;
    this.settle();
  }
}

function start(speed: Speed) {
  const engine = new Engine({ seed: 1, kinds: [], startTime: 0, recording: 'off', maxSteps: 0, freeze: false });
  const wall = new Wall();
  const driver = new Driver(engine, speed, wall);
  const ctx = engine.background('test');
  const ticks: number[] = [];
  const tick = (): void => {
    ticks.push(engine.now);
    engine.after(1_000_000, tick, true);
  };
  engine.after(1_000_000, tick, true);
  return { engine, wall, driver, ctx, ticks };
}

describe('virtual time', () => {
  it.each([
    [1, 3],
    [10, 35],
  ] as const)('SV5: passes %d times as fast as the wall clock', (speed, count) => {
    const { wall, ticks } = start(speed);
    wall.pass(3500);
    expect(ticks.length).toBe(count);
  });

  it('SV4: jumps to the answer of whoever asks, and then waits for the wall', async () => {
    const { engine, wall, driver, ctx } = start(1);
    wall.pass(100);
    const answer = driver.ask(function* (): Process<number> {
      yield ctx.sleep(5000);
      return engine.now;
    });
    wall.settle();
    expect(await answer).toBe(105_000);
    wall.pass(1000);
    expect(engine.now).toBeLessThanOrEqual(1_100_000);
  });

  it('SV6: at full speed runs until nothing is left to do, but leaves what only waits to the wall', () => {
    const { engine, wall, driver, ticks } = start('max');
    let done = 0;
    driver.perform(() => {
      engine.after(
        30_000_000,
        () => {
          done = engine.now;
        },
        false,
      );
    });
    wall.settle();
    expect({ done, ticks: ticks.length }).toEqual({ done: 30_000_000, ticks: 29 });
    wall.pass(2500);
    expect(ticks.length).toBeLessThanOrEqual(33);
  });

  it('SV20: what breaks is told to who asked, and to nobody else', async () => {
    const { wall, driver, ctx } = start(1);
    const sleeper = driver.ask(function* (): Process<number> {
      yield ctx.sleep(2_000_000);
      return 7;
    });
    const answer = driver.ask(function* (): Process<number> {
      yield ctx.sleep(1_000_000);
      throw new Error('broken');
    });
    wall.settle();
    await expect(answer).rejects.toThrow('broken');
    expect(await sleeper).toBe(7);
  });

  it('SV20: what breaks behind those who wait harms only who waits for just that', async () => {
    const { engine, wall, driver, ctx } = start(1);
    const others = [1, 2, 3].map((seconds) =>
      driver.ask(function* (): Process<number> {
        yield ctx.sleep(seconds * 1_000_000);
        return seconds;
      }),
    );
    const stuck = driver.ask(function* (): Process<number> {
      return yield* new Deferred<number>().wait();
    });
    const breaks = (): void => {
      throw new Error('broken');
    };
    engine.after(1_500_000, breaks, true);
    wall.pass(4_000);
    expect(await Promise.all(others)).toEqual([1, 2, 3]);
    const told = expect(stuck).rejects.toThrow('broken');
    wall.pass(6_000);
    await told;
    expect(wall.errors.length).toBe(1);
    const next = driver.ask(function* (): Process<number> {
      return 1;
    });
    wall.settle();
    expect(await next).toBe(1);
  });
});

describe('options', () => {
  it('are read', () => {
    expect(readOptions(['--port=6443', '--nodes', '5', '--speed', 'max', '--seed', '7', '--kubeconfig', 'k'])).toEqual({
      port: 6443,
      nodes: 5,
      proxy: 'iptables',
      speed: 'max',
      seed: 7,
      kubeconfig: 'k',
      listen: '127.0.0.1',
    });
  });
  it.each([
    [['--port'], '--port needs a value'],
    [['--port', 'x'], '--port takes a number up to 65535'],
    [['--nodes', '0'], '--nodes takes a number from 1 to 200'],
    [['--speed', '0'], '--speed takes max or a number greater than 0'],
    [['--what', '1'], 'unknown option --what'],
    [['x'], 'x is not an option'],
  ])('%j: %s', (argv, problem) => {
    expect(readOptions(argv)).toBe(problem);
  });
});
