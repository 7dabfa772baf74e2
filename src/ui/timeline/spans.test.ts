import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpanView } from '../../protocol/views.ts';
import { drawnAs, spanPaths } from './spans.tsx';

const spans = fc.array(
  fc
    .record({
      from: fc.nat(40),
      lasts: fc.nat(12),
      kind: fc.constantFrom('request' as const, 'work' as const),
      refused: fc.boolean(),
    })
    .map(({ from, lasts, kind, refused }): SpanView => {
      return { from, to: from + lasts, fromSeq: from, toSeq: from + lasts, kind, refused, label: '' };
    }),
  { maxLength: 8 },
);
const scale = { x: (time: number) => time * 10 };

describe('the spans of a lane', () => {
  it('look the same at the time by which they are known as they do now', () => {
    fc.assert(
      fc.property(spans, fc.nat(60), (lane, now) => {
        const known = drawnAs(lane, now);
        expect(known).toBeLessThanOrEqual(now);
        expect(spanPaths(lane, 50, 7, known, scale)).toEqual(spanPaths(lane, 50, 7, now, scale));
      }),
    );
  });
  it('are not drawn anew while none is in flight', () => {
    const lane: readonly SpanView[] = [
      { from: 5, to: 9, fromSeq: 0, toSeq: 1, kind: 'request', refused: false, label: '' },
      { from: 30, to: 40, fromSeq: 2, toSeq: 3, kind: 'request', refused: false, label: '' },
    ];
    expect([9, 10, 20, 29].map((now) => drawnAs(lane, now))).toEqual([9, 9, 9, 9]);
    expect([0, 4].map((now) => drawnAs(lane, now))).toEqual([Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]);
    expect([5, 7, 31].map((now) => drawnAs(lane, now))).toEqual([5, 7, 31]);
  });
});
