// Models how commands of kubectl run something in a container or attach to it: staging/src/k8s.io/kubectl/pkg/cmd/{exec,attach} (v1.36)

import type { Pod } from '../../../api/types/core.ts';
import type { Process } from '../../../engine/index.ts';
import { type ChannelFrame, type Channels, CLOSE, ERROR, STDERR, STDIN, STDOUT } from '../../ports/channels.ts';
import { Failure, failure, isFailure } from '../session/errors.ts';
import type { Query, Session } from '../session/session.ts';
import { notUpgraded, openUpgraded } from './upgrade.ts';

/** What came out of a command in a container. */
export interface Ran {
  readonly outcome: number | Failure;
  readonly stdout: string;
}

type Complaints = 'dropped' | 'passed on' | 'printed';

/** Opens `exec` or `attach` and hands in what the command was given to read. */
export function* openStream(
  session: Session,
  { metadata }: Pod,
  subresource: 'exec' | 'attach',
  query: Query,
  stdin: string | undefined,
): Process<Channels | Failure> {
  const path = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/${subresource}`;
  const response = yield* openUpgraded(session, path, query);
  if (response.channels === undefined) return notUpgraded(response);
  const { channels } = response;
  if (stdin !== undefined) {
    if (stdin !== '') channels.send(session.ctx, STDIN, stdin);
    channels.send(session.ctx, CLOSE, String(STDIN));
  }
  return channels;
}

/** Shows what comes until it ends. */
export function* printed(
  session: Session,
  channels: Channels,
  heard?: (frame: ChannelFrame) => void,
): Process<number | Failure> {
  for (;;) {
    const frame = yield* session.nextData(channels);
    if (frame === undefined) return session.interrupted ? 130 : 0;
    if (frame.channel === STDOUT) session.print(frame.data.replaceAll('\r\n', '\n'));
    else if (frame.channel === STDERR) session.complain(frame.data);
    else if (frame.channel === ERROR) return outcomeOf(frame.data);
    heard?.(frame);
  }
}

/** Runs a command and keeps what it writes; its complaints are dropped, passed on, or printed where answers are. */
export function* runInPod(
  session: Session,
  pod: Pod,
  container: string,
  command: readonly string[],
  { stdin, complaints = 'passed on' }: { readonly stdin?: string; readonly complaints?: Complaints } = {},
): Process<Ran> {
  const query: Query = [
    ...command.map((word) => ['command', word] as const),
    ['container', container],
    ['stderr', 'true'],
    ...(stdin === undefined ? [] : ([['stdin', 'true']] as const)),
    ['stdout', 'true'],
  ];
  const channels = yield* openStream(session, pod, 'exec', query, stdin);
  if (isFailure(channels)) return { outcome: channels, stdout: '' };
  let stdout = '';
  for (;;) {
    const frame = yield* session.nextData(channels);
    if (frame === undefined) return { outcome: session.interrupted ? 130 : 0, stdout };
    if (frame.channel === STDOUT) stdout += frame.data;
    else if (frame.channel === STDERR && complaints === 'passed on') session.complain(frame.data);
    else if (frame.channel === STDERR && complaints === 'printed') session.print(frame.data);
    else if (frame.channel === ERROR) return { outcome: outcomeOf(frame.data), stdout };
  }
}

interface EndStatus {
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly details?: { readonly causes?: readonly { readonly reason?: string; readonly message?: string }[] };
}

/** Models staging/src/k8s.io/client-go/tools/remotecommand/v4.go (v1.36) */
function outcomeOf(text: string): number | Failure {
  const { status, reason, message = '', details } = JSON.parse(text) as EndStatus;
  if (status === 'Success') return 0;
  if (reason !== 'NonZeroExitCode') return failure(message);
  const code = Number(details?.causes?.find((cause) => cause.reason === 'ExitCode')?.message ?? 1);
  return new Failure(`command terminated with exit code ${code}\n`, code);
}
