// Models staging/src/k8s.io/kubectl/pkg/cmd/run/run.go handleAttachPod and debug/debug.go waitForContainer (v1.36)

import type { ContainerStatus, Pod } from '../../../../api/types/core.ts';
import { MINUTE, type Micros } from '../../../../base/time/units.ts';
import type { Process } from '../../../../engine/index.ts';
import type { WatchStream } from '../../../ports/transport.ts';
import { watchOne } from '../../client/watching.ts';
import { Failure, failure, failureOf, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { resolveResource } from '../../targets/target.ts';
import { attachTo } from './exec.ts';
import type { TerminalOptions } from './flags.ts';

const DEFAULT_TIMEOUT = MINUTE;

/** The Pod as soon as it is as wanted. */
function* waitForPod(
  session: Session,
  name: string,
  patience: Micros | undefined,
  isMet: (pod: Pod) => boolean,
): Process<Pod | Failure> {
  const pods = yield* resolveResource(session, 'pods');
  if (isFailure(pods)) return pods;
  const alarm = patience === undefined ? undefined : session.alarm(patience);
  for (;;) {
    const watched = yield* watchOne(session, pods, session.namespace, name);
    if (watched.stream === undefined) return failureOf(watched.code, watched.body);
    const pod = yield* seenIn(session, watched.stream, name, isMet);
    // The server ends each watch after some minutes.
    if (pod === undefined && alarm === undefined && !session.interrupted) continue;
    alarm?.cancel();
    return pod ?? new Failure('error: timed out waiting for the condition\n');
  }
}

function* seenIn(
  session: Session,
  stream: WatchStream,
  name: string,
  isMet: (pod: Pod) => boolean,
): Process<Pod | Failure | undefined> {
  for (;;) {
    const frame = yield* session.nextFrame(stream);
    const pod = frame?.object as Pod | undefined;
    const isGone = frame?.type === 'DELETED';
    if (frame !== undefined && !isGone && (frame.type === 'BOOKMARK' || pod === undefined || !isMet(pod))) continue;
    stream.stop();
    return isGone ? failure(`pods "${name}" not found`) : pod;
  }
}

const patienceIn = (options: TerminalOptions): Micros => options.micros('pod-running-timeout') || DEFAULT_TIMEOUT;

const hasEnded = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed';

const isUp = (pod: Pod): boolean =>
  hasEnded(pod) ||
  (pod.status?.phase === 'Running' &&
    (pod.status.conditions ?? []).some(({ type, status }) => type === 'Ready' && status === 'True'));

/** Attaches to the one container of a new Pod as soon as it runs; what it wrote before is shown first. */
export function* attachToNew(
  session: Session,
  name: string,
  container: string,
  options: TerminalOptions,
): Process<number | Failure> {
  const pod = yield* waitForPod(session, name, patienceIn(options), isUp);
  if (isFailure(pod)) return pod;
  const told = yield* logOf(session, pod, container);
  if (isFailure(told) || hasEnded(pod)) return told;
  const before = session.stdout;
  const attached = yield* attachTo(session, pod, container, options);
  if (!isFailure(attached)) return attached;
  // What it wrote has been shown already.
  return before === '' ? yield* tell(session, pod, container, attached) : 0;
}

/** Attaches to a container that was put into a Pod, however long that takes to run; what holds it up is told. */
export function* attachToAdded(
  session: Session,
  name: string,
  container: string,
  options: TerminalOptions,
): Process<number | Failure> {
  const statusOf = ({ status }: Pod): ContainerStatus | undefined =>
    [...(status?.containerStatuses ?? []), ...(status?.ephemeralContainerStatuses ?? [])].find(
      (each) => each.name === container,
    );
  const pod = yield* waitForPod(session, name, undefined, (each) => {
    const state = statusOf(each)?.state;
    const why = state?.waiting?.message;
    if (why && !options.is('quiet')) session.complain(`Warning: container ${container}: ${why}\n`);
    return state?.running !== undefined || state?.terminated !== undefined;
  });
  if (isFailure(pod)) return pod;
  if (statusOf(pod)?.state?.terminated !== undefined) return yield* logOf(session, pod, container);
  return yield* attachOrTell(session, pod, container, options);
}

function* attachOrTell(
  session: Session,
  pod: Pod,
  container: string,
  options: TerminalOptions,
): Process<number | Failure> {
  const attached = yield* attachTo(session, pod, container, options);
  return isFailure(attached) ? yield* tell(session, pod, container, attached) : attached;
}

function* tell(session: Session, pod: Pod, container: string, attached: Failure): Process<number | Failure> {
  const why = attached.text.replace(/^error: /, '').trimEnd();
  session.complain(`warning: couldn't attach to pod/${pod.metadata.name}, falling back to streaming logs: ${why}\n`);
  return yield* logOf(session, pod, container);
}

function* logOf(session: Session, { metadata }: Pod, container: string): Process<number | Failure> {
  const response = yield* session.call({
    method: 'GET',
    path: `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/log`,
    query: [['container', container]],
    accept: 'application/json, */*',
  });
  if (response.code !== 200) return failureOf(response.code, response.body);
  const text = String(response.body ?? '');
  if (text !== '') session.print(text);
  return 0;
}

/** How the Pod ended, as the command's own end. */
export function* exitOf(session: Session, name: string, options: TerminalOptions): Process<number | Failure> {
  const pod = yield* waitForPod(session, name, patienceIn(options), hasEnded);
  if (isFailure(pod)) return pod;
  if (pod.status?.phase === 'Succeeded') return 0;
  const where = `pod ${pod.metadata.namespace}/${name}`;
  const ended = pod.status?.containerStatuses?.[0]?.state?.terminated;
  if (ended === undefined || ended.exitCode === 0) return failure(`${where} failed with unknown exit code`);
  return new Failure(`${where} terminated (${ended.reason})\n${ended.message ?? ''}`, ended.exitCode);
}
