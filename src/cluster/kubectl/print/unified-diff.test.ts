import { describe, expect, it } from 'vitest';
import { unifiedHunks } from './unified-diff.ts';

const text = (words: string) => `${words.split(' ').join('\n')}\n`;

describe('diff -u', () => {
  it('KC43: says nothing of equal texts, and shows three lines around a change', () => {
    expect(unifiedHunks('a\n', 'a\n')).toBe('');
    expect(unifiedHunks(text('a b c d e f g h'), text('a b c d E f g h'))).toBe(
      '@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n',
    );
  });
  it('KC43: a file that is new has no lines before', () => {
    expect(unifiedHunks('', 'a\nb\n')).toBe('@@ -0,0 +1,2 @@\n+a\n+b\n');
  });
  it('KC43: changes far from one another are two hunks', () => {
    const before = text('a b c d e f g h i j k l');
    const after = text('A b c d e f g h i j k L');
    expect(unifiedHunks(before, after)).toBe(
      '@@ -1,4 +1,4 @@\n-a\n+A\n b\n c\n d\n@@ -9,4 +9,4 @@\n i\n j\n k\n-l\n+L\n',
    );
  });
  it('KC43: a run among equal lines stands as low as it can, or beside the other change', () => {
    expect(unifiedHunks(text('x x'), text('x x x'))).toBe('@@ -1,2 +1,3 @@\n x\n x\n+x\n');
    expect(unifiedHunks(text('k i v'), text('k v v'))).toBe('@@ -1,3 +1,3 @@\n k\n-i\n+v\n v\n');
  });
});
