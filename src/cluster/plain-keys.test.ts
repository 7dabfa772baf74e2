import { expect, it } from 'vitest';
import { terminal } from './kubectl/testing/terminal.ts';
import { TypedCluster } from './testing/typed-cluster.ts';

/** What every plain object seems to have. */
const INHERITED: readonly string[] = [
  ...new Set([...Object.getOwnPropertyNames(Object.prototype), '__proto__']),
].sort();
/** Of those that may be labels, some: each takes two seconds. */
const LABELS = ['constructor', 'hasOwnProperty', 'toString'];

/** A name that nothing has, as long as the other and in the same place among others. */
const like = (name: string): string => `${name.slice(0, -1)}x`;

const manifests = (key: string): string => `apiVersion: v1
kind: ConfigMap
metadata: {name: with, labels: {${key}: "1"}, annotations: {${key}: "1"}}
data: {${key}: "1"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: without, labels: {a: b}, annotations: {a: b}}
data: {a: b}
---
apiVersion: v1
kind: Secret
metadata: {name: with}
stringData: {${key}: "1"}
---
apiVersion: v1
kind: Service
metadata: {name: with}
spec: {selector: {${key}: "1"}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: without}
spec: {selector: {a: b}, ports: [{port: 80}]}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: quota}
spec: {hard: {pods: "50", count/configmaps: "50", requests.example.com/${key}: "5"}}
---
apiVersion: v1
kind: LimitRange
metadata: {name: limits}
spec: {limits: [{type: Container, default: {cpu: "1"}}]}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: policy}
spec: {podSelector: {matchLabels: {${key}: "1"}}, ingress: [{from: [{podSelector: {matchExpressions: [{key: ${key}, operator: DoesNotExist}]}}]}]}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: budget}
spec: {minAvailable: 1, selector: {matchExpressions: [{key: ${key}, operator: Exists}]}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: with, labels: {${key}: "1"}}
spec:
  selector: {matchLabels: {${key}: "1"}}
  template:
    metadata: {labels: {${key}: "1"}, annotations: {${key}: "1"}}
    spec:
      nodeSelector: {${key}: "1"}
      topologySpreadConstraints:
      - {maxSkew: 1, topologyKey: ${key}, whenUnsatisfiable: ScheduleAnyway, labelSelector: {matchLabels: {${key}: "1"}}, matchLabelKeys: [${key}x]}
      affinity:
        nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: ${key}, operator: Exists}]}]}}
        podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: {topologyKey: ${key}, labelSelector: {matchLabels: {${key}: "1"}}}}]}
        podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1, podAffinityTerm: {topologyKey: ${key}, labelSelector: {matchExpressions: [{key: ${key}, operator: NotIn, values: [x]}]}}}]}
      tolerations: [{key: ${key}, operator: Exists}]
      volumes:
      - {name: all, configMap: {name: with}}
      - {name: one, configMap: {name: with, items: [{key: ${key}, path: ${key}}]}}
      - {name: secret, secret: {secretName: with}}
      - {name: told, downwardAPI: {items: [{path: ${key}, fieldRef: {fieldPath: "metadata.labels['${key}']"}}, {path: all, fieldRef: {fieldPath: metadata.annotations}}]}}
      containers:
      - name: c
        image: busybox:1.36
        command: [sh, -c, "echo $(${key}) $${key}; env; cat /all/${key}; sleep 3600"]
        env:
        - {name: ${key}, value: "1"}
        - {name: MAP, valueFrom: {configMapKeyRef: {name: with, key: ${key}}}}
        - {name: NONE, valueFrom: {configMapKeyRef: {name: without, key: ${key}, optional: true}}}
        - {name: LABEL, valueFrom: {fieldRef: {fieldPath: "metadata.labels['${key}']"}}}
        - {name: NOTE, valueFrom: {fieldRef: {fieldPath: "metadata.annotations['${key}']"}}}
        envFrom: [{configMapRef: {name: with}}, {secretRef: {name: with}}]
        volumeMounts: [{name: all, mountPath: /all}, {name: one, mountPath: /one}, {name: secret, mountPath: /secret}, {name: told, mountPath: /told}]
---
apiVersion: v1
kind: Pod
metadata: {name: without, labels: {a: b}}
spec:
  terminationGracePeriodSeconds: 1
  containers:
  - name: c
    image: busybox:1.36
    command: [sleep, "3600"]
    env: [{name: LABEL, valueFrom: {fieldRef: {fieldPath: "metadata.labels['${key}']"}}}, {name: NOTE, valueFrom: {fieldRef: {fieldPath: "metadata.annotations['${key}']"}}}]
`;

