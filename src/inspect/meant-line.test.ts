import { expect, it } from 'vitest';
import { meantLine } from './meant-line.ts';

it('a line without kubectl, or with a slip in it, is known for what it was meant to be', () => {
  expect(['get pods', 'kubctl get pods', 'kubeclt describe pod x', 'kubectll get po -w'].map(meantLine)).toEqual([
    'kubectl get pods',
    'kubectl get pods',
    'kubectl describe pod x',
    'kubectl get po -w',
  ]);
  for (const line of [
    'kubectl get pods',
    'kubectl',
    'kubectx prod',
    'kubens default',
    'kubeadm init',
    'kubelet get',
    'ls',
    '',
  ])
    expect(meantLine(line), line).toBeUndefined();
});
