import type { Pod } from '../../../../api/types/core.ts';
import { parseGoDuration } from '../../../../api/values/duration.ts';
import { parseTime } from '../../../../api/values/time.ts';
import { SECOND } from '../../../../base/time/units.ts';
import type { Process } from '../../../../engine/index.ts';
import type { Options } from '../../flags/options.ts';
import { containerOf, objectNamed, podOf, podsOf, podsSelected, runningTimeoutProblem } from '../../pods/pod-target.ts';
import { Failure, failure, failureOf, isFailure, misused } from '../../session/errors.ts';
import type { Query, Session } from '../../session/session.ts';
import { NOTHING_NAMED, PAIR_AND_SELECTOR } from '../../targets/target.ts';
import type { Command } from '../declaration.ts';

const FLAGS =
  'all-containers:b all-pods:b c/container f/follow:b ignore-errors:b insecure-skip-tls-verify-backend:b limit-bytes:i max-log-requests:i pod-running-timeout:d prefix:b p/previous:b l/selector since:d since-time tail:i timestamps:b';
type Given = Options<typeof FLAGS>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'logs',
      order: 20,
      group: 'containers',
      does: 'shows what a container has written',
      usage: '[-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]',
      flags: FLAGS,
      defaults: { 'max-log-requests': '5', 'pod-running-timeout': '20s', tail: '-1' },
      looks: true,
      run: logs,
    },
  ];
}

const EXPECTED =
  "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command\nSee 'kubectl logs -h' for help and examples";

/** Models staging/src/k8s.io/kubectl/pkg/cmd/logs/logs.go (v1.36) */
function* logs(session: Session, words: readonly string[], options: Given): Process<number | Failure> {
  const [word, containerWord] = words;
  const selector = options.text('selector');
  if ((word === undefined && selector === undefined) || words.length > 2) return failure(EXPECTED);
  if (word !== undefined && selector !== undefined && containerWord === undefined) {
    return misused(options, 'only a selector (-l) or a POD name is allowed');
  }
  if (containerWord !== undefined && (options.text('container') ?? '') !== '') {
    return failure('only one of -c or an inline [CONTAINER] arg is allowed');
  }
  const moment = options.text('since-time') ?? '';
  if (moment !== '' && parseTime(moment) === undefined) {
    const [rest, wanted] = unparsed(moment);
    return failure(
      `parsing time ${JSON.stringify(moment)} as "2006-01-02T15:04:05Z07:00": cannot parse ${JSON.stringify(rest)} as ${JSON.stringify(wanted)}`,
    );
  }
  const timeout = runningTimeoutProblem(options);
  if (timeout !== undefined) return timeout;
  if (word !== undefined && selector !== undefined) return failure(PAIR_AND_SELECTOR);
  if (word === '') return failure(NOTHING_NAMED);
  const pods =
    selector === undefined
      ? yield* podsNamed(session, word ?? '', options)
      : yield* podsSelected(session, selector, options);
  if (isFailure(pods)) return pods;
  const wrong = selector === undefined ? undefined : problemWith(options);
  if (wrong !== undefined) return failure(wrong);
  if (pods.length === 0) {
    session.complain(`No resources found in ${session.namespace} namespace.\n`);
    return 0;
  }
  const wanted = options.text('container') ?? containerWord;
  // Of several Pods only the newest lines are shown, unless one says how many.
  const tail = options.text('tail') ?? (selector === undefined ? undefined : '10');
  const streams: (readonly [pod: Pod, container: string])[] = [];
  for (const pod of pods) {
    const containers = options.is('all-containers') ? allOf(pod) : [containerOf(session, pod, wanted)];
    for (const container of containers) {
      if (isFailure(container)) return container;
      streams.push([pod, container]);
    }
  }
  const most = Number(options.text('max-log-requests') ?? MOST_STREAMS);
  if (options.is('follow') && streams.length > 1 && streams.length > most) {
    return failure(
      `you are attempting to follow ${streams.length} log streams, but maximum allowed concurrency is ${most}, use --max-log-requests to increase the limit`,
    );
  }
  return yield* showAll(session, streams, options, tail);
}

const MOST_STREAMS = 5;

/** One after the other; with `--ignore-errors` what goes wrong stands where the lines would. */
function* showAll(
  session: Session,
  streams: readonly (readonly [pod: Pod, container: string])[],
  options: Given,
  tail: string | undefined,
): Process<number | Failure> {
  for (const [pod, container] of streams) {
    const failed = yield* show(session, pod, container, options, tail);
    if (session.interrupted) return 1;
    if (failed === undefined) continue;
    if (!options.is('ignore-errors')) return failed;
    session.print(`error: ${failed.text.replace(/^(?:error|Error from server(?: \(\w+\))?): /, '')}`);
  }
  return 0;
}

