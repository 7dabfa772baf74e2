import type { Frame } from '../../protocol/messages.ts';
import type { RequestView } from '../../protocol/request-view.ts';
import type {
  CloseUpView,
  LineView,
  NodeTile,
  PodTile,
  StageView,
  StationView,
  StepDetailView,
  StepView,
  TicketView,
  TimelineView,
  VehicleView,
  Views,
} from '../../protocol/views.ts';
import { STATIONS } from '../../steps/define.ts';

/** A few instants of the story of one Deployment, written by hand: for looking at the page without an engine. */

const VERDICTS = [
  '1.3',
  'SA token',
  'Request-Response',
  'workload-high',
  'RBAC: allow',
  '+1 default field',
  '+7 fields',
];
const LATER = ['name: hh6md', 'no policy', '201 Created'];

function stations(
  now: string | undefined,
  verdicts = [...VERDICTS, ...LATER],
  refused = false,
): readonly StationView[] {
  const at = STATIONS.indexOf((now ?? '') as (typeof STATIONS)[number]);
  return STATIONS.map((id, place) => {
    const state = place === at ? (refused ? 'refused' : 'now') : place < at ? 'passed' : 'quiet';
    const verdict = place < at || (place === at && refused) ? verdicts[place] : undefined;
    return { id, state, verdict: verdict === undefined ? undefined : { key: verdict } };
  });
}

function line(actor: string, family: LineView['family'], letter: string, level: 0 | 1 | 2, status?: string): LineView {
  return {
    actor,
    family,
    letter,
    heard: level > 0,
    requested: level > 1,
    status: status === undefined ? undefined : { key: status },
  };
}

function lines(
  deployment: 0 | 1 | 2,
  replicaset: 0 | 1 | 2,
  scheduler: 0 | 1 | 2,
  kubelet: 0 | 1 | 2,
): readonly LineView[] {
  return [
    line('kubectl', 'you', '', 2),
    line('deployment-controller', 'deployment', 'D', deployment, 'retrying after 409 Conflict'),
    line('replicaset-controller', 'replicaset', 'R', replicaset, 'wants 3, has 0: first batch is 1'),
    line('kube-scheduler', 'scheduler', 'S', scheduler, 'activeQ empty'),
    ...[1, 2, 3].map((n) => line(`kubelet/node-${n}`, 'kubelet', String(n), kubelet)),
  ];
}

function pod(suffix: string, glyph: PodTile['glyph'], word: string, now = false): PodTile {
  const name = `nginx-775786f995-${suffix}`;
  return {
    subject: `pods/default/${name}`,
    name,
    glyph,
    word,
    ready: glyph === 'running' ? '1/1' : '0/1',
    ip: undefined,
    now,
  };
}

function node(n: number, pods: readonly PodTile[], ready = true): NodeTile {
  return {
    name: `node-${n}`,
    ip: `10.123.0.1${n}`,
    ready,
    pods,
    podCount: pods.length,
    podCapacity: 110,
    cpuRequested: '0',
    cpuAllocatable: '1',
    kubelet: undefined,
  };
}

function ticket(revision: number, resource: string, actor: string, now = false): TicketView {
  return { revision, resource, subject: `${resource}/default/nginx`, actor, op: 'create', now };
}
const FIRST_TICKETS = [
  ticket(412, 'events', 'deployment-controller'),
  ticket(411, 'deployments.apps', 'deployment-controller'),
  ticket(410, 'replicasets.apps', 'deployment-controller'),
  ticket(409, 'deployments.apps', 'kubectl'),
];

function request(
  actor: string,
  method: string,
  resource: string,
  subject: string,
  code?: number,
  revision?: number,
): RequestView {
  return {
    id: 61,
    actor,
    user: 'system:serviceaccount:kube-system:replicaset-controller',
    groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
    agent: 'kube-controller-manager/v1.36.2',
    method,
    verb: 'create',
    resource,
    path: '/api/v1/namespaces/default/pods',
    subject,
    enteredAt: 167_400,
    code,
    revision,
  };
}

function vehicle(
  actor: string,
  label: string,
  at: string,
  direction: VehicleView['direction'],
  now = true,
): VehicleView {
  return {
    id: `${direction}-${actor}-${label}`,
    actor,
    label,
    subject: 'pods/default/nginx-775786f995-',
    at,
    direction,
    now,
  };
}

