import { type Asked, embedAddress } from '../../protocol/embed/index.ts';

/** Into what a demo is pasted. */
export const PLATFORMS = ['html', 'mdx', 'vitepress', 'hugo', 'mkdocs', 'sphinx', 'markdown'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** A demo as its author has put it together. */
export interface Built {
  /** The address of the moment in a page of its own. */
  readonly link: string;
  readonly title: string;
  readonly asked: Asked;
  readonly load: 'click' | 'visible' | 'eager';
  readonly height: number;
  /** Where the poster lies beside the page; empty: there is none. */
  readonly poster: string;
}

/** Runs scripts and may open the moment in a tab of its own; has no storage and no origin. */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

/**
 * What an author pastes. No inline style: a strict content policy would refuse one, and MDX, which reads it as JSX, fails on
 * it. Its inside is what stands there without scripts, in print and in a feed.
 */
export function snippet(built: Built, platform: Platform): string {
  switch (platform) {
    case 'html':
    case 'mkdocs':
      return `${scriptOf(built)}\n${elementOf(built)}\n`;
    case 'mdx':
      return frameOf(built, 'react');
    case 'vitepress':
      return frameOf(built, 'html');
    case 'hugo':
      return `{{< rawhtml >}}\n${elementOf(built)}\n{{< /rawhtml >}}\n`;
    case 'sphinx':
      return `.. raw:: html\n\n${indented(`${scriptOf(built)}\n${elementOf(built)}`)}\n`;
    case 'markdown':
      return markdownOf(built);
  }
}

/** What a site needs once, beside the snippet; empty where it needs nothing. */
export function onceOf({ link }: Built, platform: Platform): string {
  if (platform !== 'hugo') return '';
  const script = `<script defer src="${quoted(elementScript(link))}"></script>`;
  return `<!-- layouts/shortcodes/rawhtml.html -->\n{{ .Inner | safeHTML }}\n\n<!-- layouts/partials/extend_head.html, or wherever your theme adds to the head -->\n${script}\n`;
}

function elementScript(link: string): string {
  return new URL('kubestep-demo.js', link.replace(/[?#].*$/s, '')).href;
}

function scriptOf({ link }: Built): string {
  return `<script defer src="${quoted(elementScript(link))}"></script>`;
}

function elementOf({ link, title, asked, load, poster }: Built): string {
  const { lang, theme, scale, grain, scope, actor, object, speed, motion, range, panels, edit } = asked;
  const attributes: { readonly [name: string]: string | number | undefined } = {
    src: link,
    title: titled(title),
    load,
    lang,
    theme: theme === 'auto' ? undefined : theme,
    from: range?.[0],
    to: range?.[1],
    grain,
    scope,
    actor,
    object,
    panels: panels?.join(','),
    speed,
    motion,
    scale,
    edit: edit === true ? '' : undefined,
  };
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [value === '' && name === 'edit' ? name : `${name}="${quoted(String(value))}"`],
  );
  return `<kubestep-demo ${written.join(' ')}>${fallbackOf(link, title, poster)}</kubestep-demo>`;
}

/** Without a script in the page around: the browser itself loads it when it comes near. */
function frameOf({ link, title, asked, load, height, poster }: Built, dialect: 'react' | 'html'): string {
  const address = embedAddress(link, { ...asked, ...(load === 'eager' ? { eager: true } : {}) });
  const names =
    dialect === 'react'
      ? { policy: 'referrerPolicy', border: 'frameBorder' }
      : { policy: 'referrerpolicy', border: 'frameborder' };
  const frame = [
    `<iframe src="${quoted(address)}"`,
    `title="${quoted(titled(title))}"`,
    ...(load === 'eager' ? [] : ['loading="lazy"']),
    `sandbox="${SANDBOX}"`,
    `${names.policy}="no-referrer"`,
    'allow="clipboard-write"',
    'width="100%"',
    `height="${height}"`,
    `${names.border}="0"></iframe>`,
  ].join(' ');
  if (load !== 'click') return `${frame}\n\n${fallbackOf(link, title, poster)}\n`;
  // A browser loads nothing of what is folded, where it is to load it lazily.
  return `<details>\n<summary>${escaped(titled(title))}</summary>\n\n${frame}\n\n</details>\n\n${fallbackOf(link, title, poster)}\n`;
}

function fallbackOf(link: string, title: string, poster: string): string {
  const name = quoted(titled(title));
  const inside = poster === '' ? name : `<img src="${quoted(poster)}" alt="${name}" loading="lazy" width="770" />`;
  return `<a href="${quoted(link)}">${inside}</a>`;
}

/** A picture that leads to the moment: for GitHub, a feed, a mail, and wherever else no frames are shown. */
function markdownOf({ link, title, poster }: Built): string {
  const name = titled(title).replace(/[[\]\\]/g, '\\$&');
  const address = link.replaceAll('(', '%28').replaceAll(')', '%29');
  return poster === '' ? `[${name}](${address})\n` : `[![${name}](${poster})](${address})\n`;
}

function titled(title: string): string {
  return title === '' ? 'Kubestep' : `Kubestep: ${title}`;
}

function indented(text: string): string {
  return text.replace(/^/gm, '   ');
}

function escaped(text: string): string {
  // Braces begin an expression in MDX, and in a page of Vue.
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{', '&#123;').replaceAll('}', '&#125;');
}

function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
