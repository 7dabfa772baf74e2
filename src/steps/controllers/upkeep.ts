import { defineSteps, step } from '../define.ts';

/** Kinds of step of controllers that a first story does without. */
export const upkeepSteps = defineSteps('upkeep', {
  mirrored: step<{ created: number; updated: number; deleted: number }>({
    level: 'step',
    models: 'pkg/controller/endpointslicemirroring/reconciler.go',
    docs: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/#endpointslice-mirroring',
  }),
  approvalAsked: step<{ permission: string }>({
    level: 'step',
    models: 'pkg/controller/certificates/approver/sarapprove.go',
    docs: 'https://kubernetes.io/docs/reference/access-authn-authz/kubelet-tls-bootstrapping/#approval',
  }),
  approved: step<{ message: string }>({
    level: 'step',
    models: 'pkg/controller/certificates/approver/sarapprove.go',
    docs: 'https://kubernetes.io/docs/reference/access-authn-authz/kubelet-tls-bootstrapping/#approval',
  }),
  requestCleaned: step<{ why: string }>({
    level: 'step',
    models: 'pkg/controller/certificates/cleaner/cleaner.go',
    docs: 'https://kubernetes.io/docs/reference/access-authn-authz/certificate-signing-requests/#request-signing-process',
  }),
  volumeGrows: step({
    level: 'step',
    models: 'pkg/controller/volume/expand/expand_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims',
  }),
  claimForPod: step<{ claim: string; present: boolean }>({
    level: 'step',
    models: 'pkg/controller/volume/ephemeral/controller.go',
    docs: 'https://kubernetes.io/docs/concepts/storage/ephemeral-volumes/#generic-ephemeral-volumes',
  }),
  deviceClaim: step<{ claim: string; template: string }>({
    level: 'step',
    models: 'pkg/controller/resourceclaim/controller.go',
    docs: 'https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/',
  }),
  nodeTtl: step<{ seconds: number; nodes: number }>({
    level: 'step',
    models: 'pkg/controller/ttl/ttl_controller.go',
  }),
  tokenSecret: step<{ account: string }>({
    level: 'step',
    models: 'pkg/controller/serviceaccount/tokens_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/configuration/secret/#serviceaccount-token-secrets',
  }),
  tokenIssued: step<{ account: string }>({
    level: 'step',
    models: 'pkg/controller/serviceaccount/tokens_controller.go',
    docs: 'https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/#token-controller',
  }),
  clusterInfoSigned: step<{ tokens: number }>({
    level: 'step',
    models: 'pkg/controller/bootstrap/bootstrapsigner.go',
    docs: 'https://kubernetes.io/docs/reference/access-authn-authz/bootstrap-tokens/#configmap-signing',
  }),
  tokenExpired: step({
    level: 'step',
    models: 'pkg/controller/bootstrap/tokencleaner.go',
    docs: 'https://kubernetes.io/docs/reference/access-authn-authz/bootstrap-tokens/',
  }),
  deviceTainted: step<{ seconds: number }>({
    level: 'step',
    models: 'pkg/controller/devicetainteviction/device_taint_eviction.go',
    docs: 'https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#device-taints-and-tolerations',
  }),
  deviceUntainted: step({
    level: 'step',
    models: 'pkg/controller/devicetainteviction/device_taint_eviction.go',
  }),
  nodeRange: step<{ ranges: string }>({
    level: 'step',
    models: 'pkg/controller/nodeipam/ipam/range_allocator.go',
    docs: 'https://kubernetes.io/docs/concepts/cluster-administration/networking/#kubernetes-ip-address-ranges',
  }),
  addressRange: step<{ outcome: string }>({
    level: 'step',
    models: 'pkg/controller/servicecidrs/servicecidrs_controller.go',
    docs: 'https://kubernetes.io/docs/reference/networking/virtual-ips/#ip-address-objects',
  }),
});
