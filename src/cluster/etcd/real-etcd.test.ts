import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findEtcd } from '../../../scripts/find-etcd.mjs';
import type { WatchRequest } from '../ports/etcd.ts';
import { base64, type Json, requestOf, watchRequest } from './testing/gateway.ts';
import { Dice, type Known, type Operation, randomOperation } from './testing/operations.ts';
import { type Heard, OurStore } from './testing/our-store.ts';

// The real etcd and ours are given the same random operations. Where there is no real one, its recorded answers take
// its place (one seed; ETCD_RECORD=1 records them again).

const RECORDED = resolve(import.meta.dirname, '../../../testdata/etcd/answers.json.gz');
const RECORDED_SEED = 1;
const LENGTH = 250;
/** Seeds that once found a difference; ETCD_SEEDS asks for that many more. */
const SEEDS = [
  RECORDED_SEED,
  10,
  16,
  ...Array.from({ length: Number(process.env.ETCD_SEEDS ?? 0) }, (_, at) => 100 + at),
];
const PATIENCE = 10_000;

interface Turn {
  readonly operation: Operation;
  readonly answer: Json | undefined;
}
interface Story {
  readonly turns: readonly Turn[];
  /** What each watch heard, in the order in which they were opened. */
  readonly heard: readonly Heard[];
}

const program = findEtcd();
let real: RealEtcd | undefined;

beforeAll(async () => {
  if (program === undefined) console.log('There is no etcd on this machine: its recorded answers stand for it.');
  else real = await RealEtcd.start(program);
}, 30_000);
// Also those of a test that was given up.
afterAll(() => {
  for (const store of RealEtcd.running) store.stop();
});

it.skipIf(program === undefined)(
  'ET8: random operations are answered as the real store answers them, and watches hear the same',
  async () => {
    for (const seed of SEEDS) {
      const store = await RealEtcd.start(program as string);
      try {
        const { ours, theirs } = await together(store, seed);
        compareStories(ours, theirs, seed);
        if (seed === RECORDED_SEED && process.env.ETCD_RECORD !== undefined)
          writeFileSync(RECORDED, gzipSync(JSON.stringify(theirs), { level: 9 }));
      } finally {
        store.stop();
      }
    }
  },
  60_000 + SEEDS.length * PATIENCE,
);

it('ET8: random operations are answered as the real store was recorded to answer them', () => {
  const theirs = JSON.parse(gunzipSync(readFileSync(RECORDED)).toString()) as Story;
  const ours = new OurStore();
  const heard: Heard[] = [];
  const turns = theirs.turns.map(({ operation }) => {
    if (operation.type !== 'watch') return { operation, answer: ours.answer(operation) };
    heard.push(ours.watch(operation.watch));
    return { operation, answer: undefined };
  });
  compareStories({ turns, heard }, theirs, RECORDED_SEED);
});

it.skipIf(program === undefined)('ET6: a lease that nobody renews ends, and its keys go in one revision', async () => {
  const store = real as RealEtcd;
  const ours = new OurStore();
  const theirs = await store.watch({ key: 'ttl/', rangeEnd: 'ttl0', prevKv: true });
  const own = ours.watch({ key: 'ttl/', rangeEnd: 'ttl0', prevKv: true });
  const operations: Exclude<Operation, { type: 'watch' }>[] = [
    { type: 'grant', lease: '77', ttl: 1 },
    { type: 'put', put: { key: 'ttl/b', value: '1', lease: '77' } },
    { type: 'put', put: { key: 'ttl/a', value: '2', lease: '77' } },
    { type: 'put', put: { key: 'ttl/c', value: '3' } },
    { type: 'timeToLive', lease: '77' },
  ];
  for (const operation of operations) expect(ours.answer(operation)).toEqual(await store.answer(operation));
  ours.wait(6_000_000);
  await until(() => theirs.events.length >= own.events.length);
  expect(own.events).toEqual(theirs.events);
  const after: Exclude<Operation, { type: 'watch' }> = { type: 'timeToLive', lease: '77' };
  expect(ours.answer(after)).toEqual(await store.answer(after));
});

/** Gives both stores the same operations, chosen by what has happened so far. */
async function together(store: RealEtcd, seed: number): Promise<{ readonly ours: Story; readonly theirs: Story }> {
  const dice = new Dice(seed);
  const own = new OurStore();
  const ours: { turns: Turn[]; heard: Heard[] } = { turns: [], heard: [] };
  const theirs: { turns: Turn[]; heard: Heard[] } = { turns: [], heard: [] };
  for (let turn = 0; turn < LENGTH; turn += 1) {
    const known: Known = { revision: own.revision, compacted: own.compacted };
    const operation = randomOperation(dice, known);
    if (operation.type === 'watch') {
      const mine = own.watch(operation.watch);
      const other = await store.watch(settled(operation.watch, mine, known.revision));
      ours.heard.push(mine);
      theirs.heard.push(other);
      // A watch of the past is served a little later; a compaction must not come in between.
      await until(
        () => other.events.length >= mine.events.length && (other.ended === undefined) === (mine.ended === undefined),
      );
      compareWatch(mine, other, `seed ${seed}, operation ${turn}: ${JSON.stringify(operation)}`);
      ours.turns.push({ operation, answer: undefined });
      theirs.turns.push({ operation, answer: undefined });
      continue;
    }
    const answer = own.answer(operation);
    const expected = await store.answer(operation);
    expect(answer, `seed ${seed}, operation ${turn}: ${JSON.stringify(operation)}`).toEqual(expected);
    ours.turns.push({ operation, answer });
    theirs.turns.push({ operation, answer: expected });
  }
  await until(() =>
    theirs.heard.every(({ events }, place) => events.length >= (ours.heard[place]?.events.length ?? 0)),
  );
  await store.settle();
  return { ours, theirs };
}

