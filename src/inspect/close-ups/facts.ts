import type { Step } from '../../engine/index.ts';
import type { Fact, Phrase } from '../../protocol/views.ts';
import { shortArgs, verdictKey } from '../stations.ts';

/** What the step says of itself. The answers of all authenticators and authorizers have a close-up of their own. */
export function factsOf(step: Step): readonly Fact[] {
  return Object.entries(step.args)
    .filter(([name, value]) => name !== 'tried' && value !== undefined && value !== '')
    .map(([name, value]) => ({ name, value: String(value) }));
}

/** How a close-up begins: its title is the kind of the step, told with its arguments. */
export function titleOf(step: Step): Phrase {
  return { key: verdictKey(step), args: shortArgs(step.args) };
}

/** Title and facts, of which most close-ups have both. */
export function headOf(step: Step): { readonly title: Phrase; readonly facts: readonly Fact[] } {
  return { title: titleOf(step), facts: factsOf(step) };
}
