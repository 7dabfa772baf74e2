import type { LineView } from '../../protocol/views.ts';

/** A slot of the trunk: one line of the map, or several clients that share one. */
export interface Lane {
  readonly id: string;
  readonly place: 'person' | 'node' | 'control';
  readonly lines: readonly LineView[];
}

/** Slots that the trunk has room for before its stations would have to grow. */
export const MOST_LANES = 8;

const ALWAYS: readonly LineView[] = [
  quiet('deployment-controller', 'deployment', 'D'),
  quiet('replicaset-controller', 'replicaset', 'R'),
  quiet('kube-scheduler', 'scheduler', 'S'),
];
const ORDER: readonly LineView['family'][] = ['deployment', 'replicaset', 'scheduler', 'endpointslice', 'other'];

/**
 * Lines in the order of the trunk: the person, the nodes, the controllers. The well-known ones are always there, so
 * that nothing moves when one of them speaks for the first time; what has no room shares the last slot.
 */
export function lanesOf(lines: readonly LineView[]): readonly Lane[] {
  const of = (family: LineView['family']) => lines.filter((line) => line.family === family);
  const people = of('you');
  const person = people.length > 0 ? people : [quiet('kubectl', 'you', '')];
  const proxies = of('proxy');
  const proxiesActive = proxies.some((line) => line.requested || line.heard);
  const fixed: Lane[] = [
    { id: 'you', place: 'person', lines: person },
    { id: 'kubelet', place: 'node', lines: of('kubelet') },
  ];
  if (proxiesActive) fixed.push({ id: 'proxy', place: 'node', lines: proxies });
  const controllers = [...lines, ...ALWAYS.filter((one) => !lines.some(({ actor }) => actor === one.actor))]
    .filter((line) => ORDER.includes(line.family))
    .sort((a, b) => ORDER.indexOf(a.family) - ORDER.indexOf(b.family) || (a.actor < b.actor ? -1 : 1));
  const room = MOST_LANES - fixed.length;
  const own = controllers.length <= room ? controllers : controllers.slice(0, room - 1);
  const rest = controllers.slice(own.length);
  return [
    ...fixed,
    ...own.map((line): Lane => ({ id: line.actor, place: 'control', lines: [line] })),
    ...(rest.length === 0 ? [] : [{ id: 'others', place: 'control' as const, lines: rest }]),
  ];
}

function quiet(actor: string, family: LineView['family'], letter: string): LineView {
  return { actor, family, letter, requested: false, heard: false, status: { key: 'line.idle' } };
}

/** The lane that an actor travels on; a node's runtime and network travel with its kubelet. */
export function laneIndex(lanes: readonly Lane[], actor: string): number {
  const own = lanes.findIndex(({ lines }) => lines.some((line) => line.actor === actor));
  if (own >= 0) return own;
  if (actor.startsWith('kube-proxy/')) return indexOfId(lanes, 'proxy', 'kubelet');
  if (actor.includes('/') && !actor.startsWith('kubectl')) return indexOfId(lanes, 'kubelet');
  if (actor.startsWith('kubectl') || actor === 'you') return indexOfId(lanes, 'you');
  return indexOfId(lanes, 'others');
}

/** Controllers share the informers of their process; an event is shown on the line that it concerns most. */
const CONCERNED: Readonly<Record<string, string>> = {
  deployments: 'deployment-controller',
  replicasets: 'deployment-controller',
  pods: 'replicaset-controller',
  services: 'endpointslice-controller',
  endpointslices: 'endpointslice-controller',
};

/** Whose line shows an event that a shared informer hears. */
export function listener(actor: string, subject: string): string {
  if (actor !== 'kube-controller-manager') return actor;
  const resource = subject.split('/', 1)[0]?.split('.', 1)[0] ?? '';
  return CONCERNED[resource] ?? actor;
}

function indexOfId(lanes: readonly Lane[], ...ids: readonly string[]): number {
  for (const id of ids) {
    const at = lanes.findIndex((lane) => lane.id === id);
    if (at >= 0) return at;
  }
  return -1;
}

/** `node-3` of `kubelet/node-3`. */
export function nodeOfActor(actor: string): string | undefined {
  const slash = actor.indexOf('/');
  return slash < 0 ? undefined : actor.slice(slash + 1);
}
