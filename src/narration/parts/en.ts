import type { PartText, PartWords } from './part-words.ts';

const part = (name: string, what: string, whatFor: string): PartText => ({ name, says: [what, whatFor] });

export const en: PartWords = {
  places: {
    server: part(
      'kube-apiserver',
      'The API server is the only door of the cluster: everybody asks here, nobody talks to anybody else.',
      'A request goes through its stations from left to right, and each of them may end it.',
    ),
    tls: part(
      'TLS',
      'Here a request arrives over an encrypted connection, and here its answer leaves.',
      'The server proves with its certificate that it is the right one, and learns which path and verb are asked for.',
    ),
    authn: part(
      'Authentication',
      'Who is asking?',
      'A certificate, a token or a proxy’s word says a name and groups; without any of them the request is anonymous or gets 401.',
    ),
    audit: part(
      'Audit',
      'Every request is written down here, with who asked and how it ended.',
      'It decides nothing: it is the memory that one looks into afterwards.',
    ),
    'flow-control': part(
      'Flow control',
      'Requests get a seat here, or wait in a fair queue when there are too many.',
      'So one busy client cannot keep the others out; what waits too long gets 429.',
    ),
    authz: part(
      'Authorization',
      'May this name do this to that resource?',
      'Roles and their bindings are looked through until one of them allows it; if none does, the answer is 403.',
    ),
    decode: part(
      'Decoding',
      'Text becomes an object here: fields are read, unknown ones are refused or warned about, defaults are filled in.',
      'A patch is first put together with what is stored.',
    ),
    'mutating-admission': part(
      'Mutating admission',
      'A row of plugins and webhooks may change the object before anybody checks it.',
      'From here come the fields that nobody wrote: tokens, tolerations, classes, sidecars.',
    ),
    'schema-validation': part(
      'Validation',
      'Every field is checked against the rules of its kind.',
      'All mistakes are collected and sent back together as one 422.',
    ),
    'validating-admission': part(
      'Validating admission',
      'Plugins, policies and webhooks may still say no, but change nothing any more.',
      'Quotas and Pod security stand here: they see the object exactly as it would be stored.',
    ),
    registry: part(
      'Registry',
      'The registry makes the object ready for the store: name, uid, generation and time, or the mark that it is to be deleted.',
      'It also notices that somebody else has written meanwhile, and then answers 409.',
    ),
    etcd: part(
      'etcd',
      'etcd is the memory of the cluster: every object is one key here, and nothing is true before it is stored here.',
      'Each write gets the next revision, one number for the whole cluster.',
    ),
    'watch-cache': part(
      'Watch cache',
      'The API server follows etcd and keeps the newest objects here.',
      'From here every open watch is told of what it asked for, so that etcd need not be asked again.',
    ),
    told: part(
      'From etcd to the watch cache',
      'What etcd has stored goes on here by itself.',
      'It is the beginning of every reaction: nobody in the cluster calls anybody, they all hear of what was written.',
    ),
    line: part(
      'The line of {name}',
      'Requests go up this line to the API server, and news comes down it from the watch cache.',
      'Thick is what has been travelled in this story, dashed what a request still has before it.',
    ),
    others: part(
      'More clients',
      'These have acted in this story too; there is no room for a line of each, so they share one.',
      'Each letter is one of them and can be asked about.',
    ),
    ticket: part(
      'Revision {name}',
      'This is one write to etcd, stamped with its revision, in the colour of whoever asked for it.',
      'The newest is on top; a crossed number means that the object was deleted.',
    ),
    next: part(
      'The next revision',
      'The next write to etcd will get this number, whoever makes it.',
      'Revisions only grow: by them a client knows what it has already seen.',
    ),
    request: part(
      'A request on its way',
      'Somebody has asked for something and has no answer yet.',
      'It stands where it is at this moment, and goes on when time does.',
    ),
    event: part(
      'News on its way',
      'The watch cache tells of a write: added, modified or deleted, with its revision.',
      'It goes to those alone whose watch asked for such objects.',
    ),
    node: part(
      'Node {name}',
      'A node is a machine on which Pods run, as many as it has room for.',
      'A Pod is here from the moment its spec.nodeName says so; then the kubelet of this node makes it real.',
    ),
    nodes: part(
      'All nodes',
      'There are too many nodes to draw each of them: one square is one node, darker where more Pods are.',
      'A slash means that the node is not ready.',
    ),
    pod: part(
      'Pod {name}',
      'A Pod is the smallest thing that runs: one or more containers that share an address and volumes.',
      'Its shape tells how it is: round is fine, with corners something is wrong.',
    ),
    pending: part(
      'Pods on no node',
      'These Pods are stored, but no node has been chosen for them yet.',
      'The scheduler looks for one; until it has found one no kubelet knows of them.',
    ),
  },
  actors: {
    kubectl: part(
      'kubectl, that is you',
      'kubectl is the program that turns what you type into requests to the API server.',
      'It has no special rights: whatever it does, anybody with the same certificate could do.',
    ),
    client: part(
      'A request by hand',
      'Somebody asks the API server or a Service directly, as with curl.',
      'It goes the same way as every other request.',
    ),
    kubelet: part(
      'The kubelet of {node}',
      'The kubelet watches for Pods that are bound to its node and starts, checks and stops their containers.',
      'It reports what it sees as the Pod’s status, and renews a lease to say that the node is alive.',
    ),
    'kube-proxy': part(
      'kube-proxy of {node}',
      'kube-proxy hears of Services and their endpoints and writes packet rules for them into this node’s kernel.',
      'No packet passes through it: the kernel does that by the rules alone.',
    ),
    'kube-scheduler': part(
      'Scheduler',
      'The scheduler takes Pods without a node, filters the nodes that fit and ranks them.',
      'It writes only the name of the winner into the Pod; the kubelet there does the rest.',
    ),
    'kube-controller-manager': part(
      'Controller manager',
      'This is the program that most controllers run in; they share its connection and its caches.',
      'Here it speaks for itself: it lists and watches for all of them, and holds a lease as the leader.',
    ),
    'deployment-controller': part(
      'Deployment controller',
      'It keeps one ReplicaSet for each version of a Deployment’s template, and moves replicas from the old to the new.',
      'It makes no Pods itself.',
    ),
    'replicaset-controller': part(
      'ReplicaSet controller',
      'It counts the Pods that a ReplicaSet selects, and creates or deletes until the number is right.',
      'After asking for some it waits to hear of them before it counts again, so that it never makes too many.',
    ),
    'replication-controller': part(
      'ReplicationController controller',
      'It does for ReplicationControllers what the ReplicaSet controller does for ReplicaSets.',
      'That kind is older and has a simpler selector.',
    ),
    'statefulset-controller': part(
      'StatefulSet controller',
      'It makes Pods with fixed names, one after the other, each with its own volumes.',
      'A Pod that goes comes back under the same name.',
    ),
    'daemonset-controller': part(
      'DaemonSet controller',
      'It sees to it that every node that fits has exactly one Pod of a DaemonSet.',
      'A new node gets its Pod at once.',
    ),
    'job-controller': part(
      'Job controller',
      'It starts Pods that are to end, and counts how many succeeded.',
      'Failed ones are tried again until the limit of the Job is reached.',
    ),
    'cronjob-controller': part(
      'CronJob controller',
      'It creates a Job whenever the schedule says so.',
      'Between two times it only waits for the next.',
    ),
    'ttl-after-finished-controller': part(
      'Cleaner of finished Jobs',
      'It deletes Jobs that ended longer ago than their ttlSecondsAfterFinished.',
      'Without that field a Job stays for ever.',
    ),
    'horizontal-pod-autoscaler': part(
      'Horizontal Pod autoscaler',
      'Every few seconds it compares what Pods use with what they should use, and sets the number of replicas.',
      'Without metrics it changes nothing.',
    ),
    'disruption-controller': part(
      'Disruption controller',
      'It counts how many Pods of a budget may be evicted at the moment.',
      'An eviction that would go below that is refused with 429.',
    ),
    'endpoints-controller': part(
      'Endpoints controller',
      'It writes the addresses of a Service’s ready Pods into one Endpoints object, the older form.',
      'Some programs still read that one.',
    ),
    'endpointslice-controller': part(
      'EndpointSlice controller',
      'It finds the Pods that a Service selects and lists their addresses in EndpointSlices.',
      'kube-proxy and DNS read them: a Pod that is not in there gets no traffic.',
    ),
    'endpointslicemirroring-controller': part(
      'EndpointSlice mirroring controller',
      'It copies Endpoints that somebody wrote by hand into EndpointSlices.',
      'So those who read only slices see them, too.',
    ),
    'service-lb-controller': part(
      'Load balancer controller',
      'It asks the cloud for a load balancer for each Service of type LoadBalancer.',
      'The address it gets stands in the Service’s status.',
    ),
    'service-cidr-controller': part(
      'ServiceCIDR controller',
      'It watches over the ranges from which Services get their addresses.',
      'A range that is in use cannot be deleted.',
    ),
    'namespace-controller': part(
      'Namespace controller',
      'When a namespace is deleted, it deletes everything inside first.',
      'Only when nothing is left it takes off the finalizer, and the namespace goes.',
    ),
    'garbage-collector': part(
      'Garbage collector',
      'It knows who owns whom, and deletes objects whose owner is gone.',
      'This is how the Pods go when their Deployment does.',
    ),
    'pod-garbage-collector': part(
      'Pod garbage collector',
      'It deletes Pods that nobody will clean up: those on nodes that are gone, and old ones that have ended.',
      'It looks every twenty seconds.',
    ),
    'resourcequota-controller': part(
      'ResourceQuota controller',
      'It counts what a namespace uses against its quotas.',
      'Admission refuses by the same numbers; this keeps them right when objects go.',
    ),
    'service-account-controller': part(
      'ServiceAccount controller',
      'It sees to it that every namespace has a ServiceAccount named default.',
      'A Pod that names none runs as that one.',
    ),
    'serviceaccount-token-controller': part(
      'Token controller',
      'It fills Secrets that ask for a long-lived token of a ServiceAccount.',
      'Pods do not need it: theirs are issued on request and expire.',
    ),
    'root-ca-cert-publisher': part(
      'Root certificate publisher',
      'It puts the cluster’s root certificate into every namespace, as a ConfigMap.',
      'With it a Pod can check that it talks to the right API server.',
    ),
    'clusterrole-aggregation-controller': part(
      'ClusterRole aggregation controller',
      'It puts the rules of labelled ClusterRoles together into larger ones such as admin, edit and view.',
      'So a new kind of resource can add itself to them.',
    ),
    'validatingadmissionpolicy-status-controller': part(
      'Admission policy checker',
      'It checks whether the expressions of an admission policy fit the kinds that it is about.',
      'What it finds stands in the policy’s status.',
    ),
    'node-lifecycle-controller': part(
      'Node lifecycle controller',
      'It waits for the heartbeat of each node, and marks those NotReady that have been silent too long.',
      'The mark is a taint: Pods that do not tolerate it must leave.',
    ),
    'taint-eviction-controller': part(
      'Taint eviction controller',
      'It deletes Pods from nodes with a NoExecute taint once their patience is over, usually after 300 seconds.',
      'Their owners then make new ones elsewhere.',
    ),
    'device-taint-eviction': part(
      'Device taint eviction',
      'It deletes Pods that use a device with a taint that they do not tolerate.',
      'The devices are those of resource claims.',
    ),
    'node-ipam-controller': part(
      'Node address controller',
      'It gives each new node a range of addresses for its Pods.',
      'No two nodes get the same range.',
    ),
    'ttl-controller': part(
      'TTL controller',
      'It notes on each node how long its kubelet may keep Secrets and ConfigMaps without asking again.',
      'In a large cluster that is longer.',
    ),
    'certificate-controller': part(
      'Certificate signer',
      'It signs certificate requests that were approved.',
      'The signed certificate stands in the status of the request.',
    ),
    csrapproving: part(
      'Certificate approver',
      'It approves the requests of kubelets for their own certificates.',
      'All others wait for a person or another program.',
    ),
    csrcleaner: part(
      'Certificate request cleaner',
      'It deletes old certificate requests.',
      'Approved ones go after an hour, open ones after a day.',
    ),
    'token-cleaner': part(
      'Bootstrap token cleaner',
      'It deletes bootstrap tokens whose time is over.',
      'With such a token a new node joins the cluster.',
    ),
    'bootstrap-signer': part(
      'Bootstrap signer',
      'It signs the public cluster information with every bootstrap token.',
      'A node that joins can check by it that it has found the right cluster.',
    ),
    'persistent-volume-binder': part(
      'Volume binder',
      'It finds a volume for each claim, or waits for one to be made, and binds the two.',
      'A Pod waits until all its claims are bound.',
    ),
    'attachdetach-controller': part(
      'Attach and detach controller',
      'It has volumes attached to the node where a Pod needs them, and detached when none does any more.',
      'The kubelet mounts them only after that.',
    ),
    'persistentvolume-expander-controller': part(
      'Volume expander',
      'It makes a volume larger when its claim asks for more.',
      'The file system on it is grown by the node afterwards.',
    ),
    'pvc-protection-controller': part(
      'Claim protection',
      'It keeps a claim that is being deleted as long as a Pod uses it.',
      'A finalizer on the claim is how it does that.',
    ),
    'pv-protection-controller': part(
      'Volume protection',
      'It keeps a volume that is being deleted as long as a claim is bound to it.',
      'A finalizer on the volume is how it does that.',
    ),
    'volumeattributesclass-protection-controller': part(
      'Volume class protection',
      'It keeps a VolumeAttributesClass as long as a claim or a volume uses it.',
      'A finalizer is how it does that.',
    ),
    'ephemeral-volume-controller': part(
      'Ephemeral volume controller',
      'It makes a claim for every volume that lives and ends with its Pod.',
      'The Pod owns the claim, so both go together.',
    ),
    'resourceclaim-controller': part(
      'Resource claim controller',
      'It makes the claims for devices that Pods ask for by a template, and notes who uses them.',
      'The scheduler then finds a node that has the device.',
    ),
    'csi-provisioner': part(
      'CSI provisioner',
      'It runs beside a storage driver and has it make a volume for each claim of its class.',
      'The volume binder then binds the two.',
    ),
    'csi-attacher': part(
      'CSI attacher',
      'It runs beside a storage driver and has it attach volumes to nodes.',
      'It is asked by VolumeAttachment objects.',
    ),
    coredns: part(
      'CoreDNS',
      'It answers names such as web.default.svc.cluster.local with the address of the Service.',
      'It learns of Services and endpoints by watches, like everybody else.',
    ),
    'custom-resources': part(
      'Custom resource controllers',
      'They take in new definitions of kinds, and give the API server paths for them.',
      'They run inside the API server.',
    ),
    program: part(
      '{name}',
      'This is a program that somebody runs in the cluster, not a part of Kubernetes itself.',
      'It asks the API server and is told like everybody else, as far as its ServiceAccount may.',
    ),
  },
};
