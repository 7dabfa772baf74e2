/** A program built with client-go: a factory, an informer, three handlers, an index, a resync period. */
export const POD_WATCHER = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: pod-watcher
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: pod-watcher
rules:
- apiGroups: [""]
  resources: [pods]
  verbs: [list, watch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: pod-watcher
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: pod-watcher
subjects:
- kind: ServiceAccount
  name: pod-watcher
  namespace: default
---
# Its program in Go, in short:
#   factory := informers.NewSharedInformerFactory(client, 10*time.Second)
#   pods := factory.Core().V1().Pods().Informer()
#   pods.AddIndexers(cache.Indexers{"byNode": func(obj any) ([]string, error) {
#     return []string{obj.(*v1.Pod).Spec.NodeName}, nil }})
#   pods.AddEventHandler(handler{})       // OnAdd, OnUpdate, OnDelete: each prints a line
#   factory.Start(stop)
#   cache.WaitForCacheSync(stop, pods.HasSynced)
apiVersion: v1
kind: Pod
metadata:
  name: pod-watcher
spec:
  serviceAccountName: pod-watcher
  containers:
  - name: main
    image: registry.example/pod-watcher:1.0
    args: [--resync=10s, --index=byNode=spec.nodeName]
`;
