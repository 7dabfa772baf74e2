import type { Viewer } from '../../debugger/viewer-store.ts';

/** Asks for the page as a part of another one: `?embed`. */
export function isEmbedded(search: string): boolean {
  return new URLSearchParams(search).has('embed');
}

/** The language and theme that who embeds the page wants; what is not said follows the browser. */
export function looksAsked(search: string): Partial<Viewer> {
  const asked = new URLSearchParams(search);
  const [language, theme] = [asked.get('lang'), asked.get('theme')];
  return {
    ...(language === 'en' || language === 'zh' ? { language } : {}),
    ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
  };
}
