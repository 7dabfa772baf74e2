import type { AccessView } from '../../../protocol/access-view.ts';
import type { DecisionView, EtcdView, InformersView, NodeView, ObjectView, QueuesView, SchedulerView, StepDetailView, StepView, TerminalView } from '../../../protocol/views.ts';

const POD = 'nginx-775786f995-hh6md';

function stepAt(seq: number, actor: string, sentence: string, subject = `pods/default/${POD}`): StepView {
  return { seq, index: seq, time: 110_000 + seq * 1_000, kind: 'clientgo.request', actor, subject, args: { sentence } };
}

export const causes: readonly StepView[] = [
  stepAt(57, 'replicaset-controller', 'Sync of **nginx-775786f995**: 3 wanted, 0 found.'),
  stepAt(44, 'replicaset-controller', 'The watch brings **ADDED** replicaset, revision 410.'),
  stepAt(36, 'deployment-controller', '**POST** replicasets.'),
  stepAt(1, 'kubectl', '**kubectl apply** -f deploy.yaml'),
];

export const stepView: StepDetailView = {
  step: {
    ...stepAt(61, 'replicaset-controller', 'The Pod now tolerates a lost node for **300 seconds**.'),
    kind: 'apiserver.mutated',
    args: { sentence: 'The Pod now tolerates a lost node for **300 seconds**.', plugin: 'DefaultTolerationSeconds' },
  },
  request: {
    id: 7,
    actor: 'replicaset-controller',
    user: 'system:serviceaccount:kube-system:replicaset-controller',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
    agent: 'kube-controller-manager/v1.36.2',
    method: 'POST',
    verb: 'create',
    resource: 'pods',
    path: '/api/v1/namespaces/default/pods',
    subject: `pods/default/${POD}`,
    enteredAt: 167_400,
    code: undefined,
    revision: undefined,
  },
  reads: [
    { table: 'etcd/keys', key: '/registry/namespaces/default', version: '4', writer: undefined },
    { table: 'informer/kube-apiserver/limitranges/indexer', key: 'default', version: '0', writer: 12 },
  ],
  writes: [{ table: 'apiserver/requests', key: '7', op: 'change' }],
  diff: [
    { op: 'same', depth: 0, path: 'spec', text: 'spec:' },
    { op: 'same', depth: 1, path: 'spec.schedulerName', text: 'schedulerName: default-scheduler' },
    { op: 'remove', depth: 1, path: 'spec.tolerations', text: 'tolerations: []' },
    { op: 'add', depth: 1, path: 'spec.tolerations', text: 'tolerations:' },
    { op: 'add', depth: 1, path: 'spec.tolerations.0.key', text: '- key: node.kubernetes.io/not-ready' },
    { op: 'add', depth: 2, path: 'spec.tolerations.0.operator', text: 'operator: Exists' },
    { op: 'change', depth: 2, path: 'spec.tolerations.0.tolerationSeconds', text: 'tolerationSeconds: 300' },
  ],
  causes,
  first: true,
  effects: [stepAt(62, 'replicaset-controller', 'The Pod passes **schema validation**.')],
  manifest: undefined,
};

const LINES: readonly (readonly [text: string, path: string, writer?: string, changed?: boolean])[] = [
  ['apiVersion: v1', 'apiVersion'],
  ['kind: Pod', 'kind'],
  ['metadata:', 'metadata'],
  ['  labels:', 'metadata.labels', 'kube-controller-manager'],
  ['    app: nginx', 'metadata.labels.app', 'kube-controller-manager'],
  [`  name: ${POD}`, 'metadata.name'],
  ['spec:', 'spec'],
  ['  containers:', 'spec.containers', 'kube-controller-manager'],
  ['  - image: nginx:1.27', 'spec.containers.0.image', 'kube-controller-manager'],
  ['  nodeName: node-3', 'spec.nodeName', 'kube-scheduler'],
  ['status:', 'status'],
  ['  phase: Running', 'status.phase', 'kubelet', true],
  ['  podIP: 10.244.3.2', 'status.podIP', 'kubelet', true],
];

