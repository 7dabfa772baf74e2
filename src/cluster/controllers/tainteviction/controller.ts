import { equalJson } from '../../../api/go/json.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Node, Pod, Taint, Toleration } from '../../../api/types/core.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process, Timer } from '../../../engine/index.ts';
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
import { type Controller, type ControllerRuntime, startWorkers } from '../shared/runtime.ts';
import { evictPod, tellCancelled } from './evict.ts';

const ACTOR = 'taint-eviction-controller';
const SERVICE_ACCOUNT = 'node-controller';
const NODE_INDEX = 'node';
const WORKERS = 8;
const NO_TAINTS: readonly Taint[] = [];

interface Scheduled {
  readonly timer: Timer;
  readonly created: number;
}

/**
 * Deletes the pods of a node that do not tolerate its NoExecute taints, at once or after the time that they tolerate.
 * Models pkg/controller/tainteviction/taint_eviction.go (v1.36)
 */
export class TaintEvictionController implements Controller {
  readonly name = ACTOR;
  private readonly nodes: SharedInformer<Node>;
  private readonly pods: SharedInformer<Pod>;
  private readonly queue: WorkQueue;
  private readonly client: RestClient;
  private readonly recorder: EventRecorder;
  private readonly scheduled = new Map<string, Scheduled>();
  private readonly info = resourceOf('pods');
  private readonly base: Context;

  constructor(private readonly runtime: ControllerRuntime) {
    const { env, informers } = runtime;
    this.client = runtime.client(SERVICE_ACCOUNT);
    this.base = env.engine.background(ACTOR);
    this.nodes = informers.informer(resourceOf('nodes'));
    this.pods = informers.informer(this.info);
    this.pods.addIndexers({ [NODE_INDEX]: (pod) => nodeOf(pod) });
    this.queue = new WorkQueue(env, 'taint_eviction', ACTOR);
    this.recorder = new EventRecorder(env, this.client, { component: ACTOR }, 'core/v1');
    this.nodes.addHandler(ACTOR, {
      onAdd: (ctx, node) => this.nodeChanged(ctx, NO_TAINTS, node),
      onUpdate: (ctx, before, after) => this.nodeChanged(ctx, noExecute(before), after),
    });
    this.pods.addHandler(ACTOR, {
      onAdd: (ctx, pod) => this.podChanged(ctx, pod),
      onUpdate: (ctx, before, after) => {
        if (nodeOf(before)[0] !== nodeOf(after)[0] || !sameTolerations(before, after)) {
          this.podChanged(ctx, after);
        }
      },
      onDelete: (ctx, pod) => this.cancel(ctx, pod, objectKey(pod)),
    });
  }

  start(): void {
    startWorkers(this.runtime, this.queue, WORKERS, (ctx, key) => this.evict(ctx, key));
  }

  private nodeChanged(ctx: Context, before: readonly Taint[], node: Node): void {
    const taints = noExecute(node);
    if (taints.length === 0 && before.length === 0) return;
    if (equalJson(before, taints)) return;
    for (const pod of this.pods.indexer.byIndex(ctx, NODE_INDEX, node.metadata.name ?? ''))
      this.judge(ctx, pod, taints);
  }

  private podChanged(ctx: Context, pod: Pod): void {
    const [name] = nodeOf(pod);
    if (name === undefined) return;
    const node = this.nodes.indexer.get(ctx, name);
    if (node === undefined || noExecute(node).length === 0) return;
    this.judge(ctx, pod, noExecute(node));
  }

  private judge(ctx: Context, pod: Pod, taints: readonly Taint[]): void {
    const key = objectKey(pod);
    const subject = this.subject(key);
    if (taints.length === 0) {
      this.cancel(ctx, pod, key);
      return;
    }
    const tolerations = taints.map((taint) => pod.spec.tolerations?.find((one) => tolerates(one, taint)));
    if (tolerations.includes(undefined)) {
      this.cancel(ctx, pod, key);
      this.queue.add(ctx, key);
      return;
    }
    const limits = tolerations.map((first) => first?.tolerationSeconds).filter((seconds) => seconds !== undefined);
    if (limits.length === 0) {
      this.cancel(ctx, pod, key);
      return;
    }
    const seconds = Math.max(0, Math.min(...limits));
    // What was scheduled before stays, whatever limit came since.
    const known = this.scheduled.get(key);
    if (known !== undefined && known.created < ctx.now) return;
    if (seconds === 0) {
      this.queue.add(ctx, key);
      return;
    }
    this.cancel(ctx, pod, key);
    const waiting = ctx.step(controllersSteps.evictionScheduled, subject, { seconds });
    const timer = ctx.after(seconds * SECOND, () => this.due(waiting, key), true);
    this.scheduled.set(key, { timer, created: ctx.now });
  }

  private due(ctx: Context, key: string): void {
    this.scheduled.delete(key);
    this.queue.add(this.base.from(ctx), key);
  }

  private cancel(ctx: Context, pod: Pod, key: string): void {
    if (!this.scheduled.has(key)) return;
    this.unschedule(key);
    tellCancelled(ctx.step(controllersSteps.evictionCancelled, this.subject(key)), this.recorder, pod);
  }

  private unschedule(key: string): void {
    this.scheduled.get(key)?.timer.cancel();
    this.scheduled.delete(key);
  }

  private *evict(ctx: Context, key: string): Process<boolean> {
    const known = this.pods.indexer.get(ctx, key);
    if (known === undefined) return true;
    const evicting = ctx.step(controllersSteps.evict, this.subject(key), { node: known.spec.nodeName ?? '' });
    yield* evictPod(evicting, this.client, this.recorder, known);
    return true;
  }

  private subject(key: string): string {
    const { namespace, name } = splitKey(key);
    return subjectOf(this.info, namespace, name);
  }
}

function noExecute(node: Node): readonly Taint[] {
  const taints = node.spec.taints;
  if (taints === undefined) return NO_TAINTS;
  return taints.filter(({ effect }) => effect === 'NoExecute');
}

/** Models staging/src/k8s.io/api/core/v1/toleration.go ToleratesTaint (v1.36) */
function tolerates({ key = '', operator = 'Equal', value = '', effect = '' }: Toleration, taint: Taint): boolean {
  if (effect !== '' && effect !== taint.effect) return false;
  if (key !== '' && key !== taint.key) return false;
  return operator === 'Exists' || (key !== '' && value === (taint.value ?? ''));
}

/** Their number may grow, their limits may change. */
function sameTolerations({ spec: a }: Pod, { spec: b }: Pod): boolean {
  return a.tolerations === b.tolerations || equalJson(a.tolerations, b.tolerations);
}

function nodeOf(pod: Pod): readonly string[] {
  return pod.spec.nodeName === undefined ? [] : [pod.spec.nodeName];
}
