import { expect, it } from 'vitest';
import { COMMANDS_TABLE, type CommandRow } from './kubectl/session/rows.ts';
import { startedRun, typeLine } from './testing/started-run.ts';

const DEPLOY = 'kubectl create deployment web --image=nginx:1.27';

it('KC184: Ctrl+C kills a command wherever it is: nothing more is sent or shown, what was sent is done', () => {
  const whole = startedRun({ nodes: 1, latencies: 'realistic' });
  const before = whole.engine.stepCount;
  typeLine(whole, DEPLOY);
  const steps = whole.engine.stepCount - before;
  const made: boolean[] = [];
  for (let at = 1; at < steps; at += 7) {
    const run = startedRun({ nodes: 1, latencies: 'realistic' });
    const rows = run.engine.table<CommandRow>(COMMANDS_TABLE);
    run.give({ type: 'kubectl', argv: DEPLOY.split(' '), files: {} });
    run.advance({ steps: before + at });
    if (rows.get('1')?.exitCode !== undefined) break;
    const shown = rows.get('1')?.stdout ?? '';
    run.give({ type: 'interrupt', command: 1 });
    run.advance({ quiescent: true });
    expect(rows.get('1')).toMatchObject({ stdout: shown, stderr: '', exitCode: 130 });
    made.push(typeLine(run, 'kubectl get deployment web').exitCode === 0);
  }
  expect(made.slice(0, 2)).toEqual([false, false]);
  expect(made.at(-1)).toBe(true);
});

it('KC184: and a sleep', () => {
  const run = startedRun({ nodes: 1, latencies: 'realistic' });
  const rows = run.engine.table<CommandRow>(COMMANDS_TABLE);
  run.give({ type: 'kubectl', argv: ['sleep', '3600'], files: {} });
  run.advance({ time: run.engine.now + 5_000_000 });
  run.give({ type: 'interrupt', command: 1 });
  run.advance({ quiescent: true });
  expect(rows.get('1')).toMatchObject({ stdout: '', exitCode: 130 });
  expect(run.engine.now).toBe(run.inputs[1]?.time);
  expect(typeLine(run, 'sleep 2').exitCode).toBe(0);
  expect(run.engine.now).toBe((run.inputs[2]?.time ?? 0) + 2_000_000);
});
