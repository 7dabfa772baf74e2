import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { ControllerRevision, StatefulSet } from '../../../api/types/apps.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { PersistentVolumeClaim } from '../../../api/types/core-volumes.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context } from '../../../engine/index.ts';
import {
  ConsistencyStore,
  EventRecorder,
  objectKey,
  type RestClient,
  type SharedInformer,
  WorkQueue,
} from '../../clientgo/index.ts';
import { REVISIONS } from '../shared/history.ts';
import { ownerIndexers } from '../shared/owner.ts';
import { PODS } from '../shared/pod-control.ts';
import { followPods } from '../shared/pod-owners.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import { StatefulPodControl } from './pod-control.ts';
import { STATEFUL_SETS } from './resources.ts';
import { StatefulSetSync } from './sync.ts';

const NAME = 'statefulset-controller';
const WORKERS = 5;

/**
 * Pods with a number each, which come and go in its order.
 * Models pkg/controller/statefulset/{stateful_set}.go (v1.36)
 */
export class StatefulSetController implements Controller {
  readonly name = NAME;
  private readonly sets: SharedInformer<StatefulSet>;
  private readonly pods: SharedInformer<Pod>;
  private readonly revisions: SharedInformer<ControllerRevision>;
  private readonly queue: WorkQueue;
  private readonly client: RestClient;
  private readonly consistency: ConsistencyStore;
  private readonly recorder: EventRecorder;
  private readonly claims: SharedInformer<PersistentVolumeClaim>;
  private syncs: StatefulSetSync | undefined;

  constructor(private readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.client = runtime.client(NAME);
    this.sets = informers.informer(STATEFUL_SETS);
    this.pods = informers.informer(PODS);
    this.revisions = informers.informer(REVISIONS);
    this.claims = informers.informer(resourceOf('persistentvolumeclaims'));
    this.queue = new WorkQueue(env, 'statefulset', NAME);
    this.recorder = new EventRecorder(env, this.client, { component: NAME }, 'core/v1');
    this.consistency = new ConsistencyStore(
      env,
      'statefulset',
      new Map([
        ['statefulsets', () => this.sets.lastSyncResourceVersion],
        ['pods', () => this.pods.lastSyncResourceVersion],
        ['controllerrevisions', () => this.revisions.lastSyncResourceVersion],
      ]),
    );
    this.pods.addIndexers(ownerIndexers);
    this.revisions.addIndexers(ownerIndexers);
    const add = (ctx: Context, set: KObject) => this.queue.add(ctx, objectKey(set));
    this.sets.addHandler(NAME, { onAdd: add, onUpdate: (ctx, _, set) => add(ctx, set), onDelete: add });
    followPods(NAME, this.pods, {
      info: STATEFUL_SETS,
      owners: this.sets,
      queue: (ctx, key) => this.queue.add(ctx, key),
    });
  }

  start(): void {
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.acting().sync(ctx, key));
  }

  /** Made when the first StatefulSet is there. */
  private acting(): StatefulSetSync {
    if (this.syncs === undefined) {
      const { sets, pods, revisions, queue, client, consistency, recorder, claims } = this;
      const wrote = (key: string, revision: string | undefined) => consistency.wroteAt(key, 'pods', revision);
      const control = new StatefulPodControl(client, recorder, claims, wrote);
      this.syncs = new StatefulSetSync({ sets, pods, revisions, queue, client, consistency, control });
    }
    return this.syncs;
  }
}
