/** The namespace of requests that may succeed; those that must fail never change anything and use another. */
export const FUZZED = 'fuzzed';

/** One small valid object of many kinds, by the path of its collection: what generated requests start from. */
export interface Sample {
  readonly path: string;
  readonly kind: string;
  readonly object: { readonly [field: string]: unknown };
}

const labels = { app: 'x' };
const container = { name: 'c', image: 'nginx:1.27', ports: [{ containerPort: 80 }], env: [{ name: 'A', value: '1' }] };
const podSpec = {
  containers: [{ ...container, resources: { requests: { cpu: '100m' }, limits: { cpu: '1' } } }],
  volumes: [{ name: 'v', emptyDir: {} }],
  tolerations: [{ key: 'k', operator: 'Exists', effect: 'NoSchedule' }],
};
const template = { metadata: { labels }, spec: podSpec };
const selector = { matchLabels: labels };
const devices = {
  requests: [
    { name: 'r', exactly: { deviceClassName: 'gpu', selectors: [{ cel: { expression: "device.driver == 'd'" } }] } },
  ],
  constraints: [{ requests: ['r'], matchAttribute: 'd.example/a' }],
};
const never = { metadata: { labels }, spec: { ...podSpec, restartPolicy: 'Never' } };

function sample(root: string, plural: string, kind: string, fields: object): Sample {
  const apiVersion = root.replace(/^\/apis?\//, '');
  return { path: `${root}/${plural}`, kind, object: { apiVersion, kind, metadata: { name: 'x' }, ...fields } };
}

/** Namespaced kinds; `NS` stands for the namespace. */
export function namespaced(namespace: string): readonly Sample[] {
  const of = (root: string, plural: string, kind: string, fields: object): Sample => ({
    ...sample(root, plural, kind, fields),
    path: `${root}/namespaces/${namespace}/${plural}`,
  });
  const core = '/api/v1';
  const apps = '/apis/apps/v1';
  const batch = '/apis/batch/v1';
  const net = '/apis/networking.k8s.io/v1';
  const rbac = '/apis/rbac.authorization.k8s.io/v1';
  const subject = { kind: 'User', name: 'jane', apiGroup: 'rbac.authorization.k8s.io' };
  return [
    of(core, 'configmaps', 'ConfigMap', { data: { a: '1' }, binaryData: { b: 'AA==' } }),
    of(core, 'secrets', 'Secret', { type: 'Opaque', data: { a: 'AA==' }, stringData: { b: 'x' } }),
    of(core, 'pods', 'Pod', { spec: podSpec }),
    of(core, 'services', 'Service', { spec: { selector: labels, ports: [{ port: 80, targetPort: 8080 }] } }),
    of(core, 'serviceaccounts', 'ServiceAccount', { secrets: [{ name: 's' }] }),
    of(core, 'limitranges', 'LimitRange', { spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] } }),
    of(core, 'resourcequotas', 'ResourceQuota', { spec: { hard: { pods: '10000' } } }),
    of(core, 'endpoints', 'Endpoints', { subsets: [{ addresses: [{ ip: '10.0.0.1' }], ports: [{ port: 80 }] }] }),
    of(core, 'events', 'Event', { involvedObject: { kind: 'Pod', name: 'p', namespace }, reason: 'R', message: 'm' }),
    of(core, 'podtemplates', 'PodTemplate', { template }),
    of(core, 'replicationcontrollers', 'ReplicationController', { spec: { selector: labels, template } }),
    of(core, 'persistentvolumeclaims', 'PersistentVolumeClaim', {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }),
    of(apps, 'deployments', 'Deployment', { spec: { replicas: 1, selector, template } }),
    of(apps, 'replicasets', 'ReplicaSet', { spec: { replicas: 1, selector, template } }),
    of(apps, 'statefulsets', 'StatefulSet', { spec: { serviceName: 's', selector, template } }),
    of(apps, 'daemonsets', 'DaemonSet', { spec: { selector, template } }),
    of(apps, 'controllerrevisions', 'ControllerRevision', { revision: 1, data: { a: 1 } }),
    of(batch, 'jobs', 'Job', { spec: { template: never } }),
    of(batch, 'cronjobs', 'CronJob', { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: never } } } }),
    of('/apis/autoscaling/v2', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler', {
      spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } },
    }),
    of('/apis/policy/v1', 'poddisruptionbudgets', 'PodDisruptionBudget', { spec: { minAvailable: 1, selector } }),
    of(net, 'ingresses', 'Ingress', {
      spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } }, rules: [{ host: 'a.example' }] },
    }),
    of(net, 'networkpolicies', 'NetworkPolicy', { spec: { podSelector: selector, ingress: [{}] } }),
    of(rbac, 'roles', 'Role', { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }),
    of(rbac, 'rolebindings', 'RoleBinding', {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
      subjects: [subject],
    }),
    of('/apis/coordination.k8s.io/v1', 'leases', 'Lease', { spec: { holderIdentity: 'a', leaseDurationSeconds: 15 } }),
    of('/apis/discovery.k8s.io/v1', 'endpointslices', 'EndpointSlice', {
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.0.0.1'] }],
      ports: [{ name: 'p', port: 80 }],
    }),
    of('/apis/storage.k8s.io/v1', 'csistoragecapacities', 'CSIStorageCapacity', { storageClassName: 's' }),
    of('/apis/autoscaling/v1', 'horizontalpodautoscalers', 'HorizontalPodAutoscaler', {
      spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' } },
    }),
    of('/apis/resource.k8s.io/v1', 'resourceclaims', 'ResourceClaim', { spec: { devices } }),
    of('/apis/resource.k8s.io/v1', 'resourceclaimtemplates', 'ResourceClaimTemplate', { spec: { spec: { devices } } }),
  ];
}

