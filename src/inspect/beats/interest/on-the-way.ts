import { kindNames, type NamesByComponent } from '../../../steps/index.ts';

const OF_COMPONENT: NamesByComponent = {
  kubectl: ['validated', 'mapped', 'request'],
  etcdctl: ['call'],
  apiserver: ['received', 'patched', 'stored', 'listed', 'tokenIssued', 'responded'],
  clientgo: ['initialList', 'received'],
  deployment: ['sync', 'rollout', 'writeStatus', 'complete', 'failed'],
  replicaset: ['sync', 'writeStatus'],
  daemonset: ['sync', 'writeStatus'],
  statefulset: ['sync', 'writeStatus'],
  job: ['sync', 'status'],
  cronjob: ['sync', 'status'],
  namespace: ['sync'],
  garbageCollector: ['consider', 'classified'],
  audit: ['seen', 'supposed'],
  scheduler: ['enqueued', 'popped', 'filtered', 'assumed', 'binding', 'bound', 'boundFirst'],
  kubelet: ['podAdded', 'tokenRequested', 'createSandbox', 'statusPatch', 'podReady'],
  cri: ['sandboxFailed', 'pullImage', 'createContainer', 'startContainer', 'used', 'stopPodSandbox'],
  cni: ['add', 'connect', 'unmapPorts'],
  network: ['restore', 'sent', 'delivered', 'hook', 'routed', 'hop', 'unwrapped'],
  proxy: ['serviceTracked', 'endpointsTracked', 'sync'],
  dns: ['query'],
};

/** Steps that only lead to the end of something: a beat has them, none ends at them. */
export const ON_THE_WAY: ReadonlySet<string> = new Set(kindNames(OF_COMPONENT));
