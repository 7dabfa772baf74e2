import { present } from '../../../base/assert.ts';
import type { Context, Process, Random } from '../../../engine/index.ts';
import { isKvError, type KvChanged, type KvError, type KvGetResult, type KvStore } from '../../ports/kv.ts';
import { nodePortsOf, type ServiceSpec } from './service-spec.ts';

export const NODE_PORTS = { first: 30000, last: 32767 };
const SIZE = NODE_PORTS.last - NODE_PORTS.first + 1;
/** Kept for ports that people choose. */
const STATIC_BAND = Math.min(Math.max(16, Math.floor(SIZE / 32)), 128);
const KEY = '/registry/ranges/servicenodeports';
const SUBJECT = 'ranges/servicenodeports';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Dynamic allocation prefers the upper band; undefined when the range is full. */
export function freePort(taken: ReadonlySet<number>, random: Random): number | undefined {
  if (taken.size >= SIZE) return undefined;
  for (let tries = 0; tries < SIZE; tries += 1) {
    const port = NODE_PORTS.first + STATIC_BAND + random.below(SIZE - STATIC_BAND);
    if (!taken.has(port)) return port;
  }
  for (let port = NODE_PORTS.last; port >= NODE_PORTS.first; port -= 1) if (!taken.has(port)) return port;
  return undefined;
}

/** Which node ports are taken; in the store it is one number with a bit for each port. */
// Models pkg/registry/core/service/portallocator/allocator.go and storage/etcd.go (v1.36)
export class NodePorts {
  private readonly taken = new Set<number>();

  constructor(
    private readonly kv: KvStore,
    private readonly random: Random,
    taken: Iterable<number>,
  ) {
    for (const port of taken) this.taken.add(port);
  }

  /** Why a port cannot be had; undefined when it is free. */
  problemOf(port: number): string | undefined {
    if (port < NODE_PORTS.first || port > NODE_PORTS.last) {
      return `provided port is not in the valid range. The range of valid ports is ${NODE_PORTS.first}-${NODE_PORTS.last}`;
    }
    return this.taken.has(port) ? 'provided port is already allocated' : undefined;
  }

  free(): number | undefined {
    return freePort(this.taken, this.random);
  }

  /** Until it is saved, only this server knows. */
  take(port: number): void {
    this.taken.add(port);
  }

  give(port: number): void {
    this.taken.delete(port);
  }

  /** A store that fails now is told all of it with the next change. */
  *save(ctx: Context): Process<Context> {
    for (;;) {
      const got: KvGetResult | KvError = yield this.kv.get(ctx, KEY, SUBJECT);
      if (isKvError(got)) return ctx;
      const result: KvChanged | KvError = yield this.kv.change(ctx, {
        key: KEY,
        expected: got.item?.modRevision ?? 0,
        value: rangeAllocation(this.taken),
        subject: SUBJECT,
      });
      if (isKvError(result)) return ctx;
      if (result.succeeded) return ctx.from(result.origin);
    }
  }
}

/** What the store holds when these Services are there. */
// Models pkg/apis/core/types.go RangeAllocation (v1.36)
export function nodePortRange(services: readonly ServiceSpec[]): { readonly key: string; readonly value: unknown } {
  return { key: KEY, value: rangeAllocation(new Set(services.flatMap((spec) => [...nodePortsOf(spec)]))) };
}

function rangeAllocation(taken: ReadonlySet<number>): object {
  const metadata = { creationTimestamp: null };
  const range = `${NODE_PORTS.first}-${NODE_PORTS.last}`;
  const data = base64(bytesOf(taken));
  return { kind: 'RangeAllocation', apiVersion: 'v1', metadata, range, ...(data === '' ? {} : { data }) };
}

/** The bits as a big number's bytes: the highest first, none of them for nothing. */
function bytesOf(taken: ReadonlySet<number>): readonly number[] {
  const low: number[] = [];
  for (const port of taken) {
    const bit = port - NODE_PORTS.first;
    const at = bit >> 3;
    while (low.length <= at) low.push(0);
    low[at] = present(low[at], 'byte') | (1 << (bit & 7));
  }
  return low.reverse();
}

function base64(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(at, at + 3);
    const word = (a << 16) | (b << 8) | c;
    const left = bytes.length - at;
    text += BASE64.charAt(word >> 18) + BASE64.charAt((word >> 12) & 63);
    text += (left > 1 ? BASE64.charAt((word >> 6) & 63) : '=') + (left > 2 ? BASE64.charAt(word & 63) : '=');
  }
  return text;
}
