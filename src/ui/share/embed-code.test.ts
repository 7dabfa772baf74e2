// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { isEmbedded, looksAsked } from '../embed/asked.ts';
import { readLink } from '../scenarios/link.ts';
import { embedCode } from './embed-code.ts';

function addressIn(code: string): URL {
  const field = document.createElement('textarea');
  field.innerHTML = /src="([^"]*)"/.exec(code)?.[1] ?? '';
  return new URL(field.value);
}

it('the code for a page shows the same place as the link, embedded, in the language and theme of its author', () => {
  const link = 'https://example.org/x/?scenario=cron-tab&part=3&step=7';
  const code = embedCode(link, { title: 'A "cron" & more', language: 'zh', theme: 'dark' });
  const { search, hash, pathname } = addressIn(code);
  expect(pathname).toBe('/x/');
  expect(isEmbedded(search)).toBe(true);
  expect(looksAsked(search)).toEqual({ language: 'zh', theme: 'dark' });
  expect(readLink(search, hash)).toEqual({ scenario: 'cron-tab', part: 3, step: 7 });
  expect(code).toContain('title="Kubestep: A &quot;cron&quot; &amp; more"');
});

it('a run of one’s own stays in the part of the address that no server sees; a theme that was not chosen is not said', () => {
  const code = embedCode('https://example.org/#run=abc-_', { title: '', language: 'en', theme: 'auto' });
  expect(addressIn(code).href).toBe('https://example.org/?embed&lang=en#run=abc-_');
  expect(looksAsked('?embed&lang=fr&theme=pink')).toEqual({});
  expect(isEmbedded('?scenario=embed')).toBe(false);
});
