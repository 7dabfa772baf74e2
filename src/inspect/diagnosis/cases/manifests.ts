const CONTAINER = '{ name: web, image: nginx }';

interface Made {
  readonly replicas?: number;
  /** More of the Pod's spec, in flow style. */
  readonly spec?: string;
  readonly container?: string;
  readonly labels?: string;
}

/** A Deployment of the smallest kind. */
export function deployment(name: string, { replicas = 1, spec = '', container = CONTAINER }: Made = {}): string {
  return workload('Deployment', name, `replicas: ${replicas}`, spec, container);
}

/** Any kind that has a template. */
export function workload(kind: string, name: string, spec: string, podSpec = '', container = CONTAINER): string {
  return `apiVersion: apps/v1
kind: ${kind}
metadata: { name: ${name} }
spec:
  ${spec}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { ${podSpec === '' ? '' : `${podSpec}, `}containers: [${container}] }
---
`;
}

export function pod(name: string, { spec = '', container = CONTAINER, labels = `app: ${name}` }: Made = {}): string {
  return `apiVersion: v1
kind: Pod
metadata: { name: ${name}, labels: { ${labels} } }
spec: { ${spec === '' ? '' : `${spec}, `}containers: [${container}] }
---
`;
}

export function service(name: string, selector: string, port = '{ port: 80 }'): string {
  return `apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { selector: { ${selector} }, ports: [${port}] }
---
`;
}

export function quotaOf(pods: number): string {
  return `apiVersion: v1
kind: ResourceQuota
metadata: { name: few }
spec: { hard: { pods: "${pods}" } }
---
`;
}
