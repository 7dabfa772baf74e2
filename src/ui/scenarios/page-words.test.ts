import { expect, test } from 'vitest';
import { PAGE_WORDS } from '../../scenarios/page-words.ts';

/** The sources of the page, as they are written. */
const SOURCES = Object.values(
  import.meta.glob('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true }),
) as readonly string[];

/** The names under which a dictionary has a text. */
function keysOf(text: string): readonly string[] {
  const quoted = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const entry = new RegExp(`^ {2}(?:'([\\w.]+)'|(\\w+)): '${quoted}',$`, 'gm');
  return SOURCES.flatMap((source) =>
    [...source.matchAll(entry)].map(([, dotted, plain]) => (dotted ?? plain) as string),
  );
}

test.each(PAGE_WORDS)('“$en” is on the page, and “$zh” in its place in 中文', ({ en, zh }) => {
  const keys = keysOf(en);
  expect(keys).not.toEqual([]);
  expect(keysOf(zh).filter((key) => keys.includes(key))).not.toEqual([]);
});

test('words that are nowhere on the page are found', () => {
  expect(keysOf('Side by sides')).toEqual([]);
  expect(keysOf('并排对照')).toContain('compareTab');
});
