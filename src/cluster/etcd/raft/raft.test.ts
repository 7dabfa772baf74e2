import { expect, it } from 'vitest';
import type { Step } from '../../../engine/index.ts';
import { etcd } from '../../../steps/etcd.ts';
import { isKvError } from '../../ports/kv.ts';
import { RAFT_TABLE, type RaftRow } from '../rows.ts';
import { etcdWorld, type World } from '../testing/world.ts';

const put = (world: World, key: string, value = '1') =>
  world.run((ctx) => world.etcd.protocol.put(ctx, { key, value }));
const stop = (world: World, ...members: string[]) => set(world, 'stopped', members);
const start = (world: World, ...members: string[]) => set(world, 'running', members);

function set(world: World, state: 'stopped' | 'running' | 'slow', members: readonly string[]): void {
  world.act((ctx) => {
    for (const member of members) world.etcd.setMember(ctx, member, state);
  });
}

const rows = (world: World): readonly RaftRow[] => [...world.engine.table(RAFT_TABLE).values()];
const leader = (world: World): RaftRow | undefined =>
  rows(world).find(({ role, state }) => role === 'leader' && state !== 'stopped');

function steps(world: World, from = 0): readonly Step[] {
  const { journal } = world.engine;
  return Array.from({ length: journal.end - from }, (_, at) => journal.step(from + at));
}
const names = (list: readonly Step[]): readonly string[] => list.map(({ kind }) => kind.name.slice('etcd.'.length));

it('ET10: an entry is proposed, sent, on two disks, committed, applied, and then followed', () => {
  const world = etcdWorld({ members: 3 });
  put(world, 'a');
  const told = names(steps(world));
  expect(told.filter((name) => name !== 'loaded')).toEqual(expect.arrayContaining(['sent', 'replicated', 'appended']));
  const committed = told.indexOf('committed');
  expect(
    told.slice(0, committed).filter((name) => name === 'replicated' || name === 'appended').length,
  ).toBeGreaterThanOrEqual(2);
  expect(told.indexOf('applied')).toBeGreaterThan(committed);
  expect(told.filter((name) => name === 'followerApplied')).toHaveLength(2);
  expect(new Set(rows(world).map(({ commitIndex }) => commitIndex)).size).toBe(1);
});

it('ET10: many at once take effect in the order of the log', () => {
  const world = etcdWorld({ members: 3 });
  const order: number[] = [];
  world.act((ctx) => {
    for (let n = 0; n < 30; n += 1)
      world.engine.spawn(
        (function* () {
          const answer = yield* world.etcd.protocol.put(ctx, { key: 'x', value: String(n) });
          order.push(isKvError(answer) ? -1 : answer.revision);
        })(),
      );
  });
  expect(order).toEqual(Array.from({ length: 30 }, (_, n) => n + 2));
});

it('ET10: one slow disk slows nobody down, two do', () => {
  const world = etcdWorld({ members: 3 });
  const took = (key: string): number => {
    const began = world.engine.now;
    let ended = began;
    world.act((ctx) =>
      world.engine.spawn(
        (function* () {
          yield* world.etcd.protocol.put(ctx, { key, value: '1' });
          ended = world.engine.now;
        })(),
      ),
    );
    return ended - began;
  };
  set(world, 'slow', ['etcd-1']);
  expect(took('a')).toBeLessThan(10_000);
  set(world, 'slow', ['etcd-2']);
  expect(took('b')).toBeGreaterThan(50_000);
});

it('ET11: when the leader stops another is elected, and what was stored is still there', () => {
  const world = etcdWorld({ members: 3 });
  put(world, 'a', 'kept');
  const from = world.engine.journal.end;
  const began = world.engine.now;
  stop(world, 'etcd-0');
  const told = names(steps(world, from));
  expect(told).toEqual(expect.arrayContaining(['memberSet', 'electionTimeout', 'campaigned', 'voted', 'elected']));
  expect(leader(world)).toMatchObject({ term: 3, state: 'running' });
  expect(world.engine.now - began).toBeGreaterThan(1_000_000);
  expect(world.run((ctx) => world.etcd.protocol.rangeOf(ctx, { key: 'a' }))).toMatchObject({
    kvs: [{ value: 'kept' }],
  });
  expect(put(world, 'b')).toMatchObject({ revision: 3 });
});

it('ET11: a write that comes when its member has missed the leader waits for the next one', () => {
  const world = etcdWorld({ members: 3 });
  const answers: unknown[] = [];
  world.act((ctx) => {
    world.etcd.setMember(ctx, 'etcd-0', 'stopped');
    // Later than any timer, earlier than the end of the election.
    const write = function* () {
      answers.push(yield* world.etcd.protocol.put(ctx, { key: 'a', value: '1' }));
    };
    const { journal } = world.engine;
    const look = (): void => {
      if (journal.kindOf(journal.end - 1).name === 'etcd.campaigned') world.engine.spawn(write());
      else world.engine.after(100, look, false);
    };
    look();
  });
  expect(answers).toEqual([{ revision: 2, previous: undefined }]);
});

it('ET12: a write that is passed on to a leader that has just gone is lost', () => {
  const world = etcdWorld({ members: 3 });
  stopSilently(world);
  const began = world.engine.now;
  expect(put(world, 'a')).toEqual({
    error: 'etcdserver: request timed out, possibly due to previous leader failure',
    code: 14,
  });
  expect(world.engine.now - began).toBeGreaterThanOrEqual(7_000_000);
  expect(put(world, 'a')).toMatchObject({ revision: 2 });
});

