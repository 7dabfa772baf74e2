// @vitest-environment happy-dom
import { evaluate } from '@mdx-js/mdx';
import { createElement } from 'react';
import * as runtime from 'react/jsx-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { readAsked } from '../../protocol/embed/index.ts';
import { readLink } from '../../protocol/link/index.ts';
import { asAddress, type Built, onceOf, PLATFORMS, type Platform, snippet } from './snippets.ts';

const BUILT: Built = {
  link: 'https://example.org/x/?scenario=discovery&part=1&step=7',
  title: 'How a "Service" finds {its} <Pods> & more',
  asked: { lang: 'zh', theme: 'dark', grain: 'beat', range: [5, 12], panels: ['object', 'node'] },
  load: 'click',
  height: 640,
  poster: 'service.svg',
};

/** The page that a platform makes of what was pasted. `npm run sites` builds real ones. */
async function pageOf(platform: Platform, built: Built = BUILT): Promise<Document> {
  const code = snippet(built, platform);
  const html =
    platform === 'mdx'
      ? renderToStaticMarkup(createElement((await evaluate(`# A page\n\n${code}\nAfter it.\n`, runtime)).default))
      : platform === 'hugo'
        ? code.replace(/\{\{< \/?rawhtml >\}\}/g, '')
        : platform === 'sphinx'
          ? code.replace('.. raw:: html', '')
          : code.replace(' v-pre', '');
  return new DOMParser().parseFromString(`<body>${html}</body>`, 'text/html') as unknown as Document;
}

const WITH_ELEMENT = ['html', 'mkdocs', 'mdx', 'vitepress', 'hugo', 'sphinx'] as const;

describe.each(WITH_ELEMENT)('pasted into %s', (platform) => {
  it('stands the element with all that was asked for, and a poster that leads to the moment', async () => {
    const demo = (await pageOf(platform)).querySelector('kubestep-demo');
    const attributes = Object.fromEntries(Array.from(demo?.attributes ?? [], ({ name, value }) => [name, value]));
    expect(attributes).toEqual({
      src: BUILT.link,
      title: `Kubestep: ${BUILT.title}`,
      load: 'click',
      lang: 'zh',
      theme: 'dark',
      from: '5',
      to: '12',
      grain: 'beat',
      panels: 'object,node',
    });
    expect(demo?.querySelector('a')?.getAttribute('href')).toBe(BUILT.link);
    expect(demo?.querySelector('img')?.getAttribute('alt')).toBe(`Kubestep: ${BUILT.title}`);
  });
});

describe('the script of the element comes along', () => {
  it.each(WITH_ELEMENT)('into %s', (platform) => {
    const code = snippet(BUILT, platform);
    expect(code).toContain('defer src="https://example.org/x/kubestep-demo.js"');
    // Vue makes the element's script of a component; anywhere else it is one.
    expect(code).toContain(platform === 'vitepress' ? `<component :is="'script'"` : '<script defer');
  });
});

describe('a plain frame', () => {
  it('stands sandboxed at that moment, below a fold that keeps it from loading, and the poster', async () => {
    const page = await pageOf('frame');
    const frame = page.querySelector('details iframe');
    const { search, pathname, origin, hash } = new URL(frame?.getAttribute('src') ?? '');
    expect(origin + pathname).toBe('https://example.org/x/embed.html');
    expect(readAsked(search)).toEqual(BUILT.asked);
    expect(readLink({ search, hash })).toMatchObject({ of: { scenario: 'discovery', part: 1 } });
    for (const [name, value] of [
      ['title', `Kubestep: ${BUILT.title}`],
      ['loading', 'lazy'],
      ['sandbox', 'allow-scripts allow-popups allow-popups-to-escape-sandbox'],
      ['referrerpolicy', 'no-referrer'],
      ['height', '640'],
    ] as const)
      expect(frame?.getAttribute(name), name).toBe(value);
    expect(page.querySelector('summary')?.textContent).toBe(`Kubestep: ${BUILT.title}`);
    expect(page.querySelector('a img')?.getAttribute('src')).toBe('service.svg');
  });

  it('begins without a fold where it is to begin by itself', async () => {
    const page = await pageOf('frame', { ...BUILT, load: 'visible' });
    expect(page.querySelector('details')).toBeNull();
    expect(page.querySelector('iframe')?.getAttribute('loading')).toBe('lazy');
    const eager = (await pageOf('frame', { ...BUILT, load: 'eager' })).querySelector('iframe');
    expect([eager?.hasAttribute('loading'), readAsked(new URL(eager?.getAttribute('src') ?? '').search).eager]).toEqual(
      [false, true],
    );
  });
});

it.each(WITH_ELEMENT)('a title is a title and no code in %s, with a poster and without one', async (platform) => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const poster of ['', 'a.svg']) {
    const page = await pageOf(platform, { ...BUILT, title: 'a {b} `c` <d> "e" & \\f *g* _h_', poster });
    const demo = page.querySelector('kubestep-demo');
    expect(demo?.getAttribute('title')).toBe('Kubestep: a {b} `c` <d> "e" & \\f *g* _h_');
    expect(poster === '' ? demo?.textContent : demo?.querySelector('img')?.getAttribute('alt')).toBe(
      demo?.getAttribute('title'),
    );
  }
  expect(said).not.toHaveBeenCalled();
});

it('a poster in the snippet is one line that no Markdown, MDX or template reads anything into, and is the picture again', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg">\n<text fill="#fff">100% {x} `a` _b_ *c* [d] Pod 创建 &amp;</text></svg>';
  const address = asAddress(svg);
  expect(address).not.toMatch(/[\s<>"`{}*_[\]\\#&]/);
  expect(decodeURIComponent(address.replace('data:image/svg+xml,', ''))).toBe(svg);
  for (const platform of WITH_ELEMENT)
    expect((await pageOf(platform, { ...BUILT, poster: address })).querySelector('img')?.getAttribute('src')).toBe(
      address,
    );
});

it('Markdown has the poster with a link, or the link alone', () => {
  const plain = { ...BUILT, title: 'A [b]' };
  expect(snippet(plain, 'markdown')).toBe(`[![Kubestep: A \\[b\\]](service.svg)](${BUILT.link})\n`);
  expect(snippet({ ...plain, poster: '' }, 'markdown')).toBe(`[Kubestep: A \\[b\\]](${BUILT.link})\n`);
});

it('nothing that is pasted has an inline style or a script in it, and only Hugo needs something once', () => {
  for (const platform of PLATFORMS) {
    expect(snippet(BUILT, platform), platform).not.toMatch(/style=|<script(?! defer src="[^"]+"><\/script>)|\bon\w+=/);
    expect(onceOf(platform) !== '', platform).toBe(platform === 'hugo');
  }
});

it('a run of one’s own stays in the part of the address that no server sees', async () => {
  const link = 'https://example.org/?v=2#run=v2.abc.0123456';
  const frame = (await pageOf('frame', { ...BUILT, link })).querySelector('iframe');
  expect(new URL(frame?.getAttribute('src') ?? '').hash).toBe('#run=v2.abc.0123456');
});
