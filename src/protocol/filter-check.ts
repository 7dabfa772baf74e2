import type { Filter, Grain } from './messages.ts';

const GRAINS: { readonly [grain in Grain]: true } = { scene: true, beat: true, step: true, detail: true };

/** Whether a value that came from outside, in a link or a file, is a filter of steps. */
export function isFilter(value: unknown): value is Filter {
  if (typeof value !== 'object' || value === null) return false;
  const { grain, scope, actor, object, within } = value as { readonly [name: string]: unknown };
  return (
    typeof grain === 'string' &&
    Object.hasOwn(GRAINS, grain) &&
    (scope === 'story' || scope === 'everything') &&
    (actor === undefined || typeof actor === 'string') &&
    (object === undefined || typeof object === 'string') &&
    (within === undefined || Number.isSafeInteger(within))
  );
}

/** Beats are of stories, also where one object of them is followed: who looks at everything, or at one actor, sees its steps. */
export function isByBeats({ grain, scope, actor, within }: Filter): boolean {
  return grain === 'beat' && scope === 'story' && actor === undefined && within === undefined;
}
