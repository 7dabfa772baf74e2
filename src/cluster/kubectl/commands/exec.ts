import type { Pod } from '../../../api/types/core.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { type Failure, failure, isFailure } from '../errors.ts';
import { containerOf, objectNamed, podOf } from '../pod-target.ts';
import type { Query, Session } from '../session.ts';
import { openStream, printed } from './running.ts';

const RECORDED =
  'All commands and output from this session will be recorded in container logs, including credentials and sensitive information passed through the command prompt.\n';
const NOT_A_TERMINAL = 'Unable to use a TTY - input is not a terminal or the right kind of file\n';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/exec/exec.go (v1.36) */
export function* exec(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const dash = options.dash;
  const [name] = words;
  const command = words.slice(1);
  if (name === undefined || dash === 0) return failure('pod, type/name or --filename must be specified');
  if (command.length === 0) return failure('you must specify at least one command for the container');
  if (dash === undefined) {
    return failure(
      "exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead\nSee 'kubectl exec -h' for help and examples",
    );
  }
  const pod = yield* reachable(session, name, 'cannot attach to');
  if (isFailure(pod)) return pod;
  const { phase } = pod.status;
  if (phase === 'Succeeded' || phase === 'Failed')
    return failure(`cannot exec into a container in a completed pod; current phase is ${phase}`);
  const container = containerOf(session, pod, options.text('container'));
  if (isFailure(container)) return container;
  if (options.is('stdin') && options.is('tty') && session.invocation.stdin !== undefined)
    session.complain(NOT_A_TERMINAL);
  const query: Query = [
    ...command.map((word) => ['command', word] as const),
    ['container', container],
    ...stdio(session, options),
  ];
  return yield* converse(session, pod, 'exec', query, options.is('stdin'));
}

/** Models staging/src/k8s.io/kubectl/pkg/cmd/attach/attach.go (v1.36) */
export function* attach(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const [name] = words;
  if (name === undefined) return failure('at least 1 argument is required for attach');
  if (words.length > 2)
    return failure(
      'expected POD, TYPE/NAME, or TYPE NAME, (at most 2 arguments) saw ' +
        words.length +
        ': [' +
        words.join(' ') +
        ']',
    );
  const pod = yield* reachable(session, words.length === 2 ? words.join('/') : name, 'cannot attach to');
  if (isFailure(pod)) return pod;
  const { phase } = pod.status;
  if (phase === 'Succeeded' || phase === 'Failed')
    return failure(`cannot attach a container in a completed pod; current phase is ${phase}`);
  const container = containerOf(session, pod, options.text('container'), 'cannot attach to the container: ');
  if (isFailure(container)) return container;
  return yield* attachTo(session, pod, container, options);
}

/** Shows what the container writes from now on, and lets it read. */
export function* attachTo(session: Session, pod: Pod, container: string, options: Options): Process<number | Failure> {
  if (options.is('stdin') && options.is('tty') && session.invocation.stdin !== undefined)
    session.complain(NOT_A_TERMINAL);
  if (!options.is('quiet')) session.complain(`${RECORDED}If you don't see a command prompt, try pressing enter.\n`);
  const query: Query = [['container', container], ...stdio(session, options)];
  return yield* converse(session, pod, 'attach', query, options.is('stdin'));
}

export function* reachable(session: Session, word: string, refusal: string): Process<Pod | Failure> {
  const object = yield* objectNamed(session, word);
  return isFailure(object) ? object : yield* podOf(session, object, refusal);
}

/** A terminal is used only when there is one: what is piped in is none. */
function stdio(session: Session, options: Options): Query {
  const isTerminal = options.is('tty') && session.invocation.stdin === undefined;
  return [
    ...(isTerminal ? [] : ([['stderr', 'true']] as const)),
    ...(options.is('stdin') ? ([['stdin', 'true']] as const) : []),
    ['stdout', 'true'],
    ...(isTerminal ? ([['tty', 'true']] as const) : []),
  ];
}

function* converse(
  session: Session,
  pod: Pod,
  subresource: 'exec' | 'attach',
  query: Query,
  stdin: boolean,
): Process<number | Failure> {
  const typed = stdin ? (session.invocation.stdin ?? '') : undefined;
  const channels = yield* openStream(session, pod, subresource, query, typed);
  return isFailure(channels) ? channels : yield* printed(session, channels);
}
