import type { Case } from './case.ts';
import { deployment, pod, quotaOf, workload } from './manifests.ts';

const LABEL = 'pod-security.kubernetes.io/enforce';
const POLICY = (expression: string) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: no-latest }
spec:
  matchConstraints: { resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }] }
  validations: [{ expression: "${expression}" }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: no-latest }
spec: { policyName: no-latest, validationActions: [Deny] }
`;
const WEBHOOK = (failurePolicy: string) => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: gate }
webhooks:
- name: gate.example.org
  failurePolicy: ${failurePolicy}
  sideEffects: None
  admissionReviewVersions: [v1]
  rules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }]
  clientConfig: { service: { namespace: default, name: nobody, path: / } }
`;
const web = { subject: 'deployments.apps/default/web', wish: 'replicas' };
const ALL = 'allowPrivilegeEscalation != false, unrestricted capabilities, runAsNonRoot != true, seccompProfile';

export const refusals: readonly Case[] = [
  {
    name: 'PodSecurity refuses the third Pod of a Deployment',
    given: [{ apply: deployment('web', { replicas: 2 }) }],
    broken: [`kubectl label ns default ${LABEL}=restricted`, 'kubectl scale deployment web --replicas=3'],
    found: [
      {
        ...web,
        hold: 'podSecurity',
        args: {
          want: 3,
          have: 2,
          level: 'restricted',
          namespace: 'default',
          first: 'allowPrivilegeEscalation != false',
          others: 3,
          all: ALL,
        },
        deed: `kubectl label ns default ${LABEL}=restricted`,
        undo: `kubectl label namespace default ${LABEL}-`,
        change: 'deployments.apps/default/web spec.template.spec',
      },
    ],
    healthy: [`kubectl label ns default ${LABEL}=baseline`, 'kubectl scale deployment web --replicas=3'],
  },
  {
    name: 'PodSecurity refuses every Pod of a StatefulSet, which says so in Events alone',
    given: [`kubectl label ns default ${LABEL}=restricted`],
    broken: [{ apply: workload('StatefulSet', 'db', 'serviceName: db, replicas: 2'.replace(', ', '\n  ')) }],
    found: [
      {
        subject: 'statefulsets.apps/default/db',
        wish: 'replicas',
        hold: 'podSecurity',
        args: { want: 2, have: 0, level: 'restricted', others: 3 },
      },
    ],
    healthy: [`kubectl label ns default ${LABEL}-`, { apply: workload('StatefulSet', 'db', 'replicas: 2') }],
  },
  {
    name: 'a quota has no room for more Pods',
    given: [{ apply: quotaOf(2) }],
    broken: [{ apply: deployment('web', { replicas: 3 }) }],
    found: [
      {
        ...web,
        hold: 'quota',
        args: { want: 3, have: 2, quota: 'few', resource: 'pods', asked: '1', used: '2', hard: '2' },
        deed: 'kubectl apply -f given.yaml',
        change: 'resourcequotas/default/few spec.hard.pods',
      },
    ],
    healthy: [{ apply: quotaOf(3) }, { apply: deployment('web', { replicas: 3 }) }],
  },
  {
    name: 'a quota asks Pods to say what they want',
    given: [{ apply: quotaOf(9).replace('pods: "9"', 'requests.cpu: "4"') }],
    broken: [{ apply: deployment('web') }],
    found: [{ ...web, hold: 'quotaUnsaid', args: { want: 1, have: 0, quota: 'few', fields: 'requests.cpu for: web' } }],
    healthy: [
      {
        apply: deployment('web', { container: '{ name: web, image: nginx, resources: { requests: { cpu: 100m } } }' }),
      },
    ],
  },
  {
    name: 'a policy refuses Pods',
    broken: [{ apply: POLICY('false') }, { wait: 2 }, { apply: deployment('web') }],
    found: [
      {
        ...web,
        hold: 'policyDenied',
        args: { policy: 'no-latest', message: 'failed expression: false' },
        undo: 'kubectl delete validatingadmissionpolicybinding no-latest',
      },
    ],
    healthy: [{ apply: POLICY('true') }, { wait: 2 }, { apply: deployment('web') }],
  },
  {
    name: 'a webhook that must be asked does not answer',
    broken: [{ apply: WEBHOOK('Fail') }, { wait: 2 }, { apply: deployment('web') }],
    found: [
      {
        ...web,
        hold: 'webhookDown',
        args: { webhook: 'gate.example.org' },
        undo: 'kubectl delete validatingwebhookconfiguration gate',
      },
    ],
    healthy: [{ apply: WEBHOOK('Ignore') }, { wait: 2 }, { apply: deployment('web') }],
  },
  {
    name: 'a webhook that does not answer refuses what somebody types',
    isRefused: true,
    given: [{ apply: WEBHOOK('Fail') }, { wait: 2 }],
    broken: [{ apply: pod('web') }],
    found: [
      {
        subject: 'kubectl/2',
        wish: 'command',
        hold: 'webhookDown',
        args: { line: 'kubectl apply -f given.yaml', webhook: 'gate.example.org' },
        undo: 'kubectl delete validatingwebhookconfiguration gate',
      },
    ],
    healthy: ['kubectl delete validatingwebhookconfiguration gate', { wait: 2 }, { apply: pod('web') }],
  },
  {
    name: 'somebody may not see Pods, and a role that allows it is there',
    isRefused: true,
    broken: ['kubectl get pods --as=jane'],
    found: [
      {
        subject: 'kubectl/1',
        wish: 'command',
        hold: 'forbidden',
        args: {
          line: 'kubectl get pods --as=jane',
          user: 'jane',
          verb: 'list',
          resource: 'pods',
          group: '',
          namespace: 'default',
          rule: 'apiGroups: [""], resources: ["pods"], verbs: ["list"]',
          role: 'ClusterRole view',
        },
        deed: 'kubectl get pods --as=jane',
        change: 'kubectl create rolebinding jane-view --clusterrole=view --user=jane -n default',
      },
    ],
    healthy: [
      'kubectl create rolebinding jane-view --clusterrole=view --user=jane -n default',
      { wait: 2 },
      'kubectl get pods --as=jane',
    ],
  },
  {
    name: 'somebody may not read a path that is no resource',
    isRefused: true,
    broken: ['kubectl get --raw /metrics --as=jane'],
    found: [
      {
        subject: 'kubectl/1',
        wish: 'command',
        hold: 'forbiddenPath',
        args: { user: 'jane', verb: 'get', path: '/metrics', rule: 'nonResourceURLs: ["/metrics"], verbs: ["get"]' },
        deed: 'kubectl get --raw /metrics --as=jane',
        change: 'kubectl create clusterrole jane-path --verb=get --non-resource-url=/metrics',
      },
    ],
    healthy: [
      'kubectl create clusterrole jane-path --verb=get --non-resource-url=/metrics',
      'kubectl create clusterrolebinding jane-path --clusterrole=jane-path --user=jane',
      { wait: 2 },
      'kubectl get --raw /metrics --as=jane',
    ],
  },
  {
    name: 'somebody without kubectl may not see Pods',
    broken: [{ give: { type: 'request', method: 'GET', path: '/api/v1/namespaces/default/pods', user: 'jane' } }],
    found: [
      {
        subject: 'users/jane',
        wish: 'request',
        hold: 'forbidden',
        args: { user: 'jane', verb: 'list', resource: 'pods', namespace: 'default', role: 'ClusterRole view' },
        change: 'kubectl create rolebinding jane-view --clusterrole=view --user=jane -n default',
      },
    ],
    healthy: [
      'kubectl create rolebinding jane-view --clusterrole=view --user=jane -n default',
      { wait: 2 },
      { give: { type: 'request', method: 'GET', path: '/api/v1/namespaces/default/pods', user: 'jane' } },
    ],
  },
  {
    name: 'a ServiceAccount may not change nodes, and no role allows just that',
    isRefused: true,
    broken: ['kubectl cordon node-1 --as=system:serviceaccount:default:default'],
    found: [
      {
        subject: 'kubectl/1',
        wish: 'command',
        hold: 'forbidden',
        args: {
          user: 'system:serviceaccount:default:default',
          verb: 'get',
          resource: 'nodes',
          namespace: '',
          role: '',
        },
        change: 'kubectl create clusterrole get-nodes --verb=get --resource=nodes',
      },
    ],
    healthy: [
      'kubectl create clusterrole get-nodes --verb=get --resource=nodes',
      'kubectl create clusterrolebinding default-get-nodes --clusterrole=get-nodes --serviceaccount=default:default',
      { wait: 2 },
      'kubectl get node node-1 --as=system:serviceaccount:default:default',
    ],
  },
  {
    name: 'a ServiceAccount does not exist',
    broken: [{ apply: deployment('web', { spec: 'serviceAccountName: robot' }) }],
    found: [
      {
        ...web,
        hold: 'noServiceAccount',
        args: { account: 'robot', namespace: 'default' },
        change: 'kubectl create serviceaccount robot -n default',
      },
    ],
    healthy: [
      'kubectl create serviceaccount robot',
      { apply: deployment('web', { spec: 'serviceAccountName: robot' }) },
    ],
  },
  {
    name: 'a PriorityClass does not exist',
    broken: [{ apply: deployment('web', { spec: 'priorityClassName: urgent' }) }],
    found: [{ ...web, hold: 'noPriorityClass', args: { priorityClass: 'urgent' } }],
    healthy: [{ apply: deployment('web', { spec: 'priorityClassName: system-node-critical' }) }],
  },
];