const add = (text: string, depth = 0) => ({ op: 'add' as const, depth, path: text, text });
const ADMISSION: CloseUpView = {
  type: 'admission',
  rows: [
    { plugin: 'NamespaceLifecycle', state: 'done', changes: [], note: { key: 'namespace default is Active' } },
    {
      plugin: 'LimitRanger',
      state: 'done',
      changes: [],
      note: { key: 'no LimitRange in default (live list, 2.0 ms)' },
    },
    {
      plugin: 'ServiceAccount',
      state: 'done',
      changes: [add('serviceAccountName: default'), add('volumes[0]: kube-api-access-87kt6')],
      note: undefined,
    },
    {
      plugin: 'Priority',
      state: 'done',
      changes: [add('priority: 0, preemptionPolicy: PreemptLowerPriority')],
      note: undefined,
    },
    {
      plugin: 'DefaultTolerationSeconds',
      state: 'now',
      changes: [
        add('tolerations[0]: node.kubernetes.io/not-ready 300s'),
        add('tolerations[1]: node.kubernetes.io/unreachable 300s'),
      ],
      note: undefined,
    },
    ...['RuntimeClass', 'MutatingAdmissionPolicy', 'MutatingAdmissionWebhook'].map((plugin) => ({
      plugin,
      state: 'todo' as const,
      changes: [],
      note: undefined,
    })),
  ],
};
const FAN_OUT: CloseUpView = {
  type: 'fan-out',
  event: 'ADDED',
  subject: 'default/nginx-775786f995-hh6md',
  revision: 413,
  rows: [
    { holder: 'kube-controller-manager', selector: '', sent: true },
    { holder: 'kube-scheduler', selector: 'status.phase!=Succeeded,status.phase!=Failed', sent: true },
    { holder: 'garbage-collector', selector: '', sent: true },
    ...[1, 2, 3].map((n) => ({ holder: `kubelet/node-${n}`, selector: `spec.nodeName=node-${n}`, sent: false })),
  ],
};
const STATUS: CloseUpView = {
  type: 'diff',
  title: { key: 'What the status became' },
  diff: [
    { op: 'remove', depth: 0, path: 'a', text: 'phase: Pending' },
    add('phase: Running'),
    { op: 'remove', depth: 0, path: 'b', text: '…state.waiting: ContainerCreating' },
    add('…state.running.startedAt: 02:05:36Z'),
    add('podIP: 10.244.3.2'),
  ],
  writtenBy: [
    { revision: 425, actor: 'kubelet/node-3', step: 120 },
    { revision: 438, actor: 'kubelet/node-3', step: 160 },
  ],
};

interface Instant {
  readonly seq: number;
  readonly time: number;
  readonly kind: StepView['kind'];
  readonly actor: string;
  readonly subject: string;
  readonly stage: Partial<StageView>;
}
const FIRST_POD = 'pods/default/nginx-775786f995-hh6md';

