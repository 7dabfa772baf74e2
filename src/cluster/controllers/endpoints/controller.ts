import { resourceOf } from '../../../api/scheme.ts';
import { matchesMap } from '../../../api/selectors.ts';
import { isFailure } from '../../../api/status.ts';
import type {
  EndpointAddress,
  EndpointPort,
  EndpointSubset,
  Endpoints,
  Pod,
  Service,
} from '../../../api/types/core.ts';
import { compareStrings } from '../../../base/order.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers.ts';
import {
  EventRecorder,
  objectKey,
  type RestClient,
  type SharedInformer,
  splitKey,
  WorkQueue,
} from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { isPodReady } from '../shared/pods.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import {
  belongsInEndpoints,
  choosesPods,
  HEADLESS,
  isHeadless,
  podIPs,
  queueServicesOfPods,
  TRIGGER_TIME,
  TriggerTimes,
  targetPortOf,
} from '../shared/service-endpoints.ts';

const NAME = 'endpoints-controller';
const SERVICE_ACCOUNT = 'endpoint-controller';
const MANAGED_BY = 'endpoints.kubernetes.io/managed-by';
const WORKERS = 5;

type Labels = { readonly [key: string]: string };

/**
 * Lists the addresses of a Service's pods in the old form, one object a Service.
 * Models pkg/controller/endpoint/endpoints_controller.go (v1.36); the limit of 1000 addresses is left out.
 */
export class EndpointsController implements Controller {
  readonly name = NAME;
  private readonly services: SharedInformer;
  private readonly pods: SharedInformer;
  private readonly endpoints: SharedInformer;
  private readonly queue: WorkQueue;
  private readonly client: RestClient;
  private readonly recorder: EventRecorder;
  private readonly triggers = new TriggerTimes();
  /** The revision that was overwritten last, by key: who still sees it in the cache must wait. */
  private readonly outdated = new Map<string, string | undefined>();
  private readonly info = resourceOf('endpoints');

  constructor(private readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.client = runtime.client(SERVICE_ACCOUNT);
    this.services = informers.informer(resourceOf('services'));
    this.pods = informers.informer(resourceOf('pods'));
    this.endpoints = informers.informer(this.info);
    this.queue = new WorkQueue(env, 'endpoint', NAME);
    this.recorder = new EventRecorder(env, this.client, { component: SERVICE_ACCOUNT }, 'core/v1');
    this.services.addHandler(NAME, {
      onAdd: (ctx, service) => this.queue.add(ctx, objectKey(service)),
      onUpdate: (ctx, _, service) => this.queue.add(ctx, objectKey(service)),
      onDelete: (ctx, service) => this.queue.add(ctx, objectKey(service)),
    });
    this.endpoints.addHandler(NAME, { onDelete: (ctx, one) => this.queue.add(ctx, objectKey(one)) });
    queueServicesOfPods(NAME, this.pods, this.services, this.queue);
  }

  start(): void {
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.sync(ctx, key));
  }

  private *sync(ctx: Context, key: string): Process<boolean> {
    const service = this.services.indexer.get(ctx, key) as Service | undefined;
    if (service === undefined) return yield* this.remove(ctx, key);
    if (!choosesPods(service)) return true;
    const current = this.endpoints.indexer.get(ctx, key) as Endpoints | undefined;
    if (current !== undefined && this.outdated.get(key) === current.metadata.resourceVersion) return false;
    const pods = this.podsOf(ctx, service);
    const subsets = subsetsOf(service, pods);
    const trigger = this.triggers.next(key, service, pods);
    const { namespace, name = '' } = service.metadata;
    const labels = labelsOf(service);
    const same =
      current !== undefined && sameSubsets(current.subsets, subsets) && sameLabels(current.metadata.labels, labels);
    const ready = subsets.reduce((sum, { addresses = [] }) => sum + addresses.length, 0);
    const args = {
      pods: pods.length,
      ready,
      outcome: current === undefined ? 'create' : same ? 'unchanged' : 'update',
    };
    const synced = ctx.step(controllersSteps.endpoints, subjectOf(this.info, namespace, name), args);
    if (same) return true;
    const next = desired(current, name, labels, trigger, subsets);
    const answer =
      current === undefined
        ? yield* this.client.create(synced, this.info, namespace, next)
        : yield* this.client.update(synced, this.info, next);
    if (!isFailure(answer)) {
      if (current !== undefined) this.outdated.set(key, current.metadata.resourceVersion);
      return true;
    }
    const reason = current === undefined ? 'FailedToCreateEndpoint' : 'FailedToUpdateEndpoint';
    const verb = current === undefined ? 'create endpoint for service' : 'update endpoint';
    this.recorder.event(synced, current ?? service, 'Warning', reason, `Failed to ${verb} ${key}: ${answer.message}`);
    return false;
  }

  private *remove(ctx: Context, key: string): Process<boolean> {
    const { namespace, name } = splitKey(key);
    this.triggers.forget(key);
    this.outdated.delete(key);
    const removing = ctx.step(controllersSteps.endpointsRemoved, subjectOf(this.info, namespace, name));
    const answer = yield* this.client.delete(removing, this.info, namespace, name);
    return !isFailure(answer) || answer.reason === 'NotFound';
  }

  private podsOf(ctx: Context, service: Service): readonly Pod[] {
    const { selector } = service.spec;
    const pods = this.pods.indexer.list(ctx, service.metadata.namespace) as readonly Pod[];
    return pods.filter((pod) => matchesMap(selector, pod.metadata.labels));
  }
}

