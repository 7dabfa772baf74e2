import { aside, type Claims, counted, gone, inOrder, never, shows, step, stored } from './claim.ts';

const CRONTABS = 'customresourcedefinitions.apiextensions.k8s.io/crontabs.stable.example.com';
const BACKUPS = 'customresourcedefinitions.apiextensions.k8s.io/backups.stable.example.com';
const TUNNELS = 'customresourcedefinitions.apiextensions.k8s.io/tunnels.stable.example.com';
const FRUITS = 'customresourcedefinitions.apiextensions.k8s.io/fruits.example.org';
const VIDEOS = 'customresourcedefinitions.apiextensions.k8s.io/videoprocessors.media.example.com';
const CRON_TAB = 'crontabs.stable.example.com/default/my-new-cron-object';
const NIGHTLY = 'backups.stable.example.com/default/nightly';
const HOLIDAY = 'videoprocessors.media.example.com/default/holiday';
const WORKER = 'deployments.apps/default/holiday-worker';
const METRICS = 'apiservices.apiregistration.k8s.io/v1beta1.metrics.k8s.io';
const WARDLE = 'apiservices.apiregistration.k8s.io/v1alpha1.wardle.example.com';
const AVAILABLE = 'status.conditions.0.status';
const converted = step('extensions.converted');
const sql = aside('what a database would be told', 'CREATE TABLE', 'INSERT INTO', 'SELECT FROM WHERE', 'DELETE');
const asked = (verb: string, resource: string) =>
  step('clientgo.request', { by: 'video-operator', args: { verb, resource } });
const compared = (wanted: number, running: number, action: string) =>
  step('programs.reconciled', { args: { wanted, running, action } });
const reads = aside('this part only reads what it did', 'operator');

