// Models pkg/controller/ttl/ttl_controller.go ttlBoundaries (v1.36): kubelets read what the controller writes

export const NODE_TTL = 'node.alpha.kubernetes.io/ttl';

const BOUNDARIES = [
  { least: 0, most: 100, seconds: 0 },
  { least: 90, most: 500, seconds: 15 },
  { least: 450, most: 1000, seconds: 30 },
  { least: 900, most: 2000, seconds: 60 },
  { least: 1800, most: 10_000, seconds: 300 },
] as const;

type Boundary = (typeof BOUNDARIES)[number];

/** One step up or down as nodes come and go; a cluster that shrinks a little stays where it is. */
export function stepAfter(step: number, nodes: number): number {
  const { least, most } = BOUNDARIES[step] as Boundary;
  if (nodes > most && step < BOUNDARIES.length - 1) return step + 1;
  return nodes < least ? step - 1 : step;
}

export function secondsAt(step: number): number {
  return (BOUNDARIES[step] as Boundary).seconds;
}

/** Of a cluster that has grown to so many nodes. */
export function secondsFor(nodes: number): number {
  return (BOUNDARIES.find(({ most }) => nodes <= most) ?? BOUNDARIES[4]).seconds;
}

export function nodeTtl(seconds: number): { readonly [annotation: string]: string } {
  return { [NODE_TTL]: String(seconds) };
}
