import { base64 } from '../../base/bytes/base64.ts';
import { hexDigits } from '../../base/bytes/hex.ts';
import { utf8 } from '../../base/bytes/utf8.ts';
import { valueText } from '../ports/bare-value.ts';
import type { EtcdHeader, RangeResponse, ResponseOp, TxnResponse, WatchEvent } from '../ports/etcd.ts';
import type { KeyValue } from '../ports/kv.ts';

// How answers are written: simple, json and fields.
// Models etcd etcdctl/ctlv3/command/printer_simple.go, printer_json.go and printer_fields.go (v3.5)

export type Json = readonly (readonly [string, unknown])[];

/** JSON with numbers of 64 bits as they are: a text that is a decimal number is marked by `big`. */
class Big {
  constructor(readonly digits: string) {}
}
export const big = (digits: string): Big => new Big(digits);

/** Leaves out zeros, as the protocol's own encoding does. */
export function sparse(fields: Json): Json {
  return fields.filter(
    ([, value]) =>
      value !== undefined &&
      value !== '' &&
      value !== 0 &&
      value !== false &&
      !(value instanceof Big && value.digits === '0') &&
      !(Array.isArray(value) && value.length === 0),
  );
}

export class Fields {
  constructor(readonly list: Json) {}
}

export function toJson(value: unknown): string {
  if (value instanceof Big) return value.digits;
  if (value instanceof Fields) {
    return `{${value.list.map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`).join(',')}}`;
  }
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  return JSON.stringify(value);
}

// JSON

export function headerJson({ clusterId, memberId, revision, raftTerm }: EtcdHeader): Json {
  return sparse([
    ['cluster_id', big(clusterId)],
    ['member_id', big(memberId)],
    ['revision', revision],
    ['raft_term', raftTerm],
  ]);
}

function kvJson(item: KeyValue): Fields {
  return new Fields(
    sparse([
      ['key', base64(item.key)],
      ['create_revision', item.createRevision],
      ['mod_revision', item.modRevision],
      ['version', item.version],
      ['value', base64(valueText(item.value))],
      ['lease', big(item.lease ?? '0')],
    ]),
  );
}

export function rangeJson(header: Json, { kvs, more, count }: RangeResponse): Fields {
  return new Fields([
    ['header', new Fields(header)],
    ...sparse([
      ['kvs', kvs.map(kvJson)],
      ['more', more],
      ['count', count],
    ]),
  ]);
}

export function txnJson(header: Json, { succeeded, responses }: TxnResponse): Fields {
  const wrapped = responses.map((response) => {
    const revised = (revision: number): Json => sparse([['revision', revision]]);
    const name = { range: 'ResponseRange', put: 'ResponsePut', delete: 'ResponseDeleteRange', txn: 'ResponseTxn' };
    const body =
      response.type === 'range'
        ? rangeJson(revised(response.range.revision), response.range)
        : response.type === 'put'
          ? putJson(revised(response.put.revision), response.put.previous)
          : response.type === 'delete'
            ? deleteJson(revised(response.delete.revision), response.delete.deleted, response.delete.previous)
            : txnJson(revised(response.txn.revision), response.txn);
    return new Fields([['Response', new Fields([[name[response.type], body]])]]);
  });
  return new Fields([
    ['header', new Fields(header)],
    ...sparse([
      ['succeeded', succeeded],
      ['responses', wrapped],
    ]),
  ]);
}

export function putJson(header: Json, previous: KeyValue | undefined): Fields {
  return new Fields([
    ['header', new Fields(header)],
    ...(previous === undefined ? [] : ([['prev_kv', kvJson(previous)]] as const)),
  ]);
}

export function deleteJson(header: Json, deleted: number, previous: readonly KeyValue[]): Fields {
  return new Fields([
    ['header', new Fields(header)],
    ...sparse([
      ['deleted', deleted],
      ['prev_kvs', previous.map(kvJson)],
    ]),
  ]);
}

export function eventJson({ type, kv, previous }: WatchEvent): Fields {
  return new Fields([
    ...(type === 'delete' ? ([['type', 1]] as const) : []),
    ['kv', kvJson(kv)],
    ...(previous === undefined ? [] : ([['prev_kv', kvJson(previous)]] as const)),
  ]);
}

// Fields

export const quoted = (text: string): string => JSON.stringify(text);

export function fieldLines(fields: Json): string {
  return fields.map(([name, value]) => `"${name}" : ${value instanceof Big ? value.digits : String(value)}\n`).join('');
}

export function headerFields({ clusterId, memberId, revision, raftTerm }: EtcdHeader): string {
  return fieldLines([
    ['ClusterID', big(clusterId)],
    ['MemberID', big(memberId)],
    ['Revision', revision],
    ['RaftTerm', raftTerm],
  ]);
}

export function kvFields(item: KeyValue, prefix = ''): string {
  return fieldLines([
    [`${prefix}Key`, quoted(item.key)],
    [`${prefix}CreateRevision`, item.createRevision],
    [`${prefix}ModRevision`, item.modRevision],
    [`${prefix}Version`, item.version],
    [`${prefix}Value`, quoted(valueText(item.value))],
    [`${prefix}Lease`, big(item.lease ?? '0')],
  ]);
}

export function rangeFields(header: string, { kvs, more, count }: RangeResponse): string {
  const lines = kvs.map((item) => kvFields(item)).join('');
  return `${header}${lines}${fieldLines([
    ['More', more],
    ['Count', count],
  ])}`;
}

export function txnFields(header: string, { succeeded, responses }: TxnResponse): string {
  return `${header}${fieldLines([['Succeeded', succeeded]])}${responses.map(opFields).join('')}`;
}

function opFields(response: ResponseOp): string {
  const header = (revision: number): string => headerFields({ clusterId: '0', memberId: '0', revision, raftTerm: 0 });
  switch (response.type) {
    case 'range':
      return rangeFields(header(response.range.revision), response.range);
    case 'put':
      return header(response.put.revision) + (response.put.previous ? kvFields(response.put.previous, 'Prev') : '');
    case 'delete':
      return deleteFields(header(response.delete.revision), response.delete.deleted, response.delete.previous);
    case 'txn':
      return txnFields(header(response.txn.revision), response.txn);
  }
}

export function deleteFields(header: string, deleted: number, previous: readonly KeyValue[]): string {
  return header + fieldLines([['Deleted', deleted]]) + previous.map((item) => kvFields(item, 'Prev')).join('');
}

export function eventFields(events: readonly WatchEvent[]): string {
  return events
    .map(({ type, kv, previous }) => {
      const before = previous === undefined ? '' : kvFields(previous, 'Prev');
      return fieldLines([['Type', type === 'put' ? 'PUT' : 'DELETE']]) + before + kvFields(kv);
    })
    .join('');
}

// Simple

export interface Simple {
  readonly hex: boolean;
  readonly valueOnly: boolean;
}

export function kvLines(item: KeyValue, { hex, valueOnly }: Simple): string {
  const show = hex ? hexBytes : (text: string) => text;
  return `${valueOnly ? '' : `${show(item.key)}\n`}${show(valueText(item.value))}\n`;
}

function hexBytes(text: string): string {
  return utf8(text)
    .map((byte) => `\\x${hexDigits(byte, 2)}`)
    .join('');
}

export function eventLines(events: readonly WatchEvent[], simple: Simple): string {
  return events
    .map(({ type, kv, previous }) => {
      const before = previous === undefined ? '' : kvLines(previous, simple);
      return `${type === 'put' ? 'PUT' : 'DELETE'}\n${before}${kvLines(kv, simple)}`;
    })
    .join('');
}

export function txnLines({ succeeded, responses }: TxnResponse, simple: Simple): string {
  return `${succeeded ? 'SUCCESS' : 'FAILURE'}\n${responses.map((response) => opLines(response, simple)).join('')}`;
}

function opLines(response: ResponseOp, simple: Simple): string {
  const lines = (items: readonly KeyValue[]): string => items.map((item) => kvLines(item, simple)).join('');
  switch (response.type) {
    case 'range':
      return `\n${lines(response.range.kvs)}`;
    case 'put':
      return `\nOK\n${response.put.previous === undefined ? '' : lines([response.put.previous])}`;
    case 'delete':
      return `\n${response.delete.deleted}\n${lines(response.delete.previous)}`;
    case 'txn':
      return `\n${txnLines(response.txn, simple)}`;
  }
}

// Tables

/** Headers centred, cells to the right. */
// Models github.com/olekukonko/tablewriter as etcdctl sets it up
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, at) => Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)));
  const rule = `+${widths.map((width) => '-'.repeat(width + 2)).join('+')}+\n`;
  const line = (cells: readonly string[]): string => `|${cells.map((cell) => ` ${cell} `).join('|')}|\n`;
  const centred = header.map((title, at) => {
    const space = (widths[at] as number) - title.length;
    return ' '.repeat(space >> 1) + title.toUpperCase() + ' '.repeat(space - (space >> 1));
  });
  const body = rows.map((row) => line(row.map((cell, at) => cell.padStart(widths[at] as number)))).join('');
  return rule + line(centred) + rule + body + rule;
}