export const INSTANTS: readonly Instant[] = [
  {
    seq: 40,
    time: 150_000,
    kind: 'apiserver.authorized',
    actor: 'kube-apiserver',
    subject: FIRST_POD,
    stage: {
      stations: stations('authz'),
      request: request('replicaset-controller', 'POST', 'pods', 'pods/default/nginx-775786f995-'),
      lines: lines(2, 2, 0, 0),
      vehicles: [vehicle('replicaset-controller', 'POST pods', 'authz', 'request')],
      closeUp: {
        type: 'facts',
        title: { key: 'Who may do this' },
        rows: [
          { name: 'user', value: 'system:serviceaccount:kube-system:replicaset-controller' },
          { name: 'verb', value: 'create pods' },
          { name: 'allowed by', value: 'ClusterRole system:controller:replicaset-controller' },
        ],
      },
    },
  },
  {
    seq: 61,
    time: 171_600,
    kind: 'apiserver.mutated',
    actor: 'replicaset-controller',
    subject: FIRST_POD,
    stage: {
      stations: stations('mutating-admission'),
      request: request('replicaset-controller', 'POST', 'pods', 'pods/default/nginx-775786f995-'),
      lines: lines(2, 2, 0, 0),
      vehicles: [vehicle('replicaset-controller', 'POST pods', 'mutating-admission', 'request')],
      closeUp: ADMISSION,
    },
  },
  {
    seq: 68,
    time: 175_400,
    kind: 'apiserver.cached',
    actor: 'kube-apiserver',
    subject: FIRST_POD,
    stage: {
      stations: stations('watch-cache'),
      request: request('replicaset-controller', 'POST', 'pods', FIRST_POD, 201, 413),
      lines: lines(2, 2, 1, 0),
      vehicles: [
        vehicle('replicaset-controller', 'ADDED 413', 'watch-cache', 'watch'),
        vehicle('kube-scheduler', 'ADDED 413', 'watch-cache', 'watch'),
      ],
      tickets: [ticket(413, 'pods', 'replicaset-controller', true), ...FIRST_TICKETS],
      nextRevision: 414,
      watchCacheRevision: 413,
      pendingPods: [pod('hh6md', 'pending', 'Pending', true)],
      closeUp: FAN_OUT,
    },
  },
  {
    seq: 178,
    time: 519_300,
    kind: 'apiserver.stored',
    actor: 'kubelet/node-3',
    subject: FIRST_POD,
    stage: {
      scene: { number: 11, key: 'start', seq: 150 },
      stations: stations('registry', [
        '1.3',
        'x509: node-3',
        'Request-Response',
        'system-nodes',
        'Node: its own Pod',
        'strategic merge',
        'Node-Restriction',
        'valid',
        'no policy',
      ]),
      request: request('kubelet/node-3', 'PATCH', 'pods/status', FIRST_POD, 200, 439),
      lines: lines(2, 2, 2, 2),
      vehicles: [vehicle('kubelet/node-3', 'PATCH pods/status', 'registry', 'request')],
      tickets: [
        ticket(439, 'pods', 'kubelet/node-3', true),
        ticket(438, 'pods', 'kubelet/node-3'),
        ticket(437, 'deployments.apps', 'deployment-controller'),
        ticket(436, 'deployments.apps', 'deployment-controller'),
        ticket(435, 'replicasets.apps', 'replicaset-controller'),
      ],
      nextRevision: 440,
      watchCacheRevision: 439,
      nodes: [
        node(1, [pod('fw9r9', 'creating', 'ContainerCreating')]),
        node(2, [pod('7tbkz', 'creating', 'ContainerCreating')]),
        node(3, [pod('hh6md', 'running', 'Running', true)]),
      ],
      closeUp: STATUS,
    },
  },
  {
    seq: 190,
    time: 530_000,
    kind: 'apiserver.forbidden',
    actor: 'kube-apiserver',
    subject: FIRST_POD,
    stage: {
      stations: stations('authz', [...VERDICTS.slice(0, 4), '403'], true),
      request: request('kubectl', 'DELETE', 'pods', FIRST_POD, 403),
      lines: [
        ...lines(2, 2, 2, 2),
        line('endpointslice-controller', 'endpointslice', 'E', 2),
        line('garbage-collector', 'other', 'G', 1),
        line('node-lifecycle-controller', 'other', 'N', 0),
      ],
      nodes: [
        node(
          1,
          ['fw9r9', 'aaaaa', 'bbbbb', 'ccccc', 'ddddd', 'eeeee', 'fffff'].map((name, at) =>
            pod(
              name,
              (['creating', 'running', 'backoff', 'failed', 'terminating', 'succeeded', 'unknown'] as const)[at] ??
                'running',
              'x',
            ),
          ),
        ),
        node(2, [pod('7tbkz', 'backoff', 'ImagePullBackOff'), pod('x2x2x', 'running-not-ready', 'Running')]),
        node(3, [], false),
      ],
      pendingPods: [pod('zzzzz', 'unschedulable', 'Pending'), pod('yyyyy', 'pending', 'Pending')],
    },
  },
];

function stage(instant: Instant): StageView {
  return {
    scene: { number: 4, key: 'podStored', seq: 66 },
    stations: stations(undefined),
    request: undefined,
    lines: lines(2, 0, 0, 0),
    vehicles: [],
    tickets: FIRST_TICKETS,
    nextRevision: 413,
    watchCacheRevision: 412,
    nodes: [node(1, []), node(2, []), node(3, [])],
    pendingPods: [],
    closeUp: undefined,
    ...instant.stage,
  };
}

const SPANS: readonly (readonly [string, readonly (readonly [number, number, boolean?])[]])[] = [
  ['kubectl', [[118, 127]]],
  [
    'deployment-controller',
    [
      [148, 154],
      [155, 162],
      [162.5, 166, true],
      [170, 178],
      [229, 236],
      [238, 246],
      [247, 249, true],
      [250, 256],
    ],
  ],
  [
    'replicaset-controller',
    [
      [167.5, 175],
      [177, 184],
      [187, 200],
      [225, 235],
      [243, 246],
    ],
  ],
  [
    'kube-scheduler',
    [
      [183, 196],
      [208, 230],
    ],
  ],
  [
    'kubelet/node-1',
    [
      [223, 238],
      [515, 522],
      [527, 530],
    ],
  ],
  [
    'kubelet/node-2',
    [
      [228, 238],
      [524, 528],
    ],
  ],
  [
    'kubelet/node-3',
    [
      [204, 221],
      [507, 513],
      [516, 520],
    ],
  ],
];

