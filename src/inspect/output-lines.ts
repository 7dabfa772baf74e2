import type { CommandRow } from '../cluster/kubectl/session/rows.ts';
import type { RawRequestRow } from '../cluster/ports/raw-requests.ts';
import type { FieldChange } from '../protocol/request-view.ts';
import { diffValues } from './diff.ts';

const MOST_LINES = 200;

/** What a command has printed, the newest lines marked. */
export function outputLines(before: CommandRow | undefined, after: CommandRow): readonly FieldChange[] {
  const printed = (row: CommandRow | undefined): readonly string[] =>
    row === undefined ? [] : `${row.stdout}${row.stderr}`.split('\n').slice(0, -1);
  const [had, has] = [printed(before), printed(after)];
  const ended: readonly FieldChange[] =
    after.exitCode === undefined || before?.exitCode !== undefined
      ? []
      : [{ op: after.exitCode === 0 ? 'add' : 'bad', depth: 0, path: 'exitCode', text: `exit code ${after.exitCode}` }];
  const lines = has.map(
    (text, at): FieldChange => ({ op: at < had.length ? 'same' : 'add', depth: 0, path: `${at}`, text }),
  );
  return [...lines.slice(-MOST_LINES), ...ended];
}

/** What has come to a request that was sent by hand: its answer, or the newest event of its stream. */
export function answerLines(before: RawRequestRow | undefined, after: RawRequestRow): readonly FieldChange[] {
  const { code, contentType, body, frames } = after;
  const frame = frames.length > (before?.frames.length ?? 0) ? frames.at(-1) : undefined;
  if (frame !== undefined) return [line(frame.type), ...diffValues(undefined, frame.object)];
  const head = line(code === undefined ? '' : `${code} ${contentType}`, (code ?? 0) >= 400 ? 'bad' : 'add');
  if (typeof body !== 'string') return [head, ...diffValues(undefined, body)];
  return [
    head,
    ...body
      .trimEnd()
      .split('\n')
      .slice(0, MOST_LINES)
      .map((text) => line(text)),
  ];
}

const line = (text: string, op: FieldChange['op'] = 'add'): FieldChange => ({ op, depth: 0, path: '', text });
