import type { Scene } from '../scene.ts';
import { deployment, pod, service, together } from './manifests.ts';

const CM = (name: string, value: string) => `apiVersion: v1
kind: ConfigMap
metadata:
  name: ${name}
  labels: {app: set}
data:
  key: "${value}"
`;

/** What is done with objects, whatever they are. */
export const OBJECTS: readonly Scene[] = [
  {
    name: 's30-namespaces',
    files: { 'web.yaml': together(deployment({ name: 'web', replicas: 3 }), service('web')) },
    lines: [
      'kubectl create ns one',
      'kubectl create ns two',
      'kubectl apply -n one -f web.yaml',
      'kubectl create secret generic s --from-literal=a=b -n two',
      5,
      'kubectl get all -n one',
      'kubectl delete ns one two',
      3,
      'kubectl get ns',
    ],
  },
  {
    name: 's31-server-side-apply',
    files: {
      'a.yaml': CM('shared', '1'),
      'b.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: shared
data:
  key: "2"
  other: x
`,
    },
    lines: [
      'kubectl apply --server-side --field-manager=ci -f a.yaml',
      'kubectl apply --server-side --field-manager=ops -f b.yaml',
      'kubectl apply --server-side --field-manager=ops --force-conflicts -f b.yaml',
      'kubectl apply --server-side --field-manager=ci -f a.yaml',
      'kubectl get cm shared -o yaml --show-managed-fields',
      'kubectl apply -f a.yaml',
      'kubectl diff -f b.yaml',
    ],
  },
  {
    name: 's32-patches',
    files: { 'web.yaml': deployment({ name: 'web', replicas: 1 }) },
    lines: [
      'kubectl apply -f web.yaml',
      3,
      `kubectl patch deploy web -p '{"spec":{"template":{"spec":{"containers":[{"name":"main","env":[{"name":"A","value":"1"}]}]}}}}'`,
      4,
      `kubectl patch deploy web --type=merge -p '{"spec":{"revisionHistoryLimit":3}}'`,
      `kubectl patch deploy web --type=json -p '[{"op":"add","path":"/metadata/annotations/x","value":"y"}]'`,
      `kubectl patch deploy web --type=json -p '[{"op":"test","path":"/spec/replicas","value":7}]'`,
      `kubectl patch deploy web --subresource=scale --type=merge -p '{"spec":{"replicas":2}}'`,
      4,
      'kubectl get deploy web -o yaml',
    ],
  },
  {
    name: 's33-directory-prune-kustomize',
    files: {
      'all/a.yaml': CM('a', '1'),
      'all/b.yaml': CM('b', '2'),
      'more.yaml': together(CM('c', '3'), CM('a', '4')),
      'kust/kustomization.yaml': `namePrefix: dev-
commonLabels: {env: dev}
resources: [cm.yaml]
configMapGenerator:
- name: gen
  literals: [k=v]
`,
      'kust/cm.yaml': CM('base', '1'),
    },
    lines: [
      'kubectl apply -f all',
      'kubectl apply -f more.yaml --prune -l app=set',
      'kubectl get cm',
      'kubectl apply -k kust',
      'kubectl get cm',
      'kubectl delete -k kust',
      'kubectl replace -f more.yaml',
      'kubectl delete cm -l app=set',
    ],
  },
  {
    name: 's34-crd',
    files: {
      'crd.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: crontabs.stable.example.com
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: crontabs, singular: crontab, kind: CronTab, shortNames: [ct]}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              cronSpec: {type: string}
              replicas: {type: integer, minimum: 1}
    additionalPrinterColumns:
    - {name: Spec, type: string, jsonPath: .spec.cronSpec}
`,
      'ct.yaml': `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: mine
spec:
  cronSpec: "* * * * */5"
  replicas: 2
`,
      'bad.yaml': `apiVersion: stable.example.com/v1
kind: CronTab
metadata:
  name: wrong
spec:
  replicas: 0
`,
    },
    lines: [
      'kubectl apply -f crd.yaml',
      2,
      'kubectl apply -f ct.yaml',
      'kubectl get ct',
      'kubectl apply -f bad.yaml',
      `kubectl patch ct mine --type=merge -p '{"spec":{"replicas":5}}'`,
      'kubectl get crontab mine -o yaml',
      'kubectl delete crd crontabs.stable.example.com',
      3,
      'kubectl get ct',
    ],
  },
  {
    name: 's35-static-volumes',
    files: {
      'pv.yaml': together(
        `apiVersion: v1
kind: PersistentVolume
metadata:
  name: disk
spec:
  capacity: {storage: 1Gi}
  accessModes: [ReadWriteOnce]
  persistentVolumeReclaimPolicy: Retain
  storageClassName: manual
  hostPath: {path: /tmp/disk}
`,
        `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: claim
spec:
  storageClassName: manual
  accessModes: [ReadWriteOnce]
  resources: {requests: {storage: 500Mi}}
`,
      ),
      'user.yaml': pod({
        name: 'user',
        container: 'volumeMounts:\n- name: data\n  mountPath: /data',
        pod: 'volumes:\n- name: data\n  persistentVolumeClaim:\n    claimName: claim',
      }),
      'lonely.yaml': `apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: lonely
spec:
  storageClassName: ""
  accessModes: [ReadWriteMany]
  resources: {requests: {storage: 5Gi}}
`,
    },
    lines: [
      'kubectl apply -f pv.yaml',
      4,
      'kubectl get pv,pvc',
      'kubectl apply -f user.yaml',
      5,
      'kubectl get pods',
      'kubectl apply -f lonely.yaml',
      3,
      'kubectl describe pvc lonely',
      'kubectl delete pvc claim --wait=false',
      3,
      'kubectl get pvc',
      'kubectl delete pod user --now',
      4,
      'kubectl get pv,pvc',
    ],
  },
  {
    name: 's36-wait-and-watch',
    files: { 'web.yaml': deployment({ name: 'web', replicas: 3 }) },
    lines: [
      'kubectl get pods -w --output-watch-events &',
      'kubectl apply -f web.yaml',
      'kubectl wait --for=condition=Available deploy/web --timeout=30s',
      'kubectl wait --for=condition=Ready pod -l app=web --timeout=30s',
      'kubectl wait --for=jsonpath={.status.readyReplicas}=3 deploy/web --timeout=5s',
      'kubectl delete deploy web',
      'kubectl wait --for=delete pod -l app=web --timeout=30s',
      4,
    ],
  },
  {
    name: 's37-generated-and-edited',
    files: {
      'gen.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  generateName: run-
data:
  a: b
`,
    },
    lines: [
      'kubectl create -f gen.yaml',
      'kubectl create -f gen.yaml',
      'kubectl create -f gen.yaml',
      'kubectl get cm',
      'kubectl create deployment made --image=nginx:1.27',
      3,
      { line: 'kubectl edit deploy made', env: { KUBE_EDITOR: "sed -i 's/replicas: 1/replicas: 2/'" } },
      4,
      'kubectl get deploy made',
      'kubectl autoscale deploy made --min=1 --max=2 --cpu=50% --dry-run=server -o yaml',
      'kubectl create quota q --hard=pods=1 --dry-run=client -o yaml',
    ],
  },
  {
    name: 's38-cascades',
    files: {
      'a.yaml': deployment({ name: 'a', replicas: 2 }),
      'b.yaml': deployment({ name: 'b', replicas: 2 }),
    },
    lines: [
      'kubectl apply -f a.yaml -f b.yaml',
      5,
      'kubectl delete deploy a --cascade=orphan',
      4,
      'kubectl get rs',
      'kubectl apply -f a.yaml',
      4,
      'kubectl get rs',
      'kubectl delete deploy a b --cascade=foreground',
      4,
      'kubectl get all',
    ],
  },
  {
    name: 's39-tokens-and-service-accounts',
    files: {
      'sa.yaml': `apiVersion: v1
kind: ServiceAccount
metadata:
  name: builder
automountServiceAccountToken: false
`,
      'pod.yaml': pod({ name: 'as-builder', pod: 'serviceAccountName: builder' }),
      'secret.yaml': `apiVersion: v1
kind: Secret
metadata:
  name: builder-token
  annotations:
    kubernetes.io/service-account.name: builder
type: kubernetes.io/service-account-token
`,
    },
    lines: [
      'kubectl apply -f pod.yaml',
      'kubectl apply -f sa.yaml',
      'kubectl apply -f pod.yaml',
      4,
      'kubectl get pod as-builder -o yaml',
      'kubectl apply -f secret.yaml',
      3,
      'kubectl create token builder',
      'kubectl delete sa builder',
      3,
      'kubectl get secrets',
    ],
  },
  {
    name: 's40-errors',
    files: {
      'broken.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {name: x\n',
      'unknown.yaml': 'apiVersion: example.org/v9\nkind: Thing\nmetadata: {name: x}\n',
      'invalid.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: bad}
spec:
  replicas: -1
  selector: {matchLabels: {app: a}}
  template:
    metadata: {labels: {app: b}}
    spec: {containers: [{name: Main, image: ""}]}
`,
      'strict.yaml': `apiVersion: v1
kind: ConfigMap
metadata: {name: strict}
dta: {a: b}
`,
    },
    lines: [
      'kubectl apply -f broken.yaml',
      'kubectl apply -f unknown.yaml',
      'kubectl apply -f invalid.yaml',
      'kubectl apply -f strict.yaml',
      'kubectl get pods -n nowhere',
      'kubectl get thing',
      'kubectl scale deploy nope --replicas=1',
      'kubectl delete pod nope',
      'kubectl create ns default',
      'kubectl rollout undo deploy/nope',
    ],
  },
];
