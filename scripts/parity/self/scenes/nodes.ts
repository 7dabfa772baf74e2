import type { Scene } from '../scene.ts';
import { deployment, pod, together } from './manifests.ts';

const FOUR = ['alpha', 'beta', 'delta', 'gamma'];

/** Where Pods may go, and who has to leave. */
export const NODES: readonly Scene[] = [
  {
    name: 's17-drain-with-budget',
    files: {
      'web.yaml': deployment({ name: 'web', replicas: 3 }),
      'pdb.yaml': `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: web
spec:
  minAvailable: 2
  selector:
    matchLabels:
      app: web
`,
    },
    lines: [
      'kubectl apply -f web.yaml',
      'kubectl apply -f pdb.yaml',
      5,
      'kubectl get pdb',
      'kubectl drain worker-1 --ignore-daemonsets --delete-emptydir-data --force',
      5,
      'kubectl get pdb',
      'kubectl describe pdb web',
      'kubectl uncordon worker-1',
      'kubectl get nodes',
    ],
  },
  {
    name: 's18-taints',
    nodes: FOUR,
    files: {
      'web.yaml': deployment({ name: 'web', replicas: 4 }),
      'tol.yaml': pod({
        name: 'tolerant',
        pod: `tolerations:
- key: maint
  operator: Exists
  effect: NoExecute
  tolerationSeconds: 6
nodeName: beta`,
      }),
    },
    lines: [
      'kubectl apply -f web.yaml',
      'kubectl apply -f tol.yaml',
      5,
      'kubectl taint nodes beta maint=yes:NoExecute',
      12,
      'kubectl get pods -o wide',
      'kubectl taint nodes beta maint-',
      'kubectl cordon gamma',
      'kubectl scale deploy web --replicas=8',
      5,
      'kubectl get nodes',
      'kubectl uncordon gamma',
    ],
  },
  {
    name: 's19-affinity',
    nodes: FOUR,
    files: {
      'zones.yaml': together(
        deployment({
          name: 'spread',
          replicas: 4,
          pod: `topologySpreadConstraints:
- maxSkew: 1
  topologyKey: kubernetes.io/hostname
  whenUnsatisfiable: DoNotSchedule
  labelSelector:
    matchLabels:
      app: spread`,
        }),
        deployment({
          name: 'apart',
          replicas: 5,
          pod: `affinity:
  podAntiAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
    - topologyKey: kubernetes.io/hostname
      labelSelector:
        matchLabels:
          app: apart`,
        }),
      ),
      'ssd.yaml': pod({
        name: 'ssd',
        pod: `affinity:
  nodeAffinity:
    requiredDuringSchedulingIgnoredDuringExecution:
      nodeSelectorTerms:
      - matchExpressions:
        - {key: disk, operator: In, values: [ssd]}`,
      }),
    },
    lines: [
      'kubectl apply -f zones.yaml',
      6,
      'kubectl get pods -o wide',
      'kubectl apply -f ssd.yaml',
      4,
      'kubectl describe pod ssd',
      'kubectl label nodes alpha disk=ssd',
      4,
      'kubectl get pod ssd -o wide',
    ],
  },
  {
    name: 's20-preemption',
    nodes: ['worker-1'],
    files: {
      'classes.yaml': together(
        `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata:
  name: high
value: 1000
`,
        `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata:
  name: shy
value: 1000
preemptionPolicy: Never
`,
      ),
      'low.yaml': deployment({ name: 'low', replicas: 3, container: 'resources:\n  requests: {cpu: "600m"}' }),
      'high.yaml': pod({
        name: 'high',
        container: 'resources:\n  requests: {cpu: "1500m"}',
        pod: 'priorityClassName: high',
      }),
      'shy.yaml': pod({
        name: 'shy',
        container: 'resources:\n  requests: {cpu: "1500m"}',
        pod: 'priorityClassName: shy',
      }),
    },
    lines: [
      'kubectl apply -f classes.yaml',
      'kubectl apply -f low.yaml',
      5,
      'kubectl get pods',
      'kubectl apply -f shy.yaml',
      4,
      'kubectl apply -f high.yaml',
      10,
      'kubectl get pods',
      'kubectl describe pod shy',
    ],
  },
  {
    name: 's21-hollow-nodes',
    kind: 'hollow',
    files: { 'web.yaml': deployment({ name: 'web', replicas: 6 }) },
    lines: [
      'kubectl apply -f web.yaml',
      5,
      'kubectl get pods -o wide',
      'kubectl set image deploy/web main=anything:v2',
      8,
      'kubectl get rs',
      'kubectl delete deploy web',
      4,
    ],
  },
  {
    name: 's22-five-nodes',
    nodes: ['worker-1', 'worker-2', 'worker-3', 'worker-4', 'worker-5'],
    files: { 'web.yaml': deployment({ name: 'web', replicas: 12 }) },
    lines: [
      'kubectl create namespace big',
      'kubectl apply -f web.yaml -n big',
      10,
      'kubectl get pods -n big',
      'kubectl scale deploy web -n big --replicas=3',
      6,
      'kubectl delete ns big',
      3,
    ],
  },
];
