import type { ComponentType, ReactElement } from 'react';
import { late } from '../widgets/late.tsx';

type Rest = typeof import('./rest.ts');

/** Again and again the same answer: a chunk is fetched once. */
export const loadRest = (): Promise<Rest> => import('./rest.ts');

export function fromRest<P extends object>(choose: (rest: Rest) => ComponentType<P>): (props: P) => ReactElement {
  return late(async () => choose(await loadRest()));
}
