import { expect, it } from 'vitest';
import { isForKubectl, onlyLooks } from './find-command.ts';

it('KC193: what changes nothing is known, wherever its flags stand', () => {
  const looks = (line: string) => onlyLooks(line.split(' ').filter((word) => word !== ''));
  for (const line of [
    '',
    'get pods',
    'kubectl get pods',
    '-n kube-system get pods',
    '--namespace=kube-system describe pod x',
    '--context other -v 6 logs x',
    'rollout history deployment nginx',
    'scale --help',
    'apply -h',
    'auth can-i create pods',
    'apply view-last-applied deployment nginx',
  ])
    expect(looks(line), line).toBe(true);
  for (const line of [
    'apply -f get',
    'apply -f a.yaml -f b.yaml',
    'delete pod get',
    '-n get delete pod x',
    'rollout undo deployment nginx',
    'exec x -- ls -h',
    'auth reconcile -f roles.yaml',
  ])
    expect(looks(line), line).toBe(false);
});

it('KC193: a line that begins with a word that only kubectl knows is for kubectl', () => {
  expect(['cordon node-1', 'get  pods', 'rollout status deploy/x'].filter((line) => !isForKubectl(line))).toEqual([]);
  expect(['toString', 'create-role x', 'rm x', '', 'diff a b', 'get=1', 'getx'].filter(isForKubectl)).toEqual([]);
});
