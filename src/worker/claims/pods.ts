import { aside, type Claims, counted, gone, inOrder, never, shows, step, stored } from './claim.ts';

const TWO = 'pods/default/two-9fmq8';
const WEB = 'deployments.apps/default/web';
const byController = { by: 'replicaset-controller' };
const requests = (times: number) => step('kubectl.request', { times });

/** What the parts of these scenarios say. */
export const podClaims: Claims = {
  'seven-arrows': [
    [
      /replicaset.apps\/two created/,
      shows('"life":[{', '"phase":"Pending"', 'PodScheduled', 'PodReadyToStartContainers', '"writer":"kube-scheduler"'),
      inOrder(
        'replicaset.createPods',
        'scheduler.popped',
        'scheduler.boundFirst',
        'kubelet.podStarts',
        'kubelet.podReady',
      ),
      counted('pods/default', 2),
      stored(TWO, 'status.phase', 'Running'),
      stored(TWO, 'spec.nodeName', 'node-1'),
    ],
    [/two-\w+ +1\/1 +Running.*\n.*1\/1 +Running/],
    [
      /"two" deleted/,
      inOrder('garbageCollector.collect', 'kubelet.podDeleting', 'cri.containerExited', 'kubelet.deletePod'),
      shows('"exists":false', '"actor":"garbage-collector"'),
      gone(TWO),
      counted('pods/default', 0),
    ],
  ],
  'twelve-steps': [
    [
      /old created/,
      step('replicaset.createPods', { by: 'replication-controller' }),
      stored('pods/default/old-9fmq8', 'metadata.labels', { app: 'old' }),
      aside('that there are twelve is how it is told, and what the controller is made of', '12', 'ReplicaSet 控制器'),
    ],
    [
      /web created/,
      inOrder('deployment.newReplicaSet', 'replicaset.createPods', 'scheduler.boundFirst', 'kubelet.podReady'),
    ],
    [
      /replicationcontroller\/old +2 +2 +2[\s\S]*deployment.apps\/web +1\/1[\s\S]*pod\/old-/,
      aside('kinds, which are printed in small letters', 'ReplicationController', 'ReplicaSet'),
    ],
    [
      /\/registry\/controllers\/default\/old/,
      shows('"key":"/registry/controllers/default/old"', '/registry/replicasets/default/web-'),
      aside('it counts as the goal does; a kind', 'Step 2', 'ReplicaSet'),
    ],
  ],
  converge: [
    [
      /web created/,
      stored(WEB, 'spec.replicas', 2),
      stored(WEB, 'status.replicas', 2),
      stored(WEB, 'status.readyReplicas', 2),
      shows('"path":"status.readyReplicas","writer":"kube-controller-manager"'),
    ],
    [
      /web configured/,
      stored(WEB, 'spec.replicas', 3),
      step('kubectl.request', { args: { verb: 'PATCH' }, times: 1 }),
      step('clientgo.queued', { by: 'deployment-controller', args: { key: 'default/web' } }),
      shows('"name":"deployment"'),
    ],
    [
      /(pod "web-.*deleted.*\n){3}/,
      step('replicaset.createPods', { ...byController, args: { missing: 1 }, times: 3 }),
      counted('pods/default', 3),
    ],
    [/web +3\/3/, never('apiserver.mutated'), never('apiserver.approved'), never('etcd.applied')],
    [
      /"web" deleted/,
      inOrder(
        ['garbageCollector.collect', { about: 'replicasets.apps/*' }],
        ['garbageCollector.collect', { about: 'pods/default/*' }],
      ),
      counted('pods/default', 0),
    ],
  ],
  validation: [
    [/error converting YAML to JSON/, requests(0)],
    [/kind not set/, requests(0)],
    [
      /no matches for kind "Deployment" in version "apps\/v2"/,
      requests(3),
      step('kubectl.request', { args: { verb: 'GET', path: '/apis' } }),
      never('kubectl.request', { args: { verb: 'POST' } }),
    ],
    [
      /strict decoding error: unknown field "spec.containers\[0\].imag"/,
      step('apiserver.decodeFailed'),
      never('apiserver.mutated'),
      aside('a parameter that the path in the step leaves out', 'fieldValidation'),
    ],
    [
      /\* spec.replicas: Invalid value: -1.*\n\* spec.template.metadata.labels/,
      inOrder('apiserver.authenticated', 'apiserver.authorized', 'apiserver.mutated', 'apiserver.validated'),
      never('etcd.applied'),
    ],
    [/^\s*$/, counted('deployments.apps/default', 0)],
  ],
  generators: [
    [
      /pod\/web created/,
      stored('pods/default/web', 'metadata.labels', { run: 'web' }),
      shows('"path":"metadata.labels","writer":"kubectl-run"'),
      aside('until v1.17', '--restart=Always'),
    ],
    [
      /pod\/once created/,
      stored('pods/default/once', 'spec.restartPolicy', 'OnFailure'),
      stored('pods/default/once', 'spec.containers.0.args', ['echo', 'hello']),
    ],
    [/unknown flag: --schedule/, requests(0), aside('until v1.17', 'CronJob')],
    [/deployment.apps\/web created/, aside('until v1.17', '--restart=Always')],
    [/job.batch\/once created/, aside('until v1.17', '--restart=OnFailure')],
    [/cronjob.batch\/tick created/],
    [/kind: Deployment[\s\S]*image: nginx:1.27/, requests(0)],
    [/deployment.apps\/web +2\/2[\s\S]*job.batch\/once +Complete[\s\S]*pod\/once +0\/1 +Completed/],
  ],
  discovery: [
    [
      /No resources found/,
      requests(3),
      inOrder(
        ['kubectl.request', { args: { path: '/api' } }],
        ['kubectl.request', { args: { path: '/apis' } }],
        ['kubectl.request', { args: { path: '/api/v1/namespaces/default/pods' } }],
      ),
    ],
    [/No resources found/, requests(1), step('kubectl.discovered', { args: { source: 'cache' } })],
    [/replicasets +rs +apps\/v1/, requests(2), step('kubectl.request', { args: { path: '/apis' } })],
    [/"preferredVersion"/],
    [/"name":"deployments".*"name":"deployments\/status"/],
    [/serverRelativeURL/],
    [/FIELD: replicas <integer>/, requests(2), step('kubectl.request', { args: { path: '/openapi/v3/apis/apps/v1' } })],
  ],
  verbose: [
    [/^.*loader.go[\s\S]*(?:.*"Response" verb="GET" .*\n){3}No resources/, requests(3)],
    [/"Request" [\s\S]*"Response" [\s\S]*Content-Type: [\s\S]*"Response Body" body=</],
    [
      /colours created[\s\S]*"Request Body"[\s\S]*curl -v -XPOST[\s\S]*serverProcessingMilliseconds[\s\S]*"sky":"blue"}}\n/,
    ],
  ],
  resources: [
    [/Allocatable:\n +cpu: +2/, shows('"name":"cpu","capacity":"2","allocatable":"2","requested":"0"')],
    [
      /sized created/,
      step('scheduler.filterPlugin', { args: { plugin: 'NodeResourcesFit', passed: 3 } }),
      step('scheduler.preFilter', { args: { active: 4, skipped: 10 } }),
      shows('"skippedFilters":[{', '"totals":['),
    ],
    [
      /^Burstable$/,
      shows('"cgroups":[{', '"cpuMax":', '"memoryMax":', 'default/sized'),
      aside('as the tab heads its columns', 'cpu.weight', 'cpu.max', 'memory.max'),
    ],
    [
      /too-big created/,
      stored('pods/default/too-big', 'spec.containers.0.resources.requests.cpu', '64'),
      step('scheduler.filterPlugin', { args: { plugin: 'NodeResourcesFit', refused: 3 } }),
      shows('"unschedulable":["default/too-big"]', 'Preemption is not helpful'),
    ],
    [/3 Insufficient cpu.*Preemption is not helpful/, shows('Insufficient cpu')],
  ],
};
