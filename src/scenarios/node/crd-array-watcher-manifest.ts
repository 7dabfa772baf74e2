/** A server behind a NodePort, with the addresses of a well-known walk through its chains. */
export const CRD_ARRAY_WATCHER = `# A Service with a node port, on a cluster of one machine.
# Apply, then type in the shell:
#   ssh minikube curl http://10.100.116.139:8080/      by the cluster IP, from the node
#   curl http://192.168.49.2:32198/                    by the node port, from outside
#   ssh minikube iptables -t nat -L KUBE-SVC-HW2XM7FRY33HEVYM -v -n --line-numbers
#   ssh minikube iptables -t nat -L KUBE-SEP-PLQTWCYKKRRVAV4U -v -n --line-numbers
apiVersion: apps/v1
kind: Deployment
metadata:
  name: crd-array-watcher
spec:
  replicas: 1
  selector:
    matchLabels:
      app: crd-array-watcher
  template:
    metadata:
      labels:
        app: crd-array-watcher
    spec:
      containers:
      - name: watcher
        image: registry.k8s.io/echoserver:1.10
        ports:
        - containerPort: 8080
---
apiVersion: v1
kind: Service
metadata:
  name: crd-array-watcher
spec:
  type: NodePort
  clusterIP: 10.100.116.139
  selector:
    app: crd-array-watcher
  ports:
  - port: 8080
    nodePort: 32198
`;
