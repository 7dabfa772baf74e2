// Models staging/src/k8s.io/cri-client/pkg/logs/logs.go (v1.36)

import { rfc3339 } from '../../../api/values/time.ts';
import { utf8Length } from '../../../base/bytes/utf8.ts';
import { type Micros, SECOND } from '../../../base/time/units.ts';
import { type Context, type Process, within } from '../../../engine/index.ts';
import { type Channels, STDOUT } from '../../ports/channels.ts';
import type { ContainerRuntime, LogLine, ProcessFacts } from '../../ports/cri.ts';
import type { LogOptions } from '../../ports/node-server.ts';

export interface LogSource {
  readonly runtime: ContainerRuntime;
  readonly id: string;
  readonly facts: ProcessFacts;
}

/** How often a kubelet looks whether a followed container still runs. */
const LOOK_MICROS = SECOND;

/** What is there of a log, as the client gets it. */
export function logText(
  ctx: Context,
  { runtime, id, facts }: LogSource,
  options: LogOptions,
): { readonly lines: number; readonly text: string } {
  const all = runtime.log(id, facts, (options.since ?? 0) - 1, ctx.now);
  const { tailLines } = options;
  const kept = tailLines === undefined || tailLines < 0 ? all : tailLines === 0 ? [] : all.slice(-tailLines);
  return { lines: kept.length, text: limited(textOf(ctx, kept, options), options.limitBytes) };
}

/** Sends what is written from now on until the container has ended, the client has gone or has had enough bytes. */
export function* followLog(
  ctx: Context,
  far: Channels,
  source: LogSource,
  options: LogOptions,
  sent: string,
): Process<void> {
  const { runtime, id, facts } = source;
  let told = ctx.now;
  let left = options.limitBytes === undefined ? undefined : options.limitBytes - utf8Length(sent);
  for (;;) {
    if (far.isOver || (left !== undefined && left <= 0) || !runtime.isRunning(id)) {
      far.stop();
      return;
    }
    const next = runtime.nextLogAt(id, told);
    const wait = Math.min(LOOK_MICROS, next === undefined ? LOOK_MICROS : next - told);
    yield* within(ctx, wait, far.arrival, true);
    const text = limited(textOf(ctx, runtime.log(id, facts, told, ctx.now), options), left);
    told = ctx.now;
    if (text === '') continue;
    far.send(ctx, STDOUT, text);
    if (left !== undefined) left -= utf8Length(text);
  }
}

function textOf(ctx: Context, lines: readonly LogLine[], { timestamps }: LogOptions): string {
  let text = '';
  for (const line of lines) text += timestamps ? `${stamp(ctx.wallAt(line.time))} ${line.text}` : line.text;
  return text;
}

/** Nanoseconds, of which the last three are not known. */
/** As the runtime notes it beside each line. */
export function stamp(micros: Micros): string {
  const fraction = String(micros % SECOND).padStart(6, '0');
  return `${rfc3339(micros).slice(0, -1)}.${fraction}000Z`;
}

function limited(text: string, bytes: number | undefined): string {
  if (bytes === undefined || text.length * 4 <= bytes) return text;
  let left = bytes;
  let end = 0;
  for (const letter of text) {
    left -= lengthOf(letter);
    if (left < 0) break;
    end += letter.length;
  }
  return text.slice(0, end);
}

function lengthOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}
