import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readLink } from '../link/index.ts';
import { readAsked } from './address.ts';
import { readCommand, readEvent } from './read.ts';

const text = readFileSync('src/embed/README.md', 'utf8');

/** The names in the first column of the table that begins so. */
function namesIn(head: string): readonly string[] {
  const from = text.indexOf(`| ${head} |`);
  const table = text.slice(from, text.indexOf('\n\n', from));
  return [...table.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
}

it('src/embed/README.md names the commands and events that there are, and no others', () => {
  const commands = namesIn('command');
  expect(commands).toEqual(['go', 'play', 'pause', 'reset', 'apply', 'set', 'look', 'export']);
  for (const type of commands) expect(JSON.stringify(readCommand({ id: 1, type }))).not.toContain('there is no');
  const fields = {
    step: 1,
    steps: 1,
    sentence: '',
    about: 'link',
    message: '',
    met: true,
    unmet: [],
    href: '',
    height: 1,
  };
  for (const type of namesIn('event')) expect(readEvent({ type, ...fields, id: 1, ok: true }), type).toBeDefined();
  expect(namesIn('event')).toHaveLength(7);
});

it('its attributes are those of the element', () => {
  const element = readFileSync('src/embed/element.ts', 'utf8');
  for (const name of namesIn('attribute')) expect(element, name).toMatch(new RegExp(`['"]${name}['"]|\\b${name}: `));
});

it('its frame is read as what it says', () => {
  const [, address = ''] = /<iframe src="([^"]+)"/.exec(text) ?? [];
  const { search, hash } = new URL(address.replaceAll('&amp;', '&'));
  expect(readAsked(search)).toEqual({ range: [3, 6], grain: 'beat' });
  expect(readLink({ search, hash })).toMatchObject({ of: { scenario: 'discovery', part: 1 } });
});
