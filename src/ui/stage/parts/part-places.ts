import { type ActorPart, actorWords, type Place } from '../../../narration/parts/part-words.ts';
import type { Breakpoint } from '../../../protocol/breakpoint.ts';
import type { Part } from '../../../protocol/part-view.ts';
import type { KindName } from '../../../steps/index.ts';
import type { Looking } from '../../widgets/kit/host.ts';
import type { PartTextKey } from './strings.ts';

/** Why a part has no table that one could look into. */
export type Reason = Extract<PartTextKey, `none.${string}`>;
/** The panel that shows what a part holds, or why there is none. */
export type PartTable = { readonly panel: string } | { readonly none: Reason };
export type Stop = Omit<Breakpoint, 'id' | 'enabled'>;

const IN = (panel: string): PartTable => ({ panel });

export const PLACE_TABLES: Readonly<Record<Place, PartTable>> = {
  server: IN('api'),
  tls: IN('api'),
  authn: IN('access'),
  audit: IN('api'),
  'flow-control': { none: 'none.seats' },
  authz: IN('access'),
  decode: { none: 'none.decode' },
  'mutating-admission': IN('access'),
  'schema-validation': { none: 'none.validation' },
  'validating-admission': IN('access'),
  registry: IN('object'),
  etcd: IN('etcd'),
  'watch-cache': IN('informers'),
  told: IN('etcd'),
  line: IN('api'),
  others: IN('queues'),
  ticket: IN('object'),
  next: IN('etcd'),
  request: IN('api'),
  event: IN('informers'),
  node: IN('node'),
  nodes: IN('node'),
  pod: IN('object'),
  pending: IN('scheduler'),
};

/** Controllers work off queues; who has another table, or none, stands here. */
const OTHER_TABLES: { readonly [actor in ActorPart]?: PartTable } = {
  kubectl: IN('api'),
  client: IN('api'),
  kubelet: IN('node'),
  'kube-proxy': IN('network'),
  'kube-scheduler': IN('scheduler'),
  'kube-controller-manager': IN('informers'),
  'pod-garbage-collector': { none: 'none.looks' },
  csrcleaner: { none: 'none.looks' },
  coredns: IN('informers'),
  program: IN('informers'),
};

/** Whose words a part has, and whose table. */
export function wordsOf({ sort, of }: Part): { readonly place: Place } | { readonly actor: ActorPart } {
  if (sort === 'actor') return { actor: actorWords(of) };
  if (sort === 'station') return { place: of as Place };
  return { place: sort === 'line' && of === 'others' ? 'others' : sort };
}

export function tableOf(part: Part): PartTable {
  const words = wordsOf(part);
  return 'place' in words ? PLACE_TABLES[words.place] : (OTHER_TABLES[words.actor] ?? IN('queues'));
}

/** What the panel is to show when it opens for this part. */
export function lookAt(part: Part, panel: string, subject: string | undefined): Looking {
  const { sort, of } = part;
  if (panel === 'node' && sort === 'node') return { panel, node: of };
  if (panel === 'node' && sort === 'actor') return { panel, node: of.slice(of.indexOf('/') + 1) };
  if (panel === 'object') return subject === undefined ? { panel } : { panel, subject };
  return { panel };
}

/** The breakpoint of a place: where the story stops the next time that something happens there. */
export function stopOf({ sort, of }: Part, subject: string | undefined): Stop | undefined {
  const [resource = '', ...names] = (subject ?? '').split('/');
  const object = { resource: resource.split('.', 1)[0] ?? '', name: names.at(-1) ?? '' };
  switch (sort) {
    case 'server':
      return { kind: 'apiserver.*' };
    case 'station':
      return { station: of };
    case 'told':
      return { station: 'watch-cache' };
    case 'next':
      return { kind: 'etcd.applied' satisfies KindName };
    case 'actor':
    case 'request':
    case 'event':
      return { actor: of };
    case 'line':
      return LANE_STOPS[of] ?? (of === 'others' ? undefined : { actor: of });
    case 'node':
      return { resource: 'nodes', name: of };
    case 'nodes':
      return { resource: 'nodes' };
    case 'pending':
      return { kind: 'scheduler.*' };
    case 'ticket':
    case 'pod':
      return object.resource === '' || object.name === '' ? undefined : object;
  }
}

const LANE_STOPS: { readonly [lane: string]: Stop } = {
  you: { actor: 'kubectl' },
  kubelet: { kind: 'kubelet.*' },
  proxy: { kind: 'proxy.*' },
};
