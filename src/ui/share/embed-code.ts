import type { Language, Theme } from '../../debugger/viewer-store.ts';

/**
 * What an author puts into a page: the link in its embedded form, in the language that the author reads. It has no inline
 * style: a strict content policy would refuse one, and MDX, which reads it as JSX, fails on it.
 */
export function embedCode(
  link: string,
  { title, language, theme }: { readonly title: string; readonly language: Language; readonly theme: Theme },
): string {
  const url = new URL(link);
  const asked = ['embed', `lang=${language}`, ...(theme === 'auto' ? [] : [`theme=${theme}`])].join('&');
  // Behind the rest: a link that is cut has lost this, and not what says that it is a link.
  url.search = url.search === '' ? `?${asked}` : `${url.search}&${asked}`;
  const name = title === '' ? 'Kubestep' : `Kubestep: ${title}`;
  return `<iframe src="${quoted(url.href)}" title="${quoted(name)}" loading="lazy" allow="clipboard-write" width="100%" height="640" frameBorder="0"></iframe>`;
}

function quoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
