import type { Pod, Service } from '../../../api/types/core.ts';
import type { EndpointSlice } from '../../../api/types/discovery.ts';
import type { KObject, StringMap } from '../../../api/types/meta.ts';
import { compareStrings } from '../../../base/order.ts';
import { lastChange, since } from '../moments.ts';
import { letterDistance } from '../nearest.ts';
import { type Hold, held, type Rule, wished } from '../unmet.ts';
import type { World } from '../world.ts';
import { isLeaving, isReady } from './pod-facts.ts';
import { podHold } from './pods.ts';

const SERVICE_NAME = 'kubernetes.io/service-name';

/** Services that lead nowhere: nobody whom they select can be asked. */
export const services: Rule = {
  name: 'services',
  *find(world) {
    const served = servedNames(world);
    for (const service of world.all<Service>('services')) {
      const { metadata, spec } = service;
      const selector = spec.selector ?? {};
      if (spec.type === 'ExternalName' || Object.keys(selector).length === 0) continue;
      if (isGoing(service) || served.has(`${metadata.namespace}/${metadata.name}`)) continue;
      yield {
        subject: `services/${metadata.namespace}/${metadata.name}`,
        wish: wished('service', { name: metadata.name ?? '' }),
        hold: () => serviceHold(world, service, selector),
      };
    }
  },
};

function isGoing({ metadata }: KObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** Services with an endpoint that may be asked. */
function servedNames(world: World): ReadonlySet<string> {
  const served = new Set<string>();
  for (const { metadata, endpoints } of world.all<EndpointSlice>('endpointslices.discovery.k8s.io')) {
    if ((endpoints ?? []).some(({ conditions }) => conditions?.ready !== false))
      served.add(`${metadata.namespace}/${metadata.labels?.[SERVICE_NAME]}`);
  }
  return served;
}

function serviceHold(world: World, service: Service, selector: StringMap): Hold {
  const { namespace, name } = service.metadata;
  const subject = `services/${namespace}/${name}`;
  const pods = world.all<Pod>('pods').filter((pod) => pod.metadata.namespace === namespace);
  const selected = pods.filter((pod) => selects(selector, pod.metadata.labels));
  const text = selectorText(selector);
  const first = selected.find((pod) => !isLeaving(pod) && !isReady(pod));
  if (first !== undefined) {
    const below = podHold(world, first, { subject, path: 'spec' });
    return { ...below, told: held('endpointsNotReady', { pods: selected.length, selector: text }), change: undefined };
  }
  const change: Hold['change'] = { type: 'field', subject, path: 'spec.selector' };
  const sinceThen = () => since(world.at, subject, (object) => sameSelector(object, selector));
  const wanted = templates(world, namespace).find(({ labels }) => selects(selector, labels));
  if (wanted !== undefined)
    return {
      told: held('selectsNobodyYet', { selector: text, of: wanted.name }),
      held: wanted.subject,
      since: () => lastChange(world.at, wanted.subject, replicasOf),
      change: { type: 'field', subject: wanted.subject, path: 'spec.replicas' },
    };
  const near = nearest(selector, [
    ...templates(world, namespace),
    ...pods.map(({ metadata }) => ({ labels: metadata.labels ?? {}, name: `Pod ${metadata.name}`, subject: '' })),
  ]);
  if (near === undefined) return { told: held('noMatch', { selector: text }), since: sinceThen, change };
  return { told: held('nearMatch', { selector: text, ...near }), since: sinceThen, change };
}

function replicasOf(object: KObject): unknown {
  return (object as { readonly spec?: { readonly replicas?: number } }).spec?.replicas;
}

function sameSelector(object: KObject, selector: StringMap): boolean {
  return selectorText((object as Service).spec.selector ?? {}) === selectorText(selector);
}

function selects(selector: StringMap, labels: StringMap = {}): boolean {
  return Object.entries(selector).every(([key, value]) => labels[key] === value);
}

function selectorText(selector: StringMap): string {
  return Object.keys(selector)
    .sort(compareStrings)
    .map((key) => `${key}=${selector[key]}`)
    .join(',');
}

interface Labelled {
  readonly labels: StringMap;
  /** With its kind. */
  readonly name: string;
  readonly subject: string;
}

const MAKERS: readonly (readonly [resource: string, kind: string])[] = [
  ['deployments.apps', 'Deployment'],
  ['statefulsets.apps', 'StatefulSet'],
  ['daemonsets.apps', 'DaemonSet'],
  ['replicasets.apps', 'ReplicaSet'],
];

type Maker = KObject & {
  readonly spec: { readonly template?: { readonly metadata?: { readonly labels?: StringMap } } };
};

/** What Pods of a namespace would be labelled with, also where there are none. */
function templates(world: World, namespace: string | undefined): readonly Labelled[] {
  return MAKERS.flatMap(([resource, kind]) =>
    world
      .all<Maker>(resource)
      .filter(({ metadata }) => metadata.namespace === namespace)
      .map(({ metadata, spec }) => ({
        labels: spec.template?.metadata?.labels ?? {},
        name: `${kind} ${metadata.name}`,
        subject: `${resource}/${namespace}/${metadata.name}`,
      })),
  );
}

/** The label that misses the selector by the fewest letters: another value of its key, or its value under another key. */
function nearest(
  selector: StringMap,
  candidates: readonly Labelled[],
): { readonly near: string; readonly of: string } | undefined {
  let best: { near: string; of: string; slips: number } | undefined;
  const seen = new Set<string>();
  for (const { labels, name } of candidates) {
    for (const [key, wanted] of Object.entries(selector)) {
      for (const [own, value] of Object.entries(labels)) {
        const pair = `${own}=${value}`;
        if ((own === key && value === wanted) || seen.has(`${key} ${pair}`)) continue;
        seen.add(`${key} ${pair}`);
        const slips = own === key ? letterDistance(value, wanted) : value === wanted ? 1 : Number.POSITIVE_INFINITY;
        if (slips < (best?.slips ?? Number.POSITIVE_INFINITY)) best = { near: pair, of: name, slips };
      }
    }
  }
  return best && { near: best.near, of: best.of };
}
