import { describe, expect, it } from 'vitest';
import { terminal } from '../../testing/terminal.ts';

const manifest = (kind: string, name: string, rest: string) =>
  `apiVersion: v1\nkind: ${kind}\nmetadata:\n  name: ${name}\n  labels:\n    app: web\n${rest}`;

describe('kubectl diff', () => {
  it('KC43: shows what would change, writes nothing, and ends with 1', () => {
    const { type } = terminal();
    type('kubectl apply -f cm.yaml', { 'cm.yaml': manifest('ConfigMap', 'cfg', 'data:\n  one: "1"\n') });
    const wanted = { 'cm.yaml': manifest('ConfigMap', 'cfg', 'data:\n  one: "2"\n') };
    const { stdout, stderr, exitCode } = type('kubectl diff -f cm.yaml', wanted);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 1 });
    expect(stdout).toMatch(/^diff -u -N \/tmp\/LIVE-\d+\/v1\.ConfigMap\.default\.cfg /);
    expect(stdout).toContain('-  one: "1"\n+  one: "2"\n');
    expect(type('kubectl get cm cfg -o jsonpath={.data.one}').stdout).toBe('1');
    expect(type('kubectl diff -f cm.yaml', { 'cm.yaml': manifest('ConfigMap', 'cfg', 'data:\n  one: "1"\n') })).toEqual(
      {
        stdout: '',
        stderr: '',
        exitCode: 0,
      },
    );
  });
  it('KC43: hides what Secrets hold, and shows what does not exist yet', () => {
    const { type } = terminal();
    const files = { 's.yaml': manifest('Secret', 'key', 'data:\n  a: b25l\n') };
    const fresh = type('kubectl diff -f s.yaml', files).stdout;
    expect(fresh).toContain("+data:\n+  a: '***'\n");
    type('kubectl apply -f s.yaml', files);
    const changed = type('kubectl diff -f s.yaml', {
      's.yaml': manifest('Secret', 'key', 'data:\n  a: dHdv\n'),
    }).stdout;
    expect(changed).toContain("-  a: '*** (before)'\n+  a: '*** (after)'\n");
  });
});

describe('kubectl apply --prune', () => {
  it('KC44: deletes what was applied before with these labels and is not in the files', () => {
    const { type } = terminal();
    type('kubectl apply -f a.yaml', { 'a.yaml': manifest('ConfigMap', 'old', '') });
    type('kubectl create cm other');
    type('kubectl label cm other app=web');
    const { stdout, stderr, exitCode } = type('kubectl apply --prune -l app=web -f b.yaml', {
      'b.yaml': manifest('ConfigMap', 'new', ''),
    });
    expect({ stdout, exitCode }).toEqual({ stdout: 'configmap/new created\nconfigmap/old pruned\n', exitCode: 0 });
    expect(stderr).toMatch(/^W\d{4} [\d:.]+ +\d+ prune\.go:71\] Deprecated: /);
    expect(type('kubectl get cm -l app=web -o name').stdout).toBe('configmap/new\nconfigmap/other\n');
  });
  it('KC44: wants a selector or --all', () => {
    const { type } = terminal();
    expect(type('kubectl apply --prune -f b.yaml', { 'b.yaml': manifest('ConfigMap', 'new', '') }).stderr).toBe(
      'error: all resources selected for prune without explicitly passing --all. To prune all resources, pass the --all flag. If you did not mean to prune all resources, specify a label selector\n',
    );
  });
});
