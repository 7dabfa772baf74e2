// Models containerd internal/cri/server/{container_start,container_stop,events}.go: the process that a container is about (v1.36)

import type { Context, Process } from '../../engine/index.ts';
import { behaviourOf } from '../images/catalog.ts';
import type { SignalHandler } from '../images/program.ts';
import { wordsOf } from '../shell/first-program.ts';
import { Shell } from '../shell/shell.ts';
import type { Ended, Surroundings } from '../shell/shell-process.ts';
import type { Container } from './container.ts';
import { factsOf, filesOf } from './container-files.ts';
import { logLines, toLog } from './container-log.ts';
import { surroundingsOf, type Ways } from './surroundings.ts';

/** The first process of a container, when it has to be followed; what it writes goes to the log. */
export function* runFirst(ctx: Context, container: Container, ways: Ways): Process<Ended> {
  const { image, command, args } = container.view.config;
  const serve: Surroundings['serve'] = ({ now }, port) => {
    container.serves = { port, from: now };
  };
  const around = surroundingsOf(container, ways, factsOf(container));
  // What nobody here knows runs until it is stopped.
  const inside = { ...around.inside, unknown: 'runs' } as const;
  const at = { ...around, inside, write: toLog(container), serve };
  const run = new Shell(ctx, at);
  container.shell = run;
  return yield* run.whole(wordsOf(behaviourOf(image), command, args));
}

/** With which code a container ends because it was asked to; undefined: it does not, or not in time. */
export function* answerSignal(
  ctx: Context,
  handler: SignalHandler | undefined,
  until: number,
  pause: () => number,
): Process<number | undefined> {
  if (handler === undefined || ctx.now + handler.afterMicros >= until) return undefined;
  yield ctx.sleep(handler.afterMicros + pause());
  return handler.exitCode;
}

/** What is in the file of last words, or at the end of the log of a container that failed. */
export function lastWordsOf(container: Container, exitCode: number, now: number): string {
  const { config } = container.view;
  const { path, orLog } = config.lastWords ?? { path: '', orLog: false };
  const facts = factsOf(container);
  const left = filesOf(container, () => now).read(path);
  if (left !== undefined && left !== '') return left.slice(0, MOST_WORDS);
  if (!orLog || exitCode === 0) return '';
  const lines = logLines(container, facts, 0, now).slice(-MOST_LINES);
  return lines
    .map(({ text }) => text)
    .join('')
    .slice(-MOST_LOG);
}

/** The end of its log, as somebody reads it who asks why it ended. */
export function endOfLog(container: Container, now: number): string {
  const lines = logLines(container, factsOf(container), 0, now).slice(-FEW_LINES);
  return lines
    .map(({ text }) => text)
    .join('')
    .trimEnd()
    .slice(-MOST_END);
}

const FEW_LINES = 3;
const MOST_END = 400;
const MOST_WORDS = 4096;
const MOST_LINES = 80;
const MOST_LOG = 2048;
