import type { PodSpec, PodTemplateSpec } from '../../../../api/types/core.ts';
import type { KObject, LabelSelector, StringMap } from '../../../../api/types/meta.ts';
import type { Process } from '../../../../engine/index.ts';
import type { Options } from '../../flags/options.ts';
import { readTyped } from '../../print/objects.ts';
import { type Failure, failure, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { resolveResource } from '../../targets/target.ts';
import { sentOrShown } from '../../writing/asked-namespace.ts';
import { asFilesSay, type Fetched, visitTargets } from '../../writing/change.ts';
import { parseLabels } from '../../writing/flag-pairs.ts';
import { overridden } from '../../writing/overrides.ts';
import { recorded } from '../../writing/record.ts';
import { create, dryRunOf, severalDocuments } from '../../writing/writing.ts';
import type { Command } from '../declaration.ts';

const FLAGS =
  '@print @files cluster-ip dry-run:? external-ip field-manager l/labels load-balancer-ip name override-type overrides port protocol save-config:b selector session-affinity target-port type record:b';
type Given = Options<typeof FLAGS>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'expose',
      order: 2,
      group: 'change',
      does: 'makes a Service for what runs',
      usage:
        '(-f FILENAME | TYPE NAME) [--port=port] [--protocol=TCP|UDP|SCTP] [--target-port=number-or-name] [--name=name] [--external-ip=external-ip-of-service] [--type=type]',
      flags: FLAGS,
      settles: 'dry run and output',
      run: expose,
    },
  ];
}

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
function* expose(session: Session, words: readonly string[], options: Given): Process<number | Failure> {
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const services = yield* resolveResource(session, 'services');
  if (isFailure(services)) return services;
  const drawn: Drawn = {};
  severalDocuments(session);
  readTyped(session);
  const expose = function* ({ object, name, resource }: Fetched): Process<undefined | Failure> {
    const made = EXPOSABLE.includes(resource.kind)
      ? serviceFor(object as Exposable, name, options, drawn)
      : failure(`cannot expose a ${resource.kind}${resource.group === '' ? '' : `.${resource.group}`}`);
    const service = isFailure(made) ? made : overridden(made, options, 'merge');
    if (isFailure(service)) return service;
    const manager = options.text('field-manager') ?? 'kubectl-expose';
    return yield* create(session, options, {
      resource: services,
      namespace: session.namespace,
      object: sentOrShown(recorded(session, service), options, dryRun),
      query: [...(dryRun === 'server' ? [['dryRun', 'All'] as const] : []), ['fieldManager', manager]],
      done: 'exposed',
    });
  };
  // `--selector` says what the Service selects.
  const meant = asFilesSay(options).with('selector', undefined);
  return (yield* visitTargets(session, words, meant, expose)) ?? 0;
}

const EXPOSABLE = ['Deployment', 'Pod', 'ReplicaSet', 'ReplicationController', 'Service'];

/** What is drawn from the first object holds for those after it as well. */
interface Drawn {
  selector?: StringMap;
  ports?: readonly string[];
  labels?: StringMap | undefined;
}

