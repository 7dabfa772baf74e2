import { isForKubectl } from '../cluster/kubectl/find-command.ts';
import { letterDistance } from './diagnosis/nearest.ts';

/** More slips than that make another word of `kubectl`. */
const MOST_SLIPS = 2;

/** The line that somebody meant who left out `kubectl`, or mistyped it. */
export function meantLine(line: string): string | undefined {
  if (isForKubectl(line)) return `kubectl ${line}`;
  const [, word = '', rest = ''] = /^(k[\w-]{4,})\s+(\S.*)$/s.exec(line) ?? [];
  const slips = letterDistance(word, 'kubectl');
  return slips > 0 && slips <= MOST_SLIPS && isForKubectl(rest) ? `kubectl ${rest}` : undefined;
}
