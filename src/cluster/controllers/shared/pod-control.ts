import { isFailure, isNamespaceTerminating, type Status } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { all, type Context, type Process } from '../../../engine/index.ts';
import {
  type ConsistencyStore,
  type EventRecorder,
  type Expectations,
  objectKey,
  type RestClient,
} from '../../clientgo/index.ts';

export const PODS = resourceOf('pods');

/** What a controller writes pods with. */
export interface PodWriters {
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  readonly expectations: Expectations;
  readonly consistency: ConsistencyStore;
}

/** On whose behalf pods are written. */
export interface PodOwner {
  readonly object: KObject;
  readonly subject: string;
  readonly key: string;
}

/**
 * The answer is an error's text. In a namespace that is going away nothing is refused: all further attempts would be, too.
 * Models pkg/controller/controller_utils.go RealPodControl.createPods (v1.36)
 */
export function* createPod(
  ctx: Context,
  { client, recorder, consistency }: PodWriters,
  { object, key }: PodOwner,
  pod: object,
): Process<string | undefined> {
  const answer: KObject | Status = yield client.create(ctx, PODS, object.metadata.namespace, pod);
  if (!isFailure(answer)) {
    const { name, resourceVersion } = answer.metadata;
    recorder.event(ctx, object, 'Normal', 'SuccessfulCreate', `Created pod: ${name}`);
    consistency.wroteAt(key, 'pods', resourceVersion);
    return undefined;
  }
  if (isNamespaceTerminating(answer)) return undefined;
  const message = answer.message ?? '';
  recorder.event(ctx, object, 'Warning', 'FailedCreate', `Error creating: ${message}`);
  return message;
}

/** The answer is an error's text. Models pkg/controller/controller_utils.go RealPodControl.DeletePod (v1.36) */
export function* deletePod(
  ctx: Context,
  { client, recorder, expectations, consistency }: PodWriters,
  { object, subject, key }: PodOwner,
  pod: KObject,
): Process<string | undefined> {
  const { namespace, name = '' } = pod.metadata;
  const answer = yield* client.delete(ctx, PODS, namespace, name);
  if (!isFailure(answer)) {
    recorder.event(ctx, object, 'Normal', 'SuccessfulDelete', `Deleted pod: ${name}`);
    consistency.wroteAt(key, 'pods', (answer as KObject).metadata?.resourceVersion);
    return undefined;
  }
  expectations.deletionObserved(ctx, subject, key, objectKey(pod));
  if (answer.reason === 'NotFound') return undefined;
  const message = answer.message ?? '';
  recorder.event(ctx, object, 'Warning', 'FailedDelete', `Error deleting: ${message}`);
  return message;
}

export interface Started {
  /** How many were tried and did not fail. */
  readonly done: number;
  readonly error: string | undefined;
}

/**
 * One, two, four … at once: if the first fails, a thousand more need not be tried.
 * Models pkg/controller/controller_utils.go slowStartBatch (v1.36)
 */
export function* slowStart(
  ctx: Context,
  count: number,
  batchOf: (size: number, remaining: number) => Context,
  one: (batch: Context, index: number) => Process<string | undefined>,
): Process<Started> {
  let at = 0;
  for (let size = Math.min(1, count); size > 0; size = Math.min(2 * size, count - at)) {
    const batch = batchOf(size, count - at);
    const first = at;
    const answers = yield* all(
      ctx,
      Array.from({ length: size }, (_, index) => one(batch, first + index)),
    );
    at += size;
    const errors = answers.filter((answer) => answer !== undefined);
    if (errors.length > 0) return { done: at - errors.length, error: errors[0] };
  }
  return { done: at, error: undefined };
}
