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

it('KC139: a new Pod, and a line of the shell talk, too', () => {
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

it('KC139, CRI21: who attaches goes on with the shell that is there, and with what it keeps', () => {
  const run = started();
  talk(run, 'run box --image=busybox:1.36 -it -- sh');
  say(run, 'cd /tmp; X=1\n');
  say(run, '(exit 5)\n');
  run.give({ type: 'line', line: 'kubectl attach -it box', files: {} });
  run.advance({ quiescent: true });
  expect(say(run, 'echo $? $X $PWD\n')).toContain('\n5 1 /tmp\n/tmp # ');
  run.give({ type: 'answer', command: rowOf(run).id, text: 'sleep 1000\n' });
  run.advance({ time: run.engine.now + 5_000_000 });
  run.give({ type: 'interrupt', command: rowOf(run).id });
  run.advance({ quiescent: true });
  expect(rowOf(run).stdout).toMatch(/\^C\n\/tmp # $/);
});

it('KC140: who was attached is told how to go on, and no code of what ran is his', () => {
  const run = withPod();
  const again = (pod: string, container = pod) => `'kubectl attach ${pod} -c ${container} -n default -i -t'`;
  talk(run, 'run tty --image=busybox:1.36 -it -- sh');
  expect(say(run, 'exit 3\n')).toBe(`exit 3\nSession ended, resume using ${again('tty')} command\n`);
  expect(rowOf(run)).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('will be recorded') });
  talk(run, 'attach -it -q tty');
  expect(say(run, undefined)).toBe('');
  expect(rowOf(run)).toMatchObject({ exitCode: 0, stderr: '' });
  talk(run, 'run once --image=busybox:1.36 -it --rm --restart=Never -- sh');
  expect(say(run, 'exit 3\n')).toBe(
    `exit 3\nSession ended, resume using ${again('once')} command\npod "once" deleted from default namespace\n`,
  );
  expect(rowOf(run)).toMatchObject({ exitCode: 3, stderr: expect.stringMatching(/pod default\/once terminated/) });
  // Without a terminal it is not a session that one goes on with.
  talk(run, 'run still --image=busybox:1.36 -i -- cat');
  expect(say(run, undefined)).toBe('');
});

it('KC139: a container for debugging talks, beside others, in a copy and on a node', () => {
  const run = withPod();
  const first = talk(run, 'debug -it box --image=busybox:1.36 -c peek -- sh');
  expect(first).toMatchObject({ exitCode: undefined, stdout: '/ # ', asks: { for: 'lines' } });
  expect(say(run, 'cd /tmp; hostname\n')).toBe('cd /tmp; hostname\nbox\n/tmp # ');
  expect(say(run, 'exit 4\n')).toBe(
    "exit 4\nSession ended, the ephemeral container will not be restarted but may be reattached using 'kubectl attach box -c peek -n default -i -t' if it is still running\n",
  );
  expect(rowOf(run)).toMatchObject({ exitCode: 0 });
  expect(talk(run, 'attach -it box -c peek')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/unable to upgrade connection: container not found \("peek"\)\n$/),
  });
  talk(run, 'debug -it box --image=busybox:1.36 --copy-to=twin --container=box -- sh');
  expect(say(run, 'hostname\n')).toContain('\ntwin\n');
  expect(say(run, undefined)).toContain("resume using 'kubectl attach twin -c box -n default -i -t' command\n");
  const onNode = talk(run, 'debug -it node/node-1 --image=busybox:1.36');
  expect(onNode.stdout).toMatch(
    /^Creating debugging pod node-debugger-node-1-\w{5} with container debugger on node node-1\.\n\/ # $/,
  );
  expect(say(run, 'ls /host/etc/kubernetes\n')).toContain('manifests');
  expect(say(run, 'exit\n')).toMatch(
    /resume using 'kubectl attach node-debugger-node-1-\w{5} -c debugger -n default -i -t' command\n$/,
  );
});

it('KC140: who debugs waits for an image that does not come, and is told why, again and again', () => {
  const run = withPod();
  run.give({ type: 'kubectl', argv: 'debug -it box --image=busybox:none -c bad'.split(' '), files: {} });
  run.advance({ time: run.engine.now + 40 * 60_000_000 });
  const { stderr, exitCode } = rowOf(run);
  expect(exitCode).toBeUndefined();
  expect(stderr).toMatch(/^Warning: container bad: rpc error: code = NotFound .*busybox:none/);
  expect(stderr.match(/^Warning: container bad: Back-off pulling image "busybox:none"/gm)?.length).toBeGreaterThan(1);
  run.give({ type: 'interrupt', command: rowOf(run).id });
  run.advance({ time: run.engine.now + 1_000_000 });
  expect(rowOf(run).exitCode).toBe(1);
});

it('CRI26: who debugs a container is among its processes, and can end them', () => {
  const run = withPod();
  talk(run, 'debug -it box --image=busybox:1.36 -c peek --target=box -- sh');
  expect(say(run, 'ps\n')).toMatch(/\n +1 root +0:00 sleep 3600\n +14 root +0:00 sh\n +20 root +0:00 ps\n/);
  talk(run, 'debug -it box --image=busybox:1.36 -c alone -- sh');
  expect(say(run, 'ps\n')).not.toContain('sleep');
});

it('KC139: a conversation with a container for debugging is executed again as it was', () => {
  const run = withPod();
  talk(run, 'debug -it box --image=busybox:1.36 -c peek --target=box -- sh');
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
