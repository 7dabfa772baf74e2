import type { Scene } from '../scene.ts';
import { deployment, pod, service, together } from './manifests.ts';

const SLEEP = `command: ["sh", "-c", "sleep 3600"]`;

/** What one Pod can be told. */
export const PODS: readonly Scene[] = [
  {
    name: 's01-configmap-secret-volumes',
    files: {
      'conf.yaml': together(
        `apiVersion: v1
kind: ConfigMap
metadata:
  name: conf
data:
  LEVEL: debug
  app.properties: |
    a=1
    b=2
`,
        `apiVersion: v1
kind: Secret
metadata:
  name: pass
stringData:
  PASSWORD: hunter2
`,
      ),
      'pod.yaml': pod({
        name: 'reader',
        container: `env:
- name: LEVEL
  valueFrom:
    configMapKeyRef:
      name: conf
      key: LEVEL
- name: POD_IP
  valueFrom:
    fieldRef:
      fieldPath: status.podIP
envFrom:
- secretRef:
    name: pass
volumeMounts:
- name: conf
  mountPath: /etc/conf
- name: pass
  mountPath: /etc/pass
  readOnly: true`,
        pod: `volumes:
- name: conf
  configMap:
    name: conf
- name: pass
  secret:
    secretName: pass`,
      }),
      'missing.yaml': pod({
        name: 'missing',
        container: `envFrom:
- configMapRef:
    name: later`,
      }),
    },
    lines: [
      'kubectl create ns team-a',
      'kubectl apply -n team-a -f conf.yaml',
      'kubectl apply -n team-a -f pod.yaml',
      5,
      'kubectl get pod reader -n team-a -o wide',
      'kubectl describe pod reader -n team-a',
      'kubectl apply -n team-a -f missing.yaml',
      5,
      'kubectl get pods -n team-a',
      'kubectl create cm later -n team-a --from-literal=A=b',
      15,
      'kubectl get pods -n team-a',
      'kubectl patch cm conf -n team-a --type merge -p \'{"data":{"LEVEL":"info"}}\'',
      'kubectl get secret pass -n team-a -o yaml',
      'kubectl describe secret pass -n team-a',
    ],
  },
  {
    name: 's02-init-and-sidecars',
    files: {
      'init.yaml': pod({
        name: 'staged',
        pod: `initContainers:
- name: first
  image: busybox:1.36
  command: ["sh", "-c", "sleep 1"]
- name: proxy
  image: busybox:1.36
  restartPolicy: Always
  command: ["sh", "-c", "sleep 3600"]
- name: last
  image: busybox:1.36
  command: ["true"]`,
      }),
      'failing.yaml': pod({
        name: 'stuck',
        pod: `initContainers:
- name: wrong
  image: busybox:1.36
  command: ["false"]`,
      }),
    },
    lines: [
      'kubectl apply -f init.yaml',
      8,
      'kubectl get pods',
      'kubectl describe pod staged',
      'kubectl apply -f failing.yaml',
      20,
      'kubectl get pods',
      'kubectl delete pod staged stuck',
      3,
    ],
  },
  {
    name: 's03-bad-image-then-fixed',
    files: { 'bad.yaml': deployment({ name: 'web', replicas: 2, image: 'nginx:nope' }) },
    lines: [
      'kubectl apply -f bad.yaml',
      20,
      'kubectl get pods',
      'kubectl get deploy web',
      'kubectl set image deployment/web main=nginx:1.28',
      'kubectl rollout status deployment/web',
      5,
      'kubectl get rs',
      'kubectl get pods',
    ],
  },
  {
    name: 's04-crash-loop',
    files: {
      'crash.yaml': pod({ name: 'crash', image: 'busybox:1.36', container: `command: ["sh", "-c", "exit 3"]` }),
      'once.yaml': pod({
        name: 'once',
        image: 'busybox:1.36',
        container: `command: ["sh", "-c", "exit 3"]`,
        pod: 'restartPolicy: Never',
      }),
    },
    lines: [
      'kubectl apply -f crash.yaml',
      'kubectl apply -f once.yaml',
      45,
      'kubectl get pods',
      'kubectl describe pod crash',
      'kubectl logs crash',
      'kubectl get pod once -o yaml',
      'kubectl delete pod crash --now',
      3,
    ],
  },
  {
    name: 's05-probes-and-endpoints',
    files: {
      'web.yaml': together(
        deployment({
          name: 'web',
          replicas: 3,
          container: `ports:
- containerPort: 80
readinessProbe:
  httpGet:
    path: /
    port: 80
  initialDelaySeconds: 2
  periodSeconds: 2
livenessProbe:
  tcpSocket:
    port: 80
  periodSeconds: 5`,
        }),
        service('web'),
      ),
      'never.yaml': pod({
        name: 'never',
        container: `readinessProbe:
  exec:
    command: ["false"]
  periodSeconds: 2`,
      }),
    },
    lines: [
      'kubectl apply -f web.yaml',
      8,
      'kubectl get endpoints web',
      'kubectl get endpointslices',
      'kubectl apply -f never.yaml',
      10,
      'kubectl get pods',
      'kubectl scale deploy/web --replicas=1',
      4,
      'kubectl get endpoints web',
      'kubectl describe svc web',
    ],
  },
  {
    name: 's06-logs-exec-debug',
    files: { 'box.yaml': pod({ name: 'box', image: 'busybox:1.36', container: SLEEP }) },
    lines: [
      'kubectl run echo --image=busybox:1.36 --restart=Never --command -- sh -c "echo hello; sleep 2; echo bye"',
      'kubectl apply -f box.yaml',
      5,
      'kubectl logs echo',
      'kubectl exec box -- hostname',
      'kubectl exec box -- ls /',
      'kubectl exec box -- false',
      'kubectl get pods',
      'kubectl debug box --image=busybox:1.36 --container=spy -- sleep 30',
      4,
      'kubectl get pod box -o jsonpath={.status.ephemeralContainerStatuses[*].name}',
      'kubectl logs nobody',
    ],
  },
  {
    name: 's41-tries-again',
    files: {
      'bad.yaml': pod({ name: 'bad', image: 'nginx:nope' }),
      'crash.yaml': pod({ name: 'crash', image: 'busybox:1.36', container: `command: ["sh", "-c", "exit 1"]` }),
    },
    lines: [
      'kubectl apply -f bad.yaml -f crash.yaml',
      50,
      'kubectl describe pod bad',
      'kubectl describe pod crash',
      'kubectl set image pod/bad main=nginx:1.27',
      4,
    ],
  },
  {
    name: 's07-volumes-ephemeral',
    files: {
      'scratch.yaml': pod({
        name: 'scratch',
        container: `volumeMounts:
- name: tmp
  mountPath: /scratch
- name: info
  mountPath: /info
- name: host
  mountPath: /host`,
        pod: `volumes:
- name: tmp
  emptyDir:
    sizeLimit: 10Mi
- name: info
  downwardAPI:
    items:
    - path: labels
      fieldRef:
        fieldPath: metadata.labels
- name: host
  hostPath:
    path: /tmp
    type: Directory`,
      }),
    },
    lines: [
      'kubectl apply -f scratch.yaml',
      5,
      'kubectl get pod scratch -o yaml',
      'kubectl label pod scratch tier=front',
      'kubectl annotate pod scratch note=here',
      'kubectl label pod scratch tier=back',
      'kubectl label pod scratch tier=back --overwrite',
      'kubectl label pod scratch tier-',
      'kubectl delete pod scratch --grace-period=1',
      2,
    ],
  },
  {
    name: 's08-resources-and-qos',
    files: {
      'sized.yaml': together(
        pod({
          name: 'sure',
          container: `resources:
  requests: {cpu: 100m, memory: 64Mi}
  limits: {cpu: 100m, memory: 64Mi}`,
        }),
        pod({
          name: 'burst',
          container: `resources:
  requests: {cpu: 50m}
  limits: {memory: 128Mi}`,
        }),
      ),
    },
    lines: [
      'kubectl apply -f sized.yaml',
      4,
      'kubectl get pods -o custom-columns=NAME:.metadata.name,QOS:.status.qosClass',
      'kubectl set resources pod/burst --requests=cpu=60m',
      `kubectl patch pod sure --subresource=resize --patch '{"spec":{"containers":[{"name":"main","resources":{"requests":{"cpu":"120m"},"limits":{"cpu":"120m"}}}]}}'`,
      6,
      'kubectl get pod sure -o yaml',
      'kubectl describe nodes',
      'kubectl delete -f sized.yaml --now',
      3,
    ],
  },
];
