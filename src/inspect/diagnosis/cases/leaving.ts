import type { Case } from './case.ts';
import { deployment, pod } from './manifests.ts';

const HELD = '{"metadata":{"finalizers":["example.org/hold"]}}';
const FREE = '{"metadata":{"finalizers":null}}';

const BUDGET = (least: number) => `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: web }
spec: { minAvailable: ${least}, selector: { matchLabels: { app: web } } }
---
`;
const ELSEWHERE = `apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: v1.example.org }
spec: { group: example.org, version: v1, groupPriorityMinimum: 1000, versionPriority: 10, service: { namespace: default, name: nobody }, insecureSkipTLSVerify: true }
---
`;

const bye = (line: string) =>
  `{ name: web, image: nginx, lifecycle: { preStop: { exec: { command: [sh, -c, "${line}"] } } } }`;
const failing = deployment('web', { container: bye('cat /no-such-file') });

export const leaving: readonly Case[] = [
  {
    name: 'a hook before the stop fails in a Pod of a Deployment',
    given: [{ apply: failing }, { wait: 20 }],
    broken: ['kubectl rollout restart deployment/web', { wait: 60 }],
    found: [
      {
        subject: 'deployments.apps/default/web',
        wish: 'orderly',
        hold: 'preStop',
        args: { kind: 'Deployment', name: 'web', container: 'web', exitCode: 1 },
        deed: 'kubectl rollout restart deployment/web',
        change: 'deployments.apps/default/web spec.template.spec.containers.0.lifecycle.preStop',
      },
    ],
    healthy: [{ apply: deployment('web', { container: bye('sleep 1') }) }, { wait: 60 }],
  },
  {
    name: 'a hook before the stop fails in a Pod of nobody',
    broken: [
      { apply: pod('web', { container: bye('exit 7') }) },
      { wait: 20 },
      'kubectl delete pod web --wait=false',
      { wait: 60 },
    ],
    found: [
      {
        subject: 'pods/default/web',
        wish: 'orderly',
        hold: 'preStop',
        args: { kind: 'Pod', name: 'web', pod: 'web', container: 'web', exitCode: 7 },
        deed: 'kubectl delete pod web --wait=false',
      },
    ],
    healthy: [
      { apply: pod('web', { container: bye('sleep 1') }) },
      { wait: 20 },
      'kubectl delete pod web --wait=false',
      { wait: 60 },
    ],
  },
  {
    name: 'a budget keeps a Pod on a node that is drained',
    isRefused: true,
    given: [{ apply: deployment('web', { replicas: 2 }) }, { apply: BUDGET(2) }, { wait: 10 }],
    broken: ['kubectl drain node-1 --timeout=7s'],
    found: [
      {
        subject: 'nodes/node-1',
        wish: 'drain',
        hold: 'budget',
        args: { name: 'node-1', left: 1, budget: 'web', healthy: 2, desired: 2, expected: 2 },
        deed: 'kubectl drain node-1 --timeout=7s',
        undo: 'kubectl uncordon node-1',
        change: 'poddisruptionbudgets.policy/default/web spec.minAvailable',
      },
    ],
    healthy: [{ apply: BUDGET(1) }, { wait: 10 }, 'kubectl drain node-1 --timeout=60s', { wait: 20 }],
  },
  {
    name: 'what is in a namespace cannot be found out',
    given: [{ apply: ELSEWHERE }, { wait: 20 }],
    broken: ['kubectl create ns team', 'kubectl delete ns team --wait=false', { wait: 30 }],
    found: [
      {
        subject: 'namespaces/team',
        wish: 'gone',
        hold: 'namespaceFails',
        args: { name: 'team' },
        deed: 'kubectl delete ns team --wait=false',
      },
    ],
    healthy: [
      'kubectl delete apiservice v1.example.org',
      'kubectl create ns team',
      'kubectl delete ns team --wait=false',
      { wait: 30 },
    ],
  },
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