/** What the parts of these scenarios say. */
export const extendClaims: Claims = {
  'cron-tab': [
    [/^404 /],
    [/created/, stored(CRONTABS, 'kind', 'CustomResourceDefinition'), shows('NamesAccepted')],
    [/condition met/, stored(CRONTABS, 'status.conditions.1.type', 'Established')],
    [/"name":"crontabs".*"name":"crontabs\/status".*"name":"crontabs\/scale"/],
    [/created/, stored(CRON_TAB, 'spec.replicas', 1), stored(CRON_TAB, 'spec.maxReplicas', 10)],
    [/my-new-cron-object +\* \* \* \* \*\/5 +1 /],
    [
      /scaled/,
      stored(CRON_TAB, 'spec.replicas', 3),
      stored(CRONTABS, 'spec.versions.0.subresources.scale.specReplicasPath', '.spec.replicas'),
      aside('a field of the definition', 'specReplicasPath'),
    ],
    [
      /there are more replicas than are allowed/,
      stored(CRON_TAB, 'spec.replicas', 3),
      stored(CRON_TAB, 'spec.maxReplicas', 10),
      aside('a field of the object, as the claim before has it', 'maxReplicas'),
    ],
    [/"kind":"Scale".*"replicas":3/],
    [/Starting to serve on 127\.0\.0\.1:8080/],
    [
      /"kind": "CronTabList"[\s\S]*my-new-cron-object/,
      step('apiserver.authenticated', { args: { user: 'kubernetes-admin' } }),
    ],
    [
      /deleted/,
      step('extensions.instancesCounted', { args: { instances: 1 } }),
      gone(CRONTABS),
      gone(CRON_TAB),
      shows('"exists":false'),
    ],
    [/^404 /],
  ],
  versions: [
    [/created/, stored(BACKUPS, 'spec.versions.length', 2), stored(BACKUPS, 'status.storedVersions', ['v1'])],
    [/condition met/, stored(BACKUPS, 'spec.versions.length', 2)],
    [/unknown field "spec.colour"/],
    [
      /v1beta1 is old[\s\S]*created|created[\s\S]*v1beta1 is old/,
      stored(NIGHTLY, 'spec.colour', undefined),
      stored(NIGHTLY, 'spec.keep', 3),
    ],
    [/"apiVersion":"stable.example.com\/v1".*"keep":3/, aside('that of the definition', 'None')],
    [/keep may only grow/, aside('两 counts before and after', '2')],
    [/patched \(no change\)/, stored(NIGHTLY, 'status', undefined)],
    [/patched/, stored(NIGHTLY, 'status.last', 'today')],
  ],
  conversion: [
    [/created/, stored(TUNNELS, 'status.storedVersions', ['v1beta1']), gone('services/default/tunnel-converter')],
    [/condition met/, stored(TUNNELS, 'spec.versions.length', 2)],
    [/created/, never('extensions.converted'), step('extensions.waited', { args: { seconds: 2 } })],
    [/^500 .*conversion webhook for stable.example.com\/v1beta1, Kind=Tunnel failed.*tunnel-converter/],
    [/"hostPort":"home.example.com:8443"/, never('extensions.converted')],
    [/created/, stored('services/default/tunnel-converter', 'kind', 'Service')],
    [/"host":"home.example.com","port":"8443"/, converted],
    [/^201 /, converted, shows('hostPort:', 'office.example.com:22')],
    [/"hostPort":"office.example.com:22"/],
  ],
  fruit: [
    [/created/, stored(FRUITS, 'spec.versions.0.additionalPrinterColumns.length', 3), sql],
    [/condition met/],
    [/apple created/, shows('/registry/example.org/fruits/default/apple'), sql],
    [/banana created/, counted('fruits.example.org/default', 2), aside('the second, as it was made', '2')],
    [/spec.weight in body must be of type integer/],
    [/apple +false +100 +little bit rotten\nbanana +true +80 +just bought/, sql],
    [/apple/, step('kubectl.request', { args: { path: '/apis/example.org/v1/namespaces/default/fruits/apple' } }), sql],
    [/^200 .*"comment":"little bit rotten"/],
    [/Comment: +little bit rotten/],
    [/weight\t<integer>/, step('kubectl.request', { args: { path: '/openapi/v3/apis/example.org/v1' } })],
    [
      /fruit.example.org\/banana labeled/,
      stored('fruits.example.org/default/banana', 'metadata.labels', { 'tastes-good': 'true' }),
    ],
    [/banana/],
    [/banana unlabeled/],
    [/fruit.example.org "apple" deleted/, gone('fruits.example.org/default/apple'), sql],
  ],
  'video-processor': [
    [
      /created/,
      stored(VIDEOS, 'spec.versions.0.schema.openAPIV3Schema.properties.spec.required', ['source']),
      stored(VIDEOS, 'spec.versions.0.schema.openAPIV3Schema.properties.spec.properties.resolution.enum.length', 4),
      stored(VIDEOS, 'spec.versions.0.schema.openAPIV3Schema.properties.spec.properties.bitrate.minimum', 100),
    ],
    [/condition met/],
    [/^201 .*"uid":.*"resourceVersion":/],
    [/^422 .*"8k.*supported values/],
    [/^200 .*"resolution":"1080p"/, step('etcd.read', { about: HOLIDAY })],
    [/^422 .*must be specified for an update/],
    [
      /replaced/,
      inOrder(
        [
          'kubectl.request',
          { args: { verb: 'GET', path: '/apis/media.example.com/v1/namespaces/default/videoprocessors/holiday' } },
        ],
        ['kubectl.request', { args: { verb: 'PUT' } }],
      ),
      stored(HOLIDAY, 'spec.resolution', '720p'),
    ],
    [/^200 .*"resolution":"720p"/, shows('limit=10')],
    [/\/registry\/media.example.com\/videoprocessors\/default\/holiday/],
    [/holiday +s3:\/\/films\/holiday.mov +720p/],
  ],
  operator: [
    [/created/, stored(VIDEOS, 'spec.versions.0.subresources', { status: {} })],
    [/condition met/],
    [
      /pod\/video-operator created/,
      step('clientgo.initialList', { by: 'video-operator', times: 2 }),
      shows('"name":"video-operator/videoprocessors.media.example.com"'),
    ],
    [
      /holiday created/,
      step('clientgo.queued', { by: 'video-operator', args: { key: 'default/holiday' } }),
      inOrder(
        'programs.reconciled',
        'deployment.newReplicaSet',
        'replicaset.createPods',
        'scheduler.boundFirst',
        'kubelet.podReady',
      ),
      stored(WORKER, 'spec.replicas', 2),
      stored(HOLIDAY, 'status.workers', 2),
      compared(2, 2, 'status'),
    ],
    [/1080p +Running\n[\s\S]*holiday-worker +2\/2/, shows('"path":"status.phase","writer":"video-operator"'), reads],
    [
      /configured/,
      asked('patch', 'deployments'),
      asked('update', 'videoprocessors'),
      compared(3, 2, 'scale'),
      stored(WORKER, 'spec.replicas', 3),
    ],
    [/deleted/, compared(3, 0, 'create'), stored(WORKER, 'spec.replicas', 3)],
    [/Phase: +Running\n +Workers: +3[\s\S]*Created Deployment holiday-worker with 2 replicas/, reads],
    [/deleted/, step('garbageCollector.collect', { about: WORKER }), gone(WORKER), counted('pods/default', 1)],
    [/created deployment default\/holiday-worker\nscaled deployment default\/holiday-worker to 3\ncreated/, reads],
  ],
  aggregation: [
    [/^404 /],
    [/created/, stored(METRICS, AVAILABLE, 'False'), stored(METRICS, 'status.conditions.0.reason', 'ServiceNotFound')],
    [/^503 /],
    [
      /created/,
      stored(METRICS, AVAILABLE, 'True'),
      stored('pods/kube-system/metrics-server', 'status.phase', 'Running'),
    ],
    [/^200 .*NodeMetricsList/, inOrder('apiserver.authenticated', 'apiserver.authorized', 'extensions.proxied')],
    [/node-1/],
    [
      /v1alpha1.wardle.example.com created/,
      stored(WARDLE, AVAILABLE, 'True'),
      aside('where its objects are not', 'etcd'),
    ],
    [/flunders +fl +wardle.example.com\/v1alpha1 +true +Flunder/],
    [
      /^201 .*my-first-flunder/,
      inOrder('apiserver.authenticated', 'apiserver.authorized', 'extensions.proxied'),
      never('apiserver.mutated'),
      never('etcd.applied'),
    ],
    [/NAME +CREATED AT\nmy-first-flunder +2026-/],
    [/annotated/, stored(WARDLE, AVAILABLE, 'False'), shows('bad status from', ': 503')],
    [/^503 /],
  ],
};
