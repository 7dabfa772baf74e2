import type { Scene } from '../scene.ts';
import { pod, together } from './manifests.ts';

const asks = (cpu: string, more = ''): string => `resources:
  requests: {cpu: ${cpu}, memory: 64Mi}
  limits: {cpu: '1.8', memory: 128Mi}${more}`;
/** All on one node, whatever the scheduler would do. */
const HERE = 'nodeName: worker-1';
const RESTARTS = `
resizePolicy:
- {resourceName: memory, restartPolicy: RestartContainer}`;

function resized(name: string, resources: object): string {
  const patch = JSON.stringify({ spec: { containers: [{ name: 'main', resources }] } });
  return `kubectl patch pod ${name} --subresource=resize --patch '${patch}'`;
}

/** What a kubelet itself decides on: who gets resources, and who must go. */
export const ROOM: readonly Scene[] = [
  {
    name: 's76-resizes-that-wait',
    files: {
      'pods.yaml': together(
        pod({ name: 'one', container: asks('400m', RESTARTS), pod: HERE }),
        pod({ name: 'two', container: asks('1200m'), pod: HERE }),
      ),
    },
    lines: [
      'kubectl apply -f pods.yaml',
      4,
      resized('one', { requests: { memory: '96Mi' } }),
      6,
      resized('one', { requests: { cpu: '1' } }),
      3,
      `kubectl get pod one -o jsonpath='{.status.conditions[0].type} {.status.conditions[0].reason}'`,
      resized('two', { requests: { cpu: '500m' } }),
      4,
      'kubectl get pod one -o yaml',
      'kubectl delete -f pods.yaml --now',
      3,
    ],
  },
  {
    name: 's77-a-critical-pod',
    files: {
      'pods.yaml': together(
        pod({ name: 'small', container: asks('400m'), pod: HERE }),
        pod({ name: 'large', container: asks('1200m'), pod: HERE }),
      ),
      'needed.yaml': pod({
        name: 'needed',
        container: asks('1'),
        pod: `${HERE}\npriorityClassName: system-node-critical`,
      }),
    },
    lines: [
      'kubectl apply -f pods.yaml',
      4,
      'kubectl apply -f needed.yaml',
      6,
      'kubectl get pods',
      'kubectl describe pod large',
      'kubectl delete -f pods.yaml -f needed.yaml --now',
      3,
    ],
  },
];
