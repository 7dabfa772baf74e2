import { describe, expect, it } from 'vitest';
import type { Event } from '../../api/types/core.ts';
import { parseTime } from '../../api/values/time.ts';
import type { Micros } from '../../base/time/units.ts';
import { EventCorrelator } from './event-correlator.ts';

const REMEMBERED = 4096;
const CTX = { wall: parseTime('2026-01-15T09:00:00Z') as Micros };
const clock = { now: () => 0, nameFor: (object: string) => `${object}.1` };

function started(pod: number): Event {
  return {
    kind: 'Event',
    apiVersion: 'v1',
    metadata: { name: `p-${pod}.0`, namespace: 'default' },
    involvedObject: { kind: 'Pod', namespace: 'default', name: `p-${pod}`, uid: `uid-${pod}` },
    reason: 'Started',
    message: 'Container started',
    type: 'Normal',
    count: 1,
  } as Event;
}

describe('what a correlator remembers', () => {
  it('CG13: an event is known as long as few enough others came since', () => {
    const correlator = new EventCorrelator(clock);
    for (let pod = 0; pod <= REMEMBERED; pod += 1) correlator.correlate(started(pod), CTX);
    expect([...correlator.observations()]).toHaveLength(REMEMBERED);
    expect(correlator.correlate(started(1), CTX).outcome).toBe('patch');
    // It is new again, and drives away the one that is now the oldest.
    const again = correlator.correlate(started(0), CTX);
    expect([again.outcome, again.event.count]).toEqual(['create', 1]);
    expect(again.forgotten?.key).toBe('uid-2|Normal|Started||Container started');
  });

  it('CG13: what stands for several events is dated by the clock of who recorded them', () => {
    const correlator = new EventCorrelator(clock);
    const behind = { wall: parseTime('2026-01-15T08:00:00Z') as Micros };
    const said = (n: number) => ({ ...started(0), message: `message ${n}` });
    for (let n = 0; n < 10; n += 1) correlator.correlate(said(n), CTX);
    const { event } = correlator.correlate(said(10), behind);
    expect(event).toMatchObject({
      message: expect.stringContaining('combined'),
      lastTimestamp: '2026-01-15T08:00:00Z',
    });
  });

  it('CG13: what a server made of an event that was forgotten meanwhile brings it not back', () => {
    const correlator = new EventCorrelator(clock);
    const { observed } = correlator.correlate(started(0), CTX);
    for (let pod = 1; pod <= REMEMBERED; pod += 1) correlator.correlate(started(pod), CTX);
    correlator.remember(observed, started(0));
    expect(correlator.correlate(started(0), CTX).outcome).toBe('create');
  });
});