export function clusterWide(): readonly Sample[] {
  const of = sample;
  const storage = '/apis/storage.k8s.io/v1';
  const admission = '/apis/admissionregistration.k8s.io/v1';
  const rbac = '/apis/rbac.authorization.k8s.io/v1';
  const clientConfig = { url: 'https://x.example/hook' };
  const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
  const hook = { name: 'a.example.com', clientConfig, sideEffects: 'None', admissionReviewVersions: ['v1'] };
  const hooks = { webhooks: [{ ...hook, rules: [{ ...rule, resources: ['nothings'] }], failurePolicy: 'Ignore' }] };
  return [
    of('/api/v1', 'namespaces', 'Namespace', {}),
    of('/api/v1', 'nodes', 'Node', { spec: { podCIDR: '10.9.0.0/24', taints: [{ key: 'a', effect: 'NoSchedule' }] } }),
    of('/api/v1', 'persistentvolumes', 'PersistentVolume', {
      spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
    }),
    of(storage, 'storageclasses', 'StorageClass', { provisioner: 'p.example', volumeBindingMode: 'Immediate' }),
    of(storage, 'csidrivers', 'CSIDriver', { spec: { attachRequired: true } }),
    of(storage, 'csinodes', 'CSINode', { spec: { drivers: [{ name: 'd', nodeID: 'n' }] } }),
    of(storage, 'volumeattachments', 'VolumeAttachment', {
      spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'pv' } },
    }),
    of(rbac, 'clusterroles', 'ClusterRole', { rules: [{ nonResourceURLs: ['/x'], verbs: ['get'] }] }),
    of(rbac, 'clusterrolebindings', 'ClusterRoleBinding', {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
      subjects: [{ kind: 'Group', name: 'g', apiGroup: 'rbac.authorization.k8s.io' }],
    }),
    of('/apis/scheduling.k8s.io/v1', 'priorityclasses', 'PriorityClass', { value: 10 }),
    of('/apis/node.k8s.io/v1', 'runtimeclasses', 'RuntimeClass', { handler: 'h' }),
    of('/apis/networking.k8s.io/v1', 'ingressclasses', 'IngressClass', { spec: { controller: 'a.example/b' } }),
    of('/apis/certificates.k8s.io/v1', 'certificatesigningrequests', 'CertificateSigningRequest', {
      spec: { request: 'AA==', signerName: 'a.example/b', usages: ['client auth'] },
    }),
    of('/apis/flowcontrol.apiserver.k8s.io/v1', 'flowschemas', 'FlowSchema', {
      spec: { priorityLevelConfiguration: { name: 'exempt' }, matchingPrecedence: 9000 },
    }),
    of(admission, 'validatingwebhookconfigurations', 'ValidatingWebhookConfiguration', hooks),
    of(admission, 'mutatingwebhookconfigurations', 'MutatingWebhookConfiguration', hooks),
    of(admission, 'validatingadmissionpolicies', 'ValidatingAdmissionPolicy', {
      spec: {
        matchConstraints: { resourceRules: [{ ...rule, resources: ['nothings'] }] },
        variables: [{ name: 'v', expression: 'object.spec' }],
        validations: [{ expression: 'has(variables.v.a)', messageExpression: "'m'" }],
      },
    }),
    of(admission, 'validatingadmissionpolicybindings', 'ValidatingAdmissionPolicyBinding', {
      spec: { policyName: 'none', validationActions: ['Deny'] },
    }),
    of(admission, 'mutatingadmissionpolicies', 'MutatingAdmissionPolicy', {
      spec: {
        matchConstraints: { resourceRules: [{ ...rule, resources: ['nothings'] }] },
        mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression: 'Object{}' } }],
        reinvocationPolicy: 'Never',
      },
    }),
    of(admission, 'mutatingadmissionpolicybindings', 'MutatingAdmissionPolicyBinding', {
      spec: { policyName: 'none' },
    }),
    of(storage, 'volumeattributesclasses', 'VolumeAttributesClass', { driverName: 'd', parameters: { a: 'b' } }),
    of('/apis/flowcontrol.apiserver.k8s.io/v1', 'prioritylevelconfigurations', 'PriorityLevelConfiguration', {
      spec: { type: 'Limited', limited: { nominalConcurrencyShares: 1, limitResponse: { type: 'Reject' } } },
    }),
    of('/apis/networking.k8s.io/v1', 'servicecidrs', 'ServiceCIDR', { spec: { cidrs: ['10.200.0.0/24'] } }),
    of('/apis/resource.k8s.io/v1', 'deviceclasses', 'DeviceClass', {
      spec: { selectors: [{ cel: { expression: "device.driver == 'd'" } }] },
    }),
    of('/apis/resource.k8s.io/v1', 'resourceslices', 'ResourceSlice', {
      spec: {
        driver: 'd.example',
        nodeName: 'n',
        pool: { name: 'n', generation: 1, resourceSliceCount: 1 },
        devices: [{ name: 'a', attributes: { model: { string: 'x' } }, capacity: { memory: { value: '1Gi' } } }],
      },
    }),
  ];
}

