import type { UnmetView } from '../../protocol/diagnosis-view.ts';
import type { StageView } from '../../protocol/views.ts';
import type { StageLayout } from './layout.ts';

/** Where on the map something is not as wished, and what. */
export interface UnmetPlace {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly unmet: readonly UnmetView[];
}

const SIDE = 22;

/** A mark for each place: a node, the Pods without one, the API server; what has no place of its own stands at the store. */
export function unmetPlaces(
  unmet: readonly UnmetView[],
  stage: Pick<StageView, 'nodes' | 'pendingPods'>,
  layout: Pick<StageLayout, 'nodes' | 'pending' | 'etcd' | 'bed'>,
): readonly UnmetPlace[] {
  return [...unmetByPlace(unmet, stage)].map(([key, found]) => ({ key, ...pointOf(key, stage, layout), unmet: found }));
}

/** By the name of the node, or `pending`, `server`, `store`. */
export function unmetByPlace(
  unmet: readonly UnmetView[],
  stage: Pick<StageView, 'nodes' | 'pendingPods'>,
): ReadonlyMap<string, readonly UnmetView[]> {
  const places = new Map<string, UnmetView[]>();
  for (const each of unmet) {
    const key = placeOf(each, stage);
    places.set(key, [...(places.get(key) ?? []), each]);
  }
  return places;
}

function placeOf(
  { subject, held = '' }: UnmetView,
  { nodes, pendingPods }: Pick<StageView, 'nodes' | 'pendingPods'>,
): string {
  const told = [subject, held];
  const node = nodes.find(
    ({ name, pods }) => told.includes(`nodes/${name}`) || pods.some((pod) => told.includes(pod.subject)),
  );
  if (node !== undefined) return node.name;
  if (pendingPods.some((pod) => told.includes(pod.subject))) return 'pending';
  return subject === 'cluster' ? 'server' : 'store';
}

function pointOf(
  key: string,
  { nodes }: Pick<StageView, 'nodes'>,
  { nodes: places, pending, etcd, bed }: Pick<StageLayout, 'nodes' | 'pending' | 'etcd' | 'bed'>,
): { readonly x: number; readonly y: number } {
  if (key === 'pending') return { x: pending.x - SIDE - 4, y: pending.y };
  if (key === 'server') return { x: bed.x - SIDE - 4, y: bed.y - 58 };
  const place = places[nodes.findIndex(({ name }) => name === key)];
  // Of very many nodes none has a place of its own.
  if (place === undefined) return { x: etcd.x + 24, y: bed.y - 32 };
  return { x: place.x + place.width - SIDE - 4, y: place.y + 4 };
}
