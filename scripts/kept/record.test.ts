import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Anchor } from '../../src/protocol/link/index.ts';
import type { FromWorker, SentFrame, ToWorker } from '../../src/protocol/messages.ts';
import { KEPT_GRAINS, type KeptGrain, keptFilter } from '../../src/protocol/reading/kept.ts';
import { SCENARIOS, type Scenario } from '../../src/scenarios/index.ts';
import { type Connection, inPageConnection } from '../../src/session/connection.ts';
import { createFrameStore, withFrame } from '../../src/session/frame-store.ts';
import { KeptConnection } from '../../src/session/kept/kept-connection.ts';
import type { KeptFiles } from '../../src/session/kept/kept-part.ts';
import { clusterOptions } from '../../src/worker/cluster-options.ts';
import { Pump } from '../../src/worker/pump.ts';
import { recordScenario } from './record.ts';

const BUILD = 'here';
/** So many walks through each part. */
const RUNS = 2;
type WithoutId<M> = M extends { readonly id: number } ? Omit<M, 'id'> : never;
type Asked = WithoutId<ToWorker>;

/** What a page has of an engine, or of what stands in for one. */
class Page {
  readonly frames = createFrameStore();
  private nextId = 1;
  private readonly waiting = new Map<number, (answer: unknown) => void>();

  constructor(private readonly connection: Connection) {
    connection.listen(
      (message) => this.hear(message),
      (reason) => expect.unreachable(reason),
    );
  }

  /** What each was answered, once all have been. */
  ask(...messages: readonly Asked[]): Promise<readonly unknown[]> {
    return Promise.all(
      messages.map(
        (message) =>
          new Promise((answered) => {
            const id = this.nextId;
            this.nextId += 1;
            this.waiting.set(id, answered);
            this.connection.post({ ...message, id } as ToWorker);
          }),
      ),
    );
  }

  /** As JSON, where what is undefined is not there; once nothing is left to do. */
  async shown(): Promise<unknown> {
    await vi.waitFor(() => expect(this.frames.getState().frame?.quiescent).toBe(true));
    const { frame, views } = this.frames.getState();
    return JSON.parse(JSON.stringify({ frame, views }));
  }

  private hear(message: FromWorker): void {
    if (message.type === 'frame') {
      this.frames.setState(withFrame(this.frames.getState(), message.frame as SentFrame));
      for (const id of message.done ?? []) this.settle(id, 'done');
    } else if (message.type === 'done') this.settle(message.id, message.result ?? 'done');
    else if (message.type === 'failed') this.settle(message.id, message.message);
  }

  private settle(id: number, answer: unknown): void {
    this.waiting.get(id)?.(answer);
    this.waiting.delete(id);
  }
}

function engine(): Connection {
  return inPageConnection((post) => {
    const later = (action: () => void) => setTimeout(action, 0);
    const pump = new Pump({ post, later, now: () => performance.now() }, clusterOptions(BUILD));
    return (message) => pump.receive(message);
  });
}

const VIEWS = ['stage', 'timeline', 'step', 'terminal'] as const;

function opening({ id, cluster, parts }: Scenario, part: number, grain: KeptGrain): readonly Asked[] {
  const run = { v: 1, build: BUILD, seed: 1, cluster, scenario: id, inputs: [] } as const;
  return [
    ...VIEWS.map((view) => ({ type: 'subscribe', view }) as const),
    { type: 'open', run },
    { type: 'filter', filter: keptFilter(grain) },
    { type: 'parts', inputs: parts.slice(0, part).map(({ input }) => input) },
  ];
}

const scenarioOf = (id: string) => SCENARIOS.find((each) => each.id === id) as Scenario;

/** The files of a scenario, and whether an engine was asked for. */
function kept(id: string, part: number, options: { readonly isLost?: boolean; readonly isCut?: boolean } = {}) {
  const { parts, ...scenario } = scenarioOf(id);
  const told = { ...scenario, parts: parts.slice(0, part) as unknown as Scenario['parts'] };
  const files = new Map(recordScenario(told).map(({ name, content }) => [name, JSON.stringify(content)]));
  const read: KeptFiles = async (name) => {
    const file = options.isLost === true ? undefined : files.get(name);
    if (file === undefined) throw new Error(`there is no ${name}`);
    return JSON.parse(file);
  };
  const state = { engines: 0, isComing: [] as boolean[] };
  const connection = () =>
    new KeptConnection({
      files: read,
      build: BUILD,
      connect: async () => {
        state.engines += 1;
        if (options.isCut === true) throw new Error('the network is gone');
        return engine();
      },
      onComing: (isComing) => void state.isComing.push(isComing),
    });
  return { connection, state };
}

const MOVES: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Asked>({ type: 'step', by: 1 }, { type: 'step', by: -1 }, { type: 'play' }) },
  { weight: 1, arbitrary: fc.integer({ min: -9, max: 9 }).map((by) => ({ type: 'step', by }) as const) },
  { weight: 2, arbitrary: fc.constantFrom<Asked>({ type: 'scene', by: 1 }, { type: 'scene', by: -1 }) },
  { weight: 1, arbitrary: fc.constantFrom<Asked>({ type: 'seek', to: 'end' }, { type: 'seek', to: 'start' }) },
  { weight: 1, arbitrary: fc.integer({ min: -1, max: 60 }).map((index) => ({ type: 'seekIndex', index }) as const) },
);

