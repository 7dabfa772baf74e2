import type { Scene } from '../scene.ts';
import { deployment, job, pod, service, together } from './manifests.ts';

const failing = (name: string, rules: string, spec: string, script: string): string =>
  job({
    name,
    spec: `${spec}\npodFailurePolicy:\n  rules:\n${rules}`,
    container: `command: ["sh", "-c", "${script}"]`,
  });

const ofCode = (action: string, code: number): string =>
  `  - action: ${action}\n    onExitCodes: {containerName: main, operator: In, values: [${code}]}`;

const limited = (name: string, script: string, memory: string): string =>
  pod({
    name,
    image: 'busybox:1.36',
    container: `command: ["sh", "-c", "${script}"]\nresources:\n  limits: {memory: ${memory}}`,
    pod: 'restartPolicy: Never',
  });

const shirt = (name: string, color: string): string => `apiVersion: stable.example.com/v1
kind: Shirt
metadata:
  name: ${name}
spec: {color: ${color}}
`;

/** What the documentation has its readers try. */
export const EXAMPLES: readonly Scene[] = [
  {
    name: 's70-failure-policies',
    files: {
      'failjob.yaml': failing('failjob', ofCode('FailJob', 42), 'completions: 8\nparallelism: 2', 'sleep 5; exit 42'),
      'index.yaml': failing(
        'index',
        ofCode('FailIndex', 42),
        'completions: 4\nparallelism: 2\ncompletionMode: Indexed\nbackoffLimitPerIndex: 1',
        'case $JOB_COMPLETION_INDEX in 0) exit 1;; 2) exit 42;; *) exit 0;; esac',
      ),
      'ignore.yaml': failing(
        'ignore',
        '  - action: Ignore\n    onPodConditions:\n    - type: DisruptionTarget',
        'completions: 2\nparallelism: 2\nbackoffLimit: 0',
        'sleep 12',
      ),
      'enough.yaml': job({
        name: 'enough',
        spec: 'completions: 3\nparallelism: 3\ncompletionMode: Indexed\nsuccessPolicy:\n  rules:\n  - succeededIndexes: "0"',
        container: `command: ["sh", "-c", "test $JOB_COMPLETION_INDEX = 0 || sleep 60"]`,
      }),
    },
    lines: [
      'kubectl apply -f failjob.yaml',
      12,
      'kubectl get jobs -l job-name=failjob -o yaml',
      'kubectl describe job failjob',
      'kubectl apply -f index.yaml',
      25,
      'kubectl get job index -o yaml',
      'kubectl apply -f ignore.yaml',
      4,
      'kubectl drain worker-1 --force --ignore-daemonsets',
      'kubectl uncordon worker-1',
      30,
      'kubectl get jobs',
      'kubectl apply -f enough.yaml',
      40,
      'kubectl get jobs,pods',
    ],
  },
  {
    name: 's71-resources-of-a-whole-pod',
    files: {
      'whole.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: whole
spec:
  resources:
    limits: {cpu: "1", memory: 200Mi}
  containers:
  - name: main
    image: nginx:1.27
    resources:
      requests: {cpu: 100m}
  - name: second
    image: busybox:1.36
    command: ["sleep", "3600"]
`,
    },
    lines: [
      'kubectl apply -f whole.yaml',
      4,
      'kubectl get pod whole -o yaml',
      'kubectl describe pod whole',
      'kubectl describe node worker-1',
      `kubectl patch pod whole --subresource resize -p '{"spec":{"resources":{"requests":{"cpu":"300m"}}}}'`,
      4,
      'kubectl get pod whole -o yaml',
      `kubectl patch pod whole --subresource resize -p '{"spec":{"resources":{"requests":{"cpu":"50m"}}}}'`,
      'kubectl get events',
      'kubectl delete pod whole --now',
    ],
  },
  {
    name: 's72-out-of-memory',
    files: {
      'reads.yaml': limited('reads', 'tail /dev/zero', '20Mi'),
      'copies.yaml': limited('copies', 'sleep 1; dd if=/dev/zero of=/dev/null bs=100M count=1; sleep 60', '30Mi'),
      'twice.yaml': pod({
        name: 'twice',
        image: 'busybox:1.36',
        container: 'command: ["tail", "/dev/zero"]\nresources:\n  limits: {memory: 20Mi}',
      }),
    },
    lines: [
      'kubectl apply -f reads.yaml',
      'kubectl apply -f copies.yaml',
      'kubectl apply -f twice.yaml',
      30,
      'kubectl get pods',
      'kubectl get pods -o yaml',
      'kubectl describe pod twice',
    ],
  },
  {
    name: 's73-blue-and-green',
    files: {
      'blue.yaml': deployment({
        name: 'blue',
        container: 'readinessProbe:\n  httpGet: {path: /, port: 80}\n  periodSeconds: 2',
      }),
      'green.yaml': deployment({ name: 'green', image: 'nginx:1.28' }),
      'app.yaml': service('app', 'type: NodePort').replace('app: app', 'app: blue'),
    },
    lines: [
      'kubectl apply -f blue.yaml',
      'kubectl apply -f app.yaml',
      6,
      'kubectl apply -f green.yaml',
      5,
      `kubectl patch service app -p '{"spec":{"selector":{"app":"green"}}}'`,
      3,
      'kubectl get endpointslices',
      'kubectl describe service app',
      'kubectl delete deployment blue',
      4,
      `kubectl patch service app -p '{"spec":{"sessionAffinity":"ClientIP","externalTrafficPolicy":"Local"}}'`,
      'kubectl scale deployment green --replicas=0',
      4,
      'kubectl get endpoints app',
      'kubectl delete service app',
      2,
    ],
  },
  {
    name: 's74-budgets-and-priority',
    nodes: ['worker-1'],
    files: {
      'guard.yaml': together(
        `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata:
  name: vip
value: 100000
`,
        `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: kept
spec:
  minAvailable: 1
  selector:
    matchLabels:
      app: kept
`,
      ),
      'low.yaml': together(
        pod({ name: 'kept', container: 'resources:\n  requests: {cpu: 900m}' }),
        pod({ name: 'other', container: 'resources:\n  requests: {cpu: 900m}' }),
      ),
      'vip.yaml': pod({
        name: 'vip',
        container: 'resources:\n  requests: {cpu: "1"}',
        pod: 'priorityClassName: vip',
      }),
    },
    lines: [
      'kubectl apply -f guard.yaml',
      'kubectl apply -f low.yaml',
      5,
      'kubectl get pdb kept -o yaml',
      'kubectl apply -f vip.yaml',
      12,
      'kubectl get pods -o wide',
      'kubectl get events',
      'kubectl create priorityclass wrong --value=2000000000',
      'kubectl delete priorityclass vip',
    ],
  },
  {
    name: 's75-kinds-of-ones-own',
    files: {
      'shirts.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: shirts.stable.example.com
spec:
  group: stable.example.com
  scope: Namespaced
  names: {plural: shirts, singular: shirt, kind: Shirt}
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
              color: {type: string}
    selectableFields:
    - jsonPath: .spec.color
    additionalPrinterColumns:
    - {jsonPath: .spec.color, name: Color, type: string}
`,
      'some.yaml': together(shirt('one', 'blue'), shirt('two', 'green')),
      'range.yaml': `apiVersion: networking.k8s.io/v1
kind: ServiceCIDR
metadata:
  name: more
spec:
  cidrs: [192.96.0.0/24]
`,
      'sandbox.yaml': `apiVersion: node.k8s.io/v1
kind: RuntimeClass
metadata:
  name: sandbox
handler: runsc
overhead:
  podFixed: {memory: 120Mi, cpu: 250m}
scheduling:
  nodeSelector: {sandbox: "yes"}
`,
      'inside.yaml': pod({ name: 'inside', pod: 'runtimeClassName: sandbox' }),
    },
    lines: [
      'kubectl apply -f shirts.yaml',
      2,
      'kubectl apply -f some.yaml',
      'kubectl get shirts --field-selector spec.color=blue',
      'kubectl get shirts --field-selector spec.size=M',
      'kubectl apply -f range.yaml',
      2,
      'kubectl get servicecidrs',
      'kubectl apply -f sandbox.yaml',
      'kubectl apply -f inside.yaml',
      2,
      'kubectl get pod inside -o yaml',
      'kubectl delete servicecidr more',
      'kubectl delete crd shirts.stable.example.com',
      3,
    ],
  },
];
