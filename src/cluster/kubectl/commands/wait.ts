import type { KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { pathOf, resourceWord } from '../discovery.ts';
import { type Failure, failure, isFailure } from '../errors.ts';
import type { Session } from '../session.ts';
import { watchOne } from '../watching.ts';
import { type Fetched, fetchTargets } from './change.ts';
import { waitUntilGone } from './delete.ts';

const DEFAULT_TIMEOUT = 30_000_000;

/** Models staging/src/k8s.io/kubectl/pkg/cmd/wait/wait.go (v1.36): conditions and deletion. */
export function* wait(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const [what = '', condition = '', expected = 'true'] = (options.text('for') ?? '').split('=');
  if (what !== 'delete' && what !== 'condition')
    return failure(`unrecognized condition: ${options.has('for') ? `"${options.text('for')}"` : '[]'}`);
  const fetched = yield* fetchTargets(session, words, options);
  if (isFailure(fetched)) return fetched;
  const alarm = session.alarm(options.micros('timeout') ?? DEFAULT_TIMEOUT);
  const result = yield* waitForAll(session, fetched, { what, condition, expected });
  alarm.cancel();
  return result;
}

interface Awaited {
  readonly what: string;
  readonly condition: string;
  readonly expected: string;
}

function* waitForAll(
  session: Session,
  fetched: readonly Fetched[],
  { what, condition, expected }: Awaited,
): Process<number | Failure> {
  for (const target of fetched) {
    if (what === 'delete') {
      const namespace = target.resource.namespaced ? session.namespace : undefined;
      yield* waitUntilGone(session, { resource: target.resource, namespace, name: target.name }, undefined);
    } else {
      const failed = yield* waitForCondition(session, target, condition, expected);
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
  condition: string,
  expected: string,
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
    if (frame.type === 'BOOKMARK' || !hasCondition(frame.object as KObject, condition, expected)) continue;
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