export const objectView: ObjectView = {
  subject: `pods/default/${POD}`,
  exists: true,
  lines: LINES.map(([text, path, writer, changed = false]) => ({ text, path, writer, changed })),
  history: [
    { revision: 413, seq: 66, actor: 'replicaset-controller', op: 'create' },
    { revision: 418, seq: 100, actor: 'kube-scheduler', op: 'update' },
    { revision: 425, seq: 130, actor: 'kubelet/node-3', op: 'update' },
    { revision: 439, seq: 178, actor: 'kubelet/node-3', op: 'update' },
  ],
  objects: ['deployments/default/nginx', `pods/default/${POD}`, 'replicasets/default/nginx-775786f995'],
};

export const etcdView: EtcdView = {
  warnings: [{ id: '0', line: 'etcd-0  {"level":"warn","msg":"slow fdatasync"}', now: true }],
  revision: 413,
  keys: [
    ...['default', 'kube-node-lease', 'kube-public', 'kube-system'].map((name, place) => ({
      key: `/registry/namespaces/${name}`,
      createRevision: 4 + place,
      modRevision: 4 + place,
      version: 1,
      lease: false,
      now: false,
    })),
    { key: '/registry/deployments/default/nginx', createRevision: 409, modRevision: 412, version: 2, lease: false, now: false },
    { key: '/registry/events/default/nginx.18a2', createRevision: 411, modRevision: 411, version: 1, lease: true, now: false },
    { key: `/registry/pods/default/${POD}`, createRevision: 413, modRevision: 413, version: 1, lease: false, now: true },
  ],
  log: [
    { revision: 413, key: `/registry/pods/default/${POD}`, op: 'put', now: true },
    { revision: 412, key: '/registry/deployments/default/nginx', op: 'put', now: false },
    { revision: 411, key: '/registry/events/default/nginx.18a2', op: 'put', now: false },
    { revision: 408, key: '/registry/pods/default/old', op: 'delete', now: false },
  ],
  selected: {
    key: '/registry/deployments/default/nginx',
    follows: false,
    exists: true,
    value: 'apiVersion: apps/v1\nkind: Deployment\n',
    lease: undefined,
    history: [
      {
        revision: 412,
        seq: 80,
        actor: 'deployment-controller',
        op: 'update',
        now: false,
        changes: [{ op: 'add', depth: 0, path: 'status.replicas', text: 'replicas: 3' }],
      },
      { revision: 409, seq: 40, actor: 'kubectl', op: 'create', now: false, changes: [] },
    ],
    older: 0,
  },
  leases: [{ id: '0a6b1f2c3d4e5f60', ttl: 3660, left: 3599, keys: 4, now: false }],
  members: [
    { name: 'etcd-0', state: 'running', role: 'leader', term: 2, lastIndex: 17, commitIndex: 17, now: true },
    { name: 'etcd-1', state: 'running', role: 'follower', term: 2, lastIndex: 17, commitIndex: 16, now: false },
    { name: 'etcd-2', state: 'stopped', role: 'follower', term: 2, lastIndex: 12, commitIndex: 12, now: false },
  ],
  round: undefined,
};

export const informersView: InformersView = {
  names: ['kube-controller-manager/pods', 'kube-controller-manager/replicasets', 'kube-scheduler/pods?status.phase!=Failed'],
  informer: {
    name: 'kube-controller-manager/pods',
    component: 'kube-controller-manager',
    resource: 'pods',
    selector: '',
    reflector: { state: 'watching', revision: '413', revisionBefore: '408' },
    usedBy: ['replicaset-controller', 'deployment-controller', 'endpointslice-controller', 'job-controller'],
    queue: [{ type: 'Added', key: `default/${POD}`, revision: '413', now: true }],
    indexer: [
      { key: `default/${POD}`, revision: '413', now: true },
      { key: 'kube-system/coredns-6f9dd8c8b7-x2x4q', revision: '360', now: false },
    ],
    indices: [
      { index: 'namespace', value: 'default', keys: [`default/${POD}`], now: true },
      { index: 'namespace', value: 'kube-system', keys: ['kube-system/coredns-6f9dd8c8b7-x2x4q'], now: false },
      { index: 'podControllerUID', value: '7e3dcc03-1d1a-4f67-a4a4-0b6b3f5a5258', keys: [`default/${POD}`], now: true },
      { index: 'spec.nodeName', value: '', keys: [], now: false },
    ],
    handlers: [
      { actor: 'replicaset-controller', events: 1, last: `add default/${POD}`, now: true },
      { actor: 'deployment-controller', events: 0, last: '', now: false },
    ],
  },
};

