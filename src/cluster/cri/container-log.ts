// Models containerd internal/cri/io/logger.go (v1.36)

import { MILLISECOND } from '../../base/time/units.ts';
import { parseImage } from '../images/catalog.ts';
import { inWords, writesNext, writtenBy } from '../images/program.ts';
import { systemFiles } from '../images/system-files.ts';
import type { LogLine, ProcessFacts } from '../ports/cri.ts';
import type { Surroundings } from '../shell/shell-process.ts';
import type { Around } from '../tools/around.ts';
import { nameOf } from '../tools/files/permissions.ts';
import type { Container } from './container.ts';
import { processesIn } from './processes.ts';

/** Where a container's processes run, as they are told. */
export function aroundOf(container: Container, facts: ProcessFacts, now: number): Around {
  const { image, user } = container.view.config;
  const ownersUid = user?.gainsNothing === true ? user.uid : 0;
  const around = {
    ...facts,
    now,
    ownersUid,
    processes: () => processesIn(container),
    version: parseImage(image).tag,
  };
  if (user === undefined || user.uid === 0) return around;
  return { ...around, user: nameOf(user.uid, systemFiles(image).get('/etc/passwd')) };
}

/** Lines by time; what programs write in several pieces becomes whole lines. */
export function logLines(container: Container, facts: ProcessFacts, after: number, until: number): readonly LogLine[] {
  const asked = container.asked.filter(({ time }) => time > after && time <= until);
  const lines = programLines(container, facts, after, until);
  return asked.length === 0 ? lines : [...lines, ...asked].sort((a, b) => a.time - b.time);
}

/** What is written at once is still in the pipe for who attaches at once. */
const FIRST_WORDS = 20 * MILLISECOND;

/** What comes to somebody who listens: of one moment, too, what is written after the last look. */
export class LogListener {
  private told: number;
  private seen: number;

  constructor(
    private readonly container: Container,
    private readonly facts: ProcessFacts,
    now: number,
  ) {
    const { startedAt = now } = container.view;
    const isFresh = now - startedAt <= FIRST_WORDS;
    this.told = isFresh ? startedAt - 1 : now;
    this.seen = isFresh ? 0 : this.whole();
  }

  /** Lines since the last look. */
  lines(now: number): readonly LogLine[] {
    const { container, told, seen } = this;
    const asked = container.asked.slice(seen);
    const lines = programLines(container, this.facts, told, now);
    this.told = now;
    this.seen = this.whole();
    const fresh = asked.slice(0, this.seen - seen);
    return fresh.length === 0 ? lines : [...lines, ...fresh].sort((a, b) => a.time - b.time);
  }

  /** What has no line end yet may still grow. */
  private whole(): number {
    const { asked, view } = this.container;
    const isOpen = view.state === 'running' && asked.at(-1)?.text.endsWith('\n') === false;
    return asked.length - Number(isOpen);
  }
}

/** What the program writes of itself. */
function programLines(container: Container, facts: ProcessFacts, after: number, until: number): readonly LogLine[] {
  const { startedAt, finishedAt } = container.view;
  if (startedAt === undefined || startedAt === 0) return [];
  const end = finishedAt === undefined ? until : Math.min(until, finishedAt);
  const lines: LogLine[] = [];
  for (const { time, stream, text } of writtenBy(container.program, startedAt, Math.max(after, startedAt - 1), end)) {
    for (const line of linesOf(inWords(text, aroundOf(container, facts, time))))
      lines.push({ time, stream, text: line });
  }
  return lines;
}

/** Undefined when nothing more comes by itself. */
export function nextLine({ view, program }: Container, after: number): number | undefined {
  if (view.startedAt === undefined || view.finishedAt !== undefined) return undefined;
  return writesNext(program, view.startedAt, after);
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** What has no line end yet is continued. Logs are rotated: of a very long one the older half is gone. */
function addToLog(log: LogLine[], line: LogLine): void {
  const last = log.at(-1);
  if (last !== undefined && last.stream === line.stream && !last.text.endsWith('\n')) {
    log[log.length - 1] = { ...line, text: `${last.text}${line.text}` };
    return;
  }
  log.push(line);
  if (log.length > MOST_KEPT_LINES) log.splice(0, MOST_KEPT_LINES / 2);
}

const MOST_KEPT_LINES = 20_000;

/** What the first process writes, or somebody for it. */
export function toLog({ asked }: Container): Surroundings['write'] {
  return ({ now }, stream, text) => {
    for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) addToLog(asked, { time: now, stream, text: line });
  };
}
