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
        nodes: [
          'node-1 | NodeResourcesFit | 1500m cpu | 500m cpu | 1 cpu',
          'node-3 | NodeResourcesFit | 1500m cpu | 500m cpu | 1 cpu',
        ],
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
        nodes: ['node-1 | TaintToleration |  | maint=yes:NoSchedule | '],
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
        nodes: ['node-1 | NodeAffinity | disk=fats |  | ', 'node-2 | NodeAffinity | disk=fats | disk=fast | '],
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
    name: 'nodes refuse for different reasons',
    given: ['kubectl cordon node-1', 'kubectl taint nodes node-2 maint=yes:NoSchedule'],
    broken: [{ apply: pod('big', { container: asks('3') }) }],
    found: [
      {
        subject: 'pods/default/big',
        wish: 'pod',
        hold: 'cordoned',
        args: { count: 1, others: 2 },
        nodes: [
          'node-1 | NodeUnschedulable |  | spec.unschedulable: true | ',
          'node-2 | TaintToleration |  | maint=yes:NoSchedule | ',
          'node-3 | NodeResourcesFit | 3 cpu | 2 cpu | 1 cpu',
        ],
      },
    ],
    healthy: [{ apply: pod('big', { container: asks('2') }) }],
  },
  {
    name: 'a Pod had to go for one that matters more',
    cluster: { nodes: 1 },
    given: [{ apply: priority('high', 1000) }, { apply: pod('low', { container: asks('1500m') }) }],
    broken: [{ apply: pod('top', { spec: 'priorityClassName: high', container: asks('1500m') }) }, { wait: 60 }],
    found: [
      {
        subject: 'pods/default/low',
        wish: 'stays',
        hold: 'preempted',
        args: { pod: 'low', by: 'top', node: 'node-1', priority: 1000, own: 0 },
        deed: 'kubectl apply -f given.yaml',
      },
    ],
    healthy: [{ apply: pod('top', { spec: 'priorityClassName: high', container: asks('500m') }) }, { wait: 60 }],
  },
  {
    name: 'the Pod of a Deployment had to go, and its successor finds no room',
    cluster: { nodes: 1 },
    given: [{ apply: priority('high', 1000) }, { apply: deployment('web', { container: asks('1500m') }) }],
    broken: [{ apply: pod('top', { spec: 'priorityClassName: high', container: asks('1500m') }) }, { wait: 60 }],
    found: [
      {
        ...web,
        hold: 'preempted',
        args: { want: 1, have: 0, by: 'top', node: 'node-1', priority: 1000 },
        nodes: ['node-1 | NodeResourcesFit | 1500m cpu | 500m cpu | 1 cpu'],
      },
    ],
    healthy: [{ apply: pod('top', { spec: 'priorityClassName: high', container: asks('500m') }) }, { wait: 60 }],
  },
  {
    name: 'a Pod waits for those that must go for it',
    cluster: { nodes: 1 },
    given: [
      { apply: priority('high', 1000) },
      { apply: pod('low', { container: asks('1500m') }) },
      { give: { type: 'kubelet', node: 'node-1', state: 'stopped' } },
    ],
    broken: [{ apply: pod('top', { spec: 'priorityClassName: high', container: asks('1500m') }) }],
    found: [
      {
        subject: 'pods/default/top',
        wish: 'pod',
        hold: 'nominated',
        args: { pod: 'top', node: 'node-1', victims: 'low', count: 1, priority: 1000 },
      },
    ],
    healthy: [
      { give: { type: 'kubelet', node: 'node-1', state: 'running' } },
      { wait: 20 },
      { apply: pod('top', { spec: 'priorityClassName: high', container: asks('500m') }) },
    ],
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
    name: 'Pods that are to be spread find no domain that stays even',
    cluster: { nodes: 2 },
    given: ['kubectl cordon node-2'],
    broken: [{ apply: deployment('web', { replicas: 2, spec: spread('web') }) }],
    found: [
      {
        ...web,
        hold: 'nodesRefuse',
        args: { want: 2, have: 1 },
        nodes: ['node-1 | PodTopologySpread | maxSkew 1 (kubernetes.io/hostname) | node-1: 1, node-2: 0 | skew 2'],
      },
    ],
    healthy: ['kubectl uncordon node-2', { apply: deployment('web', { replicas: 2, spec: spread('web') }) }],
  },
  {
    name: 'Pods that avoid one another are more than there are nodes',
    cluster: { nodes: 1 },
    broken: [{ apply: deployment('web', { replicas: 2, spec: apart('web') }) }],
    found: [
      {
        ...web,
        hold: 'nodesRefuse',
        args: { want: 2, have: 1, count: 1 },
      },
    ],
    healthy: [{ apply: deployment('web', { replicas: 1, spec: apart('web') }) }],
  },
  {
    name: 'a Pod wants to be beside one that is not there',
    cluster: { nodes: 1 },
    broken: [{ apply: pod('web', { spec: beside('db') }) }],
    found: [
      {
        subject: 'pods/default/web',
        wish: 'pod',
        hold: 'nodesRefuse',
        args: { pod: 'web', count: 1 },
        nodes: ['node-1 | InterPodAffinity | app=db (kubernetes.io/hostname) | 0 Pods | 1 Pod'],
      },
    ],
    healthy: [{ apply: deployment('db') }, { apply: pod('web', { spec: beside('db') }) }],
  },
  {
    name: 'a claim does not exist',
    broken: [{ apply: pod('web', { spec: volume('persistentVolumeClaim: { claimName: data }') }) }],
    found: [{ subject: 'pods/default/web', wish: 'pod', hold: 'claimMissing', args: { claim: 'data' } }],
    healthy: [{ apply: pod('web', { spec: volume('emptyDir: {}') }) }],
  },
];

function priority(name: string, value: number): string {
  return `apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: { name: ${name} }\nvalue: ${value}\n---\n`;
}

function apart(app: string): string {
  return `affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: kubernetes.io/hostname, labelSelector: { matchLabels: { app: ${app} } } }] } }`;
}

function beside(app: string): string {
  return apart(app).replace('podAntiAffinity', 'podAffinity');
}

function spread(app: string): string {
  return `topologySpreadConstraints: [{ maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector: { matchLabels: { app: ${app} } } }]`;
}

function volume(source: string): string {
  return `volumes: [{ name: data, ${source} }]`;
}
