/**
 * The RBAC objects that every cluster begins with, one line a rule.
 * `# name` begins a role; then `verbs groups resources`, with `= names` for resource names, or `verbs @ paths`.
 * READ, WRITE and ALL stand for the usual sets of verbs; `core` is the group without a name.
 * Models plugin/pkg/auth/authorizer/rbac/bootstrappolicy/{policy,controller_policy,namespace_policy}.go (v1.36)
 */
export const CLUSTER_ROLES = `
# cluster-admin
* * *
* @ *
# system:aggregate-to-admin
create authorization.k8s.io localsubjectaccessreviews
ALL rbac.authorization.k8s.io rolebindings,roles
# system:aggregate-to-edit
READ core pods/attach,pods/exec,pods/portforward,pods/proxy,secrets,services/proxy
impersonate core serviceaccounts
WRITE core pods,pods/attach,pods/exec,pods/portforward,pods/proxy
create core pods/eviction
WRITE core configmaps,persistentvolumeclaims,replicationcontrollers,replicationcontrollers/scale,secrets,serviceaccounts,services,services/proxy
create core serviceaccounts/token
WRITE core,events.k8s.io events
WRITE apps daemonsets,deployments,deployments/rollback,deployments/scale,replicasets,replicasets/scale,statefulsets,statefulsets/scale
WRITE autoscaling horizontalpodautoscalers
WRITE batch cronjobs,jobs
WRITE extensions daemonsets,deployments,deployments/rollback,deployments/scale,ingresses,networkpolicies,replicasets,replicasets/scale,replicationcontrollers/scale
WRITE policy poddisruptionbudgets
WRITE networking.k8s.io ingresses,networkpolicies
ALL coordination.k8s.io leases
WRITE resource.k8s.io resourceclaims,resourceclaimtemplates
# system:aggregate-to-view
READ core configmaps,endpoints,persistentvolumeclaims,persistentvolumeclaims/status,pods,replicationcontrollers,replicationcontrollers/scale,serviceaccounts,services,services/status
READ core bindings,limitranges,namespaces/status,pods/log,pods/status,replicationcontrollers/status,resourcequotas,resourcequotas/status
READ core namespaces
READ core,events.k8s.io events
READ discovery.k8s.io endpointslices
READ apps controllerrevisions,daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,replicasets,replicasets/scale,replicasets/status,statefulsets,statefulsets/scale,statefulsets/status
READ autoscaling horizontalpodautoscalers,horizontalpodautoscalers/status
READ batch cronjobs,cronjobs/status,jobs,jobs/status
READ extensions daemonsets,daemonsets/status,deployments,deployments/scale,deployments/status,ingresses,ingresses/status,networkpolicies,replicasets,replicasets/scale,replicasets/status,replicationcontrollers/scale
READ policy poddisruptionbudgets,poddisruptionbudgets/status
READ networking.k8s.io ingresses,ingresses/status,networkpolicies
READ resource.k8s.io resourceclaims,resourceclaims/status,resourceclaimtemplates
# system:auth-delegator
create authentication.k8s.io tokenreviews
create authorization.k8s.io subjectaccessreviews
# system:basic-user
create authorization.k8s.io selfsubjectaccessreviews,selfsubjectrulesreviews
create authentication.k8s.io selfsubjectreviews
# system:certificates.k8s.io:certificatesigningrequests:nodeclient
create certificates.k8s.io certificatesigningrequests/nodeclient
# system:certificates.k8s.io:certificatesigningrequests:selfnodeclient
create certificates.k8s.io certificatesigningrequests/selfnodeclient
# system:certificates.k8s.io:kube-apiserver-client-approver
approve certificates.k8s.io signers = kubernetes.io/kube-apiserver-client
# system:certificates.k8s.io:kube-apiserver-client-kubelet-approver
approve certificates.k8s.io signers = kubernetes.io/kube-apiserver-client-kubelet
# system:certificates.k8s.io:kubelet-serving-approver
approve certificates.k8s.io signers = kubernetes.io/kubelet-serving
# system:certificates.k8s.io:legacy-unknown-approver
approve certificates.k8s.io signers = kubernetes.io/legacy-unknown
# system:controller:attachdetach-controller
list,watch core persistentvolumeclaims,persistentvolumes
READ core nodes
patch,update core nodes/status
list,watch core pods
create,patch,update core,events.k8s.io events
create,delete,READ storage.k8s.io volumeattachments
READ storage.k8s.io csidrivers
READ storage.k8s.io csinodes
# system:controller:certificate-controller
delete,READ certificates.k8s.io certificatesigningrequests
update certificates.k8s.io certificatesigningrequests/approval,certificatesigningrequests/status
approve certificates.k8s.io signers = kubernetes.io/kube-apiserver-client-kubelet
sign certificates.k8s.io signers = kubernetes.io/kube-apiserver-client,kubernetes.io/kube-apiserver-client-kubelet,kubernetes.io/kubelet-serving,kubernetes.io/legacy-unknown
create authorization.k8s.io subjectaccessreviews
create,patch,update core,events.k8s.io events
# system:controller:clusterrole-aggregation-controller
escalate,get,list,patch,update,watch rbac.authorization.k8s.io clusterroles
# system:controller:cronjob-controller
get,list,update,watch batch cronjobs
create,delete,get,list,patch,update,watch batch jobs
update batch cronjobs/status
update batch cronjobs/finalizers
delete,list,watch core pods
create,patch,update core,events.k8s.io events
# system:controller:daemon-set-controller
READ apps,extensions daemonsets
update apps,extensions daemonsets/status
update apps,extensions daemonsets/finalizers
list,watch core nodes
create,delete,list,patch,watch core pods
create core pods/binding
create,delete,get,list,patch,update,watch apps controllerrevisions
create,patch,update core,events.k8s.io events
# system:controller:deployment-controller
get,list,update,watch apps,extensions deployments
update apps,extensions deployments/status
update apps,extensions deployments/finalizers
create,delete,get,list,patch,update,watch apps,extensions replicasets
get,list,update,watch core pods
create,patch,update core,events.k8s.io events
# system:controller:device-taint-eviction-controller
delete,READ core pods
patch,update core pods/status
READ resource.k8s.io resourceclaims
READ resource.k8s.io resourceslices
READ resource.k8s.io deviceclasses
create,patch,update core,events.k8s.io events
# system:controller:disruption-controller
READ apps,extensions deployments
READ apps,extensions replicasets
READ core replicationcontrollers
READ policy poddisruptionbudgets
READ apps statefulsets
update policy poddisruptionbudgets/status
patch,update core pods/status
get * */scale
create,patch,update core,events.k8s.io events
# system:controller:endpoint-controller
READ core pods,services
create,delete,get,list,update,watch core endpoints
create core endpoints/restricted
create,patch,update core,events.k8s.io events
# system:controller:endpointslice-controller
READ core nodes,pods,services
update core services/finalizers
create,delete,get,list,update,watch discovery.k8s.io endpointslices
create discovery.k8s.io endpointslices/restricted
create,patch,update core,events.k8s.io events
# system:controller:endpointslicemirroring-controller
READ core endpoints,services
update core services/finalizers
update core endpoints/finalizers
create,delete,get,list,update,watch discovery.k8s.io endpointslices
create discovery.k8s.io endpointslices/restricted
create,patch,update core,events.k8s.io events
# system:controller:ephemeral-volume-controller
READ core pods
update core pods/finalizers
create,READ core persistentvolumeclaims
create,patch,update core,events.k8s.io events
# system:controller:expand-controller
get,list,patch,update,watch core persistentvolumes
patch,update core persistentvolumeclaims/status
READ core persistentvolumeclaims
create,patch,update core,events.k8s.io events
# system:controller:generic-garbage-collector
delete,get,list,patch,update,watch * *
create,patch,update core,events.k8s.io events
# system:controller:horizontal-pod-autoscaler
READ autoscaling horizontalpodautoscalers
update autoscaling horizontalpodautoscalers/status
get,update * */scale
list,watch core pods
list,watch metrics.k8s.io pods
READ custom.metrics.k8s.io *
READ external.metrics.k8s.io *
create,patch,update core,events.k8s.io events
# system:controller:job-controller
get,list,patch,update,watch batch jobs
update batch jobs/status
update batch jobs/finalizers
create,delete,list,patch,watch core pods
create,patch,update core,events.k8s.io events
# system:controller:legacy-service-account-token-cleaner
get core configmaps = kube-apiserver-legacy-service-account-token-tracking
delete,patch core secrets
# system:controller:namespace-controller
delete,READ core namespaces
update core namespaces/finalize,namespaces/status
delete,deletecollection,READ * *
# system:controller:node-controller
delete,get,list,patch,update,watch core nodes
patch,update core nodes/status
patch,update core pods/status
delete,READ core pods
create,patch,update core,events.k8s.io events
# system:controller:persistent-volume-binder
create,delete,get,list,update,watch core persistentvolumes
update core persistentvolumes/status
get,list,update,watch core persistentvolumeclaims
update core persistentvolumeclaims/status
create,delete,READ core pods
READ storage.k8s.io storageclasses
list,watch core nodes
create,patch,update core,events.k8s.io events
watch core events
# system:controller:pod-garbage-collector
delete,list,watch core pods
READ core nodes
patch core pods/status
# system:controller:pv-protection-controller
get,list,update,watch core persistentvolumes
create,patch,update core,events.k8s.io events
# system:controller:pvc-protection-controller
get,list,update,watch core persistentvolumeclaims
update core persistentvolumeclaims/status
READ core pods
create,patch,update core,events.k8s.io events
# system:controller:replicaset-controller
get,list,update,watch apps,extensions replicasets
update apps,extensions replicasets/status
update apps,extensions replicasets/finalizers
create,delete,list,patch,watch core pods
create,patch,update core,events.k8s.io events
# system:controller:replication-controller
get,list,update,watch core replicationcontrollers
update core replicationcontrollers/status
update core replicationcontrollers/finalizers
create,delete,list,patch,watch core pods
create,patch,update core,events.k8s.io events
# system:controller:resource-claim-controller
READ core pods
update core pods/finalizers
create,delete,READ resource.k8s.io resourceclaims
patch,update resource.k8s.io resourceclaims,resourceclaims/status
patch,update core pods/status
create,patch,update core,events.k8s.io events
patch,update resource.k8s.io resourceclaims/binding
# system:controller:resourcequota-controller
list,watch * *
update core resourcequotas/status
create,patch,update core,events.k8s.io events
# system:controller:root-ca-cert-publisher
create,update core configmaps
create,patch,update core,events.k8s.io events
# system:controller:route-controller
list,watch core nodes
patch core nodes/status
create,patch,update core,events.k8s.io events
# system:controller:selinux-warning-controller
create,patch,update core,events.k8s.io events
READ core persistentvolumes
READ core persistentvolumeclaims
READ core pods
READ storage.k8s.io csidrivers
# system:controller:service-account-controller
create core serviceaccounts
create,patch,update core,events.k8s.io events
# system:controller:service-cidrs-controller
get,list,patch,update,watch networking.k8s.io servicecidrs
patch,update networking.k8s.io servicecidrs/finalizers
patch,update networking.k8s.io servicecidrs/status
READ networking.k8s.io ipaddresses
create,patch,update core,events.k8s.io events
# system:controller:service-controller
READ core services
patch,update core services/status
list,watch core nodes
create,patch,update core,events.k8s.io events
# system:controller:statefulset-controller
list,watch core pods
READ apps statefulsets
update apps statefulsets/status
update apps statefulsets/finalizers
create,delete,get,patch,update core pods
create,delete,get,list,patch,update,watch apps controllerrevisions
create,READ core persistentvolumeclaims
delete,update core persistentvolumeclaims
update core pods/finalizers
create,patch,update core,events.k8s.io events
# system:controller:ttl-after-finished-controller
delete,READ batch jobs
create,patch,update core,events.k8s.io events
# system:controller:ttl-controller
list,patch,update,watch core nodes
create,patch,update core,events.k8s.io events
# system:controller:validatingadmissionpolicy-status-controller
READ admissionregistration.k8s.io validatingadmissionpolicies
get,patch,update admissionregistration.k8s.io validatingadmissionpolicies/status
create,patch,update core,events.k8s.io events
# system:controller:volumeattributesclass-protection-controller
READ core persistentvolumeclaims
READ core persistentvolumes
get,list,update,watch storage.k8s.io volumeattributesclasses
create,patch,update core,events.k8s.io events
# system:discovery
get @ /api,/api/*,/apis,/apis/*,/healthz,/livez,/openapi,/openapi/*,/readyz,/version,/version/
# system:heapster
READ core events,namespaces,nodes,pods
READ extensions deployments
# system:kube-aggregator
READ core endpoints,services
# system:kube-controller-manager
create,patch,update core,events.k8s.io events
create coordination.k8s.io leases
get,update coordination.k8s.io leases = kube-controller-manager
create core secrets,serviceaccounts
delete core secrets
get core configmaps,namespaces,secrets,serviceaccounts
update core secrets,serviceaccounts
create authentication.k8s.io tokenreviews
create authorization.k8s.io subjectaccessreviews
list,watch * *
create core serviceaccounts/token
# system:kube-dns
list,watch core endpoints,services
# system:kube-scheduler
create,patch,update core,events.k8s.io events
create coordination.k8s.io leases
get,list,update,watch coordination.k8s.io leases = kube-scheduler
ALL coordination.k8s.io leasecandidates
READ core nodes
delete,READ core pods
create core bindings,pods/binding
patch,update core pods/status
READ core replicationcontrollers,services
READ apps,extensions replicasets
READ apps statefulsets
READ policy poddisruptionbudgets
READ core persistentvolumeclaims,persistentvolumes
create authentication.k8s.io tokenreviews
create authorization.k8s.io subjectaccessreviews
READ storage.k8s.io csinodes
READ storage.k8s.io volumeattachments
READ core namespaces
READ storage.k8s.io csidrivers
READ storage.k8s.io csistoragecapacities
READ resource.k8s.io deviceclasses
get,list,patch,update,watch resource.k8s.io resourceclaims
get,list,patch,update,watch resource.k8s.io resourceclaims/status
update core pods/finalizers
READ resource.k8s.io resourceslices
create,delete resource.k8s.io resourceclaims
patch,update resource.k8s.io resourceclaims/binding
# system:kubelet-api-admin
READ core nodes
proxy core nodes
* core nodes/log,nodes/metrics,nodes/proxy,nodes/stats
* core nodes/configz,nodes/healthz,nodes/pods
# system:monitoring
get @ /flagz,/healthz,/healthz/*,/livez,/livez/*,/metrics,/metrics/slis,/readyz,/readyz/*,/statusz
get core nodes/metrics
# system:node
create authentication.k8s.io tokenreviews
create authorization.k8s.io localsubjectaccessreviews,subjectaccessreviews
READ core services
create,READ core nodes
patch,update core nodes/status
patch,update core nodes
create,patch,update core,events.k8s.io events
READ core pods
create,delete core pods
patch,update core pods/status
create core pods/eviction
READ core configmaps,secrets
get core persistentvolumeclaims,persistentvolumes
get core endpoints
create,READ certificates.k8s.io certificatesigningrequests
create,delete,get,patch,update coordination.k8s.io leases
get storage.k8s.io volumeattachments
create core serviceaccounts/token
get,patch,update core persistentvolumeclaims/status
READ storage.k8s.io csidrivers
create,delete,get,patch,update storage.k8s.io csinodes
READ node.k8s.io runtimeclasses
get resource.k8s.io resourceclaims
deletecollection resource.k8s.io resourceslices
get core serviceaccounts
# system:node-bootstrapper
create,READ certificates.k8s.io certificatesigningrequests
# system:node-problem-detector
get core nodes
patch core nodes/status
create,patch,update core,events.k8s.io events
# system:node-proxier
list,watch core endpoints,services
READ core nodes
create,patch,update core,events.k8s.io events
list,watch networking.k8s.io servicecidrs
list,watch discovery.k8s.io endpointslices
# system:persistent-volume-provisioner
create,delete,READ core persistentvolumes
get,list,update,watch core persistentvolumeclaims
READ storage.k8s.io storageclasses
watch core events
create,patch,update core,events.k8s.io events
# system:public-info-viewer
get @ /healthz,/livez,/readyz,/version,/version/
# system:service-account-issuer-discovery
get @ /.well-known/openid-configuration,/.well-known/openid-configuration/,/openid/v1/jwks,/openid/v1/jwks/
# system:volume-scheduler
get,list,patch,update,watch core persistentvolumes
READ storage.k8s.io storageclasses
get,list,patch,update,watch core persistentvolumeclaims
`;

