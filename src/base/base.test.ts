import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { familyOfText, joinHostPort, urlHost } from './address.ts';
import { asKey } from './as-key.ts';
import { fnv128a } from './bytes/fnv128.ts';
import { hex32 } from './bytes/hex.ts';
import { utf8 } from './bytes/utf8.ts';
import { TimeHeap } from './heap.ts';
import { Queue } from './queue.ts';
import { type Recent, RecentList } from './recent-list.ts';
import { SortedMap } from './sorted-map.ts';

const KEYS = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');

describe('base', () => {
  it('a recent list forgets what was used longest ago', () => {
    class Item implements Recent<Item> {
      older: Item | undefined;
      newer: Item | undefined;
      constructor(readonly key: string) {}
    }
    fc.assert(
      fc.property(fc.array(KEYS), (keys) => {
        const list = new RecentList<Item>(3);
        let model: Item[] = [];
        for (const key of keys) {
          const known = model.find((item) => item.key === key);
          const used = known ?? new Item(key);
          const forgotten = known === undefined ? list.add(used) : list.renew(known);
          model = [...model.filter((item) => item !== used), used];
          expect(forgotten).toBe(model.length > 3 ? model.shift() : undefined);
          expect(list.size).toBe(model.length);
          expect([...list].map((item) => item.key)).toEqual(model.map((item) => item.key));
        }
      }),
      { numRuns: 50 },
    );
  });

  it('the hash of 128 bits is the one of Go', () => {
    expect(['', 'a', 'ab', 'abc'].map(fnv128a)).toEqual([
      '6c62272e07bb014262b821756295c58d',
      'd228cb696f1a8caf78912b704e4a8964',
      '08809544bbab1be95aa0733055b69a62',
      'a68d622cec8b5822836dbc7977af7f3b',
    ]);
  });

  it('a heap gives what is due first, and of that what is first in order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1, max: 9 }), { maxLength: 600, size: 'max' }), (times) => {
        const heap = new TimeHeap<{ readonly time: number; readonly order: number }>();
        const model: { time: number; order: number }[] = [];
        times.forEach((time, at) => {
          // Each its own, and in no order.
          const order = (at * 7919) % 10_007;
          if (time >= 0) {
            heap.push({ time, order }, time, order);
            model.push({ time, order });
            return;
          }
          model.sort((a, b) => a.time - b.time || a.order - b.order);
          expect(heap.pop()).toEqual(model.shift());
        });
        expect(heap.size).toBe(model.length);
      }),
    );
  });

  it('a queue gives what was put in first, and nothing when it is empty', () => {
    const bursts = fc.array(
      fc.record({ put: fc.integer({ min: 0, max: 1500 }), take: fc.integer({ min: 0, max: 1500 }) }),
    );
    fc.assert(
      fc.property(bursts, (moves) => {
        const queue = new Queue<number>();
        let put = 0;
        let taken = 0;
        for (const move of moves) {
          for (let at = 0; at < move.put; at += 1) queue.push(put++);
          for (let at = 0; at < move.take; at += 1) {
            const expected = taken < put ? taken++ : undefined;
            if (queue.peek() !== expected || queue.shift() !== expected) throw new Error(`${expected} was next`);
          }
          expect([queue.size, queue.toArray().length, queue.toArray()[0]]).toEqual([
            put - taken,
            put - taken,
            taken < put ? taken : undefined,
          ]);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('a host and its port are told apart, whatever colons the host has', () => {
    expect([joinHostPort('10.0.0.1', 80), joinHostPort('fd00::1', '443'), urlHost('web')]).toEqual([
      '10.0.0.1:80',
      '[fd00::1]:443',
      'web',
    ]);
    expect(['10.96.0.1', 'fd00::1'].map(familyOfText)).toEqual(['IPv4', 'IPv6']);
  });

  it('a text as a key is the same text', () => {
    for (const text of ['status', `f:${'spec'}`, '', 'status']) expect(asKey(text)).toBe(text);
  });

  it('a sorted map is in order whenever somebody looks', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(KEYS, fc.constantFrom('set', 'delete', 'look'))), (acts) => {
        const map = new SortedMap<number>();
        const model = new Map<string, number>();
        acts.forEach(([key, act], at) => {
          if (act === 'set') {
            map.set(key, at);
            model.set(key, at);
          } else if (act === 'delete') expect(map.delete(key)).toBe(model.delete(key));
          else expect(scanned(map)).toEqual([...model].sort(([a], [b]) => (a < b ? -1 : 1)));
        });
        expect(scanned(map)).toEqual([...model].sort(([a], [b]) => (a < b ? -1 : 1)));
      }),
      { numRuns: 50 },
    );
  });

  it('UTF-8 has the bytes that every encoder gives', () => {
    const texts = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(texts, (text) => {
        expect(utf8(text)).toEqual([...new TextEncoder().encode(text)]);
      }),
    );
  });

  it('hexadecimal digits are those of toString', () => {
    for (const value of [0, 1, 0xff, 0x1234abcd, 0xffffffff]) {
      expect(hex32(value)).toBe(value.toString(16).padStart(8, '0'));
    }
  });
});

function scanned(map: SortedMap<number>): readonly (readonly [string, number])[] {
  const found: [string, number][] = [];
  map.scan('', undefined, (value, key) => {
    found.push([key, value]);
    return true;
  });
  return found;
}
