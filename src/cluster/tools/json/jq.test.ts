import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { tell } from '../tools.ts';
import { jq } from './jq.ts';

interface Recorded {
  readonly args: readonly string[];
  /** Left out: the Pods. */
  readonly input?: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

const file = new URL('../../../../testdata/shell/jq.json', import.meta.url);
const { pods, runs } = JSON.parse(readFileSync(file).toString()) as {
  readonly pods: string;
  readonly runs: readonly Recorded[];
};

it('TL13: jq says what jq 1.6 was recorded to say, word by word', () => {
  expect(runs.length).toBeGreaterThan(140);
  for (const { args, input, stdout, stderr, code } of runs)
    expect([args, jq(args, input ?? pods, () => undefined, 0)]).toMatchObject([
      args,
      { stdout, stderr, exitCode: code },
    ]);
});

it('TL13: jq without anything to do says how it is used', () => {
  expect(jq([], undefined, () => undefined, 0)).toMatchObject({ stderr: expect.stringMatching(/Usage:/), exitCode: 2 });
  expect(jq([], '{"a":1}', () => undefined, 0)).toMatchObject({ stdout: '{\n  "a": 1\n}\n', exitCode: 0 });
});

it('TL13: jq reads files, and what it does is counted', () => {
  const read = (path: string) => (path === 'a.json' ? '{"a":[1,2]}' : undefined);
  expect(jq(['-c', '.a', 'a.json'], undefined, read, 0).stdout).toBe('[1,2]\n');
  expect(jq(['.', 'none.json'], undefined, read, 0)).toMatchObject({
    stderr: 'jq: error: Could not open none.json: No such file or directory\n',
    exitCode: 2,
  });
  expect(jq(['-n', 'now|todate'], undefined, read, 1_768_467_600).stdout).toBe('"2026-01-15T09:00:00Z"\n');
  expect(tell('jq', ['-n', '[range(1000000000)]|length'], undefined)).toMatchObject({ takes: { micros: undefined } });
});

it('TL13: column -t puts cells below one another', () => {
  expect(tell('column', ['-t'], 'a bb c\nlonger x\n')?.stdout).toBe('a       bb  c\nlonger  x\n');
  expect(tell('column', ['-t', '-s', ','], 'a,b\n1,22\n')?.stdout).toBe('a  b\n1  22\n');
});