describe('a part that is kept', () => {
  for (const [id, part] of [
    ['seven-arrows', 1],
    ['fruit', 3],
    ['no-endpoints', 2],
    ['store-locks', 8],
  ] as const)
    it(`${id}, part ${part}: is read as with the engine, and nothing but the engine tells on from there`, async () => {
      const { connection } = kept(id, part);
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...KEPT_GRAINS), fc.array(MOVES, { maxLength: 20 }), async (grain, moves) => {
          const [record, real] = [new Page(connection()), new Page(engine())];
          const both = async (...asked: readonly Asked[]) => {
            const answers = await Promise.all([record.ask(...asked), real.ask(...asked)]);
            expect(answers[0]).toEqual(answers[1]);
            expect(await record.shown()).toEqual(await real.shown());
          };
          await both(...opening(scenarioOf(id), part, grain));
          await both({ type: 'seek', to: 'end' });
          await both({ type: 'seekIndex', index: record.frames.getState().frame?.total ?? 0 });
          if (part === 1) await both({ type: 'seek', to: 'start' });
          for (const move of moves) {
            await both(move);
            await both({ type: 'query', query: { type: 'anchor' } });
          }
          // Into a beat, and on; then something else is done.
          const { seq = 0 } = record.frames.getState().frame ?? {};
          await both({ type: 'filter', filter: { ...keptFilter('beat'), within: seq } }, { type: 'step', by: 1 });
          await both({ type: 'give', input: { type: 'line', line: 'kubectl get nodes', files: {} } });
          await both({ type: 'seek', to: 'end' });
        }),
        { numRuns: RUNS },
      );
    });

  it('needs no engine while it is read: step by step to its end, by scenes, and for a link to every moment', async () => {
    const { connection, state } = kept('seven-arrows', 1);
    const page = new Page(connection());
    await page.ask(...opening(scenarioOf('seven-arrows'), 1, 'beat'));
    const { total = 0 } = page.frames.getState().frame ?? {};
    // From what was typed to the first of them, and past the last.
    for (let step = 1; step <= total + 1; step += 1) {
      const [, linked] = await page.ask({ type: 'step', by: 1 }, { type: 'query', query: { type: 'anchor' } });
      const { anchor } = linked as { readonly anchor: Anchor };
      const [found] = await page.ask({ type: 'query', query: { type: 'found', anchor } });
      expect(found).toMatchObject({ found: { seq: anchor.seq, how: 'same', isStorySame: true } });
    }
    expect(page.frames.getState().frame).toMatchObject({ atEnd: true, isPast: false, untold: undefined });
    await page.ask({ type: 'subscribe', view: 'diagnosis' }, { type: 'scene', by: -1 }, { type: 'halt' });
    expect(state).toEqual({ engines: 0, isComing: [] });
  });

  it('that a link names is found by its anchor, and by that of another story nothing is read', async () => {
    const { connection, state } = kept('fruit', 2);
    const first = new Page(connection());
    await first.ask(...opening(scenarioOf('fruit'), 2, 'step'), { type: 'step', by: 3 });
    const [linked] = await first.ask({ type: 'query', query: { type: 'anchor' } });
    const { anchor } = linked as { readonly anchor: Anchor };
    const openedAt = async (to: Anchor) => {
      const page = new Page(connection());
      const messages = opening(scenarioOf('fruit'), 2, 'step').map((one) =>
        one.type === 'parts' ? { ...one, to: { anchor: to } } : one,
      );
      await page.ask(...messages);
      return page.frames.getState().frame?.seq;
    };
    expect(await openedAt(anchor)).toBe(anchor.seq);
    expect(state.engines).toBe(0);
    // The engine finds what the record does not resolve.
    expect(await openedAt({ ...anchor, seq: anchor.seq + 1 })).toBe(anchor.seq);
    expect(state.engines).toBe(1);
  });

  it('begins with the engine where there is no record of it, and where something else is asked for', async () => {
    const lost = kept('fruit', 1, { isLost: true });
    const whole = kept('fruit', 1);
    for (const [{ connection, state }, part, change] of [
      [lost, 1, {}],
      [whole, 1, { seed: 2 }],
      [whole, 2, {}],
    ] as const) {
      state.engines = 0;
      const [record, real] = [new Page(connection()), new Page(engine())];
      const messages = opening(scenarioOf('fruit'), part, 'step').map((one) =>
        one.type === 'open' ? { ...one, run: { ...one.run, ...change } } : one,
      );
      await Promise.all([record.ask(...messages), real.ask(...messages)]);
      expect(await record.shown()).toEqual(await real.shown());
      expect(state.engines).toBe(1);
    }
  });

  it('says why the engine cannot go on, is read on, and asks for it again', async () => {
    const options = { isCut: true };
    const { connection, state } = kept('fruit', 1, options);
    const page = new Page(connection());
    await page.ask(...opening(scenarioOf('fruit'), 1, 'step'));
    const before = await page.shown();
    expect(await page.ask({ type: 'give', input: { type: 'line', line: 'date', files: {} } })).toEqual([
      'the network is gone',
    ]);
    expect(await page.shown()).toEqual(before);
    expect(await page.ask({ type: 'step', by: 1 })).toEqual(['done']);
    // What was asked to be seen otherwise is not told as if it were.
    expect(await page.ask({ type: 'filter', filter: { grain: 'detail', scope: 'story' } })).toEqual([
      'the network is gone',
    ]);
    expect(await page.ask({ type: 'step', by: 1 })).toEqual(['the network is gone']);
    options.isCut = false;
    expect(await page.ask({ type: 'step', by: 1 })).toEqual(['done']);
    expect(page.frames.getState().frame?.total).toBeGreaterThan(100);
    expect(state.isComing.length % 2).toBe(0);
  });
});
