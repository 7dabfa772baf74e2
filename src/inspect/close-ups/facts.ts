import type { Step } from '../../engine/index.ts';
import type { Fact } from '../../protocol/views.ts';

/** What the step says of itself. The answers of all authenticators and authorizers have a close-up of their own. */
export function factsOf(step: Step): readonly Fact[] {
  return Object.entries(step.args)
    .filter(([name, value]) => name !== 'tried' && value !== undefined && value !== '')
    .map(([name, value]) => ({ name, value: String(value) }));
}
