import { expect, it } from 'vitest';
import { Run } from '../engine/index.ts';
import { CLUSTER_SETTLE_MICROS, CLUSTER_START_TIME, clusterKinds, clusterProgram, type Given } from './assemble.ts';
import { COMMANDS_TABLE, type CommandRow } from './kubectl/rows.ts';

it('AS46 NL3: after a stop of the API server every component goes on where it was', () => {
  const run = new Run<Given>(() => clusterProgram({ nodes: 2, latencies: 'realistic', proxy: 'none' }), {
    seed: 1,
    kinds: clusterKinds,
    startTime: CLUSTER_START_TIME,
    recording: 'full',
    maxSteps: 500_000,
    freeze: false,
  });
  run.advance({ time: CLUSTER_START_TIME + CLUSTER_SETTLE_MICROS });
  const commands = run.engine.table<CommandRow>(COMMANDS_TABLE);
  const type = (line: string): CommandRow => {
    const id = String(commands.size + 1);
    run.give({ type: 'kubectl', argv: line.split(' ').slice(1), files: {} });
    run.advance({ quiescent: true, when: () => commands.get(id)?.exitCode !== undefined });
    return commands.get(id) as CommandRow;
  };
  const pause = (seconds: number): void => {
    run.advance({ time: run.engine.now + seconds * 1_000_000 });
  };
  type('kubectl create deployment web --image=nginx:1.27 --replicas=2');
  pause(10);
  run.give({ type: 'api-server', state: 'stopped' });
  pause(20);
  expect(type('kubectl get pods')).toMatchObject({
    exitCode: 1,
    stderr: 'The connection to the server 10.123.0.1:6443 was refused - did you specify the right host or port?\n',
  });
  pause(40);
  run.give({ type: 'api-server', state: 'running' });
  pause(60);
  expect(type('kubectl get events').stdout).not.toContain('NodeNotReady');
  expect(type('kubectl scale deployment web --replicas=3').exitCode).toBe(0);
  pause(20);
  expect(type('kubectl get deployment web').stdout).toContain('3/3');
});