/** The pieces of a time, in Go's words. */
const LAYOUT: readonly (readonly [piece: string, pattern: RegExp])[] = [
  ['2006', /^\d{4}/],
  ['-', /^-/],
  ['01', /^\d\d/],
  ['-', /^-/],
  ['02', /^\d\d/],
  ['T', /^T/],
  ['15', /^\d\d/],
  [':', /^:/],
  ['04', /^\d\d/],
  [':', /^:/],
  ['05', /^\d\d(?:\.\d+)?/],
  ['Z07:00', /^(?:Z|[-+]\d\d:\d\d)/],
];

/** What is left of a time where it stops being one, and what should stand there. Models the Go standard library, time.Parse */
function unparsed(text: string): readonly [rest: string, wanted: string] {
  let rest = text;
  for (const [piece, pattern] of LAYOUT) {
    const found = pattern.exec(rest);
    if (found === null) return [rest, piece];
    rest = rest.slice(found[0].length);
  }
  return [text, '2006'];
}

function problemWith(options: Given): string | undefined {
  const number = (name: 'limit-bytes' | 'tail'): number | undefined =>
    options.has(name) ? Number(options.text(name)) : undefined;
  if ((options.micros('since') ?? 0) !== 0 && options.has('since-time'))
    return 'at most one of `sinceTime` or `sinceSeconds` may be specified';
  if ((options.micros('since') ?? 1) < 0) return '--since must be greater than 0';
  if ((number('limit-bytes') ?? 0) < 0) return '--limit-bytes must be greater than 0';
  return (number('tail') ?? 0) < -1 ? '--tail must be greater than or equal to -1' : undefined;
}

const REFUSAL = 'cannot get the logs from';

function* podsNamed(session: Session, word: string, options: Given): Process<readonly Pod[] | Failure> {
  const object = yield* objectNamed(session, word);
  if (isFailure(object)) return notFound(object, session.namespace);
  const wrong = problemWith(options);
  if (wrong !== undefined) return failure(wrong);
  if (options.is('all-pods') && object.kind !== 'Pod') {
    // The real one lists them to find one, and then again to find all, if there are more.
    const found = yield* podsOf(session, object, REFUSAL, 'logs');
    return isFailure(found) || found.length < 2 ? found : yield* podsOf(session, object, REFUSAL, 'logs');
  }
  if (object.kind !== 'Pod') {
    const found = yield* podsOf(session, object, REFUSAL, 'logs');
    if (isFailure(found)) return found;
    const [first] = found;
    if (first === undefined) return failure('timed out waiting for the condition');
    if (found.length > 1) session.complain(`Found ${found.length} pods, using pod/${first.metadata.name}\n`);
    return [first];
  }
  const pod = yield* podOf(session, object, REFUSAL);
  return isFailure(pod) ? pod : [pod];
}

/** This command says in its own words that there is none. */
function notFound(refused: Failure, namespace: string): Failure {
  const message = /^Error from server \(NotFound\): (.* not found)\n$/.exec(refused.text)?.[1];
  return message === undefined
    ? refused
    : new Failure(`error: error from server (NotFound): ${message} in namespace "${namespace}"\n`);
}

function allOf({ spec }: Pod): readonly string[] {
  return [...(spec.initContainers ?? []), ...spec.containers, ...(spec.ephemeralContainers ?? [])].map(
    ({ name }) => name,
  );
}

function* show(
  session: Session,
  pod: Pod,
  container: string,
  options: Given,
  tail: string | undefined,
): Process<Failure | undefined> {
  const response = yield* session.call({
    method: 'GET',
    path: `/api/v1/namespaces/${session.namespace}/pods/${pod.metadata.name}/log`,
    query: logQuery(container, options, tail),
    accept: 'application/json, */*',
  });
  if (response.code >= 300) return failureOf(response.code, response.body);
  const prefix = options.is('prefix') || options.is('all-pods') ? `[pod/${pod.metadata.name}/${container}] ` : '';
  const print = (text: string): void => {
    if (text !== '') session.print(prefix === '' ? text : text.replace(/^(?=.)/gm, prefix));
  };
  if (response.channels === undefined) {
    print(String(response.body ?? ''));
    return undefined;
  }
  for (;;) {
    const frame = yield* session.nextData(response.channels);
    if (frame === undefined) return undefined;
    print(frame.data);
  }
}

function logQuery(container: string, options: Given, tail: string | undefined): Query {
  const since = options.text('since');
  const seconds = since === undefined ? undefined : Math.ceil((parseGoDuration(since) ?? 0) / SECOND);
  const query: [string, string | undefined][] = [
    ['container', container],
    ['insecureSkipTLSVerifyBackend', options.is('insecure-skip-tls-verify-backend') ? 'true' : undefined],
    ['follow', options.is('follow') ? 'true' : undefined],
    ['limitBytes', options.text('limit-bytes') === '0' ? undefined : options.text('limit-bytes')],
    ['previous', options.is('previous') ? 'true' : undefined],
    ['sinceSeconds', seconds === undefined || seconds === 0 ? undefined : String(seconds)],
    ['sinceTime', options.text('since-time')],
    ['tailLines', tail === '-1' ? undefined : tail],
    ['timestamps', options.is('timestamps') ? 'true' : undefined],
  ];
  return query.filter((pair): pair is [string, string] => pair[1] !== undefined);
}
