import { prefixEnd } from '../../base/sorted-map.ts';
import { SECOND } from '../../base/time/units.ts';
import { type Context, Mailbox, type Process } from '../../engine/index.ts';
import type { TxnRequest, WatchResponse } from '../ports/etcd.ts';
import { isKvError, type KvError } from '../ports/kv.ts';
import type { Call } from './command.ts';
import { hex } from './numbers.ts';
import { BAD_ARGS, Exit, type Terminal } from './terminal.ts';

const TTL = 10;
const failed = (error: string): Exit => new Exit(1, error);

/**
 * Holds a lock until it is stopped: a key of its own under the lock's name, with a lease that is kept alive. Whose key is
 * the oldest holds it; everybody else waits for the key before theirs to go.
 *
 * Models etcd etcdctl/ctlv3/command/lock_command.go and client/v3/concurrency/mutex.go (v3.5)
 */
export function* lock(call: Call): Process<number | Exit> {
  const { terminal, words, options } = call;
  const [name] = words;
  if (name === undefined)
    return new Exit(BAD_ARGS, 'lock takes a lock name argument and an optional command to execute');
  if (words.length > 1) return failed('"etcdctl lock NAME COMMAND" is not modelled here');
  const { etcd } = terminal.host;
  const ttl = Number(options.text('ttl') ?? TTL);
  const lease = yield* terminal.call('LeaseGrant', '', (ctx) => etcd.protocol.leaseGrant(ctx, ttl));
  if (isKvError(lease)) return failed(lease.error);
  const session = keepAlive(terminal, lease.lease, lease.ttl);
  const key = `${name}/${hex(lease.lease)}`;
  const own = yield* terminal.call('Txn', key, (ctx) => etcd.protocol.transact(ctx, claim(key, lease.lease)));
  const outcome = isKvError(own) ? failed(own.error) : yield* waitTurn(terminal, `${name}/`, own.revision);
  if (outcome === undefined) {
    terminal.print(`${key}\n\n`);
    yield* untilStopped(terminal);
  }
  session.end();
  yield* terminal.call('LeaseRevoke', hex(lease.lease), (ctx) => etcd.protocol.leaseRevoke(ctx, lease.lease));
  return outcome ?? 0;
}

function claim(key: string, lease: string): TxnRequest {
  return {
    compare: [{ key, target: 'create', result: '=', operand: 0 }],
    success: [{ type: 'put', put: { key, value: '', lease } }],
    failure: [{ type: 'range', range: { key } }],
  };
}

/** Waits until no older key is left. */
function* waitTurn(terminal: Terminal, prefix: string, revision: number): Process<Exit | undefined> {
  const { etcd } = terminal.host;
  for (;;) {
    const older = yield* terminal.call('Range', prefix, (ctx) =>
      etcd.protocol.rangeOf(ctx, {
        key: prefix,
        rangeEnd: prefixEnd(prefix),
        sortTarget: 'create',
        sortOrder: 'descend',
        maxCreateRevision: revision - 1,
        limit: 1,
      }),
    );
    if (isKvError(older)) return failed(older.error);
    const [before] = older.kvs;
    if (before === undefined) return undefined;
    if (!(yield* untilGone(terminal, before.key, older.revision + 1))) return failed('context canceled');
  }
}

interface Told {
  readonly ctx: Context;
  readonly response: WatchResponse;
}

/** False when the person stopped it first. */
function* untilGone(terminal: Terminal, key: string, startRevision: number): Process<boolean> {
  const { etcd, env } = terminal.host;
  const told = new Mailbox<Told>();
  const watch = etcd.protocol.watchRange(terminal.ctx, { key, startRevision, filters: ['noput'] }, (ctx, response) => {
    if (response.events.length > 0 || response.canceled) told.put({ ctx, response });
  });
  const stream = { tryNext: () => told.tryTake(), next: () => told.take() };
  const next = yield* terminal.interrupt.next(env.engine, stream);
  if (next !== undefined) terminal.heard(next.ctx, next.response.events.length, next.response.revision);
  watch.cancel(terminal.ctx);
  return next !== undefined;
}

function* untilStopped(terminal: Terminal): Process<void> {
  const never = new Mailbox<true>();
  const stream = { tryNext: () => never.tryTake(), next: () => never.take() };
  yield* terminal.interrupt.next(terminal.host.env.engine, stream);
}

/** Says every third of the lease's time that its holder is still there. */
function keepAlive(terminal: Terminal, lease: string, ttl: number): { end(): void } {
  const { engine } = terminal.host.env;
  const { etcd } = terminal.host;
  const background = engine.background('kubectl');
  let over = false;
  engine.spawn(
    (function* () {
      for (;;) {
        yield background.sleep(Math.floor(ttl / 3) * SECOND);
        if (over) return;
        const renewed: object | KvError = yield* etcd.protocol.leaseKeepAlive(background, lease);
        if (isKvError(renewed)) return;
      }
    })(),
  );
  return {
    end: () => {
      over = true;
    },
  };
}
