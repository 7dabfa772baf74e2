import { valueText } from '../ports/bare-value.ts';
import type { KvChange, KvError } from '../ports/kv.ts';
import { requestTooLarge } from './errors.ts';

/** What a server takes at most, and what a client sends at most. */
const MOST_BYTES = 1.5 * 1024 * 1024;
const MOST_SENT = 2 * 1024 * 1024;
/** The number that the server gives to a request, and what says which request it is. */
const HEADER = 12;

/** Why a change is too large to be made. */
// Models etcd server/etcdserver/v3_server.go processInternalRaftRequestOnce, client/v3/options.go (v3.6)
export function tooLarge(change: KvChange): KvError | undefined {
  const bytes = transactionBytes(change);
  if (bytes > MOST_SENT) {
    const error = `rpc error: code = ResourceExhausted desc = trying to send message larger than max (${bytes} vs. ${MOST_SENT})`;
    return { error, code: 8 };
  }
  return bytes + HEADER > MOST_BYTES ? requestTooLarge : undefined;
}

/** If the key is still as it was, put it; an update asks for what is there otherwise. */
function transactionBytes({ key, value, expected, lease }: KvChange): number {
  const named = field(utf8Bytes(key));
  const put = named + field(utf8Bytes(valueText(value))) + (lease === undefined ? 0 : 1 + varint(Number(lease)));
  const compare = expected === undefined ? 0 : field(2 + named + 1 + varint(expected));
  const otherwise = (expected ?? 0) === 0 ? 0 : field(field(named));
  return compare + field(field(put)) + otherwise;
}

/** A field of so many bytes, with its number and its length before it. */
function field(bytes: number): number {
  return 1 + varint(bytes) + bytes;
}

function varint(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= 128; rest /= 128) bytes += 1;
  return bytes;
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code < 0xe000)
      bytes += 2; // one half of a character of four bytes
    else bytes += 3;
  }
  return bytes;
}