const COMMANDS = (key: string): readonly string[] => [
  `get configmaps -l ${key}`,
  `get configmaps -l !${key}`,
  `get configmaps -l ${key}=1`,
  `get configmaps -l ${key}!=1`,
  `get configmaps -l ${key} -L ${key} --show-labels`,
  `get configmaps -L ${key}`,
  `get configmaps -o custom-columns=K:.data.${key},L:.metadata.labels.${key}`,
  `get configmaps -o jsonpath={.items[*].data.${key}}`,
  `get configmaps -o jsonpath={range.items[*]}{.metadata.labels['${key}']}{end}`,
  `get configmaps -o go-template={{range.items}}{{.data.${key}}}{{index.metadata.labels"${key}"}}{{end}}`,
  `get configmaps --sort-by=.data.${key}`,
  `get configmaps --sort-by=.metadata.labels.${key}`,
  'get all -o wide',
  'get configmap,secret,service,deployment,pod -o yaml --show-managed-fields',
  'describe configmap with',
  'describe configmaps,secrets,services,pods,deployments,quota,limits,networkpolicy,pdb',
  'describe nodes',
  `create configmap lit --from-literal=${key}=1`,
  `create secret generic lit --from-literal=${key}=1`,
  `create quota q --hard=count/${key}.example.com=1`,
  `label configmap without ${key}=x`,
  `label configmap without ${key}=y`,
  `label configmap without ${key}=y --overwrite`,
  `label configmap without ${key}-`,
  `label configmap without ${key}-`,
  `annotate configmap without ${key}=x`,
  `annotate configmap without ${key}=y`,
  `annotate configmap without ${key}-`,
  `annotate pod without ${key}=x`,
  `label node --all ${key}=1 --dry-run=server`,
  `taint node --all ${key}=1:NoSchedule --dry-run=server`,
  `set env deployment/with ${key}=2`,
  `set env deployment/with ${key}-`,
  `set env deployment/with --list`,
  `set selector service without ${key}=1`,
  `set resources deployment/with --requests=example.com/${key}=1`,
  `patch configmap without -p {"data":{"${key}":"2"}}`,
  `patch configmap without --type=merge -p {"data":{"${key}":"3"}}`,
  `patch configmap without --type=merge -p {"data":{"${key}":null}}`,
  `patch configmap without -p {"data":{"${key}":null}}`,
  `patch configmap without -p {"metadata":{"labels":{"${key}":"1"}}}`,
  `patch configmap without --type=json -p [{"op":"add","path":"/data/${key}","value":"1"}]`,
  `patch configmap without --type=json -p [{"op":"test","path":"/data/${key}","value":"1"},{"op":"remove","path":"/data/${key}"}]`,
  `patch configmap without --type=merge -p {"${key}":1}`,
  `patch deployment with -p {"spec":{"template":{"spec":{"nodeSelector":{"${key}":null}}}}}`,
  `explain configmap.${key}`,
  `explain ${key}`,
  `get ${key}`,
  `api-resources --api-group=${key}`,
  `auth can-i get ${key}`,
  `create role r --verb=get --resource=${key}`,
  `create ${key}`,
  `${key}`,
  `get pods --field-selector=${key}=1`,
  `get pods -o ${key}`,
  `config set-context ${key}`,
  `config get-contexts`,
  `config use-context ${key}`,
  'config use-context kubernetes-admin@kubernetes',
  `wait configmap/with --for=jsonpath={.data.${key}}=1 --timeout=1s`,
  `run ${key} --image=nginx --labels=${key}=1 --env=${key}=1 --annotations=${key}=1`,
  `expose pod without --name=exposed --selector=${key}=1 --port=80`,
  `get --raw /api/v1/${key}`,
  `get --raw /apis/${key}`,
  `get --raw /${key}`,
  `rollout status deployment/with --timeout=1s`,
  `rollout history deployment/with`,
  `delete configmaps -l ${key}=none`,
];

const KUSTOMIZATION = (key: string) => `resources: [a.yaml]
commonLabels: {${key}: "2"}
commonAnnotations: {${key}: "2"}
labels: [{pairs: {${key}x: "1"}, includeSelectors: true}]
configMapGenerator: [{name: made, literals: [${key}=1], options: {labels: {${key}: "1"}}}]
patches:
- patch: |-
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: without}
    data: {${key}: "3"}
- target: {kind: ConfigMap, name: with}
  patch: '[{"op":"replace","path":"/data/${key}","value":"4"}]'
replacements:
- source: {kind: ConfigMap, name: with, fieldPath: data.${key}}
  targets: [{select: {kind: ConfigMap, name: without}, fieldPaths: [data.${key}], options: {create: true}}]
`;