function desired(
  current: Endpoints | undefined,
  name: string,
  labels: Labels,
  trigger: string | undefined,
  subsets: readonly EndpointSubset[],
): Endpoints {
  const { [TRIGGER_TIME]: _, ...kept } = current?.metadata.annotations ?? {};
  const annotations = trigger === undefined ? kept : { ...kept, [TRIGGER_TIME]: trigger };
  const { annotations: __, ...metadata } = current?.metadata ?? { name };
  const bare = Object.keys(annotations).length === 0;
  return {
    kind: 'Endpoints',
    apiVersion: 'v1',
    metadata: bare ? { ...metadata, labels } : { ...metadata, labels, annotations },
    ...(subsets.length === 0 ? undefined : { subsets }),
  } as Endpoints;
}

function labelsOf(service: Service): Labels {
  const { [HEADLESS]: _, ...labels } = service.metadata.labels ?? {};
  const own = { ...labels, [MANAGED_BY]: SERVICE_ACCOUNT };
  return isHeadless(service) ? { ...own, [HEADLESS]: '' } : own;
}

/** Pods that offer the same ports share a subset; addresses in the order of their text. */
function subsetsOf(service: Service, pods: readonly Pod[]): readonly EndpointSubset[] {
  const tolerant = service.spec.publishNotReadyAddresses === true;
  const groups = new Map<
    string,
    { ports: readonly EndpointPort[]; ready: EndpointAddress[]; notReady: EndpointAddress[] }
  >();
  for (const pod of pods) {
    if (!belongsInEndpoints(pod, tolerant)) continue;
    const ports = portsOf(service, pod);
    if (ports.length === 0 && !isHeadless(service)) continue;
    const key = ports.map(({ name = '', port, protocol }) => `${name}:${port}/${protocol}`).join();
    let group = groups.get(key);
    if (group === undefined) {
      group = { ports, ready: [], notReady: [] };
      groups.set(key, group);
    }
    if (tolerant || isPodReady(pod)) group.ready.push(addressOf(service, pod));
    else if (mayBecomeReady(pod)) group.notReady.push(addressOf(service, pod));
  }
  return [...groups.values()]
    .filter(({ ready, notReady }) => ready.length + notReady.length > 0)
    .map(({ ports, ready, notReady }) => ({
      ...(ready.length === 0 ? undefined : { addresses: ready.sort(byAddress) }),
      ...(notReady.length === 0 ? undefined : { notReadyAddresses: notReady.sort(byAddress) }),
      ...(ports.length === 0 ? undefined : { ports }),
    }));
}

function portsOf(service: Service, pod: Pod): readonly EndpointPort[] {
  const ports: EndpointPort[] = [];
  for (const servicePort of service.spec.ports ?? []) {
    const port = targetPortOf(pod, servicePort);
    if (port === undefined) continue;
    const { name = '', protocol = 'TCP', appProtocol } = servicePort;
    ports.push({
      ...(name === '' ? undefined : { name }),
      port,
      protocol,
      ...(appProtocol === undefined ? undefined : { appProtocol }),
    });
  }
  return ports;
}

/** Endpoints have one family: the Service's first. */
function addressOf(service: Service, pod: Pod): EndpointAddress {
  const six = service.spec.ipFamilies?.[0] === 'IPv6';
  const { namespace, name, uid } = pod.metadata;
  const { nodeName, hostname = '', subdomain } = pod.spec;
  return {
    ip: podIPs(pod).find((ip) => ip.includes(':') === six) ?? '',
    ...(hostname !== '' && subdomain === service.metadata.name ? { hostname } : undefined),
    ...(nodeName === undefined ? undefined : { nodeName }),
    targetRef: { kind: 'Pod', namespace, name, uid },
  };
}

function mayBecomeReady(pod: Pod): boolean {
  const { phase } = pod.status ?? {};
  if (pod.spec.restartPolicy === 'Never') return phase !== 'Failed' && phase !== 'Succeeded';
  return pod.spec.restartPolicy !== 'OnFailure' || phase !== 'Succeeded';
}

function byAddress(a: EndpointAddress, b: EndpointAddress): number {
  return compareStrings(a.ip, b.ip) || compareStrings(a.targetRef?.uid ?? '', b.targetRef?.uid ?? '');
}

function sameSubsets(a: readonly EndpointSubset[] | undefined, b: readonly EndpointSubset[]): boolean {
  const text = (subsets: readonly EndpointSubset[]): string => subsets.map(subsetText).join(';');
  return text(a ?? []) === text(b);
}

function subsetText({ addresses = [], notReadyAddresses = [], ports = [] }: EndpointSubset): string {
  const address = ({ ip, nodeName, hostname, targetRef }: EndpointAddress): string =>
    `${ip} ${nodeName} ${hostname} ${targetRef?.name} ${targetRef?.uid}`;
  const port = ({ name = '', port, protocol }: EndpointPort): string => `${name}:${port}/${protocol}`;
  return [addresses.map(address), notReadyAddresses.map(address), ports.map(port)].map((part) => part.join()).join('|');
}

function sameLabels(a: Labels | undefined, b: Labels): boolean {
  const keys = Object.keys(b);
  return keys.length === Object.keys(a ?? {}).length && keys.every((key) => a?.[key] === b[key]);
}
