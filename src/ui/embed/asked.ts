import type { Viewer } from '../../debugger/viewer-store.ts';
import { isFilter } from '../../protocol/filter-check.ts';

/** Asks for the page as a part of another one: `?embed`. */
export function isEmbedded(search: string): boolean {
  return new URLSearchParams(search).has('embed');
}

/** The language, theme and grain that who embeds the page wants; what is not said follows the browser. */
export function looksAsked(search: string): Partial<Viewer> {
  const asked = new URLSearchParams(search);
  const [language, theme, grain] = [asked.get('lang'), asked.get('theme'), asked.get('grain')];
  const filter = { grain, scope: 'story' };
  return {
    ...(language === 'en' || language === 'zh' ? { language } : {}),
    ...(theme === 'light' || theme === 'dark' ? { theme } : {}),
    ...(isFilter(filter) ? { filter } : {}),
  };
}