export const queuesView: QueuesView = {
  queues: [
    {
      name: 'replicaset-controller',
      queue: ['default/nginx-775786f995'],
      dirty: ['default/nginx-775786f995'],
      processing: ['default/nginx-775786f995', 'default/web-0123456789'],
      waiting: [{ key: 'default/web-0123456789', readyAt: 220_000 }],
      retries: [{ key: 'default/web-0123456789', count: 3 }],
      now: true,
    },
    { name: 'deployment-controller', queue: ['default/nginx'], dirty: [], processing: [], waiting: [], retries: [], now: false },
    ...['job-controller', 'statefulset-controller', 'daemonset-controller'].map((name) => ({
      name,
      queue: [],
      dirty: [],
      processing: [],
      waiting: [],
      retries: [],
      now: false,
    })),
  ],
  expectations: [{ controller: 'replicaset-controller', key: 'default/nginx-775786f995', adds: 2, deletes: 0 }],
};

const cell = (raw: number, weight: number) => ({ raw, normalised: raw, weighted: raw * weight });
const none = { raw: Number.NaN, normalised: Number.NaN, weighted: Number.NaN };
const pass = { ok: true, reason: undefined };
const unasked = { ok: false, reason: undefined };

export const decision: DecisionView = {
  pod: 'default/nginx-775786f995-fw9r9',
  nodes: ['node-1', 'node-2', 'node-3'],
  phase: 'assumed',
  filters: [
    { plugin: 'NodeUnschedulable', results: [pass, pass, pass] },
    { plugin: 'NodeName', results: [pass, pass, pass] },
    { plugin: 'TaintToleration', results: [pass, pass, { ok: false, reason: 'node(s) had untolerated taint(s)' }] },
    { plugin: 'NodeResourcesFit', results: [pass, pass, unasked] },
  ],
  skippedFilters: [
    { plugin: 'NodePorts', why: 'no host ports' },
    { plugin: 'VolumeBinding', why: 'no claims' },
  ],
  scores: [
    { plugin: 'TaintToleration', weight: 3, skipped: undefined, cells: [{ raw: 0, normalised: 100, weighted: 300 }, cell(100, 3), none] },
    { plugin: 'NodeAffinity', weight: 2, skipped: 'the Pod has none', cells: [none, none, none] },
    { plugin: 'NodeResourcesFit', weight: 1, skipped: undefined, cells: [cell(84, 1), cell(92, 1), none] },
    { plugin: 'PodTopologySpread', weight: 2, skipped: undefined, cells: [cell(66, 2), cell(100, 2), none] },
    { plugin: 'NodeResourcesBalancedAllocation', weight: 1, skipped: 'BestEffort Pod', cells: [none, none, none] },
    { plugin: 'ImageLocality', weight: 1, skipped: undefined, cells: [cell(0, 1), cell(0, 1), none] },
  ],
  totals: [516, 592, undefined],
  chosen: 'node-2',
  tied: 1,
  failure: undefined,
  formulas: [
    {
      plugin: 'PodTopologySpread',
      note: 'Default for Pods of a ReplicaSet: spread over hostnames, maxSkew 3. Two nodes left: ln(2 + 2) = 1.386.',
      rows: [
        { name: 'Pods of this set', values: ['1', '0'] },
        { name: '1.386 × Pods + 2', values: ['3.39', '2.00'] },
        { name: '100 × (3 + 2 − x) / 3', values: ['66', '100'] },
      ],
    },
    {
      plugin: 'NodeResourcesFit',
      note: 'The Pod asks for nothing, so 100m cpu and 200 MiB are assumed.',
      rows: [
        { name: 'cpu free of 1000m', values: ['80', '90'] },
        { name: 'mean, whole number', values: ['84', '92'] },
      ],
    },
  ],
};

export const failedDecision: DecisionView = {
  ...decision,
  pod: 'default/big',
  phase: 'unschedulable',
  filters: [
    { plugin: 'NodeUnschedulable', results: [pass, pass, pass] },
    {
      plugin: 'NodeResourcesFit',
      results: [1, 2, 3].map(() => ({ ok: false, reason: 'Insufficient cpu' })),
    },
  ],
  scores: [],
  totals: [undefined, undefined, undefined],
  chosen: undefined,
  tied: 0,
  failure: '0/3 nodes are available: 3 Insufficient cpu.',
  formulas: [],
};

