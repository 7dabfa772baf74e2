import { expect, it } from 'vitest';
import { startedRun, typeLine, wait } from './testing/started-run.ts';

it('AS46 NL3: after a stop of the API server every component goes on where it was', () => {
  const run = startedRun({ nodes: 2, latencies: 'realistic', proxy: 'none' });
  const type = (line: string) => typeLine(run, line);
  const pause = (seconds: number) => wait(run, seconds);
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
