import { isFailure, isNamespaceTerminating } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import { matchesMap } from '../../../api/selectors/selectors.ts';
import type { Endpoints, Pod, Service } from '../../../api/types/core.ts';
import { equalJson } from '../../../base/equality.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { controllersSteps } from '../../../steps/controllers/controllers.ts';
import {
  EventRecorder,
  objectKey,
  type RestClient,
  type SharedInformer,
  splitKey,
  WorkQueue,
} from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';
import { type Controller, type ControllerRuntime, MANY_TRIES, startWorkers } from '../shared/runtime.ts';
import { choosesPods, queueServicesOfPods, TriggerTimes } from '../shared/service-endpoints.ts';
import { desired, labelsOf, sameSubsets, saysCapacity, subsetsOf } from './subsets.ts';

const NAME = 'endpoints-controller';
const SERVICE_ACCOUNT = 'endpoint-controller';
const WORKERS = 5;

/**
 * Lists the addresses of a Service's pods in the old form, one object a Service.
 * Models pkg/controller/endpoint/endpoints_controller.go (v1.36)
 */
export class EndpointsController implements Controller {
  readonly name = NAME;
  private readonly services: SharedInformer<Service>;
  private readonly pods: SharedInformer<Pod>;
  private readonly endpoints: SharedInformer<Endpoints>;
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
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.sync(ctx, key), MANY_TRIES);
  }

  private *sync(ctx: Context, key: string): Process<boolean> {
    const service = this.services.indexer.get(ctx, key);
    if (service === undefined) return yield* this.remove(ctx, key);
    if (!choosesPods(service)) return true;
    const current = this.endpoints.indexer.get(ctx, key);
    if (current !== undefined && this.outdated.get(key) === current.metadata.resourceVersion) return false;
    const pods = this.podsOf(ctx, service);
    const subsets = subsetsOf(service, pods);
    const trigger = this.triggers.next(key, service, pods);
    const { namespace, name = '' } = service.metadata;
    const labels = labelsOf(service);
    const same =
      current !== undefined &&
      sameSubsets(current.subsets, subsets) &&
      equalJson(current.metadata.labels ?? {}, labels) &&
      saysCapacity(current.metadata.annotations, subsets);
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
    if (current === undefined && isNamespaceTerminating(answer)) return true;
    const reason = current === undefined ? 'FailedToCreateEndpoint' : 'FailedToUpdateEndpoint';
    const verb = current === undefined ? 'create endpoint for service' : 'update endpoint';
    // What it was about to make does not say its namespace: that event is one of the namespace default.
    this.recorder.event(synced, next, 'Warning', reason, `Failed to ${verb} ${key}: ${answer.message}`);
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
    const pods = this.pods.indexer.list(ctx, service.metadata.namespace);
    return pods.filter((pod) => matchesMap(selector, pod.metadata.labels));
  }
}
