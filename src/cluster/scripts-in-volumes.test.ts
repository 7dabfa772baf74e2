import { expect, it } from 'vitest';
import { startedRun, typeLine, wait } from './testing/started-run.ts';

const pod = (name: string, command: string, mode: string): string => `---
apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  restartPolicy: Never
  containers:
  - name: main
    image: busybox:1.36
    command: ${command}
    workingDir: /scripts
    resources: {limits: {memory: 64Mi}}
    volumeMounts: [{name: scripts, mountPath: /scripts}]
  volumes: [{name: scripts, configMap: {name: scripts${mode}}}]
`;

const ALL = `apiVersion: v1
kind: ConfigMap
metadata: {name: scripts}
data:
  hello.sh: |
    #!/bin/sh
    set -e
    NAME=\${1:-world}
    echo "hello $NAME from $(hostname), $# in $PWD of $(cat /sys/fs/cgroup/memory.max)"
    false
    echo no
${pod('own', '["/scripts/hello.sh", "you"]', ', defaultMode: 0755')}${pod('given', '["sh", "hello.sh"]', '')}${pod('denied', '["/scripts/hello.sh"]', '')}`;

it('SH4: a script that is mounted runs by its own name when it may, else it is given to a shell', () => {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  typeLine(run, 'kubectl apply -f all.yaml', { 'all.yaml': ALL });
  wait(run, 10);
  const of = (name: string, path: string) =>
    typeLine(run, `kubectl get pod ${name} -o jsonpath={.status.containerStatuses[0].state.terminated.${path}}`).stdout;
  expect(typeLine(run, 'kubectl logs own').stdout).toBe('hello you from own, 1 in /scripts of 67108864\n');
  expect(of('own', 'exitCode')).toBe('1');
  expect(typeLine(run, 'kubectl logs given').stdout).toBe('hello world from given, 0 in /scripts of 67108864\n');
  expect(of('given', 'exitCode')).toBe('1');
  expect(of('denied', 'message')).toContain('exec: "/scripts/hello.sh": permission denied: unknown');
});
