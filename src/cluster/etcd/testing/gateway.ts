import { valueText } from '../../ports/bare-value.ts';
import type {
  Compare,
  DeleteRangeRequest,
  DeleteRangeResponse,
  PutRequest,
  PutResponse,
  RangeRequest,
  RangeResponse,
  RequestOp,
  ResponseOp,
  TxnRequest,
  TxnResponse,
  WatchEvent,
  WatchRequest,
} from '../../ports/etcd.ts';
import type { KeyValue } from '../../ports/kv.ts';
import type { Operation } from './operations.ts';

// Requests and answers as the JSON gateway writes them: bytes in base64, 64-bit numbers as texts, zeros left out.
// Models etcd api/etcdserverpb/gw (grpc-gateway's encoding of rpc.proto)

export type Json = { readonly [name: string]: unknown };

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 of a text of plain characters. */
export function base64(text: string): string {
  let out = '';
  for (let at = 0; at < text.length; at += 3) {
    const code = (offset: number): number => (at + offset < text.length ? text.charCodeAt(at + offset) : 0);
    const bits = (code(0) << 16) | (code(1) << 8) | code(2);
    for (let place = 0; place < 4; place += 1)
      out += at + place > text.length ? '=' : LETTERS.charAt((bits >> (18 - 6 * place)) & 63);
  }
  return out;
}

/** Leaves out what has its zero value, as the gateway does. */
function sparse(fields: Json): Json {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined &&
        value !== '' &&
        value !== '0' &&
        value !== false &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );
}

// Requests

/** Path and body of a request. */
export function requestOf(operation: Exclude<Operation, { type: 'watch' }>): readonly [string, Json] {
  switch (operation.type) {
    case 'range':
      return ['kv/range', rangeRequest(operation.range)];
    case 'put':
      return ['kv/put', putRequest(operation.put)];
    case 'delete':
      return ['kv/deleterange', deleteRequest(operation.delete)];
    case 'txn':
      return ['kv/txn', txnRequest(operation.txn)];
    case 'compact':
      return ['kv/compaction', { revision: operation.revision }];
    case 'grant':
      return ['lease/grant', { ID: operation.lease, TTL: operation.ttl }];
    case 'revoke':
      return ['lease/revoke', { ID: operation.lease }];
    case 'keepAlive':
      return ['lease/keepalive', { ID: operation.lease }];
    case 'timeToLive':
      return ['lease/timetolive', { ID: operation.lease, keys: true }];
    case 'leases':
      return ['lease/leases', {}];
  }
}

const span = ({ key, rangeEnd }: { readonly key: string; readonly rangeEnd?: string }): Json => ({
  key: base64(key),
  ...(rangeEnd === undefined ? {} : { range_end: base64(rangeEnd) }),
});

function rangeRequest(request: RangeRequest): Json {
  return {
    ...span(request),
    limit: request.limit,
    revision: request.revision,
    sort_order: request.sortOrder?.toUpperCase(),
    sort_target: request.sortTarget?.toUpperCase(),
    serializable: request.serializable,
    keys_only: request.keysOnly,
    count_only: request.countOnly,
    min_mod_revision: request.minModRevision,
    max_mod_revision: request.maxModRevision,
    min_create_revision: request.minCreateRevision,
    max_create_revision: request.maxCreateRevision,
  };
}

function putRequest(request: PutRequest): Json {
  return {
    key: base64(request.key),
    value: base64(valueText(request.value)),
    lease: request.lease,
    prev_kv: request.prevKv,
    ignore_value: request.ignoreValue,
    ignore_lease: request.ignoreLease,
  };
}

function deleteRequest(request: DeleteRangeRequest): Json {
  return { ...span(request), prev_kv: request.prevKv };
}

const RESULT = { '=': 'EQUAL', '!=': 'NOT_EQUAL', '<': 'LESS', '>': 'GREATER' } as const;
const FIELD = { version: 'version', create: 'create_revision', mod: 'mod_revision', lease: 'lease' } as const;

function compareRequest(compare: Compare): Json {
  const { target, result, operand } = compare;
  const value = target === 'value' ? { value: base64(String(operand)) } : { [FIELD[target]]: operand };
  return { ...span(compare), target: target.toUpperCase(), result: RESULT[result], ...value };
}

function txnRequest(txn: TxnRequest): Json {
  return {
    compare: txn.compare.map(compareRequest),
    success: txn.success.map(opRequest),
    failure: txn.failure.map(opRequest),
  };
}

function opRequest(op: RequestOp): Json {
  switch (op.type) {
    case 'range':
      return { request_range: rangeRequest(op.range) };
    case 'put':
      return { request_put: putRequest(op.put) };
    case 'delete':
      return { request_delete_range: deleteRequest(op.delete) };
    case 'txn':
      return { request_txn: txnRequest(op.txn) };
  }
}

export function watchRequest(request: WatchRequest): Json {
  return {
    create_request: {
      ...span(request),
      start_revision: request.startRevision,
      prev_kv: request.prevKv,
      filters: request.filters?.map((filter) => filter.toUpperCase()),
    },
  };
}

// Answers

const header = (revision: number): Json => ({ header: sparse({ revision: String(revision) }) });

function kvAnswer(item: KeyValue): Json {
  return sparse({
    key: base64(item.key),
    create_revision: String(item.createRevision),
    mod_revision: String(item.modRevision),
    version: String(item.version),
    value: base64(valueText(item.value)),
    lease: item.lease,
  });
}

export function rangeAnswer(answer: RangeResponse): Json {
  return sparse({
    ...header(answer.revision),
    kvs: answer.kvs.map(kvAnswer),
    more: answer.more,
    count: String(answer.count),
  });
}

export function putAnswer(answer: PutResponse): Json {
  return sparse({
    ...header(answer.revision),
    prev_kv: answer.previous === undefined ? undefined : kvAnswer(answer.previous),
  });
}

export function deleteAnswer(answer: DeleteRangeResponse): Json {
  return sparse({
    ...header(answer.revision),
    deleted: String(answer.deleted),
    prev_kvs: answer.previous.map(kvAnswer),
  });
}

export function txnAnswer(answer: TxnResponse): Json {
  return sparse({
    ...header(answer.revision),
    succeeded: answer.succeeded,
    responses: answer.responses.map(opAnswer),
  });
}

function opAnswer(op: ResponseOp): Json {
  switch (op.type) {
    case 'range':
      return { response_range: rangeAnswer(op.range) };
    case 'put':
      return { response_put: putAnswer(op.put) };
    case 'delete':
      return { response_delete_range: deleteAnswer(op.delete) };
    case 'txn':
      return { response_txn: txnAnswer(op.txn) };
  }
}

export function eventAnswer({ type, kv, previous }: WatchEvent): Json {
  return {
    ...(type === 'delete' ? { type: 'DELETE' } : {}),
    kv: kvAnswer(kv),
    ...(previous === undefined ? {} : { prev_kv: kvAnswer(previous) }),
  };
}
