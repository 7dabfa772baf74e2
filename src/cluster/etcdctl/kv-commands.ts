import { type Context, Mailbox } from '../../engine/index.ts';
import type { WatchResponse } from '../ports/etcd.ts';
import { isKvError } from '../ports/kv.ts';
import type { Answer, Call } from './command.ts';
import {
  deleteFields,
  deleteJson,
  eventFields,
  eventJson,
  eventLines,
  Fields,
  headerFields,
  headerJson,
  kvFields,
  kvLines,
  putJson,
  rangeFields,
  rangeJson,
  toJson,
  txnFields,
  txnJson,
  txnLines,
} from './print.ts';
import { readTxn } from './read-txn.ts';
import { deleteOf, keysOf, putOf, rangeOf } from './requests.ts';
import { BAD_ARGS, BAD_INPUT, Exit, failed, INTERRUPTED, noTable } from './terminal.ts';

// Models etcd etcdctl/ctlv3/command/{get,put,del,txn,watch}_command.go (v3.5)
export function* get(call: Call): Answer {
  const { terminal, output, options } = call;
  const request = rangeOf(call);
  if (request instanceof Exit) return request;
  if (request.countOnly === true && output !== 'fields')
    return new Exit(BAD_ARGS, '--count-only is only for `--write-out=fields`');
  const { etcd } = terminal.host;
  const answer = yield* terminal.call('Range', request.key, (ctx) => etcd.protocol.rangeOf(ctx, request));
  if (isKvError(answer)) return failed(answer.error);
  if (output === 'table') return noTable();
  const header = { ...etcd.header, revision: answer.revision };
  const simple = { hex: options.is('hex'), valueOnly: options.is('print-value-only') };
  if (output === 'json') terminal.print(`${toJson(rangeJson(headerJson(header), answer))}\n`);
  else if (output === 'fields') terminal.print(rangeFields(headerFields(header), answer));
  else terminal.print(answer.kvs.map((item) => kvLines(item, simple)).join(''));
  return 0;
}

export function* put(call: Call): Answer {
  const { terminal, output, options } = call;
  const request = putOf(call);
  if (request instanceof Exit) return request;
  const { etcd } = terminal.host;
  const answer = yield* terminal.call('Put', request.key, (ctx) => etcd.protocol.put(ctx, request));
  if (isKvError(answer)) return failed(answer.error);
  if (output === 'table') return noTable();
  const header = { ...etcd.header, revision: answer.revision };
  const { previous } = answer;
  const before = (): string =>
    previous === undefined ? '' : kvLines(previous, { hex: options.is('hex'), valueOnly: false });
  if (output === 'json') terminal.print(`${toJson(putJson(headerJson(header), previous))}\n`);
  else if (output === 'fields')
    terminal.print(headerFields(header) + (previous === undefined ? '' : kvFields(previous, 'Prev')));
  else terminal.print(`OK\n${before()}`);
  return 0;
}

export function* del(call: Call): Answer {
  const { terminal, output, options } = call;
  const request = deleteOf(call);
  if (request instanceof Exit) return request;
  const { etcd } = terminal.host;
  const answer = yield* terminal.call('DeleteRange', request.key, (ctx) => etcd.protocol.deleteRange(ctx, request));
  if (isKvError(answer)) return failed(answer.error);
  if (output === 'table') return noTable();
  const header = { ...etcd.header, revision: answer.revision };
  const { deleted, previous } = answer;
  const simple = { hex: options.is('hex'), valueOnly: false };
  if (output === 'json') terminal.print(`${toJson(deleteJson(headerJson(header), deleted, previous))}\n`);
  else if (output === 'fields') terminal.print(deleteFields(headerFields(header), deleted, previous));
  else terminal.print(`${deleted}\n${previous.map((item) => kvLines(item, simple)).join('')}`);
  return 0;
}

export function* txn(call: Call): Answer {
  const { terminal, output, options } = call;
  if (call.words.length > 0) return new Exit(BAD_ARGS, 'txn command does not accept argument');
  const prompts = options.is('interactive');
  const read = readTxn(terminal.invocation.stdin ?? '', call);
  const ask = (text: string): void => {
    if (prompts) terminal.print(text);
  };
  ask('compares:\n');
  if (read instanceof Exit && read.code !== BAD_INPUT) return read;
  ask('success requests (get, put, del):\nfailure requests (get, put, del):\n');
  if (read instanceof Exit) return read;
  const { etcd } = terminal.host;
  const key = read.compare[0]?.key ?? '';
  const answer = yield* terminal.call('Txn', key, (ctx) => etcd.protocol.transact(ctx, read));
  if (isKvError(answer)) return failed(answer.error);
  if (output === 'table') return noTable();
  const header = { ...etcd.header, revision: answer.revision };
  if (output === 'json') terminal.print(`${toJson(txnJson(headerJson(header), answer))}\n`);
  else if (output === 'fields') terminal.print(txnFields(headerFields(header), answer));
  else terminal.print(txnLines(answer, { hex: options.is('hex'), valueOnly: false }));
  return 0;
}

interface Told {
  readonly ctx: Context;
  readonly response: WatchResponse;
}

/** Goes on until it is stopped. */
export function* watch(call: Call): Answer {
  const { terminal, output, options, words } = call;
  if (words.length < 1 || words.length > 2) return new Exit(BAD_ARGS, 'bad number of arguments');
  const keys = keysOf('watch', call);
  if (keys instanceof Exit) return keys;
  if (output === 'table') return noTable();
  const { etcd, env } = terminal.host;
  const told = new Mailbox<Told>();
  const startRevision = Number(options.text('rev') ?? 0);
  const prevKv = options.is('prev-kv');
  const handle = etcd.protocol.watchRange(terminal.ctx, { ...keys, startRevision, prevKv }, (ctx, response) =>
    told.put({ ctx, response }),
  );
  const stream = { tryNext: () => told.tryTake(), next: () => told.take() };
  for (;;) {
    const next = yield* terminal.interrupt.next(env.engine, stream);
    if (next === undefined) break;
    const { response } = next;
    if (response.created && !response.canceled) continue;
    terminal.heard(next.ctx, response.events.length, response.revision);
    if (response.canceled) {
      terminal.complain(`watch was canceled (${response.cancelReason})\n`);
      return new Exit(INTERRUPTED, 'watch is canceled by the server');
    }
    const header = { ...etcd.header, revision: response.revision };
    if (output === 'json') terminal.print(`${toJson(watchJson(headerJson(header), response))}\n`);
    else if (output === 'fields') terminal.print(headerFields(header) + eventFields(response.events));
    else terminal.print(eventLines(response.events, { hex: options.is('hex'), valueOnly: false }));
  }
  handle.cancel(terminal.ctx);
  return 130;
}

function watchJson(header: ReturnType<typeof headerJson>, response: WatchResponse): Fields {
  return new Fields([
    ['Header', new Fields(header)],
    ['Events', response.events.map(eventJson)],
    ['CompactRevision', response.compactRevision],
    ['Canceled', response.canceled],
    ['Created', response.created],
  ]);
}
