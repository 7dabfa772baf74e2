/** A Deployment of web servers. */
export function web(replicas: number, image = 'nginx:1.27'): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - name: nginx
        image: ${image}
        ports:
        - containerPort: 80
`;
}
