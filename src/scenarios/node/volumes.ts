import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';

const SHARED = 'shared.yaml';
const TWO_CONTAINERS = `apiVersion: v1
kind: Pod
metadata:
  name: shared
spec:
  containers:
  - name: web
    image: nginx:1.27
    volumeMounts:
    - {name: pages, mountPath: /usr/share/nginx/html}
  - name: writer
    image: busybox:1.36
    command: [sh, -c, "while true; do date > /pages/index.html; sleep 5; done"]
    volumeMounts:
    - {name: pages, mountPath: /pages}
  volumes:
  - name: pages
    emptyDir: {}
`;
const TOLD = 'told.yaml';
const told = (colour: string): string => `apiVersion: v1
kind: ConfigMap
metadata:
  name: paint
data:
  colour: ${colour}
---
apiVersion: v1
kind: Pod
metadata:
  name: told
spec:
  containers:
  - name: main
    image: busybox:1.36
    command: [sleep, "36000"]
    env:
    - name: COLOUR
      valueFrom: {configMapKeyRef: {name: paint, key: colour}}
    volumeMounts:
    - {name: paint, mountPath: /etc/paint}
  volumes:
  - name: paint
    configMap: {name: paint}
`;
const DRIVER = 'driver.yaml';
const INSTALLED = `apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata:
  name: hostpath.csi.k8s.io
spec:
  attachRequired: false
---
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: standard
provisioner: hostpath.csi.k8s.io
volumeBindingMode: WaitForFirstConsumer
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
spec:
  storageClassName: standard
  accessModes: [ReadWriteOnce]
  resources:
    requests: {storage: 1Gi}
`;
const claimant = (name: string): string => `apiVersion: v1
kind: Pod
metadata:
  name: ${name}
spec:
  terminationGracePeriodSeconds: 1
  containers:
  - name: main
    image: busybox:1.36
    command: [sh, -c, "echo from ${name} >> /data/notes; sleep 36000"]
    volumeMounts:
    - {name: data, mountPath: /data}
  volumes:
  - name: data
    persistentVolumeClaim: {claimName: data}
`;
const FIRST = 'first.yaml';
const SECOND = 'second.yaml';
const NODE = { node: 'node-1', section: 'did' } as const;
const CLAIM = { subject: 'persistentvolumeclaims/default/data' } as const;

/** What is in volumes, who sees it, and what outlives a Pod. */
export const volumes: Scenario = {
  id: 'volumes',
  place: 5,
  topics: ['2.5'],
  title: { en: 'Volumes and what is in them', zh: '卷和卷里的内容' },
  goal: {
    en: 'A folder that two containers share; a ConfigMap whose files change while a program runs, and whose variables do not; a claim that a storage driver makes a volume for, which outlives the Pod that wrote to it.',
    zh: '两个容器共用的目录；一个 ConfigMap，程序运行期间其文件会变，而变量不变；一个由存储驱动为其创建卷的申领，卷比写入它的 Pod 活得更久。',
  },
  cluster: { nodes: 1, latencies: 'realistic' },
  files: [
    { name: SHARED, text: TWO_CONTAINERS },
    { name: TOLD, text: told('red') },
    { name: DRIVER, text: INSTALLED },
    { name: FIRST, text: claimant('first') },
    { name: SECOND, text: claimant('second') },
  ],
  parts: [
    part(
      typed(`kubectl apply -f ${SHARED}`, { [SHARED]: TWO_CONTAINERS }),
      'node',
      'The kubelet makes an empty folder for the Pod before its sandbox; both containers mount it, each where it wants.',
      'kubelet 在沙箱之前为 Pod 建一个空目录；两个容器都挂载它，各自挂在自己想要的位置。',
      NODE,
    ),
    part(
      typed('kubectl exec shared -c writer -- wget -qO- localhost'),
      'step',
      'What one container writes the other serves: both see one folder, and one localhost.',
      '一个容器写入，另一个容器对外提供：它们看到同一个目录，也共用 localhost。',
    ),
    part(
      typed(`kubectl apply -f ${TOLD}`, { [TOLD]: told('red') }),
      'node',
      'A ConfigMap as files and as a variable. The kubelet watches this one ConfigMap by its name.',
      '同一个 ConfigMap 既作文件又作变量。kubelet 按名字单独监视这个 ConfigMap。',
      NODE,
    ),
    part(
      typed(`kubectl apply -f ${TOLD}`, { [TOLD]: told('blue') }),
      'informers',
      'The kubelet’s cache has the change at once. The files follow when the Pod is synced the next time: within 90 seconds.',
      'kubelet 的缓存立即得知变化。文件要等下次同步这个 Pod 时才更新：90 秒之内。',
      { informer: 'kubelet/node-1/configmaps?namespace=default&fieldSelector=metadata.name=paint' },
    ),
    part(
      typed('kubectl exec told -- sh -c "cat /etc/paint/colour; echo; echo $COLOUR; ls -la /etc/paint"'),
      'step',
      'The file is blue, the variable still red. The file is a link into ..data, which was turned to a new folder in one go.',
      '文件是 blue，变量仍是 red。文件是指向 ..data 的链接，..data 一次性转到了新目录。',
    ),
    part(
      typed(`kubectl apply -f ${DRIVER}`, { [DRIVER]: INSTALLED }),
      'object',
      'A driver, a class, a claim. The class waits for the first consumer, so nothing is made yet.',
      '一个驱动、一个类、一个申领。这个类等待第一个消费者，所以还没有创建任何东西。',
      CLAIM,
    ),
    part(
      typed(`kubectl apply -f ${FIRST}`, { [FIRST]: claimant('first') }),
      'queues',
      'The scheduler chooses a node and writes it on the claim; the driver makes a volume; the controller binds both; only then the Pod is bound.',
      '调度器选定节点并写在申领上；驱动创建卷；控制器把两者绑定；然后 Pod 才被绑定。',
    ),
    part(
      typed('kubectl delete pod first'),
      'node',
      'The kubelet unmounts the volume. The claim stays, and so does what was written.',
      'kubelet 卸下卷。申领还在，写入的内容也还在。',
      NODE,
    ),
    part(
      typed(`kubectl apply -f ${SECOND}`, { [SECOND]: claimant('second') }),
      'node',
      'Another Pod with the same claim: the volume is staged and published again.',
      '另一个 Pod 用同一个申领：卷再次准备并挂载。',
      NODE,
    ),
    part(
      typed('kubectl exec second -- cat /data/notes'),
      'step',
      'It finds what the first one left.',
      '它看到第一个 Pod 留下的内容。',
    ),
  ],
};
