import fc from 'fast-check';
import type { Given } from '../../inputs/inputs.ts';
import { wideDeed } from '../wide-world.ts';

const typed = (line: string): Given => ({ type: 'kubectl', argv: line.split(' '), files: {} });
const etcdctl = (line: string): Given => ({ type: 'etcdctl', argv: line.split(' ') });
const applied = (text: string): Given => ({
  type: 'kubectl',
  argv: ['apply', '-f', 'given.yaml'],
  files: { 'given.yaml': text },
});

const name = fc.constantFrom('a', 'b', 'c');
const few = fc.integer({ min: 0, max: 4 });

const pod = (of: string, spec: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${of}, labels: {app: ${of}}}
spec:
  terminationGracePeriodSeconds: 1${spec}
---
`;

/** Pods that lack what they name, or have it late. */
const lacking = fc.tuple(name, fc.boolean()).map(([of, isVolume]) =>
  applied(
    pod(
      `lacks-${of}`,
      isVolume
        ? `
  volumes: [{name: v, configMap: {name: ${of}}}, {name: w, secret: {secretName: ${of}}}]
  containers: [{name: c, image: 'nginx:1.27', volumeMounts: [{name: v, mountPath: /v}, {name: w, mountPath: /w}]}]`
        : `
  containers: [{name: c, image: 'nginx:1.27', envFrom: [{configMapRef: {name: ${of}}}]}]`,
    ),
  ),
);

/** Pods that are asked whether they live. */
const probed = fc.tuple(name, fc.constantFrom('cat /a', 'true', 'sleep 3')).map(([of, command]) =>
  applied(
    pod(
      `probed-${of}`,
      `
  containers:
  - name: c
    image: 'busybox:1.36'
    command: [sh, -c, 'touch /a; sleep 10; rm /a; sleep 900']
    readinessProbe: {exec: {command: [sh, -c, '${command}']}, periodSeconds: 2, timeoutSeconds: 1}
    livenessProbe: {exec: {command: [sh, -c, '${command}']}, periodSeconds: 3, failureThreshold: 2}
    startupProbe: {exec: {command: ['true']}, periodSeconds: 1}
    lifecycle: {preStop: {exec: {command: [sleep, '2']}}}`,
    ),
  ),
);

/** Devices, those who claim them, and what is wrong with them. */
const devices = fc.tuple(name, fc.boolean(), fc.boolean()).map(([of, isBroken, isShared]) =>
  applied(`apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: gpu.example.com}
spec: {selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]}
---
apiVersion: resource.k8s.io/v1
kind: ResourceSlice
metadata: {name: gpus}
spec:
  driver: gpu.example.com
  nodeName: node-1
  pool: {name: node-1, generation: 1, resourceSliceCount: 1}
  devices: [{name: gpu-0${isBroken ? ', taints: [{key: broken, effect: NoExecute}]' : ''}}, {name: gpu-1}]
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim${isShared ? '' : 'Template'}
metadata: {name: ${of}}
spec: ${isShared ? '' : '{spec: '}{devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com}}]}}${isShared ? '' : '}'}
---
${pod(
  `user-${of}`,
  `
  resourceClaims: [{name: gpu, ${isShared ? 'resourceClaimName' : 'resourceClaimTemplateName'}: ${of}}]
  containers: [{name: c, image: 'nginx:1.27', resources: {claims: [{name: gpu}]}}]`,
)}`),
);

/** A kind of one's own, and an object of it. */
const custom = fc.tuple(name, few).map(([of, size]) =>
  applied(`apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: things, singular: thing, kind: Thing}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, x-kubernetes-preserve-unknown-fields: true}}}}
---
apiVersion: example.com/v1
kind: Thing
metadata: {name: ${of}}
spec: {size: ${size}}
`),
);

const lines = fc
  .tuple(name, few)
  .chain(([of, size]) =>
    fc.constantFrom(
      ...[
        `create configmap ${of} --from-literal=k=${size}`,
        `create secret generic ${of} --from-literal=k=${size}`,
        `delete configmap ${of}`,
        `delete secret ${of}`,
        `delete pod lacks-${of} --wait=false`,
        `delete pod probed-${of} --wait=false`,
        `delete pod user-${of} --wait=false`,
        `delete resourceclaim ${of} --wait=false`,
        'delete resourceslice gpus',
        'delete validatingwebhookconfiguration nobody',
        'delete crd things.example.com --wait=false',
        `delete thing ${of} --wait=false`,
        `create namespace space-${of}`,
        `delete namespace space-${of} --wait=false`,
        `create deployment plain-${of} --image=nginx:1.27 --replicas=${size}`,
        `scale deployment plain-${of} --replicas=${size}`,
        `set image deployment plain-${of} nginx=nginx:1.28`,
        `delete deployment plain-${of}`,
        `rollout status deployment plain-${of} --timeout=20s`,
        `wait pod probed-${of} --for=condition=Ready --timeout=10s`,
        `logs probed-${of} --tail=${size}`,
        `exec probed-${of} -- cat /a`,
        'get pods -A',
        'get events',
        'get pods -w',
        'get configmaps -w',
        'describe nodes',
        `run once-${of} --image=busybox:1.36 --restart=Never -- sleep ${size}`,
        `sleep ${size * 10}`,
      ].map(typed),
    ),
  );

/** What is done to the store behind the API server's back. */
const store = fc
  .tuple(name, fc.integer({ min: 400, max: 1200 }), few)
  .chain(([of, revision, size]) =>
    fc.constantFrom(
      ...[
        `compact ${revision}`,
        `compact ${revision} --physical`,
        'defrag',
        `put own/${of} ${size}`,
        `del own/ --prefix`,
        `del /registry/configmaps/default/${of}`,
        `del /registry/pods/default/probed-${of}`,
        `get /registry/pods --prefix --keys-only --limit=${size}`,
        'watch own/ --prefix',
        `lease grant ${size * 10}`,
        'endpoint status',
        'move-leader 10276657743932975437',
        `lock own/${of} sleep ${size}`,
      ].map(etcdctl),
    ),
  );

/** Requests that somebody wrote down: watches that go on until they are hung up. */
const requests = fc
  .tuple(fc.constantFrom('pods', 'configmaps', 'events', 'namespaces'), few, fc.boolean())
  .map(([resource, number, isHungUp]): Given => {
    if (isHungUp) return { type: 'hang-up', request: number + 1 };
    const initial = number > 1 ? '&sendInitialEvents=true&resourceVersionMatch=NotOlderThan' : '';
    const query = `watch=true&allowWatchBookmarks=true&timeoutSeconds=${5 + 20 * number}${initial}`;
    return {
      type: 'request',
      user: 'admin',
      method: 'GET',
      path: `/api/v1/${resource}?${query}`,
      headers: {},
    } as Given;
  });

/** Somebody must be asked before a ConfigMap is written, and nobody answers. */
const webhook = fc.constantFrom('Ignore', 'Fail').map((policy) =>
  applied(`apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: nobody}
