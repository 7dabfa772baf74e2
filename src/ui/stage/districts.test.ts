import { describe, expect, it } from 'vitest';
import type { PodTile } from '../../protocol/views.ts';
import { foremost } from './districts.tsx';

describe('more Pods than a node has room for', () => {
  const pod = (name: string, glyph: PodTile['glyph'], now = false): PodTile => ({
    subject: `pods/default/${name}`,
    name,
    glyph,
    word: '',
    ready: '',
    ip: undefined,
    now,
  });
  it('leave out those that run, never one in trouble, and keep their order', () => {
    const pods = [pod('a', 'running'), pod('b', 'running'), pod('c', 'backoff'), pod('d', 'running', true)];
    expect(foremost(pods, 3).map(({ name }) => name)).toEqual(['a', 'c', 'd']);
    expect(foremost(pods, 2).map(({ name }) => name)).toEqual(['c', 'd']);
  });
});
