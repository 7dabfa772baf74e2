/**
 * Every resource a v1.36 server has built in, in the order of discovery. One line a resource:
 *   plural, kind, N(amespaced) or C(luster), short names, categories, verbs (* is all eight), storage version hash, subresources
 * A subresource without verbs has get,patch,update; its kind is the resource's own unless `=` names another.
 */
export const RESOURCES = `
# v1
bindings Binding N - - create -
componentstatuses ComponentStatus C cs - get,list -
configmaps ConfigMap N cm - * qFsyl6wFWjQ=
endpoints Endpoints N ep - * fWeeMqaN/OA=
events Event N ev - * r2yiGXH7wu8=
limitranges LimitRange N limits - * EBKMFVe6cwo=
namespaces Namespace C ns - create,delete,get,list,patch,update,watch Q3oi5N2YM8M= finalize:update status
nodes Node C no - * XwShjMxG9Fs= proxy:create,delete,get,patch,update=NodeProxyOptions status
persistentvolumeclaims PersistentVolumeClaim N pvc - * QWTyNDq0dC4= status
persistentvolumes PersistentVolume C pv - * HN/zwEC+JgM= status
pods Pod N po all * xPOwRZ+Yhw8= attach:create,get=PodAttachOptions binding:create=Binding ephemeralcontainers eviction:create=policy/v1/Eviction exec:create,get=PodExecOptions log:get portforward:create,get=PodPortForwardOptions proxy:create,delete,get,patch,update=PodProxyOptions resize status
podtemplates PodTemplate N - - * LIXB2x4IFpk=
replicationcontrollers ReplicationController N rc all * Jond2If31h0= scale=autoscaling/v1/Scale status
resourcequotas ResourceQuota N quota - * 8uhSgffRX6w= status
secrets Secret N - - * S6u1pOWzb84=
serviceaccounts ServiceAccount N sa - * pbx9ZvyFpBE= token:create=authentication.k8s.io/v1/TokenRequest
services Service N svc all * 0/CO1lhkEBI= proxy:create,delete,get,patch,update=ServiceProxyOptions status
# apiregistration.k8s.io/v1
apiservices APIService C - api-extensions * InPBPD7+PqM= status
# apps/v1
controllerrevisions ControllerRevision N - - * 85nkx63pcBU=
daemonsets DaemonSet N ds all * dd7pWHUlMKQ= status
deployments Deployment N deploy all * 8aSe+NMegvE= scale=autoscaling/v1/Scale status
replicasets ReplicaSet N rs all * P1RzHs8/mWQ= scale=autoscaling/v1/Scale status
statefulsets StatefulSet N sts all * H+vl74LkKdo= scale=autoscaling/v1/Scale status
# events.k8s.io/v1
events Event N ev - * r2yiGXH7wu8=
# authentication.k8s.io/v1
selfsubjectreviews SelfSubjectReview C - - create -
tokenreviews TokenReview C - - create -
# authorization.k8s.io/v1
localsubjectaccessreviews LocalSubjectAccessReview N - - create -
selfsubjectaccessreviews SelfSubjectAccessReview C - - create -
selfsubjectrulesreviews SelfSubjectRulesReview C - - create -
subjectaccessreviews SubjectAccessReview C - - create -
# autoscaling/v2
horizontalpodautoscalers HorizontalPodAutoscaler N hpa all * qwQve8ut294= status
# autoscaling/v1
horizontalpodautoscalers HorizontalPodAutoscaler N hpa all * qwQve8ut294= status
# batch/v1
cronjobs CronJob N cj all * sd5LIXh4Fjs= status
jobs Job N - all * mudhfqk/qZY= status
# certificates.k8s.io/v1
certificatesigningrequests CertificateSigningRequest C csr - * 95fRKMXA+00= approval status
# networking.k8s.io/v1
ingressclasses IngressClass C - - * l/iqIbDgFyQ=
ingresses Ingress N ing - * 39NQlfNR+bo= status
ipaddresses IPAddress C ip - * 3f/plJFChNE=
networkpolicies NetworkPolicy N netpol - * YpfwF18m1G8=
servicecidrs ServiceCIDR C - - * gNLvruQhW2g= status
# policy/v1
poddisruptionbudgets PodDisruptionBudget N pdb - * EVWiDmWqyJw= status
# rbac.authorization.k8s.io/v1
clusterrolebindings ClusterRoleBinding C - - * 48tpQ8gZHFc=
clusterroles ClusterRole C - - * bYE5ZWDrJ44=
rolebindings RoleBinding N - - * eGsCzGH6b1g=
roles Role N - - * 7FuwZcIIItM=
# storage.k8s.io/v1
csidrivers CSIDriver C - - * hL6j/rwBV5w=
csinodes CSINode C - - * Pe62DkZtjuo=
csistoragecapacities CSIStorageCapacity N - - * xeVl+2Ly1kE=
storageclasses StorageClass C sc - * K+m6uJwbjGY=
volumeattachments VolumeAttachment C - - * tJx/ezt6UDU= status
volumeattributesclasses VolumeAttributesClass C vac - * tIjydgKBC5w=
# admissionregistration.k8s.io/v1
mutatingadmissionpolicies MutatingAdmissionPolicy C - api-extensions * LYmCf+UMVdg=
mutatingadmissionpolicybindings MutatingAdmissionPolicyBinding C - api-extensions * 90V5FRZZ3Zg=
mutatingwebhookconfigurations MutatingWebhookConfiguration C - api-extensions * Sqi0GUgDaX0=
validatingadmissionpolicies ValidatingAdmissionPolicy C - api-extensions * 6OxvlMmQ6is= status
validatingadmissionpolicybindings ValidatingAdmissionPolicyBinding C - api-extensions * v9715VZqakg=
validatingwebhookconfigurations ValidatingWebhookConfiguration C - api-extensions * B0wHjQmsGNk=
# apiextensions.k8s.io/v1
customresourcedefinitions CustomResourceDefinition C crd,crds api-extensions * jfWCUB31mvA= status
# scheduling.k8s.io/v1
priorityclasses PriorityClass C pc - * 1QwjyaZjj3Y=
# coordination.k8s.io/v1
leases Lease N - - * gqkMMb/YqFM=
# node.k8s.io/v1
runtimeclasses RuntimeClass C - - * WQTu1GL3T2Q=
# discovery.k8s.io/v1
endpointslices EndpointSlice N - - * qgS0xkrxYAI=
# resource.k8s.io/v1
deviceclasses DeviceClass C - - * Yk2PTc1Ybxk=
resourceclaims ResourceClaim N - - * wgAZaHcZxUg= status
resourceclaimtemplates ResourceClaimTemplate N - - * TuzjC49aUfM=
resourceslices ResourceSlice C - - * KsC072WgaEY=
# flowcontrol.apiserver.k8s.io/v1
flowschemas FlowSchema C - - * GJVAJZSZBIw= status
prioritylevelconfigurations PriorityLevelConfiguration C - - * Kir5PVfvNeI= status`;
