import { defineSteps, step } from './define.ts';

const KUBELET = 'pkg/kubelet/kubelet.go';
const WORKERS = 'pkg/kubelet/pod_workers.go';
const STATUS = 'pkg/kubelet/status/status_manager.go';
const RUNTIME = 'pkg/kubelet/kuberuntime/kuberuntime_manager.go';
const CONTAINER = 'pkg/kubelet/kuberuntime/kuberuntime_container.go';
const IMAGES = 'pkg/kubelet/images/image_manager.go';
const VOLUMES = 'pkg/kubelet/volumemanager/volume_manager.go';
const NODE = 'pkg/kubelet/kubelet_node_status.go';
const SERVER = 'pkg/kubelet/server/server.go';
const LOGS = 'https://kubernetes.io/docs/concepts/cluster-administration/logging/';
const PROBER = 'pkg/kubelet/prober/worker.go';
const PODS = 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/';
const NODES = 'https://kubernetes.io/docs/concepts/architecture/nodes/';
const REFRESH =
  'https://kubernetes.io/docs/concepts/configuration/configmap/#mounted-configmaps-are-updated-automatically';
const TOKENS = 'https://kubernetes.io/docs/concepts/storage/projected-volumes/';
const EVICTION = 'pkg/kubelet/eviction/eviction_manager.go';
const FILES = 'pkg/kubelet/config/file.go';
const MIRRORS = 'pkg/kubelet/pod/mirror_client.go';
const STATIC = 'https://kubernetes.io/docs/tasks/configure-pod-container/static-pod/';
const PRESSURE = 'https://kubernetes.io/docs/concepts/scheduling-eviction/node-pressure-eviction/';
const DEVICES = 'pkg/kubelet/cm/dra/manager.go';
const DEVICES_DOCS = 'https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/';
const IMAGE_DOCS = 'https://kubernetes.io/docs/concepts/containers/images/';