function timeline(): TimelineView {
  let seq = 0;
  return {
    startTime: 0,
    endTime: 545_000,
    lanes: SPANS.map(([actor, spans]) => ({
      actor,
      spans: spans.map(([from, to, refused]) => ({
        from: from * 1_000,
        to: to * 1_000,
        fromSeq: seq++,
        toSeq: seq++,
        kind: 'request' as const,
        refused: refused ?? false,
        label: '',
      })),
    })),
    marks: [
      { time: 118_000, seq: 0, type: 'input', key: 'enter', text: '' },
      { time: 175_000, seq: 66, type: 'scene', key: 'podStored', text: '' },
      { time: 200_000, seq: 92, type: 'scene', key: 'podBound', text: '' },
      { time: 238_000, seq: 130, type: 'scene', key: 'sandbox', text: '' },
      { time: 540_000, seq: 210, type: 'quiet', key: 'quiet', text: '' },
    ],
    revisions: [127, 154, 162, 165, 175, 184, 196, 200, 221, 230, 238, 246, 513, 520, 530].map((time) => time * 1_000),
  };
}

function stepView({ seq, time, kind, actor, subject }: Instant, index: number): StepView {
  return {
    seq,
    index,
    time,
    kind,
    actor,
    subject,
    args: { plugins: 'DefaultTolerationSeconds', authorizer: 'RBAC', revision: 413 },
  };
}

function detail(at: number): StepDetailView | undefined {
  const instant = INSTANTS[at];
  if (instant === undefined) return undefined;
  const before = INSTANTS[at - 1];
  const after = INSTANTS[at + 1];
  return {
    step: stepView(instant, at + 1),
    request: stage(instant).request,
    reads: [{ table: 'etcd/keys', key: '/registry/pods/default/nginx-775786f995-hh6md', version: '413', writer: 1 }],
    writes: [{ table: 'requests', key: 'spec.tolerations', op: 'change' }],
    diff: [add('tolerations:', 1), add('- key: node.kubernetes.io/not-ready', 1), add('effect: NoExecute', 2)],
    causes: before === undefined ? [] : [stepView(before, at)],
    first: true,
    effects: after === undefined ? [] : [stepView(after, at + 2)],
    manifest: undefined,
  };
}

/** The frame at one of the instants; `at` −1 is before the first. */
export function frameAt(at: number, nodes?: readonly NodeTile[]): Frame & { readonly views: Partial<Views> } {
  const instant = INSTANTS[at];
  const shown = instant === undefined ? undefined : stage(instant);
  return {
    seq: instant?.seq,
    index: at + 1,
    total: INSTANTS.length,
    head: 212,
    time: instant?.time ?? 0,
    headTime: 545_000,
    atEnd: at === INSTANTS.length - 1,
    quiescent: true,
    stoppedAfter: undefined,
    ended: undefined,
    breakpoint: undefined,
    branch: 0,
    edition: 0,
    present: instant?.seq,
    isPast: false,
    untold: undefined,
    waiting: [],
    begun: 1,
    branches: [{ id: 0, name: 'main', forkedAt: undefined, forkedTime: undefined, steps: 212 }],
    run: { v: 1, build: 'fixture', seed: 1, cluster: { nodes: 3, latencies: 'realistic' }, inputs: [] },
    digest: '',
    views: {
      step: detail(at),
      stage: {
        ...stage(
          instant ?? { seq: 0, time: 0, kind: 'insight.none', actor: '', subject: '', stage: { scene: undefined } },
        ),
        ...(shown ?? {}),
        ...(nodes === undefined ? {} : { nodes }),
      },
      timeline: timeline(),
      terminal: { commands: [] },
    },
  };
}

/** As many nodes as one asks for, with some Pods on them. */
export function manyNodes(count: number): readonly NodeTile[] {
  return Array.from({ length: count }, (_, at) =>
    node(
      at + 1,
      Array.from({ length: (at * 7) % 9 }, (_, place) =>
        pod(`p${place}`, place % 4 === 3 ? 'creating' : 'running', 'Running'),
      ),
      at % 17 !== 5,
    ),
  );
}
