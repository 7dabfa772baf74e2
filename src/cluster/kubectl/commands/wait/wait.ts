import type { KObject } from '../../../../api/types/meta.ts';
import { MILLISECOND, SECOND } from '../../../../base/time/units.ts';
import type { Process } from '../../../../engine/index.ts';
import { pathOf } from '../../client/discovery.ts';
import { watchOne } from '../../client/watching.ts';
import { type Failure, failure, failureOf, isFailure, summary } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { type Fetched, fetchTargets, ONLY_FILES, visitTargets } from '../../writing/change.ts';
import { report } from '../../writing/writing.ts';
import { waitUntilGone } from '../delete/delete.ts';
import type { WaitOptions } from './flags.ts';
import { type Awaited, allAwaited, holds } from './wait-condition.ts';

const DEFAULT_TIMEOUT = 30 * SECOND;

/** Models staging/src/k8s.io/kubectl/pkg/cmd/wait/wait.go (v1.36): conditions, values, deletion and creation, each in its turn. */
export function* wait(session: Session, words: readonly string[], options: WaitOptions): Process<number | Failure> {
  if (options.is('local') && words.length > 0) return failure(ONLY_FILES);
  const awaited = allAwaited(options.list('for'));
  if (isFailure(awaited)) return awaited;
  const atOnce = options.micros('timeout') === 0;
  const alarm = atOnce ? undefined : session.alarm(options.micros('timeout') ?? DEFAULT_TIMEOUT);
  const missing = awaited.some(({ what }) => what === 'create')
    ? yield* waitUntilFound(session, words, options)
    : undefined;
  const result = missing ?? (yield* waitForEach(session, words, options, awaited, atOnce));
  alarm?.cancel();
  return result;
}

/** What one object says keeps nobody from asking the next. */
function* waitForEach(
  session: Session,
  words: readonly string[],
  options: WaitOptions,
  awaited: readonly Awaited[],
  atOnce: boolean,
): Process<number | Failure> {
  const isForDelete = awaited.some(({ what }) => what === 'delete');
  const failures: Failure[] = [];
  const hasEnded = (): boolean => session.interrupted && !session.timedOut;
  let count = 0;
  for (const one of singly(words)) {
    const visit = function* (target: Fetched): Process<undefined | Failure> {
      count += 1;
      return hasEnded() ? undefined : yield* waitForTarget(session, target, awaited, options, atOnce);
    };
    const failed = yield* visitTargets(session, one, options, visit);
    if (hasEnded()) return 1;
    if (failed === undefined) continue;
    count += 1;
    // What is not there need not go.
    const isGone = isForDelete && failed.text.startsWith('Error from server (NotFound)');
    if (!isGone) failures.push(failed);
  }
  if (count === 0 && !isForDelete) return failure('no matching resources found');
  return summary(failures) ?? 0;
}

/** The first thing that does not come about ends it for this object. */
function* waitForTarget(
  session: Session,
  target: Fetched,
  awaited: readonly Awaited[],
  options: WaitOptions,
  atOnce: boolean,
): Process<undefined | Failure> {
  for (const one of awaited) {
    const unmet = yield* atOnce ? checkOnce(session, target, one) : waitForOne(session, target, one);
    if (unmet !== undefined) return unmet;
    if (session.interrupted && !session.timedOut) return undefined;
    const wrong = report(session, options, target.resource, target.object, 'condition met');
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** `deploy a b` and `deploy/a deploy/b` as one object each. */
function singly(words: readonly string[]): readonly (readonly string[])[] {
  if (words.length === 0) return [words];
  if (words[0]?.includes('/') === true) return words.map((word) => [word]);
  const [type = '', ...names] = words;
  return names.length < 2 || type.includes(',') ? [words] : names.map((name) => [type, name]);
}

/** What is not there yet is asked for again and again. */
function* waitUntilFound(
  session: Session,
  words: readonly string[],
  options: WaitOptions,
): Process<undefined | Failure> {
  for (;;) {
    const fetched = yield* fetchTargets(session, words, options);
    if (isFailure(fetched) && !fetched.text.startsWith('Error from server (NotFound)')) return fetched;
    if (!isFailure(fetched) && fetched.length > 0) return undefined;
    if (session.timedOut || session.interrupted) return failure('timed out waiting for the condition');
    yield session.ctx.sleep(POLL_MICROS);
  }
}

const POLL_MICROS = 500 * MILLISECOND;

/** Without any time to wait an object is looked at once. */
function* checkOnce(session: Session, target: Fetched, awaited: Awaited): Process<undefined | Failure> {
  const { resource, name } = target;
  const again = yield* session.call({ method: 'GET', path: target.path });
  if (again.code !== 200) return failureOf(again.code, again.body);
  const isMet = awaited.what !== 'delete' && holds(again.body as KObject, awaited);
  if (isFailure(isMet)) return isMet;
  return isMet ? undefined : failure(`condition not met for ${resource.resource}/${name}`);
}

/** What is said of an object that is only asked for when there is no time left. */
const TOO_LATE = 'client rate limiter Wait returned an error: context deadline exceeded';

function* waitForOne(session: Session, target: Fetched, awaited: Awaited): Process<undefined | Failure> {
  if (awaited.what === 'create') return undefined;
  const isForDelete = awaited.what === 'delete';
  if (isForDelete && session.timedOut) return failure(TOO_LATE);
  const unmet = isForDelete ? yield* waitForDelete(session, target) : yield* waitForCondition(session, target, awaited);
  if (unmet !== undefined || !session.timedOut) return unmet;
  return failure(`timed out waiting for the condition on ${target.resource.resource}/${target.name}`);
}

function* waitForDelete(session: Session, { resource, name }: Fetched): Process<undefined> {
  const namespace = resource.namespaced ? session.namespace : undefined;
  yield* waitUntilGone(session, { resource, namespace, name }, undefined);
  return undefined;
}

function* waitForCondition(
  session: Session,
  { resource, name }: Fetched,
  awaited: Awaited,
): Process<undefined | Failure> {
  const namespace = resource.namespaced ? session.namespace : undefined;
  if (session.timedOut) return undefined;
  const { stream } = yield* watchOne(session, resource, namespace, name);
  if (stream === undefined) return failure(`cannot watch ${pathOf(resource, namespace, name)}`);
  for (;;) {
    const frame = yield* session.nextFrame(stream);
    if (frame === undefined) return undefined;
    if (frame.type === 'DELETED') {
      stream.stop();
      return failure('object has been deleted');
    }
    const isMet = frame.type !== 'BOOKMARK' && holds(frame.object as KObject, awaited);
    if (isMet === false) continue;
    stream.stop();
    return isFailure(isMet) ? isMet : undefined;
  }
}
