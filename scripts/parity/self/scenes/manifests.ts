/** Manifests as people write them, put together from few words. */
export interface Workload {
  readonly name: string;
  readonly replicas?: number;
  readonly image?: string;
  readonly namespace?: string;
  /** More lines of the Pod's spec, without indentation. */
  readonly pod?: string;
  /** More lines of the container, without indentation. */
  readonly container?: string;
  /** More lines of the workload's spec, without indentation. */
  readonly spec?: string;
}

export function indented(text: string, by: number): string {
  const space = ' '.repeat(by);
  return text
    .split('\n')
    .map((line) => (line === '' ? line : space + line))
    .join('\n');
}

function metadata({ name, namespace }: Workload): string {
  return `metadata:
  name: ${name}
${namespace === undefined ? '' : `  namespace: ${namespace}\n`}  labels:
    app: ${name}
`;
}

function podSpec({ image = 'nginx:1.27', pod = '', container = '' }: Workload): string {
  return `containers:
- name: main
  image: ${image}
${container === '' ? '' : `${indented(container, 2)}\n`}${pod === '' ? '' : `${pod}\n`}`;
}

function template(workload: Workload): string {
  return `template:
  metadata:
    labels:
      app: ${workload.name}
  spec:
${indented(podSpec(workload), 4)}`;
}

export function pod(workload: Workload): string {
  return `apiVersion: v1
kind: Pod
${metadata(workload)}spec:
${indented(podSpec(workload), 2)}`;
}

function controller(kind: string, workload: Workload, head = ''): string {
  const { name, spec = '' } = workload;
  return `apiVersion: apps/v1
kind: ${kind}
${metadata(workload)}spec:
${head}${spec === '' ? '' : `${indented(spec, 2)}\n`}  selector:
    matchLabels:
      app: ${name}
${indented(template(workload), 2)}`;
}

export function deployment(workload: Workload): string {
  return controller('Deployment', workload, `  replicas: ${workload.replicas ?? 2}\n`);
}

export function daemonSet(workload: Workload): string {
  return controller('DaemonSet', workload);
}

export function statefulSet(workload: Workload): string {
  const head = `  replicas: ${workload.replicas ?? 2}\n  serviceName: ${workload.name}\n`;
  return controller('StatefulSet', workload, head);
}

export function job(workload: Workload): string {
  const { name, spec = '' } = workload;
  return `apiVersion: batch/v1
kind: Job
metadata:
  name: ${name}
spec:
${spec === '' ? '' : `${indented(spec, 2)}\n`}  template:
    spec:
      restartPolicy: Never
${indented(podSpec({ image: 'busybox:1.36', ...workload }), 6)}`;
}

export function service(name: string, more = ''): string {
  return `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
${more === '' ? '' : `${indented(more, 2)}\n`}  selector:
    app: ${name}
  ports:
  - port: 80
    targetPort: 80
`;
}

export function together(...documents: readonly string[]): string {
  return documents.join('---\n');
}
