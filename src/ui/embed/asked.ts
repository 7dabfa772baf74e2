import { nearestSpeed } from '../../debugger/speed.ts';
import type { Viewer } from '../../debugger/viewer-store.ts';
import type { Asked } from '../../protocol/embed/index.ts';
import { isFilter } from '../../protocol/filter-check.ts';
import type { Filter } from '../../protocol/messages.ts';

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

/** Who embeds the page counts steps, unless they say otherwise. */
const FIRST_FILTER: Filter = { grain: 'step', scope: 'story' };

/** What a demo begins with: as its author asks for it, and where they say nothing as the browser and the link have it. */
export function viewerAsked(search: string, asked: Asked): Partial<Viewer> {
  const { speed, range } = asked;
  return {
    ...looksAsked(search),
    filter: filterAsked(asked, looksAsked(search).filter ?? FIRST_FILTER),
    ...(speed === undefined ? {} : { speed: nearestSpeed(speed) }),
    ...(range === undefined || range === null ? {} : { range }),
  };
}

/** The filter of a link, or of the page, with what the author asks for in its place. */
export function filterAsked({ grain, scope, actor, object }: Asked, before: Filter): Filter {
  return {
    ...before,
    ...(grain === undefined ? {} : { grain }),
    ...(scope === undefined ? {} : { scope }),
    ...(actor === undefined || actor === '' ? {} : { actor }),
    ...(object === undefined || object === '' ? {} : { object }),
  };
}
