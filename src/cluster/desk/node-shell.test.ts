import { expect, it } from 'vitest';
import type { Run } from '../../engine/index.ts';
import type { Given } from '../inputs/inputs.ts';
import { startedRun, typeAsIs } from '../testing/started-run.ts';
import { SHELL_TABLE } from './rows.ts';

function deployed(): Run<Given> {
  const run = startedRun({ nodes: 2, latencies: 'realistic' });
  typeAsIs(run, 'kubectl create deployment web --image=nginx:1.27 --replicas=2');
  run.advance({ quiescent: true });
  return run;
}

const hostOf = (run: Run<Given>) => run.engine.table(SHELL_TABLE).get('shell')?.host;

it('DK8: ssh leads to a shell on a node until exit; what is typed runs there', () => {
  const run = deployed();
  expect(typeAsIs(run, 'ssh node-1')).toMatchObject({ stdout: '', stderr: '', exitCode: 0 });
  expect(hostOf(run)).toBe('node-1');
  expect(typeAsIs(run, 'hostname; pwd; whoami; cat /etc/hostname').stdout).toBe('node-1\n/root\nroot\nnode-1\n');
  expect(typeAsIs(run, 'crictl ps | grep -c nginx; crictl pods -q | wc -l').stdout).toBe('1\n1\n');
  expect(typeAsIs(run, 'crictl ps').stdout).toMatch(/^CONTAINER {11}IMAGE {15}CREATED {2,}STATE {15}NAME /);
  expect(typeAsIs(run, 'crictl images | grep nginx').stdout).toMatch(/nginx +1\.27 +\w{13} +[\d.]+MB\n$/);
  expect(typeAsIs(run, 'iptables-save -t nat | grep -c KUBE-SVC').stdout).not.toBe('0\n');
  expect(typeAsIs(run, 'ip route | head -n 1').stdout).toContain('default via');
  expect(typeAsIs(run, 'kubectl get pods')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('localhost:8080'),
  });
  expect(typeAsIs(run, 'X=1; cd /etc/kubernetes/manifests && ls').stdout).toBe('');
  typeAsIs(run, 'exit');
  expect(hostOf(run)).toBe('client');
  expect(typeAsIs(run, 'whoami; hostname; echo "[$X]"').stdout).toBe('user\nclient\n[]\n');
});

it('DK8: a manifest that is written there is a static Pod', () => {
  const run = deployed();
  typeAsIs(run, 'ssh node-2');
  const pod =
    'apiVersion: v1\nkind: Pod\nmetadata: {name: static}\nspec:\n  containers: [{name: a, image: "nginx:1.27"}]\n';
  typeAsIs(run, `cat > /etc/kubernetes/manifests/static.yaml <<EOF\n${pod}EOF`);
  typeAsIs(run, 'exit');
  typeAsIs(run, 'sleep 30');
  run.advance({ quiescent: true });
  expect(typeAsIs(run, 'kubectl get pod static-node-2 --no-headers | cat').stdout).toMatch(/1\/1 +Running/);
});

it('DK8: ssh with a command runs it there, as the shell there reads it, and its output can be piped', () => {
  const run = deployed();
  expect(typeAsIs(run, "ssh node-2 'hostname; ls /etc/kubernetes' | tr '\\n' ' '").stdout).toBe('node-2 manifests ');
  expect(typeAsIs(run, 'ssh -p 22 root@node-1 iptables-save -t nat | head -n 1').stdout).toBe('*nat\n');
  expect(typeAsIs(run, 'ssh nowhere')).toMatchObject({
    stderr: 'ssh: Could not resolve hostname nowhere: Name or service not known\n',
    exitCode: 255,
  });
  expect(typeAsIs(run, 'ssh node-1 false; echo $?').stdout).toBe('1\n');
});
