import type { Plugin } from 'vite';

const PREVIEW = 'content="./preview.png"';

/**
 * Whoever shows a link with a picture wants to be told its whole address, which a site that may lie anywhere cannot know: it is
 * told when it is built, by `KUBESTEP_SITE=https://example.org/kubestep/`: the address of the page, wherever a site around it lies.
 */
export function siteAddressPlugin(site: string | undefined): Plugin {
  return { name: 'kubestep-site-address', transformIndexHtml: (html) => withAddress(html, site) };
}

export function withAddress(html: string, site: string | undefined): string {
  if (site === undefined || site === '') return html;
  const base = new URL(site.endsWith('/') ? site : `${site}/`).href;
  return html.replace(PREVIEW, `content="${base}preview.png" />\n    <meta property="og:url" content="${base}"`);
}
