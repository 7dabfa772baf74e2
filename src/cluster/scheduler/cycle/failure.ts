// Models pkg/scheduler/schedule_one.go handleSchedulingFailure, handleBindingCycleError (v1.36)

import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod } from '../../../api/types/core.ts';
import type { PodDisruptionBudget } from '../../../api/types/policy.ts';
import { all, type Context, type Process } from '../../../engine/index.ts';
import { scheduler as kinds } from '../../../steps/scheduler.ts';
import type { EventRecorder } from '../../clientgo/event-recorder.ts';
import type { SharedInformer } from '../../clientgo/shared-informer.ts';
import type { Environment } from '../../ports/environment.ts';
import type { ClusterView } from '../framework/framework.ts';
import type { NodeInfo } from '../objects/node-info.ts';
import type { PodInfo } from '../objects/pod-info.ts';
import { dynamicResources, wantsDevices } from '../plugins/dynamic-resources.ts';
import type { QueuedPod, SchedulingQueue } from '../queue/queue.ts';
import type { DecisionLog } from './decision-log.ts';
import type { Evaluation } from './evaluate.ts';
import { evictVictim } from './evict-victim.ts';
import { eventNote, fitErrorMessage } from './fit-error.ts';
import { type Candidate, type PreemptionResult, preempt } from './preemption.ts';
import type { Preparers } from './prepare-binding.ts';
import { FILTERS } from './profile.ts';
import { type Failure, failurePatch } from './status-patch.ts';

/** The parts of the scheduler that handle a failure. */
export interface FailureParts extends Omit<ClusterView, 'devices'>, Preparers {
  readonly env: Environment;
  readonly base: Context;
  readonly queue: SchedulingQueue;
  readonly log: DecisionLog;
  readonly recorder: EventRecorder;
  readonly pods: SharedInformer<Pod>;
  readonly budgets: SharedInformer<PodDisruptionBudget>;
  infoOf(pod: Pod): PodInfo;
  publishNode(node: NodeInfo): void;
}

const subjectOf = ({ key }: PodInfo): string => `pods/${key}`;

/** The room on the node is free again, which may help others; the Pod is tried again unless it has a node by now. */
export function bindFailed(parts: FailureParts, ctx: Context, entry: QueuedPod, node: NodeInfo, error: string): void {
  const { cache, log, queue, pods } = parts;
  const { info } = entry;
  const failed = ctx.step(kinds.bindFailed, subjectOf(info), { node: node.name, error });
  log.fail(info.key, error);
  parts.storage?.release(info);
  if (cache.isAssumed(info.uid)) {
    cache.removePod(info.uid);
    parts.publishNode(node);
    queue.happened(failed, { type: 'AssignedPodDelete', pod: info });
  }
  const known = pods.indexer.get(failed, info.key);
  if (known?.metadata.uid === info.uid) entry.info = parts.infoOf(known);
  if ((known?.spec.nodeName ?? '') !== '') queue.done(entry);
  else queue.failed(failed, entry);
  report(parts, failed, info, { reason: 'SchedulerError', message: error, nominatedNodeName: '' });
}

/** No node will do, or a plugin has failed. */
export function notPlaced(parts: FailureParts, ctx: Context, entry: QueuedPod, evaluation: Evaluation): void {
  if (entry.place === 'gone') {
    parts.queue.done(entry);
    return;
  }
  const error = wantsDevices(entry.info)
    ? evaluation.refused.find((each) => each?.refusal.error !== undefined)?.refusal.error
    : undefined;
  if (error === undefined) refused(parts, ctx, entry, evaluation);
  else failedByError(parts, ctx, entry, error);
}

/** A plugin failed: the Pod comes again after its back-off. */
function failedByError(parts: FailureParts, ctx: Context, entry: QueuedPod, message: string): void {
  const { info } = entry;
  const failed = ctx.step(kinds.unschedulable, subjectOf(info), { message, attempt: entry.attempts });
  parts.log.fail(info.key, message);
  parts.queue.failed(failed, entry);
  report(parts, failed, info, { reason: 'SchedulerError', message, nominatedNodeName: undefined });
}

