import type { Difference } from './difference.ts';
import type { CommonWrite } from './effect.ts';
import { messageOf, refusedAtTheEnd } from './optional.ts';

type Words = (text: string) => string;

interface Refused {
  readonly writes: Iterable<CommonWrite>;
  /** In words in which all siblings look alike. */
  readonly words: Words;
}

/** How often somebody is refused while a namespace ends is chance; in which words is not. */
export function unlikeRefusals(scenario: string, want: Refused, got: Refused): readonly Difference[] {
  const [wanted, given] = [refusalsOf(want), refusalsOf(got)];
  return [...wanted].flatMap(([key, { sample, texts }]) => {
    const others = given.get(key)?.texts;
    if (others === undefined || [...texts].some((text) => others.has(text))) return [];
    const { user: writer, action, object } = sample;
    const fields = [{ path: 'failure message', want: [...texts].join(' | '), got: [...others].join(' | ') }];
    return [{ scenario, section: 'writes', kind: 'changed', writer, action, object, fields, where: '' }];
  });
}

interface Refusals {
  readonly sample: CommonWrite;
  readonly texts: Set<string>;
}

/** By writer and what was to be done to what sort of thing. */
function refusalsOf({ writes, words }: Refused): ReadonlyMap<string, Refusals> {
  const found = new Map<string, Refusals>();
  for (const write of writes) {
    if (!refusedAtTheEnd(write)) continue;
    const key = `${write.user} ${write.action} ${write.write.entry.resource}`;
    const refusals = found.get(key) ?? { sample: write, texts: new Set() };
    found.set(key, refusals);
    refusals.texts.add(words(messageOf(write)));
  }
  return found;
}
