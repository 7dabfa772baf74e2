import { isByBeats } from '../../protocol/filter-check.ts';
import type { Filter } from '../../protocol/messages.ts';
import { inWordsOf, toldBeat } from '../../protocol/told-beat.ts';
import type { StepDetailView, Views } from '../../protocol/views.ts';
import { pageWords, type TextKey } from '../i18n/words.ts';
import type { Narrator } from '../narration/narrator.ts';
import { say } from '../widgets/kit/words.ts';
import type { PosterTheme } from './look.ts';
import { posterOf } from './poster.ts';
import type { PosterWords } from './words.ts';

/** What stands at the cursor of a run, as it is looked at. */
export interface Looked {
  readonly stage: Views['stage'];
  readonly step: StepDetailView | undefined;
  readonly filter: Filter;
  readonly index: number;
  readonly total: number;
  readonly title: string;
}

type Narrated = Pick<Narrator, 'sentence' | 'why' | 'phrase' | 'fact'>;

/** The poster of that moment, in the words that the page has for it. */
export function posterOfPage(
  { stage, step: detail, filter, index, total, title }: Looked,
  narrator: Narrated,
  language: 'en' | 'zh',
  theme: PosterTheme = 'auto',
): string {
  const page: PosterWords['page'] = (key, args) => say(pageWords, language, key as TextKey, args);
  const byBeats = isByBeats(filter);
  const beat = toldBeat(detail, filter);
  const step = detail?.step;
  const told = step && inWordsOf(beat, step);
  const explained = step && { ...step, ...beat?.explains };
  return posterOf(
    {
      view: stage,
      title: title || 'Kubestep',
      place: index === 0 ? '' : page(byBeats ? 'beatOf' : 'stepOf', { index, total }),
      sentence: plain(told === undefined ? page('nowhere') : narrator.sentence(told)),
      reason: plain((explained && narrator.why(explained)) ?? ''),
    },
    { page, phrase: narrator.phrase, fact: narrator.fact },
    theme,
  );
}

function plain(text: string): string {
  return text.replaceAll('**', '').replaceAll('`', '');
}
