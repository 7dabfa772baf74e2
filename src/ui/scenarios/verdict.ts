import type { MovedLink } from '../../debugger/viewer-store.ts';
import type { FoundAnchor, Link } from '../../protocol/link/index.ts';
import { FIRST_STORIES } from './first-stories.ts';

/**
 * What is to be said of a link that does not show, for certain, what it was made of. `same`: only what is told before it
 * differs. `numbered` and `unchecked`: it is of an older form, and nothing in it tells whether the moment is still the
 * one that was meant, or whether it arrived whole.
 */
type Verdict = Omit<MovedLink, 'now'>;

export interface Opened {
  readonly found?: FoundAnchor | undefined;
  /** A digest of all that is told. */
  readonly whole: string;
  readonly build: string;
  readonly kubernetes: string;
}

/** Undefined where the moment is what it was: nothing is said then. */
export function verdictOf({ form, of, moment }: Link, opened: Opened): Verdict | undefined {
  if (form === 'unchecked') return { how: 'unchecked' };
  if (form === 'typed') return undefined;
  if (form === 'numbered') return isAsNumbered(of, opened) ? undefined : { how: 'numbered' };
  const { found } = opened;
  if (found === undefined || (found.how === 'same' && found.isStorySame)) return undefined;
  const isOther = moment.kubernetes !== undefined && moment.kubernetes !== opened.kubernetes;
  return {
    how: found.how,
    ...(moment.told === undefined ? {} : { made: moment.told }),
    ...(isOther ? { kubernetes: moment.kubernetes } : {}),
  };
}

/** Numbers are of the stories that were told when links held numbers, and of a run by the build that told it. */
function isAsNumbered(of: Link['of'], { whole, build }: Opened): boolean {
  if ('run' in of) return of.run.build === build;
  return of.part === 0 || FIRST_STORIES[of.scenario]?.split(' ')[of.part - 1] === whole;
}
