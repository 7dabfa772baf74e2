import fc from 'fast-check';
import type { Given } from '../inputs/inputs.ts';

/** One thing that is done to a cluster, and for how many microseconds it goes on before the next. */
export interface Deed {
  readonly given: Given;
  readonly after: number;
}

const file = (text: string): Given => ({
  type: 'kubectl',
  argv: ['apply', '-f', 'given.yaml'],
  files: { 'given.yaml': text },
});
const typed = (line: string): Given => ({ type: 'kubectl', argv: line.split(' '), files: {} });

const space = fc.constantFrom('default', 'default', 'there');
const app = fc.constantFrom('a', 'b');
const node = fc.integer({ min: 1, max: 3 }).map((at) => `node-${at}`);
const image = fc.constantFrom('nginx:1.27', 'nginx:1.28', 'nobody/nothing:1');
/** Who puts up with a node for a while, or only on other nodes than its like. */
const PATIENT = `
      tolerations: [{key: maint, operator: Exists, effect: NoExecute, tolerationSeconds: 5}]`;
const SPREAD = (label: string): string => `
      topologySpreadConstraints: [{maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: ${label}}}}]`;

const few = fc.integer({ min: 0, max: 4 });

const template = (label: string, from: string, more = ''): string => `
  selector: {matchLabels: {app: ${label}}}
  template:
    metadata: {labels: {app: ${label}}}
    spec:
      terminationGracePeriodSeconds: 2${more}
      containers: [{name: c, image: "${from}"}]
`;

const heading = (apiVersion: string, kind: string, name: string, namespace: string): string =>
  `apiVersion: ${apiVersion}
kind: ${kind}
metadata: {name: ${name}, namespace: ${namespace}}
`;

const statefulSet = fc
  .tuple(space, app, image, few, fc.constantFrom('OrderedReady', 'Parallel'), fc.boolean())
  .map(([namespace, name, from, replicas, policy, claims]) =>
    file(`${heading('apps/v1', 'StatefulSet', `s-${name}`, namespace)}spec:
  serviceName: ${name}
  replicas: ${replicas}
  podManagementPolicy: ${policy}${
    claims
      ? `
  persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete, whenScaled: Delete}
  volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Mi}}}}]`
      : ''
  }${template(name, from)}`),
  );

const daemonSet = fc
  .tuple(space, app, image, fc.constantFrom('', 'nodeSelector: {disk: fast}', 'tolerations: [{operator: Exists}]'), few)
  .map(([namespace, name, from, more, away]) =>
    file(`${heading('apps/v1', 'DaemonSet', `d-${name}`, namespace)}spec:
  updateStrategy: {rollingUpdate: {maxUnavailable: ${away % 2}, maxSurge: ${1 - (away % 2)}}}${template(name, from, more === '' ? '' : `\n      ${more}`)}`),
  );

const deployment = fc
  .tuple(
    space,
    app,
    image,
    few,
    fc.constantFrom(
      '',
      '\n      hostNetwork: true',
      '\n      priorityClassName: system-node-critical',
      PATIENT,
      'spread',
    ),
  )
  .map(([namespace, name, from, replicas, more]) =>
    file(
      `${heading('apps/v1', 'Deployment', name, namespace)}spec:
  replicas: ${replicas}${template(name, from, more === 'spread' ? SPREAD(name) : more)}`,
    ),
  );

const job = fc
  .tuple(
    space,
    app,
    fc.integer({ min: 1, max: 4 }),
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom('0', '1'),
    fc.boolean(),
  )
  .map(([namespace, name, completions, parallelism, code, indexed]) =>
    file(`${heading('batch/v1', 'Job', `j-${name}`, namespace)}spec:
  completions: ${completions}
  parallelism: ${parallelism}
  backoffLimit: 2
  completionMode: ${indexed ? 'Indexed' : 'NonIndexed'}
  template:
    metadata: {labels: {app: ${name}}}
    spec: {restartPolicy: Never, containers: [{name: c, image: "busybox:1.36", command: [sh, -c, "sleep 2; exit ${code}"]}]}
`),
  );

const cronJob = fc
  .tuple(space, app, fc.constantFrom('Allow', 'Forbid', 'Replace'), fc.constantFrom('10', '100'), fc.boolean())
  .map(([namespace, name, policy, seconds, suspended]) =>
    file(`${heading('batch/v1', 'CronJob', `c-${name}`, namespace)}spec:
  schedule: "* * * * *"
  concurrencyPolicy: ${policy}
  suspend: ${suspended}
  successfulJobsHistoryLimit: 1
  jobTemplate: {spec: {ttlSecondsAfterFinished: 40, template: {metadata: {labels: {app: ${name}}}, spec: {terminationGracePeriodSeconds: 2,
    restartPolicy: OnFailure, containers: [{name: c, image: "busybox:1.36", command: [sleep, "${seconds}"]}]}}}}
`),
  );

