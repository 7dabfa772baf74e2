import type { Micros } from '../base/time/units.ts';
import { defineSteps, step } from './define.ts';

const CONCEPTS = 'https://kubernetes.io/docs/concepts';
const ACCESS = 'https://kubernetes.io/docs/reference/access-authn-authz';
const ENDPOINTS = 'staging/src/k8s.io/apiserver/pkg/endpoints';
const REGISTRY = 'staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go';
const CACHER = 'staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go';

export const apiserver = defineSteps('apiserver', {
  bootstrapped: step<{ objects: number }>({
    level: 'detail',
    models: 'pkg/controlplane/controller.go',
    notModelled: 'The first objects of a cluster are there at once instead of being written by start-up hooks.',
  }),
  turnedAway: step<{ method: string; path: string; perMille: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/apiserver/pkg/server/config.go',
    station: 'tls',
    notModelled: 'Why a server cannot answer: a run can ask that so many of a thousand requests fail.',
  }),
  received: step<{ method: string; path: string; verb: string; userAgent: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/apiserver/pkg/server/config.go',
    docs: `${CONCEPTS}/security/controlling-access/`,
    station: 'tls',
    notModelled: 'TLS records and HTTP/2 frames: a request arrives whole.',
  }),
  requestInfo: step<{
    verb: string;
    group: string;
    version: string;
    resource: string;
    subresource: string;
    namespace: string;
    name: string;
  }>({
    level: 'detail',
    models: `${ENDPOINTS}/filters/requestinfo.go`,
    docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/',
    station: 'tls',
  }),
  authenticated: step<{ user: string; method: string; groups: string; tried: string }>({
    level: 'step',
    models: `${ENDPOINTS}/filters/authentication.go`,
    docs: `${ACCESS}/authentication/`,
    station: 'authn',
  }),
  unauthenticated: step<{ reason: string; tried: string }>({
    level: 'step',
    models: `${ENDPOINTS}/filters/authentication.go`,
    docs: `${ACCESS}/authentication/`,
    station: 'authn',
  }),
  audited: step<{ stage: string; auditId: string }>({
    level: 'detail',
    models: `${ENDPOINTS}/filters/audit.go`,
    docs: 'https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/',
    station: 'audit',
  }),
  impersonated: step<{ user: string; groups: string; by: string; mode: string }>({
    level: 'step',
    models: `${ENDPOINTS}/filters/impersonation/impersonation.go`,
    docs: `${ACCESS}/user-impersonation/`,
    station: 'audit',
  }),
  classified: step<{ schema: string; level: string }>({
    level: 'detail',
    models: 'staging/src/k8s.io/apiserver/pkg/server/filters/priority-and-fairness.go',
    docs: `${CONCEPTS}/cluster-administration/flow-control/`,
    station: 'flow-control',
    notModelled: 'Seats that a write holds on to while its watchers are told; sizes of lists in bytes.',
  }),
  queued: step<{ level: string; queue: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset/queueset.go',
    docs: `${CONCEPTS}/cluster-administration/flow-control/`,
    station: 'flow-control',
  }),
  seated: step<{ level: string; micros: Micros }>({
    level: 'detail',
    models: 'staging/src/k8s.io/apiserver/pkg/util/flowcontrol/fairqueuing/queueset/queueset.go',
    docs: `${CONCEPTS}/cluster-administration/flow-control/`,
    station: 'flow-control',
  }),
  overloaded: step<{ level: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/apiserver/pkg/server/filters/priority-and-fairness.go',
    docs: `${CONCEPTS}/cluster-administration/flow-control/`,
    station: 'flow-control',
  }),
  authorized: step<{ authorizer: string; reason: string; verb: string; tried: string }>({
    level: 'step',
    models: `${ENDPOINTS}/filters/authorization.go`,
    docs: `${ACCESS}/authorization/`,
    station: 'authz',
  }),
  forbidden: step<{ user: string; verb: string; reason: string; tried: string }>({
    level: 'step',
    models: `${ENDPOINTS}/filters/authorization.go`,
    docs: `${ACCESS}/authorization/`,
    station: 'authz',
  }),
  decoded: step<{ kind: string; apiVersion: string; defaulted: boolean }>({
    level: 'step',
    models: `${ENDPOINTS}/handlers/create.go`,
    docs: `${CONCEPTS}/overview/kubernetes-api/`,
    station: 'decode',
  }),
  decodeFailed: step<{ error: string }>({
    level: 'step',
    models: `${ENDPOINTS}/handlers/create.go`,
    station: 'decode',
  }),
  patched: step<{ type: string; changed: boolean }>({
    level: 'step',
    models: `${ENDPOINTS}/handlers/patch.go`,
    docs: 'https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/',
    station: 'decode',
  }),
  mutated: step<{ plugin: string; changed: string }>({
    level: 'detail',
    models: 'staging/src/k8s.io/apiserver/pkg/admission/chain.go',
    docs: `${ACCESS}/admission-controllers/`,
    station: 'mutating-admission',
  }),
  mutationFailed: step<{ plugin: string; message: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/apiserver/pkg/admission/chain.go',
    docs: `${ACCESS}/admission-controllers/`,
    station: 'mutating-admission',
  }),
  webhookCalled: step<{ webhook: string; url: string; outcome: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/generic/webhook.go',
    docs: `${ACCESS}/extensible-admission-controllers/`,
    station: 'mutating-admission',
    notModelled: 'The program behind the Service: annotations of the Service say how it answers.',
  }),
  validated: step<{ kind: string; errors: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/apiserver/pkg/registry/rest/create.go',
    docs: `${CONCEPTS}/overview/working-with-objects/`,
    station: 'schema-validation',
  }),
  approved: step<{ plugin: string; note: string }>({
    level: 'detail',
    models: 'staging/src/k8s.io/apiserver/pkg/admission/chain.go',
    docs: `${ACCESS}/admission-controllers/`,
    station: 'validating-admission',
  }),
  rejected: step<{ plugin: string; message: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/apiserver/pkg/admission/chain.go',
    docs: `${ACCESS}/admission-controllers/`,
    station: 'validating-admission',
  }),
  prepared: step<{ operation: string; generation: number }>({
    level: 'detail',
    models: REGISTRY,
    station: 'registry',
  }),
  retried: step<{ reason: string }>({
    level: 'detail',
    models: 'staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go',
    station: 'registry',
  }),
  unchanged: step({
    level: 'step',
    models: 'staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go',
    docs: `${CONCEPTS}/overview/kubernetes-api/`,
    station: 'registry',
  }),
  stored: step<{ operation: string; revision: number }>({
    level: 'scene',
    models: REGISTRY,
    docs: `${CONCEPTS}/overview/components/#etcd`,
    station: 'registry',
  }),
  passedToNode: step<{ node: string; subresource: string }>({
    level: 'step',
    models: 'pkg/registry/core/pod/rest/subresources.go',
    docs: 'https://kubernetes.io/docs/concepts/architecture/control-plane-node-communication/',
    notModelled: 'TLS between the API server and a kubelet, and the kubelet asking whether the API server may.',
  }),
  dialed: step<{ url: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/apimachinery/pkg/util/proxy/upgradeaware.go',
    docs: 'https://kubernetes.io/docs/tasks/access-application-cluster/access-cluster-services/',
    notModelled: 'Packets: the request does not pass rules and firewalls on its way.',
  }),
  fetched: step<{ revision: string; from: string }>({
    level: 'detail',
    models: `${ENDPOINTS}/handlers/get.go`,
    station: 'registry',
  }),
  listed: step<{ items: number; revision: number; from: string }>({
    level: 'step',
    models: `${ENDPOINTS}/handlers/get.go`,
    docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#collections',
    station: 'watch-cache',
  }),
  tokenIssued: step<{ serviceAccount: string; boundTo: string; seconds: number; honoured: number }>({
    level: 'step',
    models: 'pkg/registry/core/serviceaccount/storage/token.go',
    docs: 'https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/',
    station: 'registry',
  }),
  allocated: step<{ what: string; value: string }>({
    level: 'detail',
    models: 'pkg/registry/core/service/storage/alloc.go',
    docs: `${CONCEPTS}/services-networking/service/`,
    station: 'registry',
  }),
  responded: step<{ code: number; reason: string }>({
    level: 'step',
    models: `${ENDPOINTS}/handlers/responsewriters/writers.go`,
    station: 'tls',
  }),
  watchOpened: step<{ watch: string; since: string; selector: string }>({
    level: 'step',
    models: `${ENDPOINTS}/handlers/watch.go`,
    docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes',
    station: 'watch-cache',
  }),
  watchClosed: step<{ watch: string; reason: string }>({
    level: 'detail',
    models: `${ENDPOINTS}/handlers/watch.go`,
    station: 'watch-cache',
  }),
  bookmarked: step<{ revision: number; watchers: number }>({
    level: 'detail',
    models: CACHER,
    docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#watch-bookmarks',
    station: 'watch-cache',
  }),
  cached: step<{ event: string; revision: number; watchers: number }>({
    level: 'step',
    models: CACHER,
    docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes',
    station: 'watch-cache',
  }),
  graphUpdated: step<{ node: string; edges: number }>({
    level: 'detail',
    models: 'plugin/pkg/auth/authorizer/node/graph_populator.go',
    docs: `${ACCESS}/node/`,
    station: 'authz',
  }),
});