const LINES = (key: string): readonly string[] => [
  'apply -f a.yaml',
  'apply -f a.yaml',
  'apply -f a.yaml --server-side --force-conflicts',
  'diff -f a.yaml',
  ...COMMANDS(key),
  'apply -f a.yaml',
  'apply -k k',
  'kustomize k',
  'replace -f a.yaml --force',
  'delete -f a.yaml',
];

/** Keys of data and names of variables may begin with an underscore. */
const dataOf = (key: string): string => `apiVersion: v1
kind: ConfigMap
metadata: {name: with}
data: {${key}: "1", a: b}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: without}
data: {a: b}
---
apiVersion: v1
kind: Secret
metadata: {name: with}
stringData: {${key}: "1"}
---
apiVersion: v1
kind: Pod
metadata: {name: with}
spec: {containers: [{name: c, image: nginx, env: [{name: ${key}, value: "1"}]}]}
`;
const DATA_LINES = (key: string): readonly string[] => [
  'apply -f a.yaml',
  'get configmaps,secrets,pods -o yaml --show-managed-fields',
  'get configmaps -o json',
  `get configmaps -o jsonpath={.items[*].data.${key}}`,
  `get configmaps -o jsonpath={.items[*].data['${key}']}`,
  `get configmaps -o go-template={{range.items}}{{.data.${key}}}{{end}}`,
  'describe configmaps,secrets,pods',
  `create configmap lit --from-literal=${key}=1 -o yaml`,
  'get configmap lit -o json',
  ...COMMANDS(key).filter((line) => line.startsWith('patch configmap')),
  'get configmap without -o json',
  'apply -f a.yaml --server-side --force-conflicts',
  'get configmaps -o yaml --show-managed-fields',
  'delete -f a.yaml',
];

/** All that a person sees, with one name for the key. */
function seen(key: string, manifest: string, lines: readonly string[]): readonly string[] {
  const { type } = terminal();
  const files = { 'a.yaml': manifest, 'k/kustomization.yaml': KUSTOMIZATION(key), 'k/a.yaml': manifest };
  return lines.map((line) => {
    const { stdout, stderr, exitCode } = type(`kubectl ${line}`, files);
    return `${line}\n${stdout}${stderr}${exitCode}`.replaceAll(new RegExp(key, 'gi'), 'KEY');
  });
}

it.each(LABELS)('PK1: kubectl and the API server take %s for a key as any other', (key) => {
  const other = like(key);
  expect(seen(key, manifests(key), LINES(key))).toEqual(seen(other, manifests(other), LINES(other)));
});

it.each(INHERITED)('PK1: %s is a key of data as any other', (key) => {
  const other = like(key);
  expect(seen(key, dataOf(key), DATA_LINES(key))).toEqual(seen(other, dataOf(other), DATA_LINES(other)));
  expect(Object.keys(Object.prototype)).toEqual([]);
});

/** What becomes of it in a whole cluster. */
function happened(key: string): readonly string[] {
  const cluster = new TypedCluster({ proxy: 'iptables' });
  cluster.apply(manifests(key));
  cluster.wait(10);
  cluster.type(`kubectl label node --all ${key}=1`);
  cluster.wait(10);
  const pods = () => cluster.path('pods', '{range .items[*]}{.status.phase} {.spec.nodeName}{"\\n"}{end}');
  const found = [
    pods(),
    cluster.type('kubectl logs deployment/with').stdout,
    cluster.type('kubectl logs without').stdout,
  ];
  found.push(cluster.path('endpoints', '{range .items[*]}{.metadata.name} {.subsets}{"\\n"}{end}'));
  cluster.type('kubectl scale deployment with --replicas=3');
  cluster.type(`kubectl taint node node-1 ${key}=1:NoExecute`);
  cluster.wait(10);
  found.push(pods(), cluster.path('pdb budget', '{.status}'), cluster.path('quota quota', '{.status}'));
  return found.map((text) => text.replaceAll(new RegExp(key, 'gi'), 'KEY').replaceAll(/with-\w+-/g, 'with-HASH-'));
}

it.each(['constructor', 'valueOf'])(
  'PK1: controllers, scheduler and kubelets take %s for a key as any other',
  (key) => {
    expect(happened(key)).toEqual(happened(like(key)));
  },
);