export const schedulerView: SchedulerView = {
  queues: {
    active: ['default/nginx-775786f995-7tbkz'],
    backoff: [],
    unschedulable: [],
    inFlight: ['default/nginx-775786f995-fw9r9'],
  },
  decided: ['default/nginx-775786f995-fw9r9', `default/${POD}`],
  decision,
};

export const nodeView: NodeView = {
  names: ['node-1', 'node-2', 'node-3'],
  node: 'node-3',
  workers: [{ pod: `default/${POD}`, state: 'syncing', now: true }],
  did: [
    { what: 'RunPodSandbox', through: 'CRI', tookMicros: 41_000, seq: 140, now: false },
    { what: 'ADD veth, 10.244.3.2', through: 'CNI bridge', tookMicros: 18_000, seq: 144, now: false },
    { what: 'PullImage nginx:1.27', through: 'CRI', tookMicros: 62_000, seq: 160, now: false },
    { what: 'StartContainer nginx', through: 'CRI', tookMicros: 12_000, seq: 176, now: false },
    { what: 'PATCH status', through: 'kube-apiserver', tookMicros: 7_000, seq: 178, now: true },
  ],
  sandboxes: [{ id: '9f3c1be2a7d04c11', pod: `default/${POD}`, ip: '10.244.3.2', ready: true }],
  containers: [
    { id: '77aa90e1d2c34f55', name: 'nginx', pod: `default/${POD}`, image: 'nginx:1.27', state: 'RUNNING' },
  ],
  images: [{ name: 'nginx:1.27', size: '72.4 MB' }],
  conditions: [
    { type: 'MemoryPressure', status: 'False', reason: 'KubeletHasSufficientMemory' },
    { type: 'Ready', status: 'True', reason: 'KubeletReady' },
  ],
  addresses: [{ ip: '10.244.3.2', owner: `default/${POD}` }],
};

export const terminalView: TerminalView = {
  commands: [
    { id: 1, line: 'kubectl apply -f deploy.yaml', stdout: 'deployment.apps/nginx created\n', stderr: '', exitCode: 0, seq: 1 },
    { id: 2, line: 'kubectl get pods', stdout: '', stderr: 'No resources found in default namespace.\n', exitCode: 0, seq: 50 },
  ],
};

const answered = (name: string, answer: AccessView['stages'][number]['rows'][number]['answer'], text: string, seq: number) => ({
  name,
  answer,
  text,
  seq,
  now: false,
  diff: [],
});

export const accessView: AccessView = {
  isEarlier: false,
  request: stepView.request,
  stages: [
    {
      id: 'authentication',
      rows: [answered('front-proxy', 'silent', '', 8), answered('x509', 'yes', 'kubernetes-admin', 8)],
    },
    { id: 'impersonation', rows: [] },
    { id: 'flow', rows: [answered('exempt', 'passed', 'exempt', 9)] },
    {
      id: 'authorization',
      rows: [
        answered('Node', 'silent', '', 10),
        answered('RBAC', 'yes', 'RBAC: allowed by ClusterRoleBinding "cluster-admin"', 10),
      ],
    },
    {
      id: 'mutating',
      rows: [
        answered('NamespaceLifecycle', 'passed', '', 11),
        answered('ServiceAccount', 'changed', 'runs as default, token volume mounted', 12),
        {
          ...answered('Priority', 'changed', 'priority 0', 13),
          diff: [{ op: 'add', depth: 1, path: 'spec.priority', text: 'priority: 0' }],
        },
      ],
    },
    { id: 'storage', rows: [] },
    { id: 'validating', rows: [answered('PodSecurity', 'passed', 'privileged:latest', 14)] },
  ],
  asked: { verb: 'create', resource: 'pods', namespace: 'default' },
  granted: [
    {
      subject: 'User jane',
      binding: 'RoleBinding default/read-pods',
      role: 'Role pod-reader',
      bindingSubject: 'rolebindings.rbac.authorization.k8s.io/default/read-pods',
    },
  ],
};