/** Kinds that are answered and not kept, definitions and what goes to subresources. */
export function unusual(namespace: string): readonly Sample[] {
  const review = (plural: string, kind: string, spec: object): Sample =>
    sample('/apis/authorization.k8s.io/v1', plural, kind, { spec });
  const asked = { verb: 'get', resource: 'pods', namespace };
  const at = (path: string, kind: string, apiVersion: string, fields: object): Sample => ({
    path,
    kind,
    object: { apiVersion, kind, metadata: { name: 'x' }, ...fields },
  });
  const space = `/api/v1/namespaces/${namespace}`;
  const schema = {
    type: 'object',
    properties: {
      spec: {
        type: 'object',
        properties: { a: { type: 'string', maxLength: 5 }, n: { type: 'integer', minimum: 1, default: 1 } },
        required: ['a'],
        'x-kubernetes-validations': [{ rule: 'self.n > 0', message: 'm' }],
      },
    },
  };
  return [
    review('subjectaccessreviews', 'SubjectAccessReview', { user: 'jane', resourceAttributes: asked }),
    review('selfsubjectaccessreviews', 'SelfSubjectAccessReview', {
      nonResourceAttributes: { path: '/x', verb: 'get' },
    }),
    review('selfsubjectrulesreviews', 'SelfSubjectRulesReview', { namespace }),
    at(
      `/apis/authorization.k8s.io/v1/namespaces/${namespace}/localsubjectaccessreviews`,
      'LocalSubjectAccessReview',
      'authorization.k8s.io/v1',
      {
        spec: { user: 'jane', resourceAttributes: asked },
      },
    ),
    sample('/apis/authentication.k8s.io/v1', 'tokenreviews', 'TokenReview', { spec: { token: 'x', audiences: ['a'] } }),
    sample('/apis/authentication.k8s.io/v1', 'selfsubjectreviews', 'SelfSubjectReview', {}),
    at(`${space}/serviceaccounts/default/token`, 'TokenRequest', 'authentication.k8s.io/v1', {
      spec: { audiences: ['a'], expirationSeconds: 600 },
    }),
    at(`${space}/pods/x/eviction`, 'Eviction', 'policy/v1', { deleteOptions: { gracePeriodSeconds: 0 } }),
    at(`${space}/pods/x/binding`, 'Binding', 'v1', { target: { kind: 'Node', name: 'n' } }),
    at(`${space}/bindings`, 'Binding', 'v1', { target: { kind: 'Node', name: 'n' } }),
    at(`/apis/apps/v1/namespaces/${namespace}/deployments/x/scale`, 'Scale', 'autoscaling/v1', {
      spec: { replicas: 2 },
    }),
    at(`/apis/events.k8s.io/v1/namespaces/${namespace}/events`, 'Event', 'events.k8s.io/v1', {
      eventTime: '2026-01-01T00:00:00.000000Z',
      reportingController: 'c.example/d',
      reportingInstance: 'i',
      action: 'A',
      reason: 'R',
      type: 'Normal',
      regarding: { kind: 'Pod', name: 'p', namespace },
    }),
    at(
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      'CustomResourceDefinition',
      'apiextensions.k8s.io/v1',
      {
        metadata: { name: 'things.x.example' },
        spec: {
          group: 'x.example',
          scope: 'Namespaced',
          names: { plural: 'things', kind: 'Thing' },
          versions: [
            {
              name: 'v1',
              served: true,
              storage: true,
              schema: { openAPIV3Schema: schema },
              subresources: { status: {} },
            },
          ],
        },
      },
    ),
    at('/apis/apiregistration.k8s.io/v1/apiservices', 'APIService', 'apiregistration.k8s.io/v1', {
      spec: {
        group: 'x.example',
        version: 'v1',
        groupPriorityMinimum: 10,
        versionPriority: 10,
        service: { namespace, name: 's' },
        insecureSkipTLSVerify: true,
      },
    }),
  ];
}
