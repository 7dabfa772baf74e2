import type { KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { pathOf, resourceWord } from '../discovery.ts';
import { type Failure, failure, isFailure } from '../errors.ts';
import { readPath } from '../print/jsonpath.ts';
import type { Session } from '../session.ts';
import { watchOne } from '../watching.ts';
import { type Fetched, fetchTargets } from './change.ts';
import { waitUntilGone } from './delete.ts';

const DEFAULT_TIMEOUT = 30_000_000;

/** Models staging/src/k8s.io/kubectl/pkg/cmd/wait/wait.go (v1.36): conditions and deletion. */
export function* wait(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const [what = '', condition = '', expected = 'true'] = waitedFor(options.text('for') ?? '');
  if (!['delete', 'condition', 'jsonpath', 'create'].includes(what))
    return failure(`unrecognized condition: ${options.has('for') ? `"${options.text('for')}"` : '[]'}`);
  const fetched = yield* fetchTargets(session, words, options);
  if (isFailure(fetched)) {
    // What is not there need not go.
    return what === 'delete' && fetched.text.startsWith('Error from server (NotFound)') ? 0 : fetched;
  }
  if (options.micros('timeout') === 0) return checkOnce(session, fetched, { what, condition, expected });
  const alarm = session.alarm(options.micros('timeout') ?? DEFAULT_TIMEOUT);
  const result = yield* waitForAll(session, fetched, { what, condition, expected });
  alarm.cancel();
  return result;
}

/** `condition=Ready=false`, `jsonpath={.status.phase}=Running`, `delete`, `create`. */
function waitedFor(text: string): readonly string[] {
  if (!text.startsWith('jsonpath=')) return text.split('=');
  const [, path = '', , value] = /^jsonpath=(\{.*?\})(=(.*))?$/.exec(text) ?? [];
  return ['jsonpath', path, ...(value === undefined ? [''] : [value])];
}

/** Without any time to wait the objects are looked at once. */
function checkOnce(session: Session, fetched: readonly Fetched[], awaited: Awaited): number | Failure {
  for (const { resource, name, object, label } of fetched) {
    if (awaited.what === 'delete' || !holds(object, awaited))
      return failure(`condition not met for ${resourceWord(resource)}/${name}`);
    session.print(`${label} condition met\n`);
  }
  return 0;
}

function holds(object: KObject, { what, condition, expected }: Awaited): boolean {
  if (what === 'create') return true;
  if (what === 'condition') return hasCondition(object, condition, expected);
  const found = readPath(object, condition);
  return found !== undefined && (expected === '' || String(found) === expected);
}

interface Awaited {
  readonly what: string;
  readonly condition: string;
  readonly expected: string;
}

function* waitForAll(session: Session, fetched: readonly Fetched[], awaited: Awaited): Process<number | Failure> {
  const { what } = awaited;
  for (const target of fetched) {
    if (what === 'delete') {
      const namespace = target.resource.namespaced ? session.namespace : undefined;
      yield* waitUntilGone(session, { resource: target.resource, namespace, name: target.name }, undefined);
    } else {
      const failed = yield* waitForCondition(session, target, awaited);
      if (failed !== undefined) return failed;
    }
    if (session.timedOut) {
      return failure(`timed out waiting for the condition on ${resourceWord(target.resource)}/${target.name}`);
    }
    if (session.interrupted) return 1;
    session.print(`${target.label} condition met\n`);
  }
  return 0;
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
    if (frame.type === 'BOOKMARK' || !holds(frame.object as KObject, awaited)) continue;
    stream.stop();
    return undefined;
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
