import type { KObject } from '../src/api/types/meta.ts';
import type { StartState } from '../src/brought/start-state.ts';

const AT = '2026-03-01T10:00:00Z';
const IMAGE = 'registry.shop.example/checkout:3';

/** A cluster as somebody might bring it: so many nodes in three zones, with so many Pods on each, of which some are in trouble. */
export function manyPods(nodes: number, podsPerNode: number): StartState {
  const pods = nodes * podsPerNode;
  const bad = Math.floor(pods / 250);
  const node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: 'ip-{n}',
      uid: 'uid-node-{n}',
      creationTimestamp: '2026-02-01T10:00:00Z',
      labels: { 'kubernetes.io/hostname': 'ip-{n}', 'topology.kubernetes.io/zone': 'zone-{n%3}' },
    },
    spec: {},
    status: {
      addresses: [{ type: 'InternalIP', address: '10.1.{n/250}.{n%250}' }],
      capacity: { cpu: '64', memory: '131072Mi', pods: '250' },
      allocatable: { cpu: '64', memory: '131072Mi', pods: '250' },
      conditions: [
        { type: 'Ready', status: 'True', reason: 'KubeletReady', lastHeartbeatTime: AT, lastTransitionTime: AT },
      ],
    },
  };
  const running = {
    ready: true,
    started: true,
    restartCount: 0,
    containerID: 'containerd://run-{n}',
    state: { running: { startedAt: AT } },
  };
  const waiting = {
    ready: false,
    started: false,
    restartCount: 0,
    state: { waiting: { reason: 'ImagePullBackOff', message: `Back-off pulling image "${IMAGE}"` } },
  };
  return {
    time: AT,
    objects: [],
    copies: [
      { of: node as unknown as KObject, count: nodes },
      { of: pod('checkout-{n}', `ip-{n%${nodes}}`, 'Running', running), count: pods - bad },
      { of: pod('thumbs-{n}', `ip-{n%${Math.max(1, nodes - 7)}}`, 'Pending', waiting), count: bad },
    ],
  };
}

function pod(name: string, nodeName: string, phase: string, status: object): KObject {
  const [app] = name.split('-');
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'shop', uid: `uid-${name}`, creationTimestamp: AT, labels: { app } },
    spec: {
      nodeName,
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      serviceAccountName: 'default',
      automountServiceAccountToken: false,
      containers: [
        {
          name: 'main',
          image: app === 'thumbs' ? 'registry.shop.example/missing:1' : IMAGE,
          imagePullPolicy: 'IfNotPresent',
        },
      ],
    },
    status: {
      phase,
      startTime: AT,
      conditions: ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'].map((type) => ({
        type,
        status: phase === 'Running' || type === 'PodScheduled' ? 'True' : 'False',
        lastTransitionTime: AT,
      })),
      containerStatuses: [{ name: 'main', image: IMAGE, imageID: phase === 'Running' ? 'sha256:abc' : '', ...status }],
    },
  } as unknown as KObject;
}
