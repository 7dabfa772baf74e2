import type { Scene } from '../scene.ts';
import { deployment, pod, together } from './manifests.ts';

const JANE = [
  { kubeconfig: 'admin', name: 'kubernetes-admin', groups: ['system:masters'] },
  { kubeconfig: 'bob', name: 'bob', groups: ['ops', 'dev'] },
];

/** Who may do what, and what is refused. */
export const POLICY: readonly Scene[] = [
  {
    name: 's23-quota-and-limits',
    files: {
      'limits.yaml': together(
        `apiVersion: v1
kind: ResourceQuota
metadata:
  name: small
spec:
  hard:
    pods: "3"
    requests.cpu: 500m
`,
        `apiVersion: v1
kind: LimitRange
metadata:
  name: defaults
spec:
  limits:
  - type: Container
    default: {cpu: 200m, memory: 64Mi}
    defaultRequest: {cpu: 100m, memory: 32Mi}
    max: {cpu: "1"}
`,
      ),
      'web.yaml': deployment({ name: 'web', replicas: 5 }),
      'huge.yaml': pod({ name: 'huge', container: 'resources:\n  limits: {cpu: "2"}' }),
    },
    lines: [
      'kubectl create ns tight',
      'kubectl apply -n tight -f limits.yaml',
      2,
      'kubectl apply -n tight -f web.yaml',
      10,
      'kubectl get deploy,pods -n tight',
      'kubectl describe quota -n tight',
      'kubectl apply -n tight -f huge.yaml',
      'kubectl scale deploy web -n tight --replicas=2',
      5,
      'kubectl describe quota -n tight',
      'kubectl delete quota small -n tight',
      2,
    ],
  },
  {
    name: 's24-rbac-other-user',
    users: JANE,
    files: {
      'rbac.yaml': together(
        `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: viewer
rules:
- apiGroups: [""]
  resources: [pods, configmaps]
  verbs: [get, list]
`,
        `apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata:
  name: ops-view
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: viewer}
subjects:
- {kind: Group, name: ops, apiGroup: rbac.authorization.k8s.io}
`,
      ),
    },
    lines: [
      { line: 'kubectl get pods', user: 'bob' },
      { line: 'kubectl create cm mine --from-literal=a=b', user: 'bob' },
      'kubectl apply -f rbac.yaml',
      1,
      { line: 'kubectl get pods', user: 'bob' },
      { line: 'kubectl delete pod x', user: 'bob' },
      { line: 'kubectl auth can-i create deployments', user: 'bob' },
      'kubectl create sa robot',
      'kubectl auth can-i list secrets --as=system:serviceaccount:default:robot',
      'kubectl create cm by-robot --from-literal=a=b --as=system:serviceaccount:default:robot',
      'kubectl create clusterrolebinding robot --clusterrole=edit --serviceaccount=default:robot',
      1,
      'kubectl create cm by-robot --from-literal=a=b --as=system:serviceaccount:default:robot',
      'kubectl get cm by-robot -o yaml --show-managed-fields',
    ],
  },
  {
    name: 's25-network-policy-ingress',
    files: {
      'net.yaml': together(
        `apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: deny
spec:
  podSelector: {}
  policyTypes: [Ingress]
`,
        `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: shop
spec:
  rules:
  - host: shop.example.org
    http:
      paths:
      - path: /
        pathType: Prefix
        backend:
          service:
            name: shop
            port: {number: 80}
`,
      ),
    },
    lines: [
      'kubectl apply -f net.yaml',
      'kubectl get netpol,ing',
      'kubectl describe ing shop',
      'kubectl create ingress simple --rule=a.example.org/*=svc:80',
      'kubectl delete netpol deny',
      'kubectl delete ing --all',
      1,
    ],
  },
  {
    name: 's26-service-types',
    files: { 'web.yaml': deployment({ name: 'web', replicas: 2 }) },
    lines: [
      'kubectl apply -f web.yaml',
      4,
      'kubectl expose deploy web --port=80',
      2,
      'kubectl get svc web',
      `kubectl patch svc web -p '{"spec":{"type":"NodePort"}}'`,
      'kubectl create svc nodeport other --tcp=80:80 --node-port=30111',
      'kubectl create svc loadbalancer lb --tcp=80',
      'kubectl create svc externalname ext --external-name example.org',
      1,
      'kubectl get svc',
      'kubectl get endpointslices',
      'kubectl set selector svc web app=none',
      2,
      'kubectl get endpoints web',
      'kubectl delete svc web other lb ext',
      2,
    ],
  },
  {
    name: 's27-admission-policy',
    files: {
      'policy.yaml': together(
        `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata:
  name: few
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules:
    - apiGroups: [apps]
      apiVersions: [v1]
      operations: [CREATE, UPDATE]
      resources: [deployments]
  validations:
  - expression: object.spec.replicas <= 3
    message: too many
`,
        `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata:
  name: few
spec:
  policyName: few
  validationActions: [Deny]
`,
      ),
      'many.yaml': deployment({ name: 'many', replicas: 4 }),
    },
    lines: [
      'kubectl apply -f policy.yaml',
      2,
      'kubectl apply -f many.yaml',
      'kubectl create deployment ok --image=nginx:1.27 --replicas=2',
      4,
      `kubectl patch deploy ok -p '{"spec":{"replicas":9}}'`,
      'kubectl delete validatingadmissionpolicybinding few',
      2,
      'kubectl apply -f many.yaml',
      5,
    ],
  },
  {
    name: 's28-webhook-that-is-down',
    files: {
      'hook.yaml': `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: guard
webhooks:
- name: guard.example.org
  admissionReviewVersions: [v1]
  sideEffects: None
  failurePolicy: Fail
  timeoutSeconds: 2
  clientConfig:
    service: {namespace: default, name: guard}
  rules:
  - apiGroups: [""]
    apiVersions: [v1]
    operations: [CREATE]
    resources: [configmaps]
`,
    },
    lines: [
      'kubectl apply -f hook.yaml',
      2,
      'kubectl create cm a --from-literal=b=c',
      `kubectl patch validatingwebhookconfiguration guard --type=json -p '[{"op":"replace","path":"/webhooks/0/failurePolicy","value":"Ignore"}]'`,
      2,
      'kubectl create cm a --from-literal=b=c',
      'kubectl delete validatingwebhookconfiguration guard',
      1,
    ],
  },
  {
    name: 's29-csr',
    files: {
      'csr.yaml': `apiVersion: certificates.k8s.io/v1
kind: CertificateSigningRequest
metadata:
  name: carol
spec:
  request: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIWU1JR0FBZ0VBTUI0eEREQUtCZ05WQkFvTUEyUmxkakVPTUF3R0ExVUVBd3dGWTJGeWIyd3dXVEFUQmdjcQpoa2pPUFFJQkJnZ3Foa2pPUFFNQkJ3TkNBQVFyaHczb2hZeVdsR21Cc0pzUVFvQklZRzdST2RrS21mOTBSYUFzCm5DcXFxQnI4UmUvTDhHWWxiNUVhK05lMnB0dkE0S2JYNzZ1N0hxb29nUnNoMTJ3Ym9BQXdDZ1lJS29aSXpqMEUKQXdJRFJ3QXdSQUlnTkhucVp4dzBaRGVQbGdrNklmeFJ4czBkcGRuOVA3UWFUSzVRT0JSQkVuc0NJQllaczZDeApXL3hwZ0lOSkR6TkRJajYzREcrR0RRQ2FFOE1yN2lDVlYyb3kKLS0tLS1FTkQgQ0VSVElGSUNBVEUgUkVRVUVTVC0tLS0tCg==
  signerName: kubernetes.io/kube-apiserver-client
  usages: [client auth]
`,
    },
    lines: [
      'kubectl apply -f csr.yaml',
      'kubectl get csr',
      'kubectl certificate approve carol',
      2,
      'kubectl get csr',
      'kubectl get csr carol -o yaml',
      'kubectl describe csr carol',
      'kubectl certificate deny carol',
      'kubectl delete csr carol',
    ],
  },
];
