// Models pkg/kubelet/events/resize.go (v1.36)

import type { Container, Pod } from '../../../api/types/core.ts';
import type { Context } from '../../../engine/index.ts';
import { kubelet as kinds } from '../../../steps/kubelet.ts';
import type { NodeServices } from '../node/services.ts';
import type { PodState } from '../pods/pod-state.ts';

type Spec = Pod['spec'];

interface Told {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly prefix: string;
}

export const STARTED: Told = { type: 'Normal', reason: 'ResizeStarted', prefix: 'Pod resize started' };
export const COMPLETED: Told = { type: 'Normal', reason: 'ResizeCompleted', prefix: 'Pod resize completed' };
export const FAILED: Told = { type: 'Warning', reason: 'ResizeError', prefix: 'Pod resize error' };

/** What becomes of a wish, with the resources and the generation that it is about. */
export function tellResize(
  ctx: Context,
  { recorder }: NodeServices,
  state: PodState,
  { type, reason, prefix }: Told,
  about: { readonly spec: Spec; readonly generation: number; readonly error?: string },
): void {
  const summary = ({ name, resources }: Container) => ({ name, resources: ordered(resources) });
  const init = (about.spec.initContainers ?? []).map(summary);
  const text = JSON.stringify({
    ...(init.length === 0 ? undefined : { initContainers: init }),
    containers: about.spec.containers.map(summary),
    generation: about.generation,
    ...(about.error === undefined ? undefined : { error: about.error }),
  });
  const told = ctx.step(kinds.resized, state.subject, { state: reason });
  recorder?.event(told, state.eventObject, type, reason, `${prefix}: ${text}`);
}

/** As Go writes it. */
function ordered({ limits, requests }: NonNullable<Container['resources']> = {}): object {
  const sorted = (amounts: object) => Object.fromEntries(Object.entries(amounts).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    ...(limits === undefined ? undefined : { limits: sorted(limits) }),
    ...(requests === undefined ? undefined : { requests: sorted(requests) }),
  };
}
