import type { Scene } from '../scene.ts';
import { deployment, job, pod, statefulSet, together } from './manifests.ts';

const budget = (hard: string) => `apiVersion: v1
kind: ResourceQuota
metadata:
  name: budget
spec:
  hard: ${hard}
`;

/** What is refused at first, and what happens when the reason is gone. */
export const REFUSALS: readonly Scene[] = [
  {
    name: 's55-quota-grows',
    files: {
      'quota.yaml': budget('{pods: "2", configmaps: "3", count/deployments.apps: "1", services.nodeports: "0"}'),
      'web.yaml': deployment({ name: 'web', replicas: 4 }),
      'other.yaml': deployment({ name: 'other', replicas: 1 }),
      'run.yaml': job({ name: 'run', spec: 'completions: 2\nparallelism: 2', container: `command: ["sleep", "2"]` }),
    },
    lines: [
      'kubectl create ns lean',
      'kubectl apply -n lean -f quota.yaml',
      1,
      'kubectl apply -n lean -f web.yaml',
      3,
      'kubectl apply -n lean -f other.yaml',
      'kubectl expose deploy web -n lean --type=NodePort --port=80',
      'kubectl create cm a -n lean --from-literal=a=1',
      'kubectl create cm b -n lean --from-literal=a=1',
      'kubectl create cm c -n lean --from-literal=a=1',
      'kubectl get quota -n lean',
      'kubectl apply -n lean -f run.yaml',
      2,
      `kubectl patch quota budget -n lean --type=merge -p '{"spec":{"hard":{"pods":"9"}}}'`,
      24,
      'kubectl get deploy,jobs -n lean',
      'kubectl describe rs -n lean',
      'kubectl delete deploy web -n lean',
      4,
      'kubectl get quota budget -n lean -o yaml',
    ],
  },
  {
    name: 's56-account-comes-late',
    files: {
      'web.yaml': deployment({ name: 'web', replicas: 2, pod: 'serviceAccountName: builder' }),
      'db.yaml': statefulSet({ name: 'db', replicas: 2, pod: 'serviceAccountName: builder' }),
    },
    lines: [
      'kubectl apply -f web.yaml',
      'kubectl apply -f db.yaml',
      2,
      'kubectl describe deploy web',
      'kubectl get events',
      'kubectl create sa builder',
      12,
      'kubectl get pods,sts',
      'kubectl delete sa builder',
      'kubectl delete pod db-1 --now',
      6,
      'kubectl describe sts db',
    ],
  },
  {
    name: 's57-finalizers-hold',
    files: {
      'held.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: held
  finalizers: [example.com/wait]
`,
      'pod.yaml': pod({ name: 'box' }).replace('  labels:', '  finalizers: [example.com/wait]\n  labels:'),
    },
    lines: [
      'kubectl apply -f held.yaml -f pod.yaml',
      3,
      'kubectl delete cm held --wait=false',
      'kubectl delete pod box --now --wait=false',
      4,
      'kubectl get pod box',
      'kubectl get cm held -o yaml',
      `kubectl patch cm held --type=json -p '[{"op":"remove","path":"/metadata/finalizers"}]'`,
      `kubectl patch pod box -p '{"metadata":{"finalizers":null}}' --type=merge`,
      2,
      'kubectl get cm,pods',
    ],
  },
  {
    name: 's58-what-a-node-refuses',
    files: {
      'port.yaml': deployment({
        name: 'port',
        replicas: 4,
        container: 'ports:\n- containerPort: 80\n  hostPort: 8080',
      }),
      'there.yaml': pod({ name: 'there', pod: 'nodeName: worker-2\nnodeSelector: {disk: ssd}' }),
      'nowhere.yaml': pod({ name: 'nowhere', pod: 'nodeName: worker-9' }),
      'key.yaml': together(
        `apiVersion: v1
kind: ConfigMap
metadata:
  name: conf
data: {a: b}
`,
        pod({
          name: 'key',
          container: 'env:\n- name: A\n  valueFrom:\n    configMapKeyRef: {name: conf, key: z}',
        }),
        pod({
          name: 'volume',
          container: 'volumeMounts:\n- {name: s, mountPath: /s}',
          pod: 'volumes:\n- name: s\n  secret: {secretName: later}',
        }),
        pod({ name: 'root', container: 'securityContext: {runAsNonRoot: true}' }),
        pod({ name: 'wrong', container: `command: ["/no/such/file"]` }),
      ),
    },
    lines: [
      'kubectl apply -f port.yaml',
      4,
      'kubectl get pods',
      'kubectl delete deploy port',
      'kubectl apply -f there.yaml',
      'kubectl apply -f nowhere.yaml',
      'kubectl apply -f key.yaml',
      6,
      'kubectl get pods',
      'kubectl describe pod key',
      'kubectl describe pod volume',
      'kubectl create secret generic later --from-literal=a=b',
      `kubectl patch cm conf -p '{"data":{"z":"1"}}'`,
      16,
      'kubectl get pods',
      'kubectl describe pod wrong',
      'kubectl describe pod root',
      'kubectl delete pod --all --now',
      4,
    ],
  },
];
