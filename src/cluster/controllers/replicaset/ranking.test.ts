import { describe, expect, it } from 'vitest';
import type { Pod } from '../../../api/types/core.ts';
import { magnitude, rankForDeletion } from '../shared/ranking.ts';

const NOW = 1_795_227_768_000_000;

interface Given {
  readonly node?: string;
  readonly phase?: string;
  readonly readyFor?: number;
  readonly cost?: string;
  readonly restarts?: number;
  readonly age?: number;
  readonly uid?: string;
}

function at(secondsAgo: number): string {
  const seconds = 68 + 22 * 60 - secondsAgo;
  return `2026-11-21T02:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}Z`;
}

function pod(
  name: string,
  { node = 'n1', phase = 'Running', readyFor, cost, restarts = 0, age = 600, uid = name }: Given,
): Pod {
  const conditions =
    readyFor === undefined ? [] : [{ type: 'Ready', status: 'True', lastTransitionTime: at(readyFor) }];
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      uid,
      creationTimestamp: at(age),
      annotations: cost === undefined ? undefined : { 'controller.kubernetes.io/pod-deletion-cost': cost },
    },
    spec: { nodeName: node === '' ? undefined : node, containers: [] },
    status: { phase, conditions, containerStatuses: [{ name: 'c', restartCount: restarts }] },
  } as unknown as Pod;
}

function order(pods: readonly Pod[], related: Record<string, number> = {}): string {
  return rankForDeletion(pods, new Map(Object.entries(related)), NOW)
    .map(({ metadata }) => metadata.name)
    .join(' ');
}

describe('who goes first', () => {
  it('RS3: each criterion in its turn', () => {
    expect(order([pod('a', {}), pod('b', { node: '' })])).toBe('b a');
    expect(order([pod('a', {}), pod('b', { phase: 'Unknown' }), pod('c', { phase: 'Pending' })])).toBe('c b a');
    expect(order([pod('a', { readyFor: 500 }), pod('b', {})])).toBe('b a');
    expect(order([pod('a', { cost: '10' }), pod('b', {}), pod('c', { cost: '-1' })])).toBe('c b a');
    expect(order([pod('a', { node: 'n1' }), pod('b', { node: 'n2' })], { n1: 1, n2: 2 })).toBe('b a');
    expect(order([pod('a', { readyFor: 500 }), pod('b', { readyFor: 10 })])).toBe('b a');
    expect(order([pod('a', {}), pod('b', { restarts: 3 })])).toBe('b a');
    expect(order([pod('a', { age: 600 }), pod('b', { age: 10 })])).toBe('b a');
  });

  it('RS3: restarts of sidecars count where those of the others are even, restarts before the start never', () => {
    const initContainers = [{ name: 'first' }, { name: 'side', restartPolicy: 'Always' }];
    const withInits = (name: string, first: number, side: number, restarts = 0): Pod => {
      const { spec, status, ...rest } = pod(name, { restarts, uid: 'same' });
      const initContainerStatuses = [
        { name: 'first', restartCount: first },
        { name: 'side', restartCount: side },
      ];
      return {
        ...rest,
        spec: { ...spec, initContainers },
        status: { ...status, initContainerStatuses },
      } as unknown as Pod;
    };
    expect(order([withInits('a', 0, 0), withInits('b', 0, 2)])).toBe('b a');
    expect(order([withInits('a', 0, 0), withInits('b', 5, 0)])).toBe('a b');
    expect(order([withInits('a', 0, 9), withInits('b', 0, 0, 1)])).toBe('b a');
  });

  it('RS3: within one order of magnitude the lower UID goes, equal times leave it to the next criterion', () => {
    expect(order([pod('a', { readyFor: 500, uid: 'z' }), pod('b', { readyFor: 400, uid: 'y' })])).toBe('b a');
    expect(order([pod('a', { readyFor: 400, uid: 'y' }), pod('b', { readyFor: 500, uid: 'z' })])).toBe('a b');
    expect(order([pod('a', { readyFor: 400 }), pod('b', { readyFor: 400, restarts: 1 })])).toBe('b a');
  });

  it('RS3: the magnitude is the whole part of the binary logarithm of nanoseconds', () => {
    expect([0, 1, 2, 1_000_000, 86_400_000_000].map(magnitude)).toEqual([-1, 9, 10, 29, 46]);
  });
});
