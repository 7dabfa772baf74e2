import { expect, it } from 'vitest';
import type { ComparedRow } from '../../protocol/compare-view.ts';
import { blocksOf } from './blocks.ts';

const HOW: { readonly [letter: string]: ComparedRow['how'] } = { s: 'same', a: 'alike', o: 'otherwise', l: 'only' };
const rows = (text: string) => [...text].map((letter) => ({ how: HOW[letter] as ComparedRow['how'] }));

/** As a text: places that are shown, and how many are folded between them. */
const drawn = (text: string, unfolded: readonly number[] = []) =>
  blocksOf(rows(text), new Set(unfolded))
    .map((block) => ('rows' in block ? block.rows.join(' ') : `[${block.folded}]`))
    .filter((part) => part !== '')
    .join(' ');

it('what is the same is folded but for its neighbours, and what was unfolded stays so', () => {
  expect(drawn('ssssossasslss')).toBe('[3] 3 4 5 [3] 9 10 11 12');
  expect(drawn('ssssossassl', [0])).toBe('0 1 2 3 4 5 [3] 9 10');
  expect(drawn('sss')).toBe('[3]');
  expect(drawn('ool')).toBe('0 1 2');
  expect(drawn('')).toBe('');
});
