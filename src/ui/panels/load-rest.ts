import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

type Rest = typeof import('./rest.ts');

/** Again and again the same answer: a chunk is fetched once. */
export const loadRest = (): Promise<Rest> => import('./rest.ts');

export function fromRest<P>(choose: (rest: Rest) => ComponentType<P>): LazyExoticComponent<ComponentType<P>> {
  return lazy(async () => ({ default: choose(await loadRest()) }));
}
