import { describe, expect, it } from 'vitest';
import { TypedCluster } from '../testing/typed-cluster.ts';

const SCRIPTS = {
  tail: 'tail /dev/zero',
  piped: 'cat /dev/zero | head -c 100m | tail',
  filled: 'yes | tr \\\\n x | head -c 500m | grep n',
  block: 'dd if=/dev/zero of=/dev/null bs=100M count=1',
  shared: 'dd if=/dev/zero of=/dev/shm/x bs=1M count=30',
  doubled: 'x=a; while true; do x=$x$x; done',
  words: 'set -- a; while :; do set -- "$@" "$@"; done',
  awk: `awk 'BEGIN { a = "x"; while (1) a = a a }'`,
} as const;
const QUIET = {
  some: 'yes | head -3; yes no | head -100000 | tail -1; head -c 10m /dev/zero | tail | wc -c',
  word: "cat /dev/urandom | tr -dc 'a-z0-9' | fold -w 8 | head -n 1; head -c 16 /dev/urandom | base64 | wc -c",
  chance: 'for i in 1 2 3 4 5 6 7 8; do echo $((RANDOM % 2)); done; echo $RANDOM',
  copied: 'dd if=/dev/zero of=/tmp/x bs=1M count=10; echo hi | dd of=/tmp/y 2>/dev/null; cat /tmp/y',
  forks: 'f() { f & f & }; f; sleep 5; echo over',
  busy: 'yes > /dev/null',
} as const;

function pod(name: string, script: string): string {
  const container = {
    name: 'main',
    image: 'busybox:1.36',
    command: ['sh', '-c', script],
    resources: { limits: { memory: '20Mi' } },
  };
  const spec = { restartPolicy: 'Never', containers: [container] };
  return JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec });
}

describe('what has no end', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(
    Object.entries({ ...SCRIPTS, ...QUIET })
      .map(([name, script]) => pod(name, script))
      .join('\n---\n'),
  );
  cluster.wait(30);
  const log = (name: string): string => cluster.type(`kubectl logs ${name}`).stdout;

  it.each(Object.entries(SCRIPTS))('SH7, SH8, KL32: %s is killed for its memory: %s', (name) => {
    const ended = '{.status.containerStatuses[0].state.terminated';
    expect(cluster.path(`pod ${name}`, `${ended}.reason} ${ended}.exitCode}`)).toBe('OOMKilled 137');
  });

  it('SH7: who reads only some of it goes on', () => {
    expect(log('some')).toBe('y\ny\ny\nno\n10485760\n');
    expect(log('copied')).toBe(
      '10+0 records in\n10+0 records out\n10485760 bytes (10.0MB) copied, 0.010000 seconds, 1000.0MB/s\nhi\n',
    );
    expect(cluster.path('pod busy', '{.status.phase}')).toBe('Running');
  });

  it('SH7: chance differs from call to call', () => {
    expect(log('word')).toMatch(/^[a-z0-9]{8}\n25\n$/);
    const lines = log('chance').trim().split('\n');
    expect(new Set(lines.slice(0, -1))).toEqual(new Set(['0', '1']));
    expect(Number(lines.at(-1))).toBeLessThan(32_768);
  });

  it('SH8: who starts itself again and again is refused more', () => {
    expect(log('forks')).toMatch(/^(?:sh: can't fork: Resource temporarily unavailable\n)+over\n$/);
  });

  it('SH7: a file that grows without end takes the room of its volume', () => {
    const spec = JSON.parse(pod('file', 'cat /dev/zero > /cache/file'));
    spec.spec.volumes = [{ name: 'cache', emptyDir: { sizeLimit: '1Gi' } }];
    spec.spec.containers[0].volumeMounts = [{ name: 'cache', mountPath: '/cache' }];
    cluster.apply(JSON.stringify(spec));
    cluster.wait(20);
    expect(cluster.path('pod file', '{.status.reason}')).toBe('Evicted');
  });
});
