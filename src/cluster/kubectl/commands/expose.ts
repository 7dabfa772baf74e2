import type { PodSpec, PodTemplateSpec } from '../../../api/types/core.ts';
import type { KObject, LabelSelector, StringMap } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { type Failure, failure, isFailure, summary } from '../errors.ts';
import { recorded } from '../record.ts';
import type { Session } from '../session.ts';
import { resolveResource } from '../target.ts';
import { create, dryRunOf } from '../writing.ts';
import { fetchTargets } from './change.ts';
import { parseLabels } from './flag-pairs.ts';
import { overridden } from './overrides.ts';

/** What can be exposed: a workload with a template, a Pod, or a Service. */
interface Exposable extends KObject {
  readonly spec: {
    readonly selector?: LabelSelector | StringMap;
    readonly template?: PodTemplateSpec;
    readonly containers?: PodSpec['containers'];
    readonly ports?: readonly Port[];
  };
}

interface Port {
  readonly port: number;
  readonly protocol: string;
}

/** Models staging/src/k8s.io/kubectl/pkg/cmd/expose/expose.go (v1.36) */
export function* expose(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  // `--selector` says what the Service selects.
  const fetched = yield* fetchTargets(session, words, options.with('selector', undefined));
  if (isFailure(fetched)) return fetched;
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const services = yield* resolveResource(session, 'services');
  if (isFailure(services)) return services;
  const failures: Failure[] = [];
  for (const { object, name, resource } of fetched) {
    const made = EXPOSABLE.includes(resource.kind)
      ? serviceFor(object as Exposable, name, options)
      : failure(`cannot expose a ${resource.kind}${resource.group === '' ? '' : `.${resource.group}`}`);
    const service = isFailure(made) ? made : overridden(made, options, 'merge');
    if (isFailure(service)) {
      failures.push(service);
      continue;
    }
    const manager = options.text('field-manager') ?? 'kubectl-expose';
    const result = yield* create(session, options, {
      resource: services,
      namespace: session.namespace,
      object: recorded(session, service),
      query: [...(dryRun === 'server' ? [['dryRun', 'All'] as const] : []), ['fieldManager', manager]],
      done: 'exposed',
    });
    if (isFailure(result)) failures.push(result);
  }
  return summary(failures) ?? 0;
}

const EXPOSABLE = ['Deployment', 'Pod', 'ReplicaSet', 'ReplicationController', 'Service'];

function serviceFor(object: Exposable, name: string, options: Options): KObject | Failure {
  const selector = selectorOf(object, options) ?? {};
  if (isFailure(selector)) return selector;
  const wrong = (options.text('port') || '0').split(',').find((port) => !/^[-+]?\d+$/.test(port));
  if (wrong !== undefined) return failure(`strconv.Atoi: parsing "${wrong}": invalid syntax`);
  const ports = portsOf(object, options);
  if (ports.length === 0) return failure("couldn't find port via --port flag or introspection");
  const target = options.text('target-port');
  const labels = options.text('labels') ? parseLabels(options.text('labels') ?? '') : object.metadata.labels;
  if (isFailure(labels)) return labels;
  const affinity = options.text('session-affinity') ?? '';
  if (!['', 'None', 'ClientIP'].includes(affinity)) return failure(`unknown session affinity: ${affinity}`);
  const external = options.text('external-ip') ?? '';
  return {
    kind: 'Service',
    apiVersion: 'v1',
    metadata: { name: options.text('name') ?? name, ...(labels === undefined ? {} : { labels }) },
    spec: {
      ports: ports.map(({ port, protocol }, at) => ({
        ...(ports.length > 1 ? { name: `port-${at + 1}` } : {}),
        protocol,
        port,
        targetPort: target === undefined ? port : /^\d+$/.test(target) ? Number(target) : target,
      })),
      selector,
      ...(options.has('cluster-ip') ? { clusterIP: options.text('cluster-ip') } : {}),
      ...(options.has('type') ? { type: options.text('type') } : {}),
      ...(external === '' ? {} : { externalIPs: [external] }),
      ...(options.has('load-balancer-ip') ? { loadBalancerIP: options.text('load-balancer-ip') } : {}),
      ...(options.has('session-affinity') ? { sessionAffinity: options.text('session-affinity') } : {}),
    },
    status: { loadBalancer: {} },
  };
}

function selectorOf({ kind, metadata, spec }: Exposable, options: Options): StringMap | undefined | Failure {
  const given = options.text('selector');
  if (given !== undefined) return parseLabels(given);
  if (kind === 'Pod') {
    if (Object.keys(metadata.labels ?? {}).length > 0) return metadata.labels;
    return failure(
      "couldn't retrieve selectors via --selector flag or introspection: the pod has no labels and cannot be exposed",
    );
  }
  const { selector } = spec;
  if (selector === undefined) return undefined;
  return 'matchLabels' in selector ? (selector.matchLabels as StringMap) : (selector as StringMap);
}

function portsOf({ spec }: Exposable, options: Options): readonly Port[] {
  const given = options.text('port') || undefined;
  const protocol = options.text('protocol');
  if (given !== undefined) return given.split(',').map((port) => ({ port: Number(port), protocol: protocol ?? 'TCP' }));
  if (spec.ports !== undefined) {
    return spec.ports.map((port) => ({ port: port.port, protocol: protocol ?? port.protocol ?? 'TCP' }));
  }
  const containers = spec.template?.spec.containers ?? spec.containers ?? [];
  return containers.flatMap(({ ports = [] }) =>
    ports.map((port) => ({ port: port.containerPort, protocol: protocol ?? port.protocol ?? 'TCP' })),
  );
}
