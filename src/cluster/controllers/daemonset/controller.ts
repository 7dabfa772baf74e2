import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { ControllerRevision, DaemonSet } from '../../../api/types/apps.ts';
import type { Node, Pod } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context } from '../../../engine/index.ts';
import {
  ConsistencyStore,
  EventRecorder,
  Expectations,
  objectKey,
  type RestClient,
  type SharedInformer,
  WorkQueue,
} from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { REVISIONS } from '../shared/history.ts';
import { CONTROLLER_INDEX, ownerIndexers } from '../shared/owner.ts';
import { PODS } from '../shared/pod-control.ts';
import { followPods } from '../shared/pod-owners.ts';
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import { DAEMON_SETS } from './parts.ts';
import { shouldRun } from './placement.ts';
import { DaemonSetSync } from './sync.ts';

/** As it names itself in events; its ServiceAccount is written differently. */
const NAME = 'daemonset-controller';
const ACCOUNT = 'daemon-set-controller';
const WORKERS = 2;

/**
 * One pod on every node that is meant.
 * Models pkg/controller/daemon/daemon_controller.go (v1.36)
 */
export class DaemonSetController implements Controller {
  readonly name = NAME;
  private readonly sets: SharedInformer<DaemonSet>;
  private readonly pods: SharedInformer<Pod>;
  private readonly nodes: SharedInformer<Node>;
  private readonly revisions: SharedInformer<ControllerRevision>;
  private readonly queue: WorkQueue;
  private readonly client: RestClient;
  private readonly expectations: Expectations;
  private readonly consistency: ConsistencyStore;
  private readonly recorder: EventRecorder;
  private readonly known = new Set<string>();
  private syncs: DaemonSetSync | undefined;

  constructor(private readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.client = runtime.client(ACCOUNT);
    this.sets = informers.informer(DAEMON_SETS);
    this.pods = informers.informer(PODS);
    this.nodes = informers.informer(resourceOf('nodes'));
    this.revisions = informers.informer(REVISIONS);
    this.queue = new WorkQueue(env, 'daemonset', NAME);
    this.expectations = new Expectations(env, 'daemonset');
    this.recorder = new EventRecorder(env, this.client, { component: NAME }, 'core/v1');
    this.consistency = new ConsistencyStore(
      env,
      'daemonset',
      new Map([
        ['daemonsets', () => this.sets.lastSyncResourceVersion],
        ['pods', () => this.pods.lastSyncResourceVersion],
        ['controllerrevisions', () => this.revisions.lastSyncResourceVersion],
      ]),
    );
    this.pods.addIndexers(ownerIndexers);
    this.revisions.addIndexers(ownerIndexers);
    this.listen();
  }

  start(): void {
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.acting().sync(ctx, key));
  }

  /** Made when the first DaemonSet is there. */
  private acting(): DaemonSetSync {
    const { sets, pods, nodes, revisions, queue, client, expectations, consistency, recorder } = this;
    this.syncs ??= new DaemonSetSync({
      sets,
      pods,
      nodes,
      revisions,
      queue,
      client,
      expectations,
      consistency,
      recorder,
    });
    return this.syncs;
  }

  private listen(): void {
    const add = (ctx: Context, ds: KObject): void => {
      this.known.add(objectKey(ds));
      this.queue.add(ctx, objectKey(ds));
    };
    this.sets.addHandler(NAME, {
      onAdd: add,
      onUpdate: (ctx, _, ds) => add(ctx, ds),
      onDelete: (ctx, ds) => {
        this.known.delete(objectKey(ds));
        this.expectations.forget(objectKey(ds));
        this.queue.add(ctx, objectKey(ds));
      },
    });
    followPods(NAME, this.pods, {
      info: DAEMON_SETS,
      owners: this.sets,
      queue: (ctx, key) => this.queue.add(ctx, key),
      created: (ctx, ds) => this.expectations.creationObserved(ctx, subjectOfObject(DAEMON_SETS, ds), objectKey(ds)),
      deleted: (ctx, ds, pod) =>
        this.expectations.deletionObserved(ctx, subjectOfObject(DAEMON_SETS, ds), objectKey(ds), objectKey(pod)),
    });
    this.nodes.addHandler(NAME, {
      filter: () => this.known.size > 0,
      onAdd: (ctx, node) => this.nodeAdded(ctx, node),
      onUpdate: (ctx, before, node) => this.nodeChanged(ctx, before, node),
    });
  }

  private nodeAdded(ctx: Context, node: Node): void {
    for (const ds of this.sets.indexer.list(ctx)) {
      if (shouldRun(ds, node).run) this.queue.add(ctx, objectKey(ds));
    }
  }

  /**
   * Only the DaemonSets for which a pod must come or go, or that may find a misplaced one in its place again.
   * Models pkg/controller/daemon/daemon_controller.go syncNodeUpdate (v1.36)
   */
  private nodeChanged(ctx: Context, before: Node, after: Node): void {
    for (const ds of this.sets.indexer.list(ctx)) {
      const [was, is] = [shouldRun(ds, before), shouldRun(ds, after)];
      if (was.run === is.run && was.stay === is.stay) continue;
      const misplaced = (ds.status?.numberMisscheduled ?? 0) > 0;
      if (this.hasPodOn(ctx, ds, after) ? !is.stay || misplaced : is.run) this.queue.add(ctx, objectKey(ds));
    }
  }

  private hasPodOn(ctx: Context, ds: DaemonSet, node: Node): boolean {
    const pods = this.pods.indexer.byIndex(ctx, CONTROLLER_INDEX, ds.metadata.uid ?? '');
    return pods.some(({ spec }) => spec.nodeName === node.metadata.name);
  }
}
