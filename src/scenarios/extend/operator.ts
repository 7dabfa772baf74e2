import type { Scenario } from '../scenario.ts';
import { part, typed } from '../typed.ts';
import { VIDEO_PROCESSOR } from './video-processor-definition.ts';

const DEFINITION = 'video-processor-definition.yaml';
const OPERATOR = 'video-operator.yaml';
const FILM = 'holiday.yaml';

const OPERATOR_TEXT = `apiVersion: v1
kind: ServiceAccount
metadata:
  name: video-operator
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: video-operator
rules:
- apiGroups: [media.example.com]
  resources: [videoprocessors]
  verbs: [get, list, watch]
- apiGroups: [media.example.com]
  resources: [videoprocessors/status, videoprocessors/finalizers]
  verbs: [update, patch]
- apiGroups: [apps]
  resources: [deployments]
  verbs: [get, list, watch, create, patch]
- apiGroups: [""]
  resources: [events]
  verbs: [create, patch]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: video-operator
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: video-operator
subjects:
- kind: ServiceAccount
  name: video-operator
  namespace: default
---
apiVersion: v1
kind: Pod
metadata:
  name: video-operator
spec:
  serviceAccountName: video-operator
  containers:
  - name: main
    image: registry.example/video-operator:1.0
`;
const film = (resolution: string) => `apiVersion: media.example.com/v1
kind: VideoProcessor
metadata:
  name: holiday
spec:
  source: s3://films/holiday.mov
  resolution: ${resolution}
`;

/** A program that makes a custom resource mean something. */
export const operator: Scenario = {
  id: 'operator',
  place: 6,
  topics: ['3.7', '2.2', '3.6'],
  title: { en: 'An operator at work', zh: '工作中的 operator' },
  goal: {
    en: 'A definition stores objects; an operator makes them mean something. This one runs in a Pod with a ServiceAccount. It watches VideoProcessors and the Deployments that it owns, puts keys into its work queue, compares, creates or scales a Deployment of workers, and writes the status. Everything after that is done by the controllers that are there anyway.',
    zh: '定义只负责存储对象；operator 赋予它们意义。这个 operator 以 ServiceAccount 身份运行在 Pod 中。它监视 VideoProcessor 和自己拥有的 Deployment，把键放入工作队列，比较后创建或伸缩工作负载的 Deployment，并写回状态。之后的一切由已有的控制器完成。',
  },
  cluster: { nodes: 2, latencies: 'realistic' },
  files: [
    { name: DEFINITION, text: VIDEO_PROCESSOR },
    { name: OPERATOR, text: OPERATOR_TEXT },
    { name: FILM, text: film('1080p') },
  ],
  parts: [
    part(
      typed(`kubectl apply -f ${DEFINITION}`, { [DEFINITION]: VIDEO_PROCESSOR }),
      'object',
      'The kind, with a status of its own as a subresource.',
      '这个 kind，其 status 是独立的子资源。',
      { subject: 'customresourcedefinitions.apiextensions.k8s.io/videoprocessors.media.example.com' },
    ),
    part(
      typed('kubectl wait --for=condition=Established crd/videoprocessors.media.example.com'),
      'step',
      'Its paths are served now.',
      '现在可以访问其路径。',
    ),
    part(
      typed(`kubectl apply -f ${OPERATOR}`, { [OPERATOR]: OPERATOR_TEXT }),
      'informers',
      'The operator: what it may do, and a Pod with its program. It starts two informers and waits for their caches.',
      'operator：它的权限，以及带有其程序的 Pod。它启动两个 informer 并等待缓存。',
      { informer: 'video-operator/videoprocessors.media.example.com' },
    ),
    part(
      typed(`kubectl apply -f ${FILM}`, { [FILM]: film('1080p') }),
      'queues',
      'A custom resource is applied: the watch tells the operator, its queue gets default/holiday, it creates holiday-worker with two replicas, and from there on Deployment controller, ReplicaSet controller, scheduler and kubelets do their work. Each change of the Deployment comes back as the key of its owner, and the status follows.',
      '应用一个自定义资源：watch 通知 operator，其队列得到 default/holiday，它创建两个副本的 holiday-worker，随后由 Deployment 控制器、ReplicaSet 控制器、调度器和 kubelet 完成各自的工作。Deployment 的每次变化都以其属主的键再次入队，状态随之更新。',
    ),
    part(
      typed('kubectl get vp,deploy,pods'),
      'object',
      'PHASE is status.phase, which the operator wrote: look who owns which field.',
      'PHASE 即 status.phase，由 operator 写入：看看各字段的所有者。',
      { subject: 'videoprocessors.media.example.com/default/holiday' },
    ),
    part(
      typed(`kubectl apply -f ${FILM}`, { [FILM]: film('2160p') }),
      'queues',
      'Another resolution: three workers are wanted. The operator patches its Deployment, and reports in the status what it sees.',
      '更高的分辨率：期望三个工作副本。operator 修改它的 Deployment，并在 status 中报告所见。',
    ),
    part(
      typed('kubectl delete deployment holiday-worker'),
      'queues',
      'Somebody deletes what the operator made: it hears of it, and makes it again.',
      '有人删除了 operator 创建的对象：它得知后重新创建。',
    ),
    part(
      typed('kubectl describe vp holiday'),
      'object',
      'Status, and the events that the operator wrote.',
      '状态，以及 operator 写入的事件。',
      { subject: 'videoprocessors.media.example.com/default/holiday' },
    ),
    part(
      typed('kubectl delete vp holiday'),
      'object',
      'The garbage collector takes the rest: the owner reference is all it needs.',
      '其余由垃圾收集器处理：它只需要属主引用。',
      { subject: 'videoprocessors.media.example.com/default/holiday' },
    ),
    part(typed('kubectl logs video-operator'), 'step', 'What the operator says it did.', 'operator 自述做了什么。'),
  ],
};
