import { compareStrings } from '../base/order.ts';
import { saveRule } from '../cluster/network/iptables/print-rule.ts';
import type { ChainRow } from '../cluster/network/iptables/rows.ts';
import type { Delta } from '../engine/index.ts';
import type { FieldChange } from '../protocol/request-view.ts';

const MOST_LINES = 80;

/** Changed chains as the lines that `iptables-save` prints, those that stay left out. */
export function ruleLines(deltas: readonly Delta[]): readonly FieldChange[] {
  const chains = deltas
    .map(({ key, before, after }) => ({ key, before: linesOf(before), after: linesOf(after) }))
    .sort((a, b) => compareStrings(a.key, b.key));
  const lines: FieldChange[] = [];
  for (const { key, before, after } of chains) {
    const kept = new Set(after);
    const had = new Set(before);
    const change = (op: FieldChange['op'], text: string): FieldChange => ({ op, depth: 1, path: key, text });
    const gone = before.filter((line) => !kept.has(line)).map((line) => change('remove', line));
    const come = after.filter((line) => !had.has(line)).map((line) => change('add', line));
    if (gone.length + come.length === 0) continue;
    lines.push({ op: 'same', depth: 0, path: key, text: key.replace('/', ' ') }, ...gone, ...come);
  }
  return lines.slice(0, MOST_LINES);
}

function linesOf(row: unknown): readonly string[] {
  if (row === undefined) return [];
  const { name, rules } = row as ChainRow;
  return [`:${name}`, ...rules.map((rule) => `-A ${name}${saveRule(rule)}`)];
}