/** Pods that want more than there is, some of them before others. */
const crowd = fc
  .tuple(space, app, few, fc.constantFrom('low', 'high'), fc.constantFrom('700m', '1500m'))
  .map(([namespace, name, replicas, priority, cpu]) =>
    file(`apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: ${priority}}
value: ${priority === 'low' ? 10 : 1000}
---
${heading('apps/v1', 'Deployment', `crowd-${name}`, namespace)}spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${name}, crowd: c}}
  template:
    metadata: {labels: {app: ${name}, crowd: c}}
    spec:
      priorityClassName: ${priority}
      terminationGracePeriodSeconds: 3
      containers: [{name: c, image: "nginx:1.27", resources: {requests: {cpu: "${cpu}"}}}]
`),
  );

/** Claims that are bound when their Pod is placed, to volumes that one node has, or that a driver makes. */
const waiting = fc.tuple(space, app, node, few, fc.boolean()).map(([namespace, name, on, size, isMade]) =>
  file(`apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata: {name: late-${isMade}}
provisioner: ${isMade ? 'disks.example.com' : 'kubernetes.io/no-provisioner'}
volumeBindingMode: WaitForFirstConsumer
---
apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: {name: disks.example.com}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: local-${size}-${on}}
spec:
  capacity: {storage: 1Gi}
  accessModes: [ReadWriteOnce]
  storageClassName: late-false
  local: {path: /mnt}
  nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [${on}]}]}]}}
---
${heading('apps/v1', 'StatefulSet', `l-${name}`, namespace)}spec:
  serviceName: ${name}
  replicas: ${size}
  persistentVolumeClaimRetentionPolicy: {whenDeleted: Delete, whenScaled: Retain}
  volumeClaimTemplates:
  - {metadata: {name: data}, spec: {storageClassName: late-${isMade}, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}
  - {metadata: {name: log}, spec: {storageClassName: late-${isMade}, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Mi}}}}
  selector: {matchLabels: {app: ${name}, late: l}}
  template:
    metadata: {labels: {app: ${name}, late: l}}
    spec:
      terminationGracePeriodSeconds: 2
      initContainers: [{name: beside, image: "busybox:1.36", restartPolicy: Always, command: [sleep, infinity]}]
      containers: [{name: c, image: "nginx:1.27"}]
`),
);

const others = fc.tuple(space, app, few).chain(([namespace, name, size]) =>
  fc.constantFrom(
    file(`${heading('v1', 'Service', `v-${name}`, namespace)}spec: {selector: {app: ${name}}, ports: [{port: 80}]}\n`),
    file(
      `${heading('policy/v1', 'PodDisruptionBudget', `p-${name}`, namespace)}spec: {minAvailable: ${size}, selector: {matchLabels: {app: ${name}}}}\n`,
    ),
    file(`${heading('v1', 'ResourceQuota', 'q', namespace)}spec: {hard: {pods: ${size + 1}}}\n`),
    file(`apiVersion: v1
kind: PersistentVolume
metadata: {name: volume-${size}}
spec: {capacity: {storage: 1Mi}, accessModes: [ReadWriteOnce], hostPath: {path: /data}, persistentVolumeReclaimPolicy: Retain}
`),
  ),
);

const KINDS = [
  'statefulset/s-',
  'statefulset/l-',
  'daemonset/d-',
  'deployment/',
  'deployment/crowd-',
  'job/j-',
  'cronjob/c-',
  'service/v-',
  'pdb/p-',
];
const object = fc.tuple(fc.constantFrom(...KINDS), app).map(([kind, name]) => `${kind}${name}`);

