import { expect, it } from 'vitest';
import type { CommandRow } from '../cluster/kubectl/session/rows.ts';
import { parseRule } from '../cluster/network/iptables/parse-rule.ts';
import type { RuleSpec } from '../cluster/network/iptables/rules.ts';
import { outputLines } from './output-lines.ts';
import { ruleLines } from './rule-lines.ts';

const row = (stdout: string, exitCode?: number): CommandRow => ({ id: 1, argv: [], stdout, stderr: '', exitCode });

it('IN2: what a command prints is shown as its lines, the new ones marked', () => {
  const told = (before: CommandRow | undefined, after: CommandRow) =>
    outputLines(before, after).map(({ op, text }) => `${op} ${text}`);
  expect(told(undefined, row('NAME\nweb\n'))).toEqual(['add NAME', 'add web']);
  expect(told(row('NAME\n'), row('NAME\nweb\n'))).toEqual(['same NAME', 'add web']);
  expect(told(row('NAME\n'), row('NAME\n', 0))).toEqual(['same NAME', 'add exit code 0']);
});

it('IN2: changed chains are shown as the lines of iptables-save that came and went', () => {
  const rules = (...lines: string[]) =>
    lines.map((line, id) => ({ ...(parseRule(line.split(' '), 0) as RuleSpec), id }));
  const chain = (...lines: string[]) => ({ table: 'nat', name: 'KUBE-X', policy: undefined, rules: rules(...lines) });
  const delta = (before: unknown, after: unknown) => ({ table: 1, key: 'nat/KUBE-X', before, after });
  const told = ruleLines([delta(chain('-j RETURN', '-j ACCEPT'), chain('-j RETURN', '-s 10.0.0.0/8 -j ACCEPT'))]);
  expect(told.map(({ op, text }) => `${op} ${text}`)).toEqual([
    'same nat KUBE-X',
    'remove -A KUBE-X -j ACCEPT',
    'add -A KUBE-X -s 10.0.0.0/8 -j ACCEPT',
  ]);
});