/** The leader stops, and the next thing happens before anybody has noticed. */
function stopSilently(world: World): void {
  world.engine.perform(() => {
    const ctx = world.engine.beginStory('test', etcd.fault, 'etcd', { member: 'etcd-0', state: 'stopped' });
    world.etcd.setMember(ctx, 'etcd-0', 'stopped');
  });
}

it('ET12: who was connected to a member that stops does not learn what became of the write', () => {
  const world = etcdWorld({ members: 3 });
  const answers: unknown[] = [];
  world.act((ctx) => {
    world.engine.spawn(
      (function* () {
        answers.push(yield* world.etcd.protocol.put(ctx, { key: 'a', value: '1' }));
      })(),
    );
    // The entry is on its way to the followers.
    world.engine.after(1500, () => world.etcd.setMember(ctx, 'etcd-0', 'stopped'), false);
  });
  expect(answers).toEqual([{ error: 'rpc error: code = Unavailable desc = error reading from server: EOF', code: 14 }]);
  expect(world.run((ctx) => world.etcd.protocol.rangeOf(ctx, { key: 'a' }))).toMatchObject({ count: 1 });
});

it('ET12: without a majority writes time out, the leader steps down, and reads give up later', () => {
  const world = etcdWorld({ members: 3 });
  stop(world, 'etcd-1', 'etcd-2');
  expect(leader(world)).toBeUndefined();
  expect(put(world, 'a')).toEqual({ error: 'context deadline exceeded', code: 2 });
  const read = world.run((ctx) => world.etcd.get(ctx, 'a', 'a'));
  expect(read).toEqual({ error: 'context deadline exceeded', code: 4 });
  expect(world.etcd.revision).toBe(1);
  start(world, 'etcd-1');
  expect(leader(world)).toBeDefined();
  expect(put(world, 'a')).toMatchObject({ revision: 2 });
});

it('ET12: what a leader had taken before it lost its majority times out, and takes effect when another one is back', () => {
  const world = etcdWorld({ members: 3 });
  const answers: unknown[] = [];
  world.act((ctx) => {
    world.etcd.setMember(ctx, 'etcd-1', 'stopped');
    world.etcd.setMember(ctx, 'etcd-2', 'stopped');
    world.engine.spawn(
      (function* () {
        answers.push(yield* world.etcd.protocol.put(ctx, { key: 'a', value: '1' }));
      })(),
    );
  });
  expect(answers).toEqual([{ error: 'etcdserver: request timed out', code: 14 }]);
  expect(world.etcd.revision).toBe(1);
  start(world, 'etcd-1');
  expect(world.etcd.revision).toBe(2);
});

it('ET12: with no member at all the connection is refused', () => {
  const world = etcdWorld({ members: 3 });
  stop(world, 'etcd-0', 'etcd-1', 'etcd-2');
  expect(put(world, 'a')).toMatchObject({ code: 14, error: expect.stringContaining('connection refused') });
});

it('ET13: a member that comes back catches up', () => {
  const world = etcdWorld({ members: 3 });
  stop(world, 'etcd-2');
  for (const key of ['a', 'b', 'c']) put(world, key);
  const behind = rows(world).find(({ member }) => member === 'etcd-2') as RaftRow;
  expect(behind).toMatchObject({ state: 'stopped' });
  expect(behind.lastIndex).toBeLessThan(leader(world)?.lastIndex ?? 0);
  start(world, 'etcd-2');
  const back = rows(world).find(({ member }) => member === 'etcd-2');
  expect(back).toMatchObject({ lastIndex: leader(world)?.lastIndex, commitIndex: leader(world)?.commitIndex });
  expect(steps(world).some(({ kind, args }) => kind.name === 'etcd.replicated' && Number(args.entries) >= 3)).toBe(
    true,
  );
});

it('ET11: the leadership can be handed over', () => {
  const world = etcdWorld({ members: 3 });
  const to = world.etcd.members[2]?.id ?? '';
  expect(world.run((ctx) => world.etcd.maintenance.moveLeader(ctx, to))).toBeUndefined();
  expect(leader(world)).toMatchObject({ member: 'etcd-2', term: 3 });
  expect(put(world, 'a')).toMatchObject({ revision: 2 });
  expect(steps(world).some(({ kind }) => kind.name === 'etcd.forwarded')).toBe(true);
});

it('ET11, ET12: whatever stops and starts, acknowledged writes are never lost', () => {
  for (let seed = 1; seed <= 6; seed += 1) {
    const world = etcdWorld({ members: 3 }, seed);
    const random = world.engine.random('test');
    const acknowledged: string[] = [];
    for (let turn = 0; turn < 25; turn += 1) {
      const member = `etcd-${random.below(3)}`;
      const key = `k${turn}`;
      world.act((ctx) => {
        world.engine.spawn(
          (function* () {
            const answer = yield* world.etcd.protocol.put(ctx, { key, value: '1' });
            if (!isKvError(answer)) acknowledged.push(key);
          })(),
        );
        const state = random.below(2) === 0 ? 'stopped' : 'running';
        world.engine.after(random.below(4000), () => world.etcd.setMember(ctx, member, state), false);
      });
    }
    start(world, 'etcd-0', 'etcd-1', 'etcd-2');
    const found = world.run((ctx) => world.etcd.protocol.rangeOf(ctx, { key: '\0', rangeEnd: '\0' }));
    if (isKvError(found)) throw new Error(found.error);
    const keys = new Set(found.kvs.map(({ key }) => key));
    expect(acknowledged.filter((key) => !keys.has(key))).toEqual([]);
    expect(new Set(rows(world).map(({ commitIndex }) => commitIndex)).size, `seed ${seed}`).toBe(1);
  }
});