/**
 * The real store serves a watch of the past a moment later, and a compaction in that moment ends it. Where there is
 * nothing to serve one could not know when the moment is over: such a watch begins now, which comes to the same.
 */
function settled(watch: WatchRequest, { events, ended }: Heard, revision: number): WatchRequest {
  const { startRevision, ...now } = watch;
  const past = startRevision !== undefined && startRevision <= revision;
  return past && events.length === 0 && ended === undefined ? now : watch;
}

function compareStories(ours: Story, theirs: Story, seed: number): void {
  ours.turns.forEach(({ operation, answer }, place) => {
    const asked = `seed ${seed}, operation ${place}: ${JSON.stringify(operation)}`;
    expect(answer, asked).toEqual(theirs.turns[place]?.answer);
  });
  expect(ours.heard.length).toBe(theirs.heard.length);
  ours.heard.forEach((heard, place) => {
    compareWatch(heard, theirs.heard[place] as Heard, `seed ${seed}, watch ${place}`);
  });
}

function compareWatch(ours: Heard, theirs: Heard, which: string): void {
  expect(ours.events, which).toEqual(theirs.events);
  expect(ours.ended, `the end of ${which}`).toEqual(theirs.ended);
}

async function until(holds: () => boolean): Promise<void> {
  const last = performance.now() + PATIENCE;
  while (!holds() && performance.now() < last) await pause(5);
}

function pause(millis: number): Promise<void> {
  return new Promise((done) => setTimeout(done, millis));
}

/** A member of its own on free ports, with its data in a temporary folder. */
class RealEtcd {
  static readonly running = new Set<RealEtcd>();
  private readonly agent = new Agent({ keepAlive: true });
  private readonly streams: IncomingMessage[] = [];

  private constructor(
    private readonly child: ChildProcess,
    private readonly port: number,
    private readonly folder: string,
  ) {}

  static async start(path: string): Promise<RealEtcd> {
    const [client, peer] = [await freePort(), await freePort()];
    const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kubestep-etcd-'));
    const at = (port: number): string => `http://127.0.0.1:${port}`;
    const flags = {
      name: 'm1',
      'data-dir': folder,
      'listen-client-urls': at(client),
      'advertise-client-urls': at(client),
      'listen-peer-urls': at(peer),
      'initial-advertise-peer-urls': at(peer),
      'initial-cluster': `m1=${at(peer)}`,
      'log-level': 'error',
    };
    const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
    const env = { ...process.env, ETCD_UNSUPPORTED_ARCH: process.arch };
    const store = new RealEtcd(spawn(path, words, { stdio: 'ignore', env }), client, folder);
    RealEtcd.running.add(store);
    await untilAsync(async () => {
      try {
        return 'header' in (await store.post('maintenance/status', {}));
      } catch {
        return false;
      }
    });
    return store;
  }

  stop(): void {
    RealEtcd.running.delete(this);
    for (const stream of this.streams) stream.destroy();
    this.agent.destroy();
    this.child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async answer(operation: Exclude<Operation, { type: 'watch' }>): Promise<Json> {
    const [path, body] = requestOf(operation);
    const answer = await this.post(path, body);
    return normal((operation.type === 'keepAlive' ? answer.result : answer) as Json, operation.type);
  }

  /** Long enough for what should not come. */
  settle(): Promise<void> {
    return pause(150);
  }

  async watch(asked: WatchRequest): Promise<Heard> {
    const heard: Heard = { events: [], ended: undefined };
    let created = false;
    let rest = '';
    const stream = await this.open('watch', watchRequest(asked));
    this.streams.push(stream);
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => {
      rest += chunk.toString();
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const { result } = JSON.parse(line) as {
          result: { created?: boolean; canceled?: boolean; events?: Json[] } & Json;
        };
        created ||= result.created === true;
        heard.events.push(...(result.events ?? []));
        const { compact_revision } = result;
        if (result.canceled === true)
          heard.ended = { canceled: true, ...(compact_revision === undefined ? {} : { compact_revision }) };
      }
    });
    await until(() => created);
    return heard;
  }

  private async post(path: string, body: Json): Promise<Json> {
    const response = await this.open(path, body);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    return JSON.parse(Buffer.concat(chunks).toString()) as Json;
  }

  private open(path: string, body: Json): Promise<IncomingMessage> {
    return new Promise((done, fail) => {
      const text = JSON.stringify(body);
      const options = { port: this.port, host: '127.0.0.1', path: `/v3/${path}`, method: 'POST', agent: this.agent };
      const sent = request({ ...options, headers: { 'content-length': Buffer.byteLength(text) } }, done);
      sent.on('error', fail);
      sent.end(text);
    });
  }
}

async function untilAsync(holds: () => Promise<boolean>): Promise<void> {
  const last = performance.now() + PATIENCE;
  while (!(await holds()) && performance.now() < last) await pause(20);
}

/** Leaves out what is another in every cluster: identities, terms, and how long a lease still has. */
function normal(answer: Json, type: Operation['type']): Json {
  if ('error' in answer) return { error: answer.error, code: answer.code };
  const { revision } = (answer.header ?? {}) as { revision?: string };
  const ttl = type === 'timeToLive' && answer.TTL !== '-1' ? { TTL: 'left' } : {};
  // Keys of a lease come in no order.
  const keys = Array.isArray(answer.keys) ? { keys: (answer.keys as string[]).map(fromBase64).sort().map(base64) } : {};
  return { ...answer, ...ttl, ...keys, header: { revision } };
}

function fromBase64(text: string): string {
  return Buffer.from(text, 'base64').toString();
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
