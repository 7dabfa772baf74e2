import type { Scene } from '../scene.ts';
import { deployment, job, pod, service, together } from './manifests.ts';

const SLEEP = `command: ["sh", "-c", "trap 'exit 0' TERM; while true; do sleep 1; done"]`;
const SIDECAR = `initContainers:
- name: proxy
  image: busybox:1.36
  restartPolicy: Always
  ${SLEEP}`;

/** What is changed under way, and what goes on beside the main container. */
export const CHANGES: readonly Scene[] = [
  {
    name: 's59-sidecars-of-workloads',
    files: {
      'web.yaml': deployment({ name: 'web', replicas: 2, pod: SIDECAR }),
      'run.yaml': job({ name: 'run', container: `command: ["sh", "-c", "sleep 2"]`, pod: SIDECAR }),
    },
    lines: [
      'kubectl apply -f web.yaml',
      'kubectl apply -f run.yaml',
      10,
      'kubectl get pods,jobs',
      'kubectl set image deploy/web proxy=busybox:1.36 main=nginx:1.28',
      'kubectl rollout status deploy/web',
      5,
      'kubectl delete deploy/web',
      6,
      'kubectl describe job run',
    ],
  },
  {
    name: 's60-hooks-and-deadlines',
    files: {
      'hooks.yaml': together(
        pod({
          name: 'polite',
          container: `lifecycle:
  postStart:
    exec: {command: ["sh", "-c", "echo hi"]}
  preStop:
    exec: {command: ["sleep", "2"]}`,
        }),
        pod({ name: 'rude', container: `lifecycle:\n  postStart:\n    exec: {command: ["false"]}` }),
        pod({ name: 'brief', pod: 'activeDeadlineSeconds: 4\nrestartPolicy: Never' }),
        pod({
          name: 'again',
          image: 'busybox:1.36',
          container: `command: ["sh", "-c", "sleep 1; exit 1"]`,
          pod: 'restartPolicy: OnFailure',
        }),
        pod({
          name: 'deaf',
          image: 'busybox:1.36',
          container: `command: ["sh", "-c", "trap '' TERM; while true; do sleep 1; done"]`,
          pod: 'terminationGracePeriodSeconds: 3',
        }),
      ),
    },
    lines: [
      'kubectl apply -f hooks.yaml',
      12,
      'kubectl get pods',
      'kubectl describe pod rude',
      'kubectl describe pod brief',
      'kubectl delete pod polite deaf',
      6,
      'kubectl get pods',
      'kubectl delete pods --all --force --grace-period=0',
      3,
    ],
  },
  {
    name: 's61-services-change',
    files: {
      'web.yaml': together(deployment({ name: 'web', replicas: 2 }), service('web', 'type: NodePort')),
      'by-hand.yaml': together(
        `apiVersion: v1
kind: Service
metadata:
  name: outside
spec:
  ports: [{port: 80}]
`,
        `apiVersion: v1
kind: Endpoints
metadata:
  name: outside
subsets:
- addresses: [{ip: 192.0.2.1}]
  ports: [{port: 80}]
`,
      ),
      'headless.yaml': service('head', 'clusterIP: None'),
    },
    lines: [
      'kubectl apply -f web.yaml',
      4,
      `kubectl patch svc web -p '{"spec":{"type":"ClusterIP"}}'`,
      `kubectl patch svc web -p '{"spec":{"type":"LoadBalancer","externalTrafficPolicy":"Local"}}'`,
      1,
      'kubectl get svc web',
      `kubectl patch svc web --type=json -p '[{"op":"replace","path":"/spec/ports/0/targetPort","value":8080}]'`,
      1,
      'kubectl get endpoints,endpointslices',
      `kubectl patch svc web --type=merge -p '{"spec":{"type":"ExternalName","externalName":"example.org"}}'`,
      1,
      `kubectl patch svc web --type=merge -p '{"spec":{"type":"ClusterIP","externalName":null}}'`,
      `kubectl patch svc web --type=merge -p '{"spec":{"clusterIP":"10.96.0.77"}}'`,
      'kubectl apply -f by-hand.yaml',
      2,
      'kubectl get endpointslices',
      `kubectl patch endpoints outside -p '{"subsets":[{"addresses":[{"ip":"192.0.2.2"}],"ports":[{"port":80}]}]}'`,
      1,
      'kubectl delete endpoints outside',
      1,
      'kubectl apply -f headless.yaml',
      'kubectl label pods -l app=web app=head --overwrite',
      3,
      'kubectl get endpoints,endpointslices',
      'kubectl get pods',
      'kubectl delete svc web outside head',
      2,
    ],
  },
  {
    name: 's62-configuration-changes',
    files: {
      'conf.yaml': together(
        `apiVersion: v1
kind: ConfigMap
metadata:
  name: conf
data: {a: one}
`,
        pod({
          name: 'reader',
          image: 'busybox:1.36',
          container: `${SLEEP}
env:
- name: A
  valueFrom:
    configMapKeyRef: {name: conf, key: a}
volumeMounts:
- {name: c, mountPath: /c}`,
          pod: 'volumes:\n- name: c\n  configMap: {name: conf}',
        }),
      ),
      'fixed.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: fixed
immutable: true
data: {a: one}
`,
    },
    lines: [
      'kubectl apply -f conf.yaml',
      4,
      'kubectl exec reader -- cat /c/a',
      'kubectl create cm conf --from-literal=a=two --dry-run=client -o yaml',
      `kubectl patch cm conf -p '{"data":{"a":"two"}}'`,
      100,
      'kubectl exec reader -- sh -c "cat /c/a; echo $A"',
      'kubectl apply -f fixed.yaml',
      `kubectl patch cm fixed -p '{"data":{"a":"two"}}'`,
      'kubectl delete cm conf fixed',
      'kubectl delete pod reader --now',
      3,
    ],
  },
  {
    name: 's65-autoscaler-without-metrics',
    files: {
      'web.yaml': deployment({ name: 'web', replicas: 2, container: 'resources:\n  requests: {cpu: 50m}' }),
      'lost.yaml': `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: lost
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: nobody}
  maxReplicas: 3
  metrics:
  - type: Resource
    resource:
      name: memory
      target: {type: AverageValue, averageValue: 10Mi}
`,
    },
    lines: [
      'kubectl apply -f web.yaml',
      4,
      'kubectl autoscale deployment web --min=1 --max=3 --cpu=50%',
      'kubectl apply -f lost.yaml',
      36,
      'kubectl get hpa',
      'kubectl describe hpa web',
      'kubectl describe hpa lost',
      'kubectl scale deploy web --replicas=0',
      17,
      'kubectl describe hpa web',
      'kubectl scale deploy web --replicas=5',
      17,
      'kubectl get hpa,deploy',
      'kubectl delete hpa web lost',
    ],
  },
  {
    name: 's63-replication-controller',
    files: {
      'rc.yaml': `apiVersion: v1
kind: ReplicationController
metadata:
  name: old
spec:
  replicas: 2
  selector: {app: old}
  template:
    metadata:
      labels: {app: old}
    spec:
      containers:
      - {name: main, image: "nginx:1.27"}
`,
    },
    lines: [
      'kubectl apply -f rc.yaml',
      4,
      'kubectl get rc,pods',
      'kubectl scale rc old --replicas=3',
      3,
      'kubectl delete pods -l app=old --now',
      4,
      'kubectl describe rc old',
      'kubectl delete rc old --cascade=orphan',
      2,
      'kubectl apply -f rc.yaml',
      2,
      'kubectl get rc,pods',
      'kubectl delete rc old',
      4,
    ],
  },
  {
    name: 's64-drained-with-much-on-it',
    files: {
      'all.yaml': together(
        deployment({
          name: 'web',
          replicas: 4,
          container: 'volumeMounts:\n- {name: t, mountPath: /t}',
          pod: 'volumes:\n- name: t\n  emptyDir: {}',
        }),
        pod({ name: 'bare', pod: 'nodeName: worker-1' }),
      ),
      'pdb.yaml': `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: web
spec:
  maxUnavailable: 1
  selector:
    matchLabels: {app: web}
`,
    },
    lines: [
      'kubectl apply -f all.yaml',
      4,
      'kubectl apply -f pdb.yaml',
      1,
      'kubectl drain worker-1',
      'kubectl drain worker-1 --force',
      'kubectl drain worker-1 --force --delete-emptydir-data --timeout=40s',
      4,
      'kubectl get pods,pdb',
      'kubectl uncordon worker-1',
      `kubectl patch pdb web --type=merge -p '{"spec":{"maxUnavailable":0}}'`,
      1,
      'kubectl drain worker-2 --force --delete-emptydir-data --timeout=8s',
      'kubectl drain worker-3 --force --delete-emptydir-data --timeout=8s',
      'kubectl get nodes,pdb',
      'kubectl delete pdb web',
      'kubectl uncordon worker-1 worker-2 worker-3',
      2,
    ],
  },
];