function refused(parts: FailureParts, ctx: Context, entry: QueuedPod, evaluation: Evaluation): void {
  const { budgets, base, queue, log, nominator } = parts;
  const { info } = entry;
  const empty = evaluation.total === 0;
  const budgetsOf = (namespace: string) => budgets.indexer.list(base, namespace);
  const outcome = empty
    ? { candidate: undefined, message: '', hopeless: true }
    : isCutShort(evaluation)
      ? NOT_ASKED
      : preempt(info, evaluation, parts, budgetsOf, freeDevices(parts, ctx, info, evaluation));
  const message = fitErrorMessage(evaluation, outcome.message);
  const told = ctx.step(kinds.unschedulable, subjectOf(info), { message, attempt: entry.attempts });
  log.fail(info.key, message);
  const { candidate } = outcome;
  if (candidate !== undefined) evict(parts, told, info, candidate);
  // No plugin has refused it, so no event wakes it: it is tried again and again.
  if (empty) queue.failed(told, entry, true);
  else queue.refused(told, entry, pluginsOf(evaluation));
  if (outcome.hopeless === true) nominator.forget(info.uid);
  const nominatedNodeName = outcome.hopeless === true ? '' : candidate?.node.name;
  report(parts, told, info, { reason: 'Unschedulable', message, nominatedNodeName });
}

/**
 * Whoever has refused the Pod before the plugin of devices saw it: that one, asked first for a way out, does not find what it
 * would have taken down, which ends the asking. Models dynamicresources.go PostFilter, framework.go RunPreFilterPlugins (v1.36)
 */
const NOT_ASKED: PreemptionResult = { candidate: undefined, message: 'not found' };

function isCutShort({ rejection }: Evaluation): boolean {
  const devices = FILTERS.findIndex(({ name }) => name === dynamicResources.name);
  return rejection !== undefined && FILTERS.indexOf(rejection.plugin) < devices;
}

/** Lets the plugin of devices give back what it can; only this plugin is named in the step. Models dynamicresources.go PostFilter (v1.36) */
function freeDevices(
  { devices, env, client }: FailureParts,
  ctx: Context,
  pod: PodInfo,
  { rejection, evaluated }: Evaluation,
): string | undefined {
  if (devices === undefined || rejection !== undefined || !wantsDevices(pod)) return undefined;
  const idle = devices.idle(pod, evaluated);
  if (idle === undefined) return 'still not schedulable';
  env.engine.spawn(devices.deallocate(ctx, client, idle));
  return 'deallocation of ResourceClaim completed';
}

function report(parts: FailureParts, ctx: Context, info: PodInfo, failure: Failure): void {
  const note = eventNote(failure.message);
  parts.recorder.event(ctx, info.pod, 'Warning', 'FailedScheduling', note, { action: 'Scheduling' });
  const body = failurePatch(info.pod, failure, ctx.wall);
  if (body === undefined) ctx.step(kinds.statusUnchanged, subjectOf(info));
  else parts.env.engine.spawn(patchStatus(parts, ctx, info.pod, body));
}

function* patchStatus({ client }: FailureParts, ctx: Context, { metadata }: Pod, body: object): Process {
  const patch = { type: 'strategic', body, subresource: 'status' } as const;
  yield* client.patch(ctx, resourceOf('pods'), metadata.namespace, metadata.name ?? '', patch);
}

/** Deletes the victims; those that are ending already are only waited for. Models pkg/scheduler/framework/preemption/executor.go prepareCandidateAsync (v1.36) */
function evict(parts: FailureParts, ctx: Context, preemptor: PodInfo, { node, victims }: Candidate): void {
  const { nominator, env } = parts;
  const chosen = ctx.step(kinds.preempting, subjectOf(preemptor), { node: node.name, victims: victims.length });
  const staying = victims.filter(({ terminating }) => !terminating);
  const displaced = staying.length === 0 ? [] : nominator.displaced(preemptor, node.name);
  for (const { uid } of displaced) nominator.forget(uid);
  nominator.nominate(preemptor, node.name);
  if (staying.length > 0) env.engine.spawn(evictAll(parts, chosen, preemptor, staying, displaced, node.name));
}

/** All at once but the last: that goes when the others have been told, if none of that failed. */
function* evictAll(
  parts: FailureParts,
  ctx: Context,
  preemptor: PodInfo,
  victims: readonly PodInfo[],
  displaced: readonly PodInfo[],
  node: string,
): Process {
  for (const { pod } of displaced) yield* patchStatus(parts, ctx, pod, { status: { nominatedNodeName: null } });
  const told = yield* all(
    ctx,
    victims.slice(0, -1).map((victim) => evictVictim(parts, ctx, preemptor, victim, node)),
  );
  const last = victims.at(-1);
  if (last !== undefined && !told.includes(false)) yield* evictVictim(parts, ctx, preemptor, last, node);
}

/** The plugins that refused the pod somewhere: it waits for their events. */
function pluginsOf(evaluation: Evaluation): readonly string[] {
  if (evaluation.rejection !== undefined) return [evaluation.rejection.plugin.name];
  const found = new Set<number>();
  for (const each of evaluation.refused) if (each !== undefined) found.add(each.plugin);
  return [...found].sort((a, b) => a - b).map((index) => FILTERS[index]?.name ?? '');
}
