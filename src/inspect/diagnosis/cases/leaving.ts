import type { Case } from './case.ts';

const HELD = '{"metadata":{"finalizers":["example.org/hold"]}}';
const FREE = '{"metadata":{"finalizers":null}}';

export const leaving: readonly Case[] = [
  {
    name: 'a finalizer keeps a deleted object',
    given: ['kubectl create configmap c', `kubectl patch configmap c --type=merge -p ${HELD}`],
    broken: ['kubectl delete configmap c --wait=false'],
    found: [
      {
        subject: 'configmaps/default/c',
        wish: 'gone',
        hold: 'finalizer',
        args: { kind: 'ConfigMap', name: 'c', finalizer: 'example.org/hold', others: 0 },
        deed: 'kubectl delete configmap c --wait=false',
        change: `kubectl patch configmaps c -n default --type=merge -p ${FREE}`,
      },
    ],
    healthy: ['kubectl delete configmap c --wait=false', `kubectl patch configmap c --type=merge -p ${FREE}`],
  },
  {
    name: 'a namespace is held by what is in it',
    given: [
      'kubectl create ns team',
      'kubectl create configmap c -n team',
      `kubectl patch configmap c -n team --type=merge -p ${HELD}`,
    ],
    broken: ['kubectl delete ns team --wait=false', { wait: 20 }],
    found: [
      {
        subject: 'namespaces/team',
        wish: 'gone',
        hold: 'namespaceHeld',
        args: { kind: 'Namespace', name: 'team', object: 'configmaps/c', others: 0, finalizer: 'example.org/hold' },
        deed: 'kubectl delete ns team --wait=false',
        change: `kubectl patch configmaps c -n team --type=merge -p ${FREE}`,
      },
    ],
    healthy: [
      `kubectl patch configmap c -n team --type=merge -p ${FREE}`,
      'kubectl delete ns team --wait=false',
      { wait: 20 },
    ],
  },
];
