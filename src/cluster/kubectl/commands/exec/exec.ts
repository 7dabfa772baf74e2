import type { Pod } from '../../../../api/types/core.ts';
import type { Process } from '../../../../engine/index.ts';
import { resourceWord } from '../../client/discovery.ts';
import { readManifests } from '../../manifests/manifests.ts';
import { conversed } from '../../pods/conversation.ts';
import { containerOf, objectNamed, podOf, runningTimeoutProblem } from '../../pods/pod-target.ts';
import { openStream, printed } from '../../pods/running.ts';
import { type Failure, failure, isFailure, misused, summary } from '../../session/errors.ts';
import type { Query, Session } from '../../session/session.ts';
import { wordsBesideFiles } from '../../targets/target.ts';
import type { ExecOptions, TerminalOptions } from './flags.ts';

const RECORDED =
  'All commands and output from this session will be recorded in container logs, including credentials and sensitive information passed through the command prompt.\n';
const NOT_A_TERMINAL = 'Unable to use a TTY - input is not a terminal or the right kind of file\n';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/exec/exec.go (v1.36) */
export function* exec(session: Session, words: readonly string[], options: ExecOptions): Process<number | Failure> {
  const { dash } = options;
  const files = options.list('filename');
  const name = dash === 0 ? undefined : words[0];
  if (dash === undefined && (words.length > 1 || files.length > 0)) {
    return misused(options, 'exec [POD] [COMMAND] is not supported anymore. Use exec [POD] -- [COMMAND] instead');
  }
  if (!name && files.length === 0) return failure('pod, type/name or --filename must be specified');
  const command = dash === undefined ? [] : words.slice(dash);
  if (command.length === 0) return failure('you must specify at least one command for the container');
  const timeout = runningTimeoutProblem(options);
  if (timeout !== undefined) return timeout;
  const pod =
    files.length > 0
      ? yield* podOfFiles(session, files, words.slice(0, dash))
      : yield* reachable(session, name ?? '', 'cannot attach to');
  if (isFailure(pod)) return pod;
  const completed = completedPod(pod);
  if (completed !== undefined) return completed;
  const container = containerOf(session, pod, options.text('container'), '', (text) => {
    if (!options.is('quiet')) session.complain(text);
  });
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

/** Nothing runs any more in a Pod that has completed. */
export function completedPod({ status }: Pod): Failure | undefined {
  const { phase } = status;
  return phase === 'Succeeded' || phase === 'Failed'
    ? failure(`cannot exec into a container in a completed pod; current phase is ${phase}`)
    : undefined;
}

/** The Pod of the one object that the files name. */
function* podOfFiles(session: Session, files: readonly string[], words: readonly string[]): Process<Pod | Failure> {
  if (words.length > 0) return wordsBesideFiles(words.map((word) => `pods/${word}`));
  const { manifests, failures } = yield* readManifests(session, files);
  const refused = summary(failures);
  if (refused !== undefined) return refused;
  const [one] = manifests;
  if (one === undefined || manifests.length > 1) return failure('cannot exec into multiple objects at a time');
  const name = `${resourceWord(one.resource)}/${one.object.metadata.name ?? ''}`;
  return yield* reachable(session, name, 'cannot attach to');
}

/** Models staging/src/k8s.io/kubectl/pkg/cmd/attach/attach.go (v1.36) */
export function* attach(session: Session, words: readonly string[], options: ExecOptions): Process<number | Failure> {
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
  const timeout = runningTimeoutProblem(options);
  if (timeout !== undefined) return timeout;
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
export function* attachTo(
  session: Session,
  pod: Pod,
  container: string,
  given: TerminalOptions,
): Process<number | Failure> {
  const options = withTerminalOf(session, pod, container, given);
  if (options.is('stdin') && options.is('tty') && session.invocation.stdin !== undefined)
    session.complain(NOT_A_TERMINAL);
  if (!options.is('quiet')) session.complain(`${RECORDED}If you don't see a command prompt, try pressing enter.\n`);
  const query: Query = [['container', container], ...stdio(session, options)];
  const ended = yield* converse(session, pod, 'attach', query, options.is('stdin'));
  const isConversation = options.is('stdin') && query.some(([key]) => key === 'tty');
  if (ended === 0 && isConversation && !options.is('quiet')) session.print(howToGoOn(pod, container));
  return ended;
}

/** Models reattachMessage of attach.go (v1.36) */
function howToGoOn({ metadata: { name, namespace }, spec }: Pod, container: string): string {
  const again = `'kubectl attach ${name} -c ${container} -n ${namespace} -i -t'`;
  return spec.ephemeralContainers?.some((each) => each.name === container) === true
    ? `Session ended, the ephemeral container will not be restarted but may be reattached using ${again} if it is still running\n`
    : `Session ended, resume using ${again} command\n`;
}

/** Whether there is a terminal is decided by the container that is attached to. */
function withTerminalOf(session: Session, { spec }: Pod, container: string, options: TerminalOptions): TerminalOptions {
  const all = [...(spec.initContainers ?? []), ...spec.containers, ...(spec.ephemeralContainers ?? [])];
  const hasTerminal = all.find(({ name }) => name === container)?.tty === true;
  if (hasTerminal === options.is('tty')) return options;
  if (!hasTerminal && !options.is('quiet'))
    session.complain(`error: Unable to use a TTY - container ${container} did not allocate one\n`);
  return options.with('tty', String(hasTerminal));
}

export function* reachable(session: Session, word: string, refusal: string): Process<Pod | Failure> {
  const object = yield* objectNamed(session, word);
  return isFailure(object) ? object : yield* podOf(session, object, refusal);
}

/** A terminal is used only when there is one: what is piped in is none. */
function stdio(session: Session, options: TerminalOptions): Query {
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
  const { stdin: piped, isAttended } = session.invocation;
  const isTyped = stdin && piped === undefined && isAttended === true;
  const channels = yield* openStream(session, pod, subresource, query, stdin && !isTyped ? (piped ?? '') : undefined);
  if (isFailure(channels)) return channels;
  const hasTerminal = query.some(([name]) => name === 'tty');
  return isTyped ? yield* conversed(session, channels, hasTerminal) : yield* printed(session, channels);
}
