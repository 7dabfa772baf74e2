import type { Case } from './case.ts';
import { deployment, pod, quotaOf, service, workload } from './manifests.ts';

const claim = (more: string, name = 'data') => `apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: ${name} }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } }${more} }
---
`;
const volume = (size: string) => `apiVersion: v1
kind: PersistentVolume
metadata: { name: disk }
spec: { capacity: { storage: ${size} }, accessModes: [ReadWriteOnce], hostPath: { path: /disk } }
---
`;
const storageClass = (name: string, provisioner: string, mode: string) => `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: { name: ${name} }
provisioner: ${provisioner}
volumeBindingMode: ${mode}
---
`;
const ingress = (to: string, port: number) => `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: front }
spec: { defaultBackend: { service: { name: ${to}, port: { number: ${port} } } } }
---
`;
const autoscaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web }
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
  maxReplicas: 5
  metrics: [{ type: Resource, resource: { name: cpu, target: { type: Utilization, averageUtilization: 50 } } }]
---
`;
const apiService = `apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: { name: v1.example.org }
spec: { group: example.org, version: v1, groupPriorityMinimum: 1000, versionPriority: 10, service: { namespace: default, name: nobody }, insecureSkipTLSVerify: true }
---
`;
const stress = (workers: number, bytes: string) =>
  `{ name: web, image: polinux/stress, command: [stress], args: [--vm, "${workers}", --vm-bytes, ${bytes}, --vm-hang, "1"] }`;
const schedule = `apiVersion: batch/v1
kind: CronJob
metadata: { name: tick }
spec:
  schedule: "* * * * *"
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: main, image: busybox, command: ["true"] }] } } } }
---
`;
const named = '{ name: web, image: nginx, ports: [{ name: http, containerPort: 80 }] }';
const data = { subject: 'persistentvolumeclaims/default/data', wish: 'claim' };
const using = { spec: 'volumes: [{ name: data, persistentVolumeClaim: { claimName: data } }]' };
const front = { subject: 'ingresses.networking.k8s.io/default/front', wish: 'ingress' };
const silent = [{ give: { type: 'kubelet', node: 'node-1', state: 'stopped' } }, { wait: 60 }] as const;

export const objects: readonly Case[] = [
  {
    name: 'no volume fits a claim, and a Pod waits for it',
    given: [{ apply: volume('500Mi') }],
    broken: [{ apply: claim('') }, { wait: 20 }, { apply: pod('web', using) }],
    found: [
      { ...data, hold: 'noVolume', args: { size: '1Gi' }, deed: 'kubectl apply -f given.yaml' },
      { subject: 'pods/default/web', wish: 'pod', hold: 'claimUnbound', args: { claim: 'data' } },
    ],
    healthy: [
      { apply: volume('2Gi').replace('disk', 'large') },
      { apply: claim('') },
      { wait: 20 },
      { apply: pod('web', using) },
    ],
  },
  {
    name: 'a storage class does not exist',
    broken: [{ apply: claim(', storageClassName: fast') }, { wait: 20 }],
    found: [
      {
        ...data,
        hold: 'noClass',
        args: { storageClass: 'fast' },
        change: 'persistentvolumeclaims/default/data spec.storageClassName',
      },
    ],
    healthy: [
      { apply: storageClass('fast', 'example.org/disk', 'WaitForFirstConsumer') },
      { apply: claim(', storageClassName: fast') },
      { wait: 20 },
    ],
  },
  {
    name: 'nobody makes the volumes of a class',
    given: [{ apply: storageClass('fast', 'example.org/disk', 'Immediate') }],
    broken: [{ apply: claim(', storageClassName: fast') }, { wait: 20 }],
    found: [{ ...data, hold: 'provisioner', args: { provisioner: 'example.org/disk' } }],
    healthy: [{ wait: 1 }],
  },
  {
    name: 'the target port of a Service is named otherwise',
    given: [{ apply: deployment('web', { container: named }) }],
    broken: [{ apply: service('web', 'app: web', '{ port: 80, targetPort: htpp }') }],
    found: [
      {
        subject: 'services/default/web',
        wish: 'servicePort',
        hold: 'nearPortName',
        args: { port: 80, target: 'htpp', near: 'http' },
        change: 'services/default/web spec.ports.0.targetPort',
      },
    ],
    healthy: [{ apply: service('web', 'app: web', '{ port: 80, targetPort: http }') }],
  },
  {
    name: 'the target port of a Service is a name and no port has one',
    given: [{ apply: deployment('web') }],
    broken: [{ apply: service('web', 'app: web', '{ port: 80, targetPort: http }') }],
    found: [{ subject: 'services/default/web', wish: 'servicePort', hold: 'noPortName', args: { target: 'http' } }],
    healthy: [{ apply: service('web', 'app: web', '{ port: 80, targetPort: 80 }') }],
  },
  {
    name: 'an Ingress leads to a Service that is not there',
    given: [{ apply: deployment('web') }, { apply: service('web', 'app: web') }],
    broken: [{ apply: ingress('wbe', 80) }],
    found: [{ ...front, hold: 'noBackend', args: { service: 'wbe' } }],
    healthy: [{ apply: ingress('web', 80) }],
  },
  {
    name: 'an Ingress leads to a port that the Service does not have',
    given: [{ apply: deployment('web') }, { apply: service('web', 'app: web') }],
    broken: [{ apply: ingress('web', 8080) }],
    found: [{ ...front, hold: 'noBackendPort', args: { service: 'web', port: '8080' } }],
    healthy: [{ apply: ingress('web', 80) }],
  },
  {
    name: 'nobody serves the metrics of an autoscaler',
    given: [{ apply: deployment('web') }],
    broken: [{ apply: autoscaler }, { wait: 60 }],
    found: [
      {
        subject: 'horizontalpodautoscalers.autoscaling/default/web',
        wish: 'autoscaler',
        hold: 'noMetrics',
        args: { condition: 'ScalingActive', reason: 'FailedGetResourceMetric' },
      },
    ],
    healthy: ['kubectl scale deployment web --replicas=0', { apply: autoscaler }, { wait: 60 }],
  },
  {
    name: 'nobody serves a group of the API',
    broken: [{ apply: apiService }, { wait: 20 }],
    found: [
      {
        subject: 'apiservices.apiregistration.k8s.io/v1.example.org',
        wish: 'apiService',
        hold: 'apiServiceDown',
        args: { name: 'v1.example.org', reason: 'ServiceNotFound' },
        deed: 'kubectl apply -f given.yaml',
      },
    ],
    healthy: [{ apply: apiService }, { wait: 20 }, 'kubectl delete apiservice v1.example.org', { wait: 20 }],
  },
  {
    name: 'a Pod is deleted on a node without a kubelet',
    cluster: { nodes: 1 },
    given: [{ apply: pod('web') }],
    broken: [...silent, 'kubectl delete pod web --wait=false'],
    found: [
      {
        subject: 'pods/default/web',
        wish: 'gone',
        hold: 'nodeSilent',
        args: { kind: 'Pod', name: 'web', node: 'node-1' },
      },
    ],
    healthy: ['kubectl delete pod web'],
  },
  {
    name: 'the Pods of a Deployment are on a lost node',
    cluster: { nodes: 1 },
    given: [{ apply: deployment('web', { replicas: 2 }) }],
    broken: [...silent],
    found: [
      { subject: 'nodes/node-1', wish: 'node', hold: 'kubeletStopped', args: { node: 'node-1', pods: 2 } },
      {
        subject: 'deployments.apps/default/web',
        wish: 'replicas',
        hold: 'nodeLost',
        args: { have: 0, node: 'node-1' },
      },
    ],
    healthy: [{ wait: 60 }],
  },
  {
    name: 'a node has no memory left and sends a Pod away',
    cluster: { nodes: 1 },
    broken: [{ apply: pod('greedy', { container: stress(10, '2252M') }) }, { wait: 25 }],
    found: [
      { subject: 'pods/default/greedy', wish: 'pod', hold: 'evicted', args: { pod: 'greedy', node: 'node-1' } },
      {
        subject: 'nodes/node-1',
        wish: 'nodeRoom',
        hold: 'pressure',
        args: { name: 'node-1', condition: 'MemoryPressure', reason: 'KubeletHasInsufficientMemory' },
        deed: 'kubectl apply -f given.yaml',
      },
    ],
    healthy: [{ apply: pod('greedy', { container: stress(1, '250M') }) }, { wait: 25 }],
  },
  {
    name: 'a CronJob may not make its Jobs',
    given: [{ apply: quotaOf(0).replace('pods:', 'count/jobs.batch:') }],
    broken: [{ apply: schedule }, { wait: 90 }],
    found: [
      {
        subject: 'cronjobs.batch/default/tick',
        wish: 'cronJob',
        hold: 'cronEvent',
        args: { name: 'tick', schedule: '* * * * *', reason: 'FailedCreate' },
      },
    ],
    healthy: [{ apply: quotaOf(5).replace('pods:', 'count/jobs.batch:') }, { apply: schedule }, { wait: 90 }],
  },
  {
    name: 'a DaemonSet has no room on its nodes',
    broken: [
      {
        apply: workload(
          'DaemonSet',
          'agent',
          'minReadySeconds: 0',
          '',
          '{ name: web, image: nginx, resources: { requests: { cpu: "3" } } }',
        ),
      },
    ],
    found: [
      {
        subject: 'daemonsets.apps/default/agent',
        wish: 'replicas',
        hold: 'insufficient',
        args: { kind: 'DaemonSet', want: 3, have: 0, asked: '3', free: '2', count: 1 },
      },
    ],
    healthy: [{ apply: workload('DaemonSet', 'agent', 'minReadySeconds: 0') }],
  },
  {
    name: 'a StatefulSet waits for its first Pod',
    broken: [{ apply: workload('StatefulSet', 'db', 'replicas: 3', '', '{ name: web, image: "nginx:no-such-tag" }') }],
    found: [
      {
        subject: 'statefulsets.apps/default/db',
        wish: 'replicas',
        hold: 'imageMissing',
        args: { kind: 'StatefulSet', want: 3, have: 0, pod: 'db-0' },
        change: 'statefulsets.apps/default/db spec.template.spec.containers.0.image',
      },
    ],
    healthy: [{ apply: workload('StatefulSet', 'db', 'replicas: 3') }],
  },
];
