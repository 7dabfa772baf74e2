// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import type { Words } from '../narration/narrator.ts';
import { useNarrator } from './use-words-and-theme.ts';

const { load, net } = vi.hoisted(() => {
  const state = { isThere: false };
  const words = { texts: new Map([['a.b', { say: '好' }]]), phrases: {}, scenes: {}, facts: {}, notModelled: {} };
  return {
    net: state,
    load: async (language: string) => {
      if (language === 'zh' && !state.isThere) throw new TypeError('Failed to fetch dynamically imported module');
      return words as unknown as Words;
    },
  };
});
vi.mock('../narration/load-words.ts', () => ({ loadWords: load, loadAllWords: load }));

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  vi.useRealTimers();
});

it('words that could not be fetched are missed, and asked for again until they come', async () => {
  vi.useFakeTimers();
  const seen: boolean[] = [];
  function Reader() {
    seen.push(useNarrator('zh').isMissed);
    return null;
  }
  const page = document.createElement('div');
  root = createRoot(page);
  const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await act(async () => root?.render(<Reader />));
  expect(seen.at(0)).toBe(false);
  await later(10_000);
  expect(seen.at(-1)).toBe(true);
  net.isThere = true;
  await later(3_000);
  expect(seen.at(-1)).toBe(false);
});
