import { notFound } from '../../../api/errors/status.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import { containerUsage, type MeasuredUsage, nodeUsage } from '../../ports/measured-usage.ts';
import type { AggregatedServer, AggregatedWorld } from './aggregated-server.ts';

const GROUP = 'metrics.k8s.io';
const VERSION = 'metrics.k8s.io/v1beta1';
const VERBS: readonly string[] = ['get', 'list'];
const WINDOW = '10s';

/** Where the manifests of the metrics server put it. */
export const METRICS_SERVER = 'kube-system/metrics-server';

/** An aggregated server that tells how much nodes and Pods use. */
// Models sigs.k8s.io/metrics-server pkg/api (v0.8). Deviation: usage is a number made of the name, not measured.
export const metricsServer: AggregatedServer = {
  resources: [
    { name: 'nodes', singularName: '', namespaced: false, kind: 'NodeMetrics', verbs: VERBS },
    { name: 'pods', singularName: '', namespaced: true, kind: 'PodMetrics', verbs: VERBS },
  ],
  answer({ path, method }, _user, world) {
    if (method !== 'GET') return { code: 405, body: 'method not allowed\n' };
    const [, , , , ...rest] = path.split('/');
    const namespace = rest[0] === 'namespaces' ? (rest[1] ?? '') : '';
    const [resource = '', name] = rest[0] === 'namespaces' ? rest.slice(2) : rest;
    if (resource !== 'nodes' && resource !== 'pods') return { code: 404, body: '404 page not found\n' };
    const of = resource === 'nodes' ? nodeMetrics : podMetrics;
    const objects = world.list(resource, namespace).filter(isMeasured);
    if (name !== undefined) {
      const found = objects.find((each) => each.metadata.name === name);
      return found === undefined
        ? { code: 404, body: notFound({ group: GROUP, resource }, name) }
        : { code: 200, body: of(found, world) };
    }
    const kind = resource === 'nodes' ? 'NodeMetricsList' : 'PodMetricsList';
    return {
      code: 200,
      body: { kind, apiVersion: VERSION, metadata: {}, items: objects.map((each) => of(each, world)) },
    };
  },
};

function isMeasured(object: KObject): boolean {
  return object.kind !== 'Pod' || (object.status as { readonly phase?: string } | undefined)?.phase === 'Running';
}

function nodeMetrics(node: KObject, world: AggregatedWorld): object {
  return measured('NodeMetrics', node, world, { usage: quantities(nodeUsage(node.metadata.name ?? '')) });
}

function podMetrics(pod: KObject, world: AggregatedWorld): object {
  const { containers = [] } = pod.spec as { readonly containers?: readonly { readonly name: string }[] };
  const usages = containers.map(({ name }) => ({
    name,
    usage: quantities(containerUsage(pod.metadata.name ?? '', name)),
  }));
  return measured('PodMetrics', pod, world, { containers: usages });
}

function measured(kind: string, { metadata }: KObject, world: AggregatedWorld, usage: object): object {
  const { name, namespace, labels } = metadata;
  return {
    kind,
    apiVersion: VERSION,
    metadata: {
      name,
      ...(namespace === undefined ? undefined : { namespace }),
      creationTimestamp: rfc3339(world.now),
      ...(labels === undefined ? undefined : { labels }),
    },
    timestamp: rfc3339(world.now),
    window: WINDOW,
    ...usage,
  };
}

function quantities({ millicores, kibibytes }: MeasuredUsage): object {
  return { cpu: `${millicores}m`, memory: `${kibibytes}Ki` };
}