function serviceFor(object: Exposable, name: string, options: Given, drawn: Drawn): KObject | Failure {
  const asked = options.text('selector') || undefined;
  const found = asked === undefined ? (drawn.selector ?? selectorOf(object)) : undefined;
  if (isFailure(found)) return found;
  const numbers = drawn.ports ?? portsOf(object, options);
  drawn.ports = numbers;
  const isHeadless = options.text('cluster-ip') === 'None';
  if (numbers.length === 0 && !isHeadless) return failure("couldn't find port via --port flag or introspection");
  const selector = found ?? parseLabels(asked ?? '');
  if (isFailure(selector)) return selector;
  drawn.selector = selector;
  const wrong = (options.text('port') || '0').split(',').find((port) => !/^[-+]?\d+$/.test(port));
  if (wrong !== undefined) return failure(`strconv.Atoi: parsing "${wrong}": invalid syntax`);
  const ports = numbers.map((text) => ({ port: Number(text), protocol: protocolOf(object, text, options) }));
  const target = options.text('target-port') || undefined;
  const given = options.text('labels');
  const labels = given ? parseLabels(given) : (drawn.labels ?? object.metadata.labels);
  if (isFailure(labels)) return labels;
  drawn.labels = labels;
  const affinity = options.text('session-affinity') ?? '';
  if (!['', 'None', 'ClientIP'].includes(affinity)) return failure(`unknown session affinity: ${affinity}`);
  const external = options.text('external-ip') ?? '';
  return {
    kind: 'Service',
    apiVersion: 'v1',
    metadata: {
      name: options.text('name') || name.slice(0, LONGEST_NAME),
      ...(labels === undefined ? {} : { labels }),
    },
    spec: {
      ...(ports.length === 0
        ? {}
        : {
            ports: ports.map(({ port, protocol }, at) => ({
              ...(ports.length > 1 ? { name: `port-${at + 1}` } : {}),
              protocol,
              port,
              targetPort: target === undefined ? port : /^\d+$/.test(target) ? Number(target) : target,
            })),
          }),
      selector,
      ...(options.text('cluster-ip') ? { clusterIP: options.text('cluster-ip') } : {}),
      ...(options.text('type') ? { type: options.text('type') } : {}),
      ...(external === '' ? {} : { externalIPs: [external] }),
      ...(options.text('load-balancer-ip') && options.text('type') === 'LoadBalancer'
        ? { loadBalancerIP: options.text('load-balancer-ip') }
        : {}),
      ...(affinity !== '' ? { sessionAffinity: options.text('session-affinity') } : {}),
    },
    status: { loadBalancer: {} },
  };
}

function selectorOf({ kind, metadata, spec }: Exposable): StringMap | Failure {
  if (kind === 'Pod') {
    const { labels = {} } = metadata;
    if (Object.keys(labels).length > 0) return labels;
    return failure(`${UNRETRIEVED}: the pod has no labels and cannot be exposed`);
  }
  const { selector } = spec;
  if (selector === undefined || Object.keys(selector).length === 0) {
    return failure(`${UNRETRIEVED}: the ${NOUNS.get(kind ?? '') ?? 'service'} has no pod selector set`);
  }
  if (kind === 'Service' || kind === 'ReplicationController') return selector as StringMap;
  const { matchLabels = {}, matchExpressions = [] } = selector as LabelSelector;
  if (matchExpressions.length > 0) {
    const told = matchExpressions.map((one) => `{${one.key} ${one.operator} [${(one.values ?? []).join(' ')}]}`);
    return failure(`${UNRETRIEVED}: couldn't convert expressions - "[${told.join(' ')}]" to map-based selector format`);
  }
  return matchLabels;
}

const UNRETRIEVED = "couldn't retrieve selectors via --selector flag or introspection";
const LONGEST_NAME = 63;
const NOUNS: ReadonlyMap<string, string> = new Map([['ReplicationController', 'replication controller']]);

/** Numbers of ports, as they were given or are found. */
function portsOf(object: Exposable, options: Given): readonly string[] {
  return (options.text('port') || undefined)?.split(',') ?? ownPorts(object).map(({ port }) => String(port));
}

/** What a flag says, or the object of this port, or TCP. */
function protocolOf(object: Exposable, number: string, options: Given): string {
  const own = ownPorts(object).find(({ port }) => String(port) === number);
  return (options.text('protocol') || undefined) ?? own?.protocol ?? 'TCP';
}

function ownPorts({ spec }: Exposable): readonly Partial<Port>[] {
  if (spec.ports !== undefined) return spec.ports;
  const containers = spec.template?.spec.containers ?? spec.containers ?? [];
  return containers.flatMap(({ ports = [] }) =>
    ports.map(({ containerPort: port, protocol }) => ({ port, ...(protocol === undefined ? {} : { protocol }) })),
  );
}
