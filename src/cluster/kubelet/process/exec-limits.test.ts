import { describe, expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import { isTooMuch } from './exec-limits.ts';

/** Each variable is twice the one before, the first of 16 letters. */
function doubling(name: string, times: number): string {
  const env = [
    '{name: X0, value: 0123456789abcdef}',
    ...Array.from({ length: times }, (_, at) => `{name: X${at + 1}, value: $(X${at})$(X${at})}`),
  ];
  return `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  containers:
  - name: main
    image: busybox
    command: [sh, -c, 'echo $X1; sleep 3600']
    env: [${env.join(', ')}]
`;
}

describe('what the kernel takes', () => {
  it('KL106: is 128 KiB a text and 2 MiB in all, with ends and pointers', () => {
    expect(isTooMuch([], [['A', 'x'.repeat(131_072 - 3)]])).toBe(false);
    expect(isTooMuch([], [['A', 'x'.repeat(131_072 - 2)]])).toBe(true);
    expect(isTooMuch(['é'.repeat(65_536)], [])).toBe(true);
    const many = Array.from({ length: 20 }, (_, at): [string, string] => [`A${at}`, 'x'.repeat(100_000)]);
    expect([isTooMuch([], many), isTooMuch([], [...many, ['B', 'x'.repeat(100_000)]])]).toEqual([false, true]);
  });

  it('KL106: a container that asks for more ends at once and says so in its log, however often its variables double', () => {
    const cluster = new TypedCluster({ nodes: 1 });
    cluster.apply([doubling('fits', 12), doubling('long', 14), doubling('endless', 60)].join('---\n'));
    cluster.wait(40);
    const restarts = (pod: string): number =>
      Number(cluster.path(`pod ${pod}`, '{.status.containerStatuses[0].restartCount}'));
    expect([restarts('fits'), restarts('long') > 1, restarts('endless') > 1]).toEqual([0, true, true]);
    const last = cluster.path('pod long', '{.status.containerStatuses[0].lastState.terminated}');
    expect(JSON.parse(last)).toMatchObject({ exitCode: 1, reason: 'Error' });
    expect(cluster.type('kubectl logs endless').stdout).toBe('exec /usr/bin/sh: argument list too long\n');
    expect(cluster.type('kubectl logs fits').stdout).toBe('0123456789abcdef0123456789abcdef\n');
  });
});
