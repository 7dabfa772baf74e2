import type { ComponentType, ReactElement } from 'react';
import { late } from '../widgets/late.tsx';

type Rest = typeof import('./late-panels.ts');

/** Again and again the same answer: a chunk is fetched once. */
export const loadLate = (): Promise<Rest> => import('./late-panels.ts');

export function fromRest<P extends object>(choose: (rest: Rest) => ComponentType<P>): (props: P) => ReactElement {
  return late(async () => choose(await loadLate()));
}
