import { describe, expect, it } from 'vitest';
import type { Event } from '../../api/types/core.ts';
import { EventCorrelator } from './event-correlator.ts';

const REMEMBERED = 4096;
const clock = { now: () => 0, seconds: () => '2026-01-15T09:00:00Z', nameFor: (object: string) => `${object}.1` };

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
    for (let pod = 0; pod <= REMEMBERED; pod += 1) correlator.correlate(started(pod));
    expect([...correlator.observations()]).toHaveLength(REMEMBERED);
    expect(correlator.correlate(started(1)).outcome).toBe('patch');
    // It is new again, and drives away the one that is now the oldest.
    const again = correlator.correlate(started(0));
    expect([again.outcome, again.event.count]).toEqual(['create', 1]);
    expect(again.forgotten?.key).toBe('uid-2|Normal|Started||Container started');
  });

  it('CG13: what a server made of an event that was forgotten meanwhile brings it not back', () => {
    const correlator = new EventCorrelator(clock);
    const { observed } = correlator.correlate(started(0));
    for (let pod = 1; pod <= REMEMBERED; pod += 1) correlator.correlate(started(pod));
    correlator.remember(observed, started(0));
    expect(correlator.correlate(started(0)).outcome).toBe('create');
  });
});