export const ROLES = `
# kube-public/system:controller:bootstrap-signer
READ core configmaps
update core configmaps = cluster-info
create,patch,update core,events.k8s.io events
# kube-system/extension-apiserver-authentication-reader
READ core configmaps = extension-apiserver-authentication
# kube-system/system::leader-locking-kube-controller-manager
create,get,list,update,watch coordination.k8s.io leases
create,get,list,update,watch coordination.k8s.io leasecandidates
# kube-system/system::leader-locking-kube-scheduler
create,get,list,update,watch coordination.k8s.io leases
create,get,list,update,watch coordination.k8s.io leasecandidates
# kube-system/system:controller:bootstrap-signer
READ core secrets
# kube-system/system:controller:cloud-provider
create,READ core configmaps
# kube-system/system:controller:token-cleaner
delete,READ core secrets
create,patch,update core,events.k8s.io events
`;

/** `name role subjects…`; a name alone binds the role of that name to the controller's ServiceAccount. */
export const CLUSTER_ROLE_BINDINGS = `
cluster-admin ClusterRole/cluster-admin G:system:masters
system:basic-user ClusterRole/system:basic-user G:system:authenticated
system:controller:attachdetach-controller
system:controller:certificate-controller
system:controller:clusterrole-aggregation-controller
system:controller:cronjob-controller
system:controller:daemon-set-controller
system:controller:deployment-controller
system:controller:device-taint-eviction-controller
system:controller:disruption-controller
system:controller:endpoint-controller
system:controller:endpointslice-controller
system:controller:endpointslicemirroring-controller
system:controller:ephemeral-volume-controller
system:controller:expand-controller
system:controller:generic-garbage-collector
system:controller:horizontal-pod-autoscaler
system:controller:job-controller
system:controller:legacy-service-account-token-cleaner
system:controller:namespace-controller
system:controller:node-controller
system:controller:persistent-volume-binder
system:controller:pod-garbage-collector
system:controller:pv-protection-controller
system:controller:pvc-protection-controller
system:controller:replicaset-controller
system:controller:replication-controller
system:controller:resource-claim-controller
system:controller:resourcequota-controller
system:controller:root-ca-cert-publisher
system:controller:route-controller
system:controller:selinux-warning-controller
system:controller:service-account-controller
system:controller:service-cidrs-controller
system:controller:service-controller
system:controller:statefulset-controller
system:controller:ttl-after-finished-controller
system:controller:ttl-controller
system:controller:validatingadmissionpolicy-status-controller
system:controller:volumeattributesclass-protection-controller
system:discovery ClusterRole/system:discovery G:system:authenticated
system:kube-controller-manager ClusterRole/system:kube-controller-manager U:system:kube-controller-manager
system:kube-dns ClusterRole/system:kube-dns S:kube-system/kube-dns
system:kube-scheduler ClusterRole/system:kube-scheduler U:system:kube-scheduler
system:monitoring ClusterRole/system:monitoring G:system:monitoring
system:node ClusterRole/system:node
system:node-proxier ClusterRole/system:node-proxier U:system:kube-proxy
system:public-info-viewer ClusterRole/system:public-info-viewer G:system:authenticated G:system:unauthenticated
system:service-account-issuer-discovery ClusterRole/system:service-account-issuer-discovery G:system:serviceaccounts
system:volume-scheduler ClusterRole/system:volume-scheduler U:system:kube-scheduler
`;

export const ROLE_BINDINGS = `
kube-public/system:controller:bootstrap-signer Role/system:controller:bootstrap-signer S:kube-system/bootstrap-signer
kube-system/system::extension-apiserver-authentication-reader Role/extension-apiserver-authentication-reader U:system:kube-controller-manager U:system:kube-scheduler
kube-system/system::leader-locking-kube-controller-manager Role/system::leader-locking-kube-controller-manager U:system:kube-controller-manager S:kube-system/kube-controller-manager S:kube-system/leader-election-controller
kube-system/system::leader-locking-kube-scheduler Role/system::leader-locking-kube-scheduler U:system:kube-scheduler S:kube-system/kube-scheduler
kube-system/system:controller:bootstrap-signer Role/system:controller:bootstrap-signer S:kube-system/bootstrap-signer
kube-system/system:controller:cloud-provider Role/system:controller:cloud-provider S:kube-system/cloud-provider
kube-system/system:controller:token-cleaner Role/system:controller:token-cleaner S:kube-system/token-cleaner
`;
