import type { Scene } from '../scene.ts';
import { deployment, job, pod, service, together } from './manifests.ts';

const INDEXED = 'completionMode: Indexed\ncompletions: 3\nparallelism: 3\n';

/** What is taken away or written over comes back, or draws other things along. */
export const HEALING: readonly Scene[] = [
  {
    name: 's66-node-deleted',
    files: { 'web.yaml': deployment({ name: 'web', replicas: 3 }) },
    lines: [
      'kubectl apply -f web.yaml',
      4,
      'kubectl get csinodes',
      'kubectl delete node worker-2',
      1,
      'kubectl get nodes,csinodes',
      70,
      'kubectl get pods -o wide',
      'kubectl delete deploy web',
      4,
    ],
  },
  {
    name: 's67-gates',
    files: {
      'gated.yaml': together(
        pod({
          name: 'gated',
          pod: 'schedulingGates:\n- name: example.com/a\n- name: example.com/b\nreadinessGates:\n- conditionType: example.com/up',
        }),
        service('gated'),
      ),
    },
    lines: [
      'kubectl apply -f gated.yaml',
      2,
      'kubectl get pods',
      `kubectl patch pod gated --type=json -p '[{"op":"remove","path":"/spec/schedulingGates/0"}]'`,
      `kubectl patch pod gated --type=json -p '[{"op":"add","path":"/spec/schedulingGates/-","value":{"name":"x.io/y"}}]'`,
      `kubectl patch pod gated -p '{"spec":{"schedulingGates":null}}'`,
      4,
      'kubectl get pods -o wide',
      `kubectl patch pod gated --subresource=status -p '{"status":{"conditions":[{"type":"example.com/up","status":"True"}]}}'`,
      2,
      'kubectl get endpointslices',
      'kubectl describe pod gated',
      `kubectl patch pod gated --subresource=status -p '{"status":{"conditions":[{"type":"example.com/up","status":"False"}]}}'`,
      2,
      'kubectl label pod gated app=other --overwrite',
      1,
      `kubectl patch pod gated --subresource=status -p '{"status":{"phase":"Failed","message":"mine"}}'`,
      12,
      'kubectl get pods',
      'kubectl delete -f gated.yaml',
      2,
    ],
  },
  {
    name: 's68-made-again',
    files: {
      'roles.yaml': together(
        `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: part
  labels: {whole: "true"}
rules:
- {apiGroups: [""], resources: [pods], verbs: [get]}
`,
        `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: whole
aggregationRule:
  clusterRoleSelectors:
  - matchLabels: {whole: "true"}
rules: []
`,
      ),
      'by-hand.yaml': together(
        `apiVersion: v1
kind: Service
metadata:
  name: outside
spec:
  ports:
  - {name: http, port: 80}
`,
        `apiVersion: v1
kind: Endpoints
metadata:
  name: outside
subsets:
- addresses:
  - {ip: 192.0.2.1}
  ports:
  - {name: http, port: 80}
`,
      ),
    },
    lines: [
      'kubectl create deployment web --image=nginx:1.27 --replicas=2',
      'kubectl expose deployment web --port=80',
      5,
      'kubectl annotate deployment web team=blue kubernetes.io/change-cause=first',
      1,
      'kubectl rollout history deployment web',
      'kubectl delete endpoints web',
      1,
      'kubectl delete endpointslices -l kubernetes.io/service-name=web',
      1,
      'kubectl delete cm kube-root-ca.crt',
      1,
      'kubectl delete rs -l app=web',
      5,
      'kubectl get pods,rs',
      'kubectl scale rs -l app=web --replicas=4',
      5,
      'kubectl apply -f roles.yaml',
      1,
      `kubectl patch clusterrole part --type=json -p '[{"op":"add","path":"/rules/0/verbs/-","value":"list"}]'`,
      1,
      'kubectl get clusterrole whole -o yaml',
      'kubectl apply -f by-hand.yaml',
      1,
      `kubectl patch endpoints outside --type=json -p '[{"op":"add","path":"/subsets/0/addresses/-","value":{"ip":"192.0.2.2"}}]'`,
      1,
      'kubectl get endpointslices',
      'kubectl delete endpoints outside',
      1,
      'kubectl delete pc system-node-critical',
      'kubectl delete ns default',
      'kubectl delete deploy web',
      'kubectl delete svc web outside',
      4,
    ],
  },
  {
    name: 's69-indexed-jobs',
    files: {
      'lead.yaml': job({
        name: 'lead',
        spec: `${INDEXED}backoffLimit: 0\nttlSecondsAfterFinished: 6\nsuccessPolicy:\n  rules:\n  - succeededIndexes: "0"`,
        container: `command: ["sh", "-c", "if [ $JOB_COMPLETION_INDEX = 0 ]; then sleep 2; exit 0; fi; sleep 1000"]`,
        pod: 'terminationGracePeriodSeconds: 2',
      }),
      'some.yaml': job({
        name: 'some',
        spec: `${INDEXED}backoffLimitPerIndex: 0\nmaxFailedIndexes: 1`,
        container: `command: ["sh", "-c", "if [ $JOB_COMPLETION_INDEX -lt 2 ]; then exit 3; fi; sleep 30"]`,
        pod: 'terminationGracePeriodSeconds: 1',
      }),
      'late.yaml': job({
        name: 'late',
        spec: 'suspend: true\npodReplacementPolicy: Failed',
        container: `command: ["sleep", "5"]`,
        pod: 'terminationGracePeriodSeconds: 2',
      }),
    },
    lines: [
      'kubectl apply -f lead.yaml',
      18,
      'kubectl get jobs',
      'kubectl apply -f some.yaml',
      12,
      'kubectl get job some -o yaml',
      'kubectl apply -f late.yaml',
      1,
      `kubectl patch job late -p '{"spec":{"suspend":false}}'`,
      2,
      `kubectl patch job late -p '{"spec":{"suspend":true}}'`,
      6,
      `kubectl patch job late -p '{"spec":{"suspend":false}}'`,
      10,
      'kubectl get jobs',
      'kubectl delete job some late',
      3,
    ],
  },
];
