/** A manifest to start from. Titles are keys of the editor's dictionary. */
export interface Sample {
  readonly id: 'deployment' | 'scale' | 'image' | 'unschedulable' | 'broken-image' | 'service';
  readonly file: string;
  readonly text: string;
}

export function nginxDeployment(replicas: number, image = 'nginx:1.27'): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: nginx
  labels:
    app: nginx
spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      app: nginx
  template:
    metadata:
      labels:
        app: nginx
    spec:
      containers:
      - name: nginx
        image: ${image}
        ports:
        - containerPort: 80
`;
}

export const SAMPLES: readonly Sample[] = [
  { id: 'deployment', file: 'deploy.yaml', text: nginxDeployment(3) },
  { id: 'scale', file: 'scale.yaml', text: nginxDeployment(5) },
  { id: 'image', file: 'update.yaml', text: nginxDeployment(3, 'nginx:1.28') },
  {
    id: 'unschedulable',
    file: 'big.yaml',
    text: `apiVersion: v1
kind: Pod
metadata:
  name: big
spec:
  containers:
  - name: main
    image: nginx:1.27
    resources:
      requests:
        cpu: "500"
        memory: 64Mi
`,
  },
  {
    id: 'broken-image',
    file: 'typo.yaml',
    text: `apiVersion: v1
kind: Pod
metadata:
  name: typo
spec:
  containers:
  - name: web
    image: nginx:9.99
`,
  },
  {
    id: 'service',
    file: 'service.yaml',
    text: `apiVersion: v1
kind: Service
metadata:
  name: nginx
spec:
  selector:
    app: nginx
  ports:
  - port: 80
    targetPort: 80
`,
  },
];
