import type { Case } from './case.ts';
import { deployment, pod } from './manifests.ts';

const asks = (cpu: string) => `{ name: web, image: nginx, resources: { requests: { cpu: "${cpu}" } } }`;
const hostPort = '{ name: web, image: nginx, ports: [{ containerPort: 80, hostPort: 8080 }] }';
const web = { subject: 'deployments.apps/default/web', wish: 'replicas' };
const cordonAll = ['kubectl cordon node-1', 'kubectl cordon node-2', 'kubectl cordon node-3'];

export const scheduling: readonly Case[] = [
  {
    name: 'a Pod asks for more than any node has',
    broken: [{ apply: pod('big', { container: asks('3') }) }],
    found: [
      {
        subject: 'pods/default/big',
        wish: 'pod',
        hold: 'insufficient',
        args: { pod: 'big', count: 3, others: 0, resource: 'cpu', asked: '3', free: '2', short: '1' },
        deed: 'kubectl apply -f given.yaml',
        change: 'pods/default/big spec.containers.0.resources.requests',
      },
    ],
    healthy: [{ apply: pod('big', { container: asks('2') }) }],
  },
  {
    name: 'a Deployment asks for more than is left',
    broken: [{ apply: deployment('web', { replicas: 4, container: asks('1500m') }) }],
    found: [
      {
        ...web,
        hold: 'insufficient',
        args: { want: 4, have: 3, count: 3, asked: '1500m', free: '500m', short: '1' },
        change: 'deployments.apps/default/web spec.template.spec.containers.0.resources.requests',
      },
    ],
    healthy: [{ apply: deployment('web', { replicas: 3, container: asks('1500m') }) }],
  },
  {
    name: 'memory is what is short',
    broken: [{ apply: pod('big', { container: asks('1').replace('cpu: "1"', 'memory: 30Gi') }) }],
    found: [
      { subject: 'pods/default/big', wish: 'pod', hold: 'insufficient', args: { resource: 'memory', asked: '30Gi' } },
    ],
    healthy: [{ apply: pod('big', { container: asks('1').replace('cpu: "1"', 'memory: 3Gi') }) }],
  },
  {
    name: 'every node is tainted',
    cluster: { nodes: 1 },
    given: ['kubectl taint nodes node-1 maint=yes:NoSchedule'],
    broken: [{ apply: deployment('web') }],
    found: [
      {
        ...web,
        hold: 'tainted',
        args: { count: 1, others: 0, taint: 'maint=yes:NoSchedule', node: 'node-1' },
        deed: 'kubectl taint nodes node-1 maint=yes:NoSchedule',
        undo: 'kubectl taint nodes node-1 maint:NoSchedule-',
      },
    ],
    healthy: [{ apply: deployment('web', { spec: 'tolerations: [{ key: maint, operator: Exists }]' }) }],
  },
  {
    name: 'every node is cordoned',
    given: cordonAll,
    broken: [{ apply: deployment('web') }],
    found: [
      {
        ...web,
        hold: 'cordoned',
        args: { count: 3, others: 0, node: 'node-1' },
        deed: 'kubectl cordon node-1',
        undo: 'kubectl uncordon node-1',
      },
    ],
    healthy: ['kubectl uncordon node-2', { apply: deployment('web') }],
  },
  {
    name: 'a nodeSelector misses by a slip',
    given: ['kubectl label node node-2 disk=fast'],
    broken: [{ apply: deployment('web', { spec: 'nodeSelector: { disk: fats }' }) }],
    found: [
      {
        ...web,
        hold: 'nearNode',
        args: { label: 'disk=fats', near: 'disk=fast', node: 'node-2' },
        change: 'deployments.apps/default/web spec.template.spec.nodeSelector',
      },
    ],
    healthy: [{ apply: deployment('web', { spec: 'nodeSelector: { disk: fast }' }) }],
  },
  {
    name: 'no node has such a label',
    broken: [{ apply: deployment('web', { spec: 'nodeSelector: { gpu: "yes" }' }) }],
    found: [{ ...web, hold: 'noSuchNode', args: { label: 'gpu=yes', count: 3 } }],
    healthy: [
      'kubectl label node node-1 gpu=yes',
      { apply: deployment('web', { spec: 'nodeSelector: { gpu: "yes" }' }) },
    ],
  },
  {
    name: 'a host port is taken on every node',
    broken: [{ apply: deployment('web', { replicas: 4, container: hostPort }) }],
    found: [{ ...web, hold: 'portTaken', args: { want: 4, have: 3, port: 8080, count: 3 } }],
    healthy: [{ apply: deployment('web', { replicas: 3, container: hostPort }) }],
  },
  {
    name: 'Pods keep apart from one another',
    broken: [{ apply: deployment('web', { replicas: 4, spec: apart('web') }) }],
    found: [
      {
        ...web,
        hold: 'nodesRefuse',
        args: { have: 3, reason: "node(s) didn't match pod anti-affinity rules", count: 3 },
      },
    ],
    healthy: [{ apply: deployment('web', { replicas: 3, spec: apart('web') }) }],
  },
  {
    name: 'a Pod has a scheduling gate',
    broken: [{ apply: pod('web', { spec: 'schedulingGates: [{ name: example.org/wait }]' }) }],
    found: [
      {
        subject: 'pods/default/web',
        wish: 'pod',
        hold: 'gated',
        args: { gates: 'example.org/wait' },
        change: 'pods/default/web spec.schedulingGates',
      },
    ],
    healthy: [{ apply: pod('web') }],
  },
  {
    name: 'a claim does not exist',
    broken: [{ apply: pod('web', { spec: volume('persistentVolumeClaim: { claimName: data }') }) }],
    found: [{ subject: 'pods/default/web', wish: 'pod', hold: 'claimMissing', args: { claim: 'data' } }],
    healthy: [{ apply: pod('web', { spec: volume('emptyDir: {}') }) }],
  },
];

function apart(app: string): string {
  return `affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: kubernetes.io/hostname, labelSelector: { matchLabels: { app: ${app} } } }] } }`;
}

function volume(source: string): string {
  return `volumes: [{ name: data, ${source} }]`;
}
