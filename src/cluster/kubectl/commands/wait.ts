import type { KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { pathOf } from '../discovery.ts';
import { type Failure, failure, isFailure, summary } from '../errors.ts';
import { PATH_EXPECTED } from '../print/custom-columns.ts';
import { findPath, relaxedPath } from '../print/jsonpath.ts';
import { isJsonPathError, templateProblem } from '../print/jsonpath-parse.ts';
import type { Session } from '../session.ts';
import { watchOne } from '../watching.ts';
import { report } from '../writing.ts';
import { type Fetched, fetchTargets } from './change.ts';
import { waitUntilGone } from './delete.ts';
import { ONLY_FILES } from './set-objects.ts';

const DEFAULT_TIMEOUT = 30_000_000;

/** Models staging/src/k8s.io/kubectl/pkg/cmd/wait/wait.go (v1.36): conditions, values, deletion and creation. */
export function* wait(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  if (options.is('local') && words.length > 0) return failure(ONLY_FILES);
  const awaited = waitedFor(options.text('for') ?? '');
  if (isFailure(awaited)) return awaited;
  if (!['delete', 'condition', 'jsonpath', 'create'].includes(awaited.what))
    return failure(`unrecognized condition: ${options.has('for') ? `"${options.text('for')}"` : '[]'}`);
  const atOnce = options.micros('timeout') === 0;
  const alarm = atOnce ? undefined : session.alarm(options.micros('timeout') ?? DEFAULT_TIMEOUT);
  const result = yield* waitForEach(session, words, options, awaited, atOnce);
  alarm?.cancel();
  return result;
}

/** What one object says keeps nobody from asking the next. */
function* waitForEach(
  session: Session,
  words: readonly string[],
  options: Options,
  awaited: Awaited,
  atOnce: boolean,
): Process<number | Failure> {
  const failures: Failure[] = [];
  let count = 0;
  for (const one of singly(words)) {
    const fetched = yield* fetchAwaited(session, one, options, awaited);
    if (isFailure(fetched)) {
      count += 1;
      // What is not there need not go.
      const isGone = awaited.what === 'delete' && fetched.text.startsWith('Error from server (NotFound)');
      if (!isGone) failures.push(fetched);
      continue;
    }
    count += fetched.length;
    const result = atOnce
      ? checkOnce(session, fetched, awaited, options)
      : yield* waitForAll(session, fetched, awaited, options);
    if (session.interrupted && !session.timedOut) return 1;
    failures.push(...result);
  }
  if (count === 0 && awaited.what !== 'delete') return failure('no matching resources found');
  return summary(failures) ?? 0;
}

/** `deploy a b` and `deploy/a deploy/b` as one object each. */
function singly(words: readonly string[]): readonly (readonly string[])[] {
  if (words.length === 0) return [words];
  if (words[0]?.includes('/') === true) return words.map((word) => [word]);
  const [type = '', ...names] = words;
  return names.length < 2 || type.includes(',') ? [words] : names.map((name) => [type, name]);
}

/** What is waited for to be created is asked for again and again. */
function* fetchAwaited(
  session: Session,
  words: readonly string[],
  options: Options,
  { what }: Awaited,
): Process<readonly Fetched[] | Failure> {
  for (;;) {
    const fetched = yield* fetchTargets(session, words, options);
    const isMissing = isFailure(fetched) && fetched.text.startsWith('Error from server (NotFound)');
    if (what !== 'create' || !isMissing) return fetched;
    yield session.ctx.sleep(POLL_MICROS);
    if (session.timedOut || session.interrupted) return failure('timed out waiting for the condition');
  }
}

const POLL_MICROS = 500_000;

/** `condition=Ready=false`, `jsonpath={.status.phase}=Running`, `delete`, `create`. */
function waitedFor(text: string): Awaited | Failure {
  if (!text.startsWith('jsonpath=')) {
    const [what = '', condition, expected = 'true'] = text.split('=');
    const isPlain = ['delete', 'create'].includes(what.toLowerCase());
    if (condition === undefined) return { what: isPlain ? what.toLowerCase() : '', condition: '', expected };
    return { what, condition, expected };
  }
  const wanted = text.slice('jsonpath='.length);
  if (wanted === '') return failure('jsonpath expression cannot be empty');
  // What stands between brackets may hold signs of its own.
  const [path = '', value, ...more] = wanted.split(/=(?![^[]*\])/);
  if (more.length > 0) {
    return failure(
      "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'",
    );
  }
  if (value === '') {
    return failure(
      "jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3",
    );
  }
  const condition = relaxedPath(path);
  if (condition === undefined) return failure(PATH_EXPECTED);
  const wrong = templateProblem(condition);
  if (wrong !== undefined) return failure(wrong);
  return { what: 'jsonpath', condition, expected: value ?? '' };
}

/** Without any time to wait the objects are looked at once. */
function checkOnce(
  session: Session,
  fetched: readonly Fetched[],
  awaited: Awaited,
  options: Options,
): readonly Failure[] {
  return fetched.flatMap(({ resource, name, object }) => {
    const isMet = awaited.what !== 'delete' && holds(object, awaited);
    if (isFailure(isMet)) return [isMet];
    const wrong = isMet
      ? report(session, options, resource, object, 'condition met')
      : failure(`condition not met for ${resource.resource}/${name}`);
    return wrong === undefined ? [] : [wrong];
  });
}

function holds(object: KObject, { what, condition, expected }: Awaited): boolean | Failure {
  if (what === 'create') return true;
  if (what === 'condition') return hasCondition(object, condition, expected);
  const found = valueAt(object, condition, expected);
  return isFailure(found) ? found : found !== undefined && (expected === '' || found === expected);
}

/** One value that is no object; undefined where there is none. */
function valueAt(object: KObject, path: string, expected: string): string | undefined | Failure {
  const found = findPath(object, path);
  if (isJsonPathError(found) || found.length === 0) return undefined;
  if (expected === '') return '';
  if (found.length > 1) return failure('given jsonpath expression matches more than one value');
  if (typeof found[0] === 'object') return failure('jsonpath leads to a nested object or list which is not supported');
  return String(found[0]);
}

interface Awaited {
  readonly what: string;
  readonly condition: string;
  readonly expected: string;
}

function* waitForAll(
  session: Session,
  fetched: readonly Fetched[],
  awaited: Awaited,
  options: Options,
): Process<readonly Failure[]> {
  const failures: Failure[] = [];
  for (const target of fetched) {
    const { resource, name, object } = target;
    const met = yield* waitForOne(session, target, awaited);
    if (isFailure(met)) failures.push(met);
    else if (session.timedOut)
      failures.push(failure(`timed out waiting for the condition on ${resource.resource}/${name}`));
    else if (session.interrupted) return failures;
    else {
      const wrong = report(session, options, resource, object, 'condition met');
      if (wrong !== undefined) failures.push(wrong);
    }
  }
  return failures;
}

function* waitForOne(session: Session, target: Fetched, awaited: Awaited): Process<undefined | Failure> {
  if (awaited.what !== 'delete') return yield* waitForCondition(session, target, awaited);
  const namespace = target.resource.namespaced ? session.namespace : undefined;
  yield* waitUntilGone(session, { resource: target.resource, namespace, name: target.name }, undefined);
  return undefined;
}

function* waitForCondition(
  session: Session,
  { resource, name }: Fetched,
  awaited: Awaited,
): Process<undefined | Failure> {
  const namespace = resource.namespaced ? session.namespace : undefined;
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

/** Names and values of conditions are compared without regard to case. */
function hasCondition(object: KObject, condition: string, expected: string): boolean {
  const { conditions = [] } = (object.status ?? {}) as {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
  const found = conditions.find(({ type }) => type.toLowerCase() === condition.toLowerCase());
  return found !== undefined && found.status.toLowerCase() === expected.toLowerCase();
}