export const kubelet = defineSteps('kubelet', {
  podAdded: step({ level: 'step', models: KUBELET, docs: PODS }),
  podUpdated: step<{ generation: number }>({ level: 'detail', models: KUBELET, docs: PODS }),
  podDeleting: step<{ grace: number }>({ level: 'step', models: KUBELET, docs: PODS }),
  podRemoved: step({ level: 'detail', models: KUBELET, docs: PODS }),
  manifestRead: step<{ file: string; pod: string }>({ level: 'step', models: FILES, docs: STATIC }),
  manifestRefused: step<{ file: string; error: string }>({ level: 'step', models: FILES, docs: STATIC }),
  mirrorCreated: step({ level: 'step', models: MIRRORS, docs: STATIC }),
  mirrorDeleted: step({ level: 'step', models: MIRRORS, docs: STATIC }),
  podRejected: step<{ reason: string; message: string }>({
    level: 'step',
    models: 'pkg/kubelet/lifecycle/predicate.go',
    docs: PODS,
  }),
  podStarts: step({ level: 'scene', opens: 'syncPod', models: WORKERS, docs: PODS }),
  syncPod: step<{ sync: number; running: number; wanted: number }>({ level: 'step', models: KUBELET, docs: PODS }),
  waitForVolumes: step<{ volumes: number }>({ level: 'detail', models: VOLUMES, docs: TOKENS }),
  tokenRequested: step<{ serviceAccount: string }>({
    level: 'step',
    models: 'pkg/kubelet/token/token_manager.go',
    docs: TOKENS,
  }),
  volumesMounted: step<{ volumes: number }>({
    level: 'step',
    models: VOLUMES,
    docs: TOKENS,
  }),
  volumeRefreshed: step<{ volume: string; files: number }>({ level: 'step', models: VOLUMES, docs: REFRESH }),
  mountFailed: step<{ volume: string; error: string }>({ level: 'step', models: VOLUMES }),
  pullSecretsMissing: step<{ names: string }>({
    level: 'step',
    models: 'pkg/kubelet/kubelet_pods.go',
    docs: 'https://kubernetes.io/docs/tasks/configure-pod-container/pull-image-private-registry/',
  }),
  devicesPrepared: step<{ claim: string; devices: string }>({
    level: 'step',
    models: DEVICES,
    docs: DEVICES_DOCS,
    notModelled:
      'What a driver does: it is there where its ResourceSlices are, and it never fails; containers see nothing of the devices.',
  }),
  devicesRefused: step<{ error: string }>({ level: 'step', models: DEVICES, docs: DEVICES_DOCS }),
  createSandbox: step<{ attempt: number }>({ level: 'step', models: RUNTIME, docs: PODS }),
  sandboxUp: step<{ ip: string }>({ level: 'scene', opens: 'sandboxCreated', models: RUNTIME, docs: PODS }),
  sandboxCreated: step<{ ip: string }>({ level: 'step', models: RUNTIME, docs: PODS }),
  sandboxFailed: step<{ error: string }>({ level: 'step', models: RUNTIME, docs: PODS }),
  imageChecked: step<{ image: string; policy: string; present: boolean }>({
    level: 'detail',
    models: IMAGES,
    docs: IMAGE_DOCS,
  }),
  imageFailed: step<{ image: string; reason: string; message: string }>({
    level: 'step',
    models: IMAGES,
    docs: IMAGE_DOCS,
  }),
  containerCreated: step<{ container: string }>({ level: 'detail', models: CONTAINER, docs: PODS }),
  containerStarted: step<{ container: string; restarts: number }>({ level: 'step', models: CONTAINER, docs: PODS }),
  containersRun: step<{ container: string; restarts: number }>({
    level: 'scene',
    opens: 'containerStarted',
    models: CONTAINER,
    docs: PODS,
  }),
  containerFailed: step<{ container: string; reason: string; message: string }>({
    level: 'step',
    models: CONTAINER,
    docs: PODS,
  }),
  backOff: step<{ container: string; seconds: number }>({ level: 'step', models: RUNTIME, docs: PODS }),
  allAgain: step<{ container: string; code: number; containers: number }>({
    level: 'step',
    models: RUNTIME,
    docs: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#restart-all-containers',
  }),
  relisted: step<{ container: string; event: string }>({
    level: 'detail',
    models: 'pkg/kubelet/pleg/generic.go',
    docs: PODS,
  }),
  probed: step<{ container: string; probe: string; result: string; count: number }>({
    level: 'detail',
    models: PROBER,
    docs: PODS,
    notModelled:
      'What a program answers: a probe succeeds when something listens on its port, a gRPC probe when that is no web server; a command that is not modelled succeeds.',
  }),
  probeChanged: step<{ container: string; probe: string; result: string }>({
    level: 'step',
    models: PROBER,
    docs: PODS,
  }),
  statusSet: step<{ phase: string; ready: boolean; running: number }>({ level: 'detail', models: STATUS, docs: PODS }),
  statusUnchanged: step({ level: 'detail', models: STATUS }),
  statusPatch: step<{ changes: string }>({ level: 'step', models: STATUS, docs: PODS }),
  statusRefused: step<{ code: number; reason: string }>({ level: 'step', models: STATUS }),
  podReady: step({ level: 'scene', models: STATUS, docs: PODS }),
  killing: step<{ container: string; grace: number; why: string }>({ level: 'step', models: CONTAINER, docs: PODS }),
  hookRuns: step<{ container: string; hook: string; what: string }>({
    level: 'step',
    models: 'pkg/kubelet/lifecycle/handlers.go',
    docs: PODS,
  }),
  hookFailed: step<{ container: string; hook: string; error: string }>({
    level: 'step',
    models: 'pkg/kubelet/lifecycle/handlers.go',
    docs: PODS,
  }),
  containersStopped: step({ level: 'step', models: WORKERS, docs: PODS }),
  volumesUnmounted: step({ level: 'detail', models: VOLUMES }),
  podTerminated: step({ level: 'step', models: WORKERS, docs: PODS }),
  deletePod: step({ level: 'step', models: STATUS, docs: PODS }),
  evictionLook: step<{ memory: number; disk: number; met: string }>({
    level: 'step',
    models: EVICTION,
    docs: PRESSURE,
  }),
  evicted: step<{ message: string }>({ level: 'step', models: EVICTION, docs: PRESSURE }),
  preempted: step<{ critical: string }>({
    level: 'step',
    models: 'pkg/kubelet/preemption/preemption.go',
    docs: 'https://kubernetes.io/docs/tasks/administer-cluster/guaranteed-scheduling-critical-addon-pods/',
  }),
  resized: step<{ state: string }>({
    level: 'step',
    models: 'pkg/kubelet/allocation/allocation_manager.go',
    docs: PODS,
  }),
  callerChecked: step<{ verb: string }>({ level: 'detail', models: 'pkg/kubelet/server/auth.go', docs: LOGS }),
  logRead: step<{ container: string; lines: number; follow: boolean }>({
    level: 'step',
    models: 'staging/src/k8s.io/cri-client/pkg/logs/logs.go',
    docs: LOGS,
    notModelled:
      'What most programs write: known images have a few lines as data, scripts write what their commands say.',
  }),
  streamOpened: step<{ what: string; container: string }>({ level: 'step', models: SERVER, docs: LOGS }),
  streamRefused: step<{ reason: string }>({ level: 'step', models: SERVER, docs: LOGS }),
  fault: step<{ state: string }>({ level: 'scene', models: NODE, docs: NODES }),
  register: step({ level: 'step', models: NODE, docs: NODES }),
  nodeChanged: step<{ change: string }>({ level: 'step', models: NODE, docs: NODES }),
  imagesCollected: step<{ value: number; mebibytes: number }>({
    level: 'step',
    models: 'pkg/kubelet/images/image_gc_manager.go',
    docs: 'https://kubernetes.io/docs/concepts/architecture/garbage-collection/#container-image-lifecycle',
  }),
  nodeStatus: step<{ because: string }>({ level: 'detail', models: NODE, docs: NODES }),
  renewLease: step({
    level: 'detail',
    models: 'staging/src/k8s.io/component-helpers/apimachinery/lease/controller.go',
    docs: NODES,
  }),
});
