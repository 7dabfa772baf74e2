import { type Asked, embedAddress, SANDBOX } from '../../protocol/embed/index.ts';
import { MAP_SIZE } from '../stage/map-size.ts';

/** Into what a demo is pasted. */
export const PLATFORMS = ['html', 'mdx', 'vitepress', 'hugo', 'mkdocs', 'sphinx', 'markdown', 'frame'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** A demo as its author has put it together. */
export interface Built {
  /** The address of the moment in a page of its own. */
  readonly link: string;
  readonly title: string;
  readonly asked: Asked;
  readonly load: 'click' | 'visible' | 'eager';
  readonly height: number;
  /** Its picture: where it lies beside the page, or itself as a `data:` address. Empty: there is none. */
  readonly poster: string;
}

/**
 * What an author pastes, once for each demo: it brings the script of the element along. No inline style: a strict content policy
 * would refuse one, and MDX, which reads it as JSX, fails on it. Its inside is what stands there without scripts, in print and
 * in a feed.
 */
export function snippet(built: Built, platform: Platform): string {
  const script = scriptOf(built);
  switch (platform) {
    case 'html':
    case 'mkdocs':
      return `${script}\n\n${elementOf(built)}\n`;
    case 'mdx':
      // Docusaurus hands this to the head of the page, also where its reader comes from another page of the site.
      return `<head>\n  ${script}\n</head>\n\n${elementOf(built)}\n`;
    case 'vitepress':
      // A <script> of a page would be one of Vue's, and the element a component that Vue looks for in vain.
      return `<component :is="'script'" defer src="${quoted(elementScript(built.link))}"></component>\n\n${elementOf(built, ' v-pre')}\n`;
    case 'hugo':
      return `{{< rawhtml >}}\n${script}\n${elementOf(built)}\n{{< /rawhtml >}}\n`;
    case 'sphinx':
      return `.. raw:: html\n\n${indented(`${script}\n${elementOf(built)}`)}\n`;
    case 'markdown':
      return markdownOf(built);
    case 'frame':
      return frameOf(built);
  }
}

/** What a site needs once, beside the snippet; empty where it needs nothing. */
export function onceOf(platform: Platform): string {
  return platform === 'hugo' ? '{{- /* layouts/shortcodes/rawhtml.html */ -}}\n{{ .Inner | safeHTML }}\n' : '';
}

function elementScript(link: string): string {
  return new URL('kubestep-demo.js', link.replace(/[?#].*$/s, '')).href;
}

function scriptOf({ link }: Built): string {
  return `<script defer src="${quoted(elementScript(link))}"></script>`;
}

function elementOf({ link, title, asked, load, poster }: Built, mark = ''): string {
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
  return `<kubestep-demo${mark} ${written.join(' ')}>${fallbackOf(link, title, poster)}</kubestep-demo>`;
}

/**
 * Without a script in the page around, for whoever may paste no script: the browser itself loads it when it comes near. What such
 * a page looks like is known to nobody in the frame.
 */
function frameOf({ link, title, asked, load, height, poster }: Built): string {
  const address = embedAddress(link, { ...asked, ...(load === 'eager' ? { eager: true } : {}) });
  const frame = [
    `<iframe src="${quoted(address)}"`,
    `title="${quoted(titled(title))}"`,
    ...(load === 'eager' ? [] : ['loading="lazy"']),
    `sandbox="${SANDBOX}"`,
    'referrerpolicy="no-referrer"',
    'allow="clipboard-write"',
    'width="100%"',
    `height="${height}"`,
    'frameborder="0"></iframe>',
  ].join(' ');
  const fallback = `<p>${fallbackOf(link, title, poster)}</p>`;
  if (load !== 'click') return `${frame}\n${fallback}\n`;
  // A browser loads nothing of what is folded, where it is to load it lazily.
  return `<details>\n<summary>${escaped(titled(title))}</summary>\n${frame}\n</details>\n${fallback}\n`;
}

function fallbackOf(link: string, title: string, poster: string): string {
  const name = titled(title);
  const inside =
    poster === ''
      ? escaped(name)
      : `<img src="${quoted(poster)}" alt="${quoted(name)}" loading="lazy" width="${MAP_SIZE.width}" />`;
  return `<a href="${quoted(link)}">${inside}</a>`;
}

/** A picture is itself an address: nothing in it ends an attribute, begins a tag or means something in Markdown. */
export function asAddress(svg: string): string {
  const code = svg.replace(/[%#<>"{}\\^`|*_[\]\s&]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `data:image/svg+xml,${code}`;
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

/** Braces begin an expression in MDX, and in a page of Vue; the rest means something in Markdown. */
function escaped(text: string): string {
  return text.replace(/[&<>{}*_`\\[\]~]/g, (one) => `&#${one.charCodeAt(0)};`);
}

/** Whatever reads Markdown finds these in an attribute, too. */
function quoted(text: string): string {
  return text.replace(/[&"<`\\{}]/g, (one) => NAMED[one] ?? `&#${one.charCodeAt(0)};`);
}

const NAMED: { readonly [character: string]: string } = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };
