// Models containerd internal/cri/io/logger.go (v1.36)

import { parseImage } from '../images/catalog.ts';
import { type Filling, filled, writesNext, writtenBy } from '../images/output.ts';
import type { LogLine, ProcessFacts } from '../ports/cri.ts';
import type { Container } from './container.ts';

/** What texts of a container's processes are filled in with. */
export function fillingOf({ view }: Container, facts: ProcessFacts): Filling {
  const { image, command, args } = view.config;
  return { ...facts, command: [...command, ...args].join(' ') || image, version: parseImage(image).tag };
}

/** Lines by time; what programs write in several pieces becomes whole lines. */
export function logLines(container: Container, facts: ProcessFacts, after: number, until: number): readonly LogLine[] {
  const { startedAt, finishedAt } = container.view;
  if (startedAt === undefined || startedAt === 0) return [];
  const end = finishedAt === undefined ? until : Math.min(until, finishedAt);
  const filling = fillingOf(container, facts);
  const lines: LogLine[] = [];
  for (const { time, stream, text } of writtenBy(container.program, startedAt, Math.max(after, startedAt - 1), end)) {
    for (const line of linesOf(filled(text, filling, time))) lines.push({ time, stream, text: line });
  }
  const asked = container.asked.filter(({ time }) => time > after && time <= until);
  return asked.length === 0 ? lines : [...lines, ...asked].sort((a, b) => a.time - b.time);
}

/** Undefined when nothing more comes by itself. */
export function nextLine({ view, program }: Container, after: number): number | undefined {
  if (view.startedAt === undefined || view.finishedAt !== undefined) return undefined;
  return writesNext(program, view.startedAt, after);
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
