/** A Deployment of web servers and a Service before them. */
export function web(replicas: number, service: string, labels = 'app: web'): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
    spec:
      containers:
      - name: web
        image: nginx:1.27
        ports:
        - containerPort: 80
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {${labels}}
${service}  ports:
  - name: http
    port: 80
    targetPort: 80
`;
}

/** Somebody in the cluster who asks. */
export const CLIENT = `apiVersion: v1
kind: Pod
metadata:
  name: shell
spec:
  containers:
  - name: shell
    image: curlimages/curl:8.14.1
    command: ["sleep", "3600"]
`;

/** The same with the tools of BIND, which ask for names as other programs do. */
export const NAME_CLIENT = CLIENT.replace('curlimages/curl:8.14.1', 'registry.k8s.io/e2e-test-images/agnhost:2.53');
