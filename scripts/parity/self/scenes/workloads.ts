import type { Scene } from '../scene.ts';
import { daemonSet, deployment, job, pod, service, statefulSet, together } from './manifests.ts';

const CRON = `apiVersion: batch/v1
kind: CronJob
metadata:
  name: beat
spec:
  schedule: "* * * * *"
  successfulJobsHistoryLimit: 1
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: OnFailure
          containers:
          - name: main
            image: busybox:1.36
            command: ["sh", "-c", "date; sleep 1"]
`;

/** What keeps Pods running, or runs them to their end. */
export const WORKLOADS: readonly Scene[] = [
  {
    name: 's09-jobs',
    files: {
      'one.yaml': job({ name: 'one', container: `command: ["sh", "-c", "echo 42"]` }),
      'many.yaml': job({
        name: 'many',
        spec: 'completions: 4\nparallelism: 2\ncompletionMode: Indexed',
        container: `command: ["sh", "-c", "echo $JOB_COMPLETION_INDEX; sleep 1"]`,
      }),
      'bad.yaml': job({ name: 'bad', spec: 'backoffLimit: 1', container: `command: ["false"]` }),
      'slow.yaml': job({ name: 'slow', spec: 'activeDeadlineSeconds: 4', container: `command: ["sleep", "100"]` }),
    },
    lines: [
      'kubectl apply -f one.yaml',
      7,
      'kubectl get jobs',
      'kubectl logs job/one',
      'kubectl apply -f many.yaml',
      15,
      'kubectl get pods',
      'kubectl apply -f bad.yaml',
      'kubectl apply -f slow.yaml',
      40,
      'kubectl get jobs',
      'kubectl describe job slow',
      'kubectl delete job one many bad slow',
      5,
    ],
  },
  {
    name: 's10-cronjob',
    files: { 'cron.yaml': CRON },
    lines: [
      'kubectl apply -f cron.yaml',
      130,
      'kubectl get cronjobs',
      'kubectl get jobs',
      'kubectl create job by-hand --from=cronjob/beat',
      8,
      'kubectl get jobs',
      'kubectl delete cronjob beat',
      5,
      'kubectl get all',
    ],
  },
  {
    name: 's11-statefulset',
    files: {
      'db.yaml': together(service('db', 'clusterIP: None'), statefulSet({ name: 'db', replicas: 3 })),
    },
    lines: [
      'kubectl apply -f db.yaml',
      10,
      'kubectl get pods',
      'kubectl get endpointslices',
      'kubectl scale statefulset db --replicas=1',
      8,
      'kubectl get sts',
      'kubectl set image sts/db main=nginx:1.28',
      8,
      'kubectl rollout status sts/db',
      'kubectl get controllerrevisions',
      'kubectl delete pod db-0',
      6,
      'kubectl delete sts db --cascade=orphan',
      3,
      'kubectl get pods',
      'kubectl apply -f db.yaml',
      8,
      'kubectl delete -f db.yaml',
      6,
    ],
  },
  {
    name: 's12-daemonset',
    files: {
      'agent.yaml': daemonSet({ name: 'agent' }),
      'picky.yaml': daemonSet({ name: 'picky', pod: 'nodeSelector:\n  disk: ssd' }),
    },
    lines: [
      'kubectl apply -f agent.yaml',
      5,
      'kubectl get ds',
      'kubectl set image ds/agent main=nginx:1.28',
      'kubectl rollout status ds/agent',
      5,
      'kubectl rollout history ds/agent',
      'kubectl rollout undo ds/agent',
      10,
      'kubectl apply -f picky.yaml',
      3,
      'kubectl label node worker-2 disk=ssd',
      4,
      'kubectl get ds,pods -o wide',
      'kubectl label node worker-2 disk-',
      4,
      'kubectl delete ds agent picky',
      5,
    ],
  },
  {
    name: 's13-hpa',
    files: { 'web.yaml': deployment({ name: 'web', replicas: 2, container: 'resources:\n  requests: {cpu: 50m}' }) },
    lines: [
      'kubectl apply -f web.yaml',
      4,
      'kubectl autoscale deployment web --min=3 --max=5 --cpu=50%',
      20,
      'kubectl get hpa',
      'kubectl describe hpa web',
      'kubectl get deploy web',
      'kubectl delete hpa web',
      2,
    ],
  },
  {
    name: 's14-rollout-pause-resume-undo',
    files: { 'web.yaml': deployment({ name: 'shop', replicas: 4 }) },
    lines: [
      'kubectl create ns prod',
      'kubectl apply -n prod -f web.yaml',
      6,
      'kubectl rollout pause deployment/shop -n prod',
      'kubectl set image deployment/shop main=nginx:1.28 -n prod',
      'kubectl set env deployment/shop MODE=fast -n prod',
      3,
      'kubectl rollout status deployment/shop -n prod --watch=false',
      'kubectl rollout resume deployment/shop -n prod',
      'kubectl rollout status deployment/shop -n prod',
      6,
      'kubectl rollout history deployment/shop -n prod',
      'kubectl rollout undo deployment/shop -n prod --to-revision=1',
      8,
      'kubectl get rs -n prod',
      'kubectl rollout restart deployment/shop -n prod',
      8,
      'kubectl scale deployment/shop --replicas=0 -n prod',
      5,
      'kubectl get all -n prod',
    ],
  },
  {
    name: 's15-recreate-and-strategy',
    files: {
      're.yaml': deployment({ name: 're', replicas: 3, spec: 'strategy:\n  type: Recreate' }),
      'slow.yaml': deployment({
        name: 'careful',
        replicas: 3,
        spec: 'minReadySeconds: 3\nstrategy:\n  rollingUpdate:\n    maxSurge: 0\n    maxUnavailable: 1',
      }),
      'late.yaml': deployment({ name: 'late', replicas: 1, image: 'nginx:never', spec: 'progressDeadlineSeconds: 5' }),
    },
    lines: [
      'kubectl apply -f re.yaml',
      'kubectl apply -f slow.yaml',
      10,
      'kubectl set image deploy/re main=nginx:1.28',
      8,
      'kubectl set image deploy/careful main=nginx:1.28',
      25,
      'kubectl get deploy,rs',
      'kubectl apply -f late.yaml',
      10,
      'kubectl rollout status deploy/late --timeout=1s',
      'kubectl describe deploy late',
    ],
  },
  {
    name: 's16-adopt-and-release',
    files: {
      'rs.yaml': `apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: pool
spec:
  replicas: 2
  selector:
    matchLabels:
      app: pool
  template:
    metadata:
      labels:
        app: pool
    spec:
      containers:
      - name: main
        image: nginx:1.27
`,
      'bare.yaml': pod({ name: 'pool' }),
    },
    lines: [
      'kubectl apply -f bare.yaml',
      3,
      'kubectl apply -f rs.yaml',
      4,
      'kubectl get pods --show-labels',
      'kubectl label pod pool app=free --overwrite',
      4,
      'kubectl get rs,pods',
      'kubectl delete rs pool --cascade=foreground',
      4,
      'kubectl delete pod pool --grace-period=0 --force',
      2,
    ],
  },
];
