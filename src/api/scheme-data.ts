/**
 * Every built-in resource of v1.36, in the order in which discovery lists groups and resources.
 * `= groupVersion`, then a line each:
 * resource|singular|kind|n(amespaced) or c(luster)|verbs|short names|categories|subresource:verbs:kind[@groupVersion];…|storage prefix when not the resource|storage version hash
 * Verbs: C create, D delete, X deletecollection, G get, L list, P patch, U update, W watch.
 */
export const SCHEME_DATA = `
= v1
bindings|binding|Binding|n|C|||||
componentstatuses|componentstatus|ComponentStatus|c|GL|cs||||
configmaps|configmap|ConfigMap|n|CDXGLPUW|cm||||qFsyl6wFWjQ=
endpoints|endpoints|Endpoints|n|CDXGLPUW|ep|||services/endpoints|fWeeMqaN/OA=
events|event|Event|n|CDXGLPUW|ev||||r2yiGXH7wu8=
limitranges|limitrange|LimitRange|n|CDXGLPUW|limits||||EBKMFVe6cwo=
namespaces|namespace|Namespace|c|CDGLPUW|ns||finalize:U:Namespace;status:GPU:Namespace||Q3oi5N2YM8M=
nodes|node|Node|c|CDXGLPUW|no||proxy:CDGPU:NodeProxyOptions;status:GPU:Node|minions|XwShjMxG9Fs=
persistentvolumeclaims|persistentvolumeclaim|PersistentVolumeClaim|n|CDXGLPUW|pvc||status:GPU:PersistentVolumeClaim||QWTyNDq0dC4=
persistentvolumes|persistentvolume|PersistentVolume|c|CDXGLPUW|pv||status:GPU:PersistentVolume||HN/zwEC+JgM=
pods|pod|Pod|n|CDXGLPUW|po|all|attach:CG:PodAttachOptions;binding:C:Binding;ephemeralcontainers:GPU:Pod;eviction:C:Eviction@policy/v1;exec:CG:PodExecOptions;log:G:Pod;portforward:CG:PodPortForwardOptions;proxy:CDGPU:PodProxyOptions;resize:GPU:Pod;status:GPU:Pod||xPOwRZ+Yhw8=
podtemplates|podtemplate|PodTemplate|n|CDXGLPUW|||||LIXB2x4IFpk=
replicationcontrollers|replicationcontroller|ReplicationController|n|CDXGLPUW|rc|all|scale:GPU:Scale@autoscaling/v1;status:GPU:ReplicationController|controllers|Jond2If31h0=
resourcequotas|resourcequota|ResourceQuota|n|CDXGLPUW|quota||status:GPU:ResourceQuota||8uhSgffRX6w=
secrets|secret|Secret|n|CDXGLPUW|||||S6u1pOWzb84=
serviceaccounts|serviceaccount|ServiceAccount|n|CDXGLPUW|sa||token:C:TokenRequest@authentication.k8s.io/v1||pbx9ZvyFpBE=
services|service|Service|n|CDXGLPUW|svc|all|proxy:CDGPU:ServiceProxyOptions;status:GPU:Service|services/specs|0/CO1lhkEBI=
= apiregistration.k8s.io/v1
apiservices|apiservice|APIService|c|CDXGLPUW||api-extensions|status:GPU:APIService|apiregistration.k8s.io/apiservices|InPBPD7+PqM=
= apps/v1
controllerrevisions|controllerrevision|ControllerRevision|n|CDXGLPUW|||||85nkx63pcBU=
daemonsets|daemonset|DaemonSet|n|CDXGLPUW|ds|all|status:GPU:DaemonSet||dd7pWHUlMKQ=
deployments|deployment|Deployment|n|CDXGLPUW|deploy|all|scale:GPU:Scale@autoscaling/v1;status:GPU:Deployment||8aSe+NMegvE=
replicasets|replicaset|ReplicaSet|n|CDXGLPUW|rs|all|scale:GPU:Scale@autoscaling/v1;status:GPU:ReplicaSet||P1RzHs8/mWQ=
statefulsets|statefulset|StatefulSet|n|CDXGLPUW|sts|all|scale:GPU:Scale@autoscaling/v1;status:GPU:StatefulSet||H+vl74LkKdo=
= events.k8s.io/v1
events|event|Event|n|CDXGLPUW|ev||||r2yiGXH7wu8=
= authentication.k8s.io/v1
selfsubjectreviews|selfsubjectreview|SelfSubjectReview|c|C|||||
tokenreviews|tokenreview|TokenReview|c|C|||||
= authorization.k8s.io/v1
localsubjectaccessreviews|localsubjectaccessreview|LocalSubjectAccessReview|n|C|||||
selfsubjectaccessreviews|selfsubjectaccessreview|SelfSubjectAccessReview|c|C|||||
selfsubjectrulesreviews|selfsubjectrulesreview|SelfSubjectRulesReview|c|C|||||
subjectaccessreviews|subjectaccessreview|SubjectAccessReview|c|C|||||
= autoscaling/v2
horizontalpodautoscalers|horizontalpodautoscaler|HorizontalPodAutoscaler|n|CDXGLPUW|hpa|all|status:GPU:HorizontalPodAutoscaler||qwQve8ut294=
= autoscaling/v1
horizontalpodautoscalers|horizontalpodautoscaler|HorizontalPodAutoscaler|n|CDXGLPUW|hpa|all|status:GPU:HorizontalPodAutoscaler||qwQve8ut294=
= batch/v1
cronjobs|cronjob|CronJob|n|CDXGLPUW|cj|all|status:GPU:CronJob||sd5LIXh4Fjs=
jobs|job|Job|n|CDXGLPUW||all|status:GPU:Job||mudhfqk/qZY=
= certificates.k8s.io/v1
certificatesigningrequests|certificatesigningrequest|CertificateSigningRequest|c|CDXGLPUW|csr||approval:GPU:CertificateSigningRequest;status:GPU:CertificateSigningRequest||95fRKMXA+00=
= networking.k8s.io/v1
ingressclasses|ingressclass|IngressClass|c|CDXGLPUW|||||l/iqIbDgFyQ=
ingresses|ingress|Ingress|n|CDXGLPUW|ing||status:GPU:Ingress|ingress|39NQlfNR+bo=
ipaddresses|ipaddress|IPAddress|c|CDXGLPUW|ip||||3f/plJFChNE=
networkpolicies|networkpolicy|NetworkPolicy|n|CDXGLPUW|netpol||||YpfwF18m1G8=
servicecidrs|servicecidr|ServiceCIDR|c|CDXGLPUW|||status:GPU:ServiceCIDR||gNLvruQhW2g=
= policy/v1
poddisruptionbudgets|poddisruptionbudget|PodDisruptionBudget|n|CDXGLPUW|pdb||status:GPU:PodDisruptionBudget||EVWiDmWqyJw=
= rbac.authorization.k8s.io/v1
clusterrolebindings|clusterrolebinding|ClusterRoleBinding|c|CDXGLPUW|||||48tpQ8gZHFc=
clusterroles|clusterrole|ClusterRole|c|CDXGLPUW|||||bYE5ZWDrJ44=
rolebindings|rolebinding|RoleBinding|n|CDXGLPUW|||||eGsCzGH6b1g=
roles|role|Role|n|CDXGLPUW|||||7FuwZcIIItM=
= storage.k8s.io/v1
csidrivers|csidriver|CSIDriver|c|CDXGLPUW|||||hL6j/rwBV5w=
csinodes|csinode|CSINode|c|CDXGLPUW|||||Pe62DkZtjuo=
csistoragecapacities|csistoragecapacity|CSIStorageCapacity|n|CDXGLPUW|||||xeVl+2Ly1kE=
storageclasses|storageclass|StorageClass|c|CDXGLPUW|sc||||K+m6uJwbjGY=
volumeattachments|volumeattachment|VolumeAttachment|c|CDXGLPUW|||status:GPU:VolumeAttachment||tJx/ezt6UDU=
volumeattributesclasses|volumeattributesclass|VolumeAttributesClass|c|CDXGLPUW|vac||||tIjydgKBC5w=
= admissionregistration.k8s.io/v1
mutatingadmissionpolicies|mutatingadmissionpolicy|MutatingAdmissionPolicy|c|CDXGLPUW||api-extensions|||LYmCf+UMVdg=
mutatingadmissionpolicybindings|mutatingadmissionpolicybinding|MutatingAdmissionPolicyBinding|c|CDXGLPUW||api-extensions|||90V5FRZZ3Zg=
mutatingwebhookconfigurations|mutatingwebhookconfiguration|MutatingWebhookConfiguration|c|CDXGLPUW||api-extensions|||Sqi0GUgDaX0=
validatingadmissionpolicies|validatingadmissionpolicy|ValidatingAdmissionPolicy|c|CDXGLPUW||api-extensions|status:GPU:ValidatingAdmissionPolicy||6OxvlMmQ6is=
validatingadmissionpolicybindings|validatingadmissionpolicybinding|ValidatingAdmissionPolicyBinding|c|CDXGLPUW||api-extensions|||v9715VZqakg=
validatingwebhookconfigurations|validatingwebhookconfiguration|ValidatingWebhookConfiguration|c|CDXGLPUW||api-extensions|||B0wHjQmsGNk=
= apiextensions.k8s.io/v1
customresourcedefinitions|customresourcedefinition|CustomResourceDefinition|c|CDXGLPUW|crd,crds|api-extensions|status:GPU:CustomResourceDefinition|apiextensions.k8s.io/customresourcedefinitions|jfWCUB31mvA=
= scheduling.k8s.io/v1
priorityclasses|priorityclass|PriorityClass|c|CDXGLPUW|pc||||1QwjyaZjj3Y=
= coordination.k8s.io/v1
leases|lease|Lease|n|CDXGLPUW|||||gqkMMb/YqFM=
= node.k8s.io/v1
runtimeclasses|runtimeclass|RuntimeClass|c|CDXGLPUW|||||WQTu1GL3T2Q=
= discovery.k8s.io/v1
endpointslices|endpointslice|EndpointSlice|n|CDXGLPUW|||||qgS0xkrxYAI=
= resource.k8s.io/v1
deviceclasses|deviceclass|DeviceClass|c|CDXGLPUW|||||Yk2PTc1Ybxk=
resourceclaims|resourceclaim|ResourceClaim|n|CDXGLPUW|||status:GPU:ResourceClaim||wgAZaHcZxUg=
resourceclaimtemplates|resourceclaimtemplate|ResourceClaimTemplate|n|CDXGLPUW|||||TuzjC49aUfM=
resourceslices|resourceslice|ResourceSlice|c|CDXGLPUW|||||KsC072WgaEY=
= flowcontrol.apiserver.k8s.io/v1
flowschemas|flowschema|FlowSchema|c|CDXGLPUW|||status:GPU:FlowSchema||GJVAJZSZBIw=
prioritylevelconfigurations|prioritylevelconfiguration|PriorityLevelConfiguration|c|CDXGLPUW|||status:GPU:PriorityLevelConfiguration||Kir5PVfvNeI=
`;
