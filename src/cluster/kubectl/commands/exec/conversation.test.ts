import { expect, it } from 'vitest';
import type { Run } from '../../../../engine/index.ts';
import type { Given } from '../../../inputs/inputs.ts';
import { startedRun } from '../../../testing/started-run.ts';
import { COMMANDS_TABLE, type CommandRow } from '../../session/rows.ts';

const started = (): Run<Given> => startedRun({ nodes: 1, latencies: 'realistic', proxy: 'none' });

function withPod(): Run<Given> {
  const run = started();
  run.give({ type: 'kubectl', argv: 'run box --image=busybox:1.36 -- sleep 3600'.split(' '), files: {} });
  run.advance({ quiescent: true });
  return run;
}

const rowOf = (run: Run<Given>): CommandRow =>
  [...run.engine.table<CommandRow>(COMMANDS_TABLE).values()].at(-1) as CommandRow;

function typeLine(run: Run<Given>, line: string): CommandRow {
  run.give({ type: 'line', line, files: {} });
  run.advance({ quiescent: true });
  return rowOf(run);
}

function talk(run: Run<Given>, line: string): CommandRow {
  run.give({ type: 'kubectl', argv: line.split(' '), files: {} });
  run.advance({ quiescent: true });
  return rowOf(run);
}

/** What is shown of it since. */
function say(run: Run<Given>, text: string | undefined): string {
  const before = rowOf(run);
  run.give({ type: 'answer', command: before.id, ...(text === undefined ? {} : { text }) });
  run.advance({ quiescent: true });
  return rowOf(run).stdout.slice(before.stdout.length);
}

it('KC139: what is typed goes to a shell that keeps its folder and variables, until exit with its code', () => {
  const run = withPod();
  expect(talk(run, 'exec -it box -- sh')).toMatchObject({
    exitCode: undefined,
    stdout: '/ # ',
    asks: { for: 'lines' },
  });
  expect(say(run, 'cd /tmp\n')).toBe('cd /tmp\n/tmp # ');
  expect(say(run, 'WORD=blue; echo $WORD > told\n')).toContain('/tmp # ');
  expect(say(run, 'cat told; pwd\n')).toBe('cat told; pwd\nblue\n/tmp\n/tmp # ');
  expect(say(run, 'for n in 1 2; do\n')).toBe('for n in 1 2; do\n> ');
  expect(say(run, 'echo $WORD$n; done\n')).toBe('echo $WORD$n; done\nblue1\nblue2\n/tmp # ');
  say(run, 'exit 3\n');
  expect(rowOf(run)).toMatchObject({ exitCode: 3, stderr: 'command terminated with exit code 3\n' });
  expect(rowOf(run).asks).toBeUndefined();
});

it('KC139: Ctrl+C stops what runs there, and Ctrl+D ends the shell', () => {
  const run = withPod();
  const { id } = talk(run, 'exec -it box -- sh');
  run.give({ type: 'answer', command: id, text: 'sleep 1000; echo slept\n' });
  run.advance({ time: run.engine.now + 5_000_000 });
  expect(rowOf(run).asks).toEqual({ for: 'lines', busy: true });
  run.give({ type: 'interrupt', command: id });
  run.advance({ quiescent: true });
  expect(rowOf(run)).toMatchObject({ exitCode: undefined, asks: { for: 'lines' } });
  expect(rowOf(run).stdout).toMatch(/\^C\n\/ # $/);
  expect(say(run, 'echo $?\n')).toContain('\n130\n');
  say(run, undefined);
  expect(rowOf(run).exitCode).toBe(0);
});

it('KC139: without a terminal there is no prompt, and who has no more to say ends what reads', () => {
  const run = withPod();
  expect(talk(run, 'exec -i box -- cat')).toMatchObject({ exitCode: undefined, stdout: '' });
  expect(say(run, 'one\n')).toBe('one\none\n');
  say(run, undefined);
  expect(rowOf(run).exitCode).toBe(0);
});

it('KC139: a new Pod, one that is attached to, and a line of the shell talk, too', () => {
  const run = started();
  expect(talk(run, 'run -it --rm box --image=busybox:1.36 --restart=Never -- sh').stdout).toMatch(/\/ # $/);
  expect(say(run, 'echo $HOSTNAME\n')).toContain('\nbox\n');
  say(run, 'exit\n');
  expect(rowOf(run)).toMatchObject({ exitCode: 0 });
  expect(rowOf(run).stdout).toContain('pod "box" deleted');
  const other = withPod();
  typeLine(other, 'kubectl exec -it box -- sh && echo done');
  expect(rowOf(other).asks).toEqual({ for: 'lines' });
  say(other, 'exit\n');
  expect(rowOf(other)).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/done\n$/) });
  typeLine(other, 'echo piped | kubectl exec -i box -- cat');
  expect(rowOf(other)).toMatchObject({ exitCode: 0, stdout: 'piped\n' });
});

it('KC139: a conversation is executed again as it was, and can be gone on with otherwise', () => {
  const run = withPod();
  talk(run, 'exec -it box -- sh');
  say(run, 'cd /tmp; X=1\n');
  const open = run.engine.stepCount;
  say(run, 'exit 3\n');
  const again = started();
  for (const given of run.inputs) again.replay(given);
  again.advance({ quiescent: true });
  expect(again.engine.digest).toBe(run.engine.digest);
  const fork = run.fork(open - 1) as Run<Given>;
  fork.advance({ quiescent: true });
  expect(say(fork, 'echo $X $PWD\n')).toContain('\n1 /tmp\n');
});