const lines = fc
  .tuple(space, object, app, node, few)
  .chain(([namespace, what, name, on, size]) =>
    fc.constantFrom(
      ...[
        `delete ${what} -n ${namespace} --wait=false`,
        `delete ${what} -n ${namespace} --wait=false --cascade=orphan`,
        `delete ${what} -n ${namespace} --wait=false --cascade=foreground`,
        `scale ${what} -n ${namespace} --replicas=${size}`,
        `autoscale deployment ${name} -n ${namespace} --min=1 --max=${size + 1} --cpu=50%`,
        `create job once-${size} -n ${namespace} --from=cronjob/c-${name}`,
        `rollout restart ${what} -n ${namespace}`,
        `rollout undo ${what} -n ${namespace}`,
        `delete pods -n ${namespace} -l app=${name} --wait=false`,
        `delete pods -n ${namespace} -l app=${name} --force`,
        `label pods -n ${namespace} -l app=${name} app=${name}x --overwrite`,
        `annotate pods -n ${namespace} -l app=${name} k=${size} --overwrite`,
        `delete pvc -n ${namespace} --all --wait=false`,
        `delete pv volume-${size} --wait=false`,
        `delete quota q -n ${namespace}`,
        'create namespace there',
        'delete namespace there --wait=false',
        `label node ${on} disk=fast --overwrite`,
        `label node ${on} disk-`,
        `taint node ${on} k=v:NoExecute --overwrite`,
        `taint node ${on} k=v:NoSchedule --overwrite`,
        `taint node ${on} k-`,
        `drain ${on} --ignore-daemonsets --force --delete-emptydir-data --timeout=10s`,
        `uncordon ${on}`,
        `delete serviceaccount default -n ${namespace}`,
        `delete node ${on}`,
        `cordon ${on}`,
        `taint node ${on} maint=${size}:NoExecute --overwrite`,
        `taint node ${on} maint-`,
        `label node ${on} topology.kubernetes.io/zone=${name} --overwrite`,
        `patch quota q -n ${namespace} --type=merge -p {"spec":{"hard":{"pods":"${size}"}}}`,
        `patch ${what} -n ${namespace} --type=merge -p {"metadata":{"finalizers":["example.org/hold"]}}`,
        `patch ${what} -n ${namespace} --type=merge -p {"metadata":{"finalizers":null}}`,
        `patch pods -n ${namespace} -l app=${name} --type=merge -p {"metadata":{"ownerReferences":null}}`,
        `patch job j-${name} -n ${namespace} --type=merge -p {"spec":{"suspend":${size % 2 === 0}}}`,
        `patch statefulset s-${name} -n ${namespace} --type=merge -p {"spec":{"updateStrategy":{"rollingUpdate":{"partition":${size}}}}}`,
        `rollout pause deployment/${name} -n ${namespace}`,
        `rollout resume deployment/${name} -n ${namespace}`,
        `expose deployment ${name} -n ${namespace} --port=80`,
      ].map(typed),
    ),
  );

const INFORMERS = [
  'kube-scheduler/pods',
  'kube-controller-manager/pods',
  'kube-controller-manager/replicasets.apps',
  'kubelet/node-1/pods',
];

/** What breaks, and heals. */
const faults = fc
  .tuple(node, fc.constantFrom(...INFORMERS))
  .chain(([on, informer]) =>
    fc.constantFrom<Given>(
      { type: 'kubelet', node: on, state: 'stopped' },
      { type: 'kubelet', node: on, state: 'running' },
      { type: 'api-server', state: 'stopped' },
      { type: 'api-server', state: 'running' },
      { type: 'cut-watch', informer },
    ),
  );

/** One thing that is done. */
export const wideDeed: fc.Arbitrary<Given> = fc.oneof(
  { weight: 2, arbitrary: statefulSet },
  { weight: 2, arbitrary: daemonSet },
  { weight: 2, arbitrary: deployment },
  { weight: 2, arbitrary: job },
  { weight: 1, arbitrary: cronJob },
  { weight: 1, arbitrary: crowd },
  { weight: 2, arbitrary: waiting },
  { weight: 3, arbitrary: others },
  { weight: 8, arbitrary: lines },
  { weight: 2, arbitrary: faults },
);

const after = fc.constantFrom(0, 1_000, 50_000, 700_000, 6_000_000, 20_000_000, 70_000_000);

/** Workloads of each kind, two namespaces, volumes, budgets and quotas, and parts of the cluster that fail. */
export const wideWorld = (size: number): fc.Arbitrary<readonly Deed[]> =>
  fc
    .array(fc.record({ given: wideDeed, after }), { minLength: 3, maxLength: size })
    .map((deeds) => [{ given: typed('create namespace there'), after: 500_000 }, ...deeds]);

/** All that failed is mended. */
export const MENDED: readonly Given[] = [
  { type: 'api-server', state: 'running' },
  ...['node-1', 'node-2', 'node-3'].map((one): Given => ({ type: 'kubelet', node: one, state: 'running' })),
];
