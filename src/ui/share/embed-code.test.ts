// @vitest-environment happy-dom
import { evaluate } from '@mdx-js/mdx';
import { createElement } from 'react';
import * as runtime from 'react/jsx-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { readLink } from '../../protocol/link/index.ts';
import { isEmbedded, looksAsked } from '../embed/asked.ts';
import { embedCode } from './embed-code.ts';

function addressIn(code: string): URL {
  const field = document.createElement('textarea');
  field.innerHTML = /src="([^"]*)"/.exec(code)?.[1] ?? '';
  return new URL(field.value);
}

it('the code for a page shows the same place as the link, embedded, in the language and theme of its author', () => {
  const link = 'https://example.org/x/?scenario=cron-tab&part=3&step=7';
  const code = embedCode(link, { title: 'A "cron" & more', language: 'zh', theme: 'dark' });
  const address = addressIn(code);
  const { search, pathname } = address;
  expect(pathname).toBe('/x/');
  expect(isEmbedded(search)).toBe(true);
  expect(looksAsked(search)).toEqual({ language: 'zh', theme: 'dark' });
  expect(readLink(address)).toMatchObject({ of: { scenario: 'cron-tab', part: 3 }, to: { index: 7 } });
  expect(code).toContain('title="Kubestep: A &quot;cron&quot; &amp; more"');
});

it('a run of one’s own stays in the part of the address that no server sees; a theme that was not chosen is not said', () => {
  const code = embedCode('https://example.org/#run=abc-_', { title: '', language: 'en', theme: 'auto' });
  expect(addressIn(code).href).toBe('https://example.org/?embed&lang=en#run=abc-_');
  expect(looksAsked('?embed&lang=fr&theme=pink')).toEqual({});
  expect(isEmbedded('?scenario=embed')).toBe(false);
});

it('the code stands in a page of MDX as it was copied, and React has nothing to say against it', async () => {
  const code = embedCode('https://example.org/?sum=0abc&scenario=cron-tab&part=3&at=12', {
    title: 'A "cron" & more',
    language: 'en',
    theme: 'dark',
  });
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { default: Content } = await evaluate(`# A page\n\n${code}\n`, runtime);
  const html = renderToStaticMarkup(createElement(Content));
  expect(said).not.toHaveBeenCalled();
  expect(addressIn(html).href).toBe(addressIn(code).href);
  expect(code).not.toContain('style=');
});
