import type { FieldCause } from '../../protocol/queries.ts';
import type { StepView } from '../../protocol/views.ts';

/** One link of the chain from an effect to its cause. */
export interface Link {
  readonly step: StepView;
  readonly field: FieldCause | undefined;
}

export type Shown = Link | { readonly hidden: number };

const HEAD = 6;
const TAIL = 4;

export function linksOfSteps(chain: readonly StepView[]): readonly Link[] {
  return chain.map((step) => ({ step, field: undefined }));
}

export function linksOfField(chain: readonly FieldCause[]): readonly Link[] {
  return chain.map((field) => ({ step: field.step, field }));
}

/** A long chain folds its middle: the effect and the origin are what one asks for. */
export function folded(links: readonly Link[], unfolded: boolean): readonly Shown[] {
  if (unfolded || links.length <= HEAD + TAIL + 1) return links;
  return [...links.slice(0, HEAD), { hidden: links.length - HEAD - TAIL }, ...links.slice(-TAIL)];
}

/** The Pod whose scheduling is among the causes: its decision has all numbers. As `namespace/name`. */
export function decidedPod(links: readonly Link[]): string | undefined {
  const link = links.find(({ step }) => step.actor === 'kube-scheduler' && /^pods\/[^/]+\/[^/]+$/.test(step.subject));
  return link?.step.subject.slice('pods/'.length);
}
