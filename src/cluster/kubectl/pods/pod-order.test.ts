import { expect, it } from 'vitest';
import type { Pod } from '../../../api/types/core.ts';
import { bestFirst, type Purpose } from './pod-order.ts';

interface Sketch {
  readonly node?: string;
  readonly phase?: string;
  readonly ready?: string;
  readonly restarts?: number;
  readonly born?: string;
}

const time = (minute: string) => `2026-01-01T00:${minute}:00Z`;

function pod(name: string, { node = 'n', phase = 'Running', ready, restarts = 0, born = '00' }: Sketch): Pod {
  const conditions = ready === undefined ? [] : [{ type: 'Ready', status: 'True', lastTransitionTime: time(ready) }];
  return {
    metadata: { name, creationTimestamp: time(born) },
    spec: { nodeName: node },
    status: { phase, conditions, containerStatuses: [{ restartCount: restarts }] },
  } as unknown as Pod;
}

function order(sketches: Readonly<Record<string, Sketch>>, purpose: Purpose): string {
  const pods = Object.entries(sketches).map(([name, sketch]) => pod(name, sketch));
  for (const given of [pods, [...pods].reverse()]) {
    const names = bestFirst(given, purpose).map(({ metadata }) => metadata.name);
    if (names.join(' ') !== Object.keys(sketches).join(' ')) return names.join(' ');
  }
  return 'as given';
}

it('KC72: of several Pods the one that has worked longest is taken; of logs the one that fails most', () => {
  const common: Readonly<Record<string, Sketch>> = {
    longest: { ready: '01', born: '03' },
    shorter: { ready: '02', born: '01' },
    oldest: { born: '01' },
    youngest: { born: '02' },
  };
  expect([order(common, 'logs'), order(common, 'work')]).toEqual(['as given', 'as given']);
  expect(order({ failing: { restarts: 3, born: '02' }, fine: { born: '01' } }, 'logs')).toBe('as given');
  expect(order({ fine: { born: '02' }, failing: { restarts: 3, born: '01' } }, 'work')).toBe('as given');
});

it('KC72: what runs comes first, then what is unknown, what waits, what has no node; what has ended is read as what runs', () => {
  const waiting = { phase: 'Pending' };
  const ended = { phase: 'Failed', born: '05' };
  const unplaced = { phase: 'Pending', node: '' };
  const unknown = { phase: 'Unknown' };
  expect(order({ running: {}, ended, unknown, waiting, unplaced }, 'logs')).toBe('as given');
  expect(order({ running: {}, unknown, waiting, ended, unplaced }, 'work')).toBe('as given');
});