webhooks:
- name: nobody.example.com
  failurePolicy: ${policy}
  sideEffects: None
  timeoutSeconds: 3
  admissionReviewVersions: [v1]
  rules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [configmaps]}]
  clientConfig: {service: {namespace: default, name: v-a, path: /}}
`),
);

const INFORMERS = [
  'kube-scheduler/pods',
  'kube-scheduler/nodes',
  'kube-controller-manager/pods',
  'kube-controller-manager/replicasets.apps',
  'kube-controller-manager/deployments.apps',
  'kube-controller-manager/nodes',
  'kube-controller-manager/resourceclaims.resource.k8s.io',
  'kube-controller-manager/configmaps',
];

const faults = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom(...INFORMERS),
    fc.constantFrom('running', 'stopped', 'slow'),
    fc.integer({ min: 0, max: 2 }),
    few,
  )
  .chain(([node, informer, state, member, number]) =>
    fc.constantFrom<Given>(
      { type: 'kubelet', node: `node-${node}`, state: state === 'stopped' ? 'stopped' : 'running' },
      { type: 'kubelet', node: `node-${node}`, state: state === 'stopped' ? 'stopped' : 'running' },
      { type: 'api-server', state: state === 'stopped' ? 'stopped' : 'running' },
      { type: 'etcd-member', member: `etcd-${member}`, state: state as 'running' | 'stopped' | 'slow' },
      { type: 'etcd-member', member: `etcd-${member}`, state: state as 'running' | 'stopped' | 'slow' },
      { type: 'cut-watch', informer },
      { type: 'cut-watch', informer },
      { type: 'interrupt', command: number + 1 },
      { type: 'index', informer, index: 'app', path: '.metadata.labels.app' },
      { type: 'look-up', informer, index: 'app', value: 'a' },
    ),
  );

const CLOCKS = ['node-1', 'node-2', 'etcd-0', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];

/** What ends by itself, or when all is mended. */
const passing = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.constantFrom(1, 20, 90),
    fc.constantFrom(...CLOCKS),
    fc.constantFrom(-7200, -300, -2, 0, 2, 300, 7200, 40_000_000),
    fc.constantFrom(40, 300, 1300, 8000),
  )
  .chain(([at, seconds, machine, offsetSeconds, fsyncMillis]) =>
    fc.constantFrom<Given>(
      { type: 'partition', node: `node-${at}`, state: 'cut', seconds },
      { type: 'partition', node: `node-${at}`, state: 'cut' },
      { type: 'partition', node: `node-${at}`, state: 'whole' },
      { type: 'rates', faults: { lostRequestPerMille: at * 30, slowRequestPerMille: at * 50 }, seconds },
      { type: 'rates', faults: { requestErrorPerMille: at * 100, dropWatchPerMille: at * 20 }, seconds },
      { type: 'delays', delays: { network: [at * 10, at * 100] }, seconds },
      { type: 'delays', delays: { etcdCommit: [at * 10, at * 100], informer: [0, at * 400] }, seconds },
      { type: 'clock', machine, offsetSeconds, seconds },
      { type: 'clock', machine, offsetSeconds },
      { type: 'etcd-member', member: `etcd-${at - 1}`, state: 'slow', fsyncMillis, seconds },
      { type: 'etcd-member', member: `etcd-${at - 1}`, state: 'slow', fsyncMillis },
    ),
  );

/** All of it that has no end of its own is over. */
export const PASSED: readonly Given[] = [
  ...[1, 2, 3].map((at): Given => ({ type: 'partition', node: `node-${at}`, state: 'whole' })),
  ...CLOCKS.map((machine): Given => ({ type: 'clock', machine, offsetSeconds: 0 })),
];

/** Anything that a person can do to a cluster. */
export const anyDeed: fc.Arbitrary<Given> = fc.oneof(
  { weight: 4, arbitrary: wideDeed },
  { weight: 1, arbitrary: lacking },
  { weight: 1, arbitrary: probed },
  { weight: 1, arbitrary: devices },
  { weight: 1, arbitrary: custom },
  { weight: 4, arbitrary: lines },
  { weight: 2, arbitrary: store },
  { weight: 1, arbitrary: requests },
  { weight: 1, arbitrary: webhook },
  { weight: 3, arbitrary: faults },
  { weight: 3, arbitrary: passing },
);
