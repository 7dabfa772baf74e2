import type { Scene } from '../scene.ts';
import { deployment, indented, job, pod, service, statefulSet, together } from './manifests.ts';

const CLAIM = (name: string, more = '') => `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: ${name}
spec:
${more}  accessModes: [ReadWriteOnce]
  resources: {requests: {storage: 1Gi}}
`;

const DRIVER = together(
  `apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata:
  name: disk.example.com
spec:
  attachRequired: true
`,
  `apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: fast
provisioner: disk.example.com
volumeBindingMode: WaitForFirstConsumer
`,
);

/** A CronJob of which each Job takes longer than a minute. */
const minutely = (name: string, policy: string) => `apiVersion: batch/v1
kind: CronJob
metadata:
  name: ${name}
spec:
  schedule: "* * * * *"
${indented(policy, 2)}
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
          - {name: main, image: "busybox:1.36", command: ["sleep", "90"]}
`;

/** How Jobs, Pods, claims and namespaces end, and what is in their way. */
export const ENDINGS: readonly Scene[] = [
  {
    name: 's49-jobs-that-fail',
    files: {
      'retry.yaml': job({
        name: 'retry',
        spec: 'completions: 3\nparallelism: 3\nbackoffLimit: 2',
        container: `command: ["sh", "-c", "exit 1"]`,
      }),
      'policy.yaml': job({
        name: 'policy',
        spec: `backoffLimit: 4
podFailurePolicy:
  rules:
  - action: FailJob
    onExitCodes: {containerName: main, operator: In, values: [42]}`,
        container: `command: ["sh", "-c", "exit 42"]`,
      }),
      'index.yaml': job({
        name: 'index',
        spec: 'completions: 3\nparallelism: 3\ncompletionMode: Indexed\nbackoffLimitPerIndex: 0',
        container: `command: ["sh", "-c", "exit $JOB_COMPLETION_INDEX"]`,
      }),
      'held.yaml': job({ name: 'held', spec: 'suspend: true', container: `command: ["sh", "-c", "sleep 2"]` }),
    },
    lines: [
      'kubectl apply -f retry.yaml',
      14,
      'kubectl get jobs,pods',
      'kubectl apply -f policy.yaml',
      8,
      'kubectl describe job policy',
      'kubectl apply -f index.yaml',
      10,
      'kubectl get job index -o yaml',
      'kubectl apply -f held.yaml',
      2,
      `kubectl patch job held -p '{"spec":{"suspend":false}}'`,
      1,
      `kubectl patch job held -p '{"spec":{"suspend":true}}'`,
      4,
      'kubectl get jobs',
      `kubectl patch job held -p '{"spec":{"suspend":false}}'`,
      8,
      'kubectl describe job held',
      'kubectl delete jobs --all',
      4,
    ],
  },
  {
    name: 's50-cronjob-policies',
    files: {
      'forbid.yaml': minutely('forbid', 'concurrencyPolicy: Forbid\nstartingDeadlineSeconds: 30'),
      'replace.yaml': minutely('replace', 'concurrencyPolicy: Replace'),
    },
    lines: [
      'kubectl apply -f forbid.yaml',
      'kubectl apply -f replace.yaml',
      140,
      'kubectl get cronjobs,jobs',
      'kubectl describe cronjob forbid',
      'kubectl describe cronjob replace',
      `kubectl patch cronjob forbid -p '{"spec":{"suspend":true}}'`,
      'kubectl delete cronjob replace --cascade=foreground',
      6,
      'kubectl get cronjobs,jobs,pods',
    ],
  },
  {
    name: 's51-probes-fail',
    files: {
      'live.yaml': pod({
        name: 'live',
        container: `livenessProbe:
  httpGet: {path: /missing, port: 80}
  periodSeconds: 2
  failureThreshold: 2`,
      }),
      'start.yaml': pod({
        name: 'start',
        container: `startupProbe:
  tcpSocket: {port: 8080}
  periodSeconds: 1
  failureThreshold: 3`,
      }),
      'ready.yaml': deployment({
        name: 'ready',
        replicas: 2,
        container: `readinessProbe:
  exec: {command: ["sh", "-c", "test -f /tmp/ok"]}
  periodSeconds: 2`,
      }),
    },
    lines: [
      'kubectl apply -f live.yaml',
      'kubectl apply -f start.yaml',
      25,
      'kubectl get pods',
      'kubectl describe pod live',
      'kubectl describe pod start',
      'kubectl apply -f ready.yaml',
      'kubectl expose deploy ready --port=80',
      8,
      'kubectl get deploy,endpointslices',
      'kubectl exec deploy/ready -- touch /tmp/ok',
      5,
      'kubectl get deploy',
      'kubectl delete pod live start --now',
      4,
    ],
  },
  {
    name: 's52-provisioned-volumes',
    files: {
      'driver.yaml': DRIVER,
      'claim.yaml': CLAIM('data', '  storageClassName: fast\n'),
      'user.yaml': pod({
        name: 'user',
        container: 'volumeMounts:\n- {name: data, mountPath: /data}',
        pod: 'volumes:\n- name: data\n  persistentVolumeClaim: {claimName: data}',
      }),
      'db.yaml': statefulSet({
        name: 'db',
        replicas: 2,
        container: 'volumeMounts:\n- {name: data, mountPath: /data}',
        spec: `volumeClaimTemplates:
- metadata: {name: data}
  spec:
    storageClassName: fast
    accessModes: [ReadWriteOnce]
    resources: {requests: {storage: 1Gi}}`,
      }),
    },
    lines: [
      'kubectl apply -f driver.yaml',
      2,
      'kubectl apply -f claim.yaml',
      3,
      'kubectl get pvc',
      'kubectl apply -f user.yaml',
      8,
      'kubectl get pv,pvc,pods',
      'kubectl delete pvc data --wait=false',
      2,
      'kubectl delete pod user --now',
      5,
      'kubectl get pv,pvc',
      'kubectl apply -f db.yaml',
      14,
      'kubectl get pvc,pods',
      'kubectl delete sts db',
      5,
      'kubectl get pvc',
      'kubectl delete pvc --all',
      4,
      'kubectl get pv',
    ],
  },
  {
    name: 's53-namespace-with-much-in-it',
    files: {
      'all.yaml': together(
        deployment({ name: 'web', replicas: 2 }),
        service('web'),
        job({ name: 'once', container: `command: ["sleep", "2"]` }),
        statefulSet({ name: 'db', replicas: 1 }),
        CLAIM('data'),
      ),
    },
    lines: [
      'kubectl create ns shop',
      'kubectl apply -n shop -f all.yaml',
      'kubectl create sa robot -n shop',
      'kubectl create role r --verb=get --resource=pods -n shop',
      'kubectl create rolebinding r --role=r --serviceaccount=shop:robot -n shop',
      8,
      'kubectl get all -n shop',
      'kubectl delete ns shop',
      2,
      'kubectl get ns shop',
    ],
  },
  {
    name: 's54-cascade-by-hand',
    files: {
      'a.yaml': deployment({ name: 'a', replicas: 2 }),
      'db.yaml': statefulSet({ name: 'db', replicas: 2 }),
      'j.yaml': job({ name: 'j', container: `command: ["sleep", "300"]` }),
    },
    lines: [
      'kubectl apply -f a.yaml -f db.yaml -f j.yaml',
      7,
      'kubectl delete rs -l app=a --cascade=orphan',
      4,
      'kubectl get rs,pods',
      'kubectl delete sts db --cascade=orphan',
      3,
      'kubectl delete job j --cascade=foreground',
      5,
      'kubectl get pods',
      'kubectl delete deploy a --cascade=foreground',
      'kubectl delete pods --all --now',
      4,
    ],
  },
];
